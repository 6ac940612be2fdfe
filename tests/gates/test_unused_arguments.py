"""No dead argument: if one implementation of a method ignores an argument, another one uses it.

Ruff's rule for methods (ARG002) looks at one class, so it would demand a `noqa` of each hook that needs less
than it gets. Here all methods of one name are looked at together.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "examples", "bench", "train", "scripts")
Method: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Argument(NamedTuple):
    """An argument of all methods of a name."""

    method: str
    name: str


class Place(NamedTuple):
    """A place in a file, as ruff writes it."""

    file: Path
    line: int
    column: int


ALLOWED: Final = {
    Argument("get_buffer", "sizehint"): "asyncio calls it",
    Argument("make_py_observer", "iig_obs_type"): "OpenSpiel calls it",
    Argument("make_py_observer", "params"): "OpenSpiel calls it",
    Argument("render_description", "options"): "Cyclopts calls it",
    Argument("render_usage", "options"): "Cyclopts calls it",
    Argument("process_bind_param", "dialect"): "SQLAlchemy calls it",
    Argument("process_result_value", "dialect"): "SQLAlchemy calls it",
    Argument("draft", "name"): "a game may have several commands that begin a draft",
    Argument("read_outcome", "state"): "a game may write an outcome by its position",
    Argument("write_outcome", "state"): "a game may write an outcome by its position",
}
"""Arguments that no class of ours uses, each with the reason why it stays."""


def ignored(folders: list[Path]) -> set[Place]:
    """Return the places of the arguments that their own method does not use."""
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "ARG002", "--exit-zero"]
    command = [*ruff, "--output-format", "json", *map(str, folders)]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = ((Path(one["filename"]), one["location"]) for one in json.loads(told))
    return {Place(file, at["row"], at["column"]) for file, at in found}


def methods(source: str) -> Iterator[tuple[str, Method]]:
    """Yield the methods of a module that do something, each with its class."""
    kinds = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    for kind in kinds:
        for method in kind.body:
            if isinstance(method, Method) and not is_stub(method):
                yield kind.name, method


def is_stub(method: Method) -> bool:
    """Return whether a method has only a docstring, `...` or an exception as its body."""
    _, *rest = method.body if ast.get_docstring(method) is not None else (None, *method.body)
    return all(
        isinstance(line, ast.Raise) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in rest
    )


def dead_arguments(folders: list[Path]) -> dict[Argument, str]:
    """Return the arguments that no method of the name uses, each with a place."""
    places = ignored(folders)
    used: set[Argument] = set()
    found: dict[Argument, str] = {}
    for file in sorted(path for folder in folders for path in folder.rglob("*.py")):
        for kind, method in methods(file.read_text(encoding="utf-8")):
            for given in (*method.args.args, *method.args.kwonlyargs):
                argument = Argument(method.name, given.arg)
                if Place(file, given.lineno, given.col_offset + 1) in places:
                    found[argument] = f"{file.name}: {given.arg} of {kind}.{method.name}"
                else:
                    used.add(argument)
    return {argument: where for argument, where in found.items() if argument not in used}


def test_every_argument_of_a_method_is_used_by_a_class() -> None:
    found = dead_arguments([ROOT / folder for folder in FOLDERS])
    assert [where for argument, where in found.items() if argument not in ALLOWED] == []
    assert ALLOWED.keys() - found.keys() == set(), "used by now"


def test_an_argument_that_only_one_class_uses_is_no_dead_one(tmp_path: Path) -> None:
    (tmp_path / "hooks.py").write_text(
        "class Game:\n"
        "    def start(self, seats, options):\n        return seats\n\n"
        "    def stub(self, seats):\n        raise NotImplementedError\n\n"
        "    def ends(self, seat):\n        '''Return nothing.'''\n        return None\n\n\n"
        "class Pig(Game):\n"
        "    def start(self, seats, options):\n        return options\n"
    )
    assert dead_arguments([tmp_path]) == {Argument("ends", "seat"): "hooks.py: seat of Game.ends"}


def test_no_hook_needs_an_exception_from_the_linter() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    assert [file for file in files if "noqa: ARG" in file.read_text(encoding="utf-8")] == []
