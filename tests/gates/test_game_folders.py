"""The three parts of a game's folder: rules, contract and bots, with the same names in each game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.games import REGISTRY, part

GAMES = Path(ludotheque.__file__).parent / "games"
GATES = Path(__file__).parent
PAGE = GATES.parents[1] / "docs" / "contract.md"
FOLDERS = sorted(path for path in GAMES.iterdir() if (path / "__init__.py").is_file())
EDITIONS = sorted({GAMES.joinpath(*module.split(".")[2:-1]) for module in REGISTRY.values()} - set(FOLDERS))
REQUIRED = {"browser", "events", "game", "moves", "positions", "reasons"}
"""Contract modules that every game has; what editions share is in the folder above them."""
CONTRACT = REQUIRED | {
    "commands", "encoding", "goals", "layout", "names", "parameters", "preview", "refusals", "views", "coach",
    "terminal", "tries", "rules", "bots",
}  # fmt: skip
"""All names of modules in the folder of a game; `rules`, `bots` and `terminal` may be packages."""
OWN = {
    "targets": {"outcomes", "physics", "simulation"},
    "targets/blackrock": {"upgrade"},
}
"""What a single game has besides: the simulated table, and an edition with older records."""
RULES_OF_TARGETS = {"events", "moves", "outcomes", "physics", "simulation"}
"""Targets implements `Position` itself, so its rules use moves, events and outcomes."""


def modules(folder: Path) -> set[str]:
    """The names of modules and packages in a folder."""
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    return {path.stem for path in folder.glob("*.py")} - {"__init__"} | packages


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def rules() -> list[Path]:
    """The modules of all rules."""
    return [path for path in GAMES.rglob("*.py") if "rules" in path.relative_to(GAMES).with_suffix("").parts]


@pytest.mark.parametrize("folder", [*FOLDERS, *EDITIONS], ids=lambda path: path.name)
def test_the_contract_has_the_same_module_names_in_every_game(folder: Path) -> None:
    own = OWN.get(folder.relative_to(GAMES).as_posix(), set())
    editions = {path.name for path in EDITIONS if path.parent == folder}
    assert modules(folder) - CONTRACT - own - editions == set()
    shared = modules(folder.parent) if folder in EDITIONS else set()
    assert REQUIRED - modules(folder) - shared == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_rules_and_bots_are_packages(folder: Path) -> None:
    homes = [path for path in EDITIONS if path.parent == folder] or [folder]
    assert all((home / "rules" / "__init__.py").is_file() for home in homes)
    assert (folder / "bots" / "__init__.py").is_file()


@pytest.mark.parametrize("path", rules(), ids=lambda path: path.relative_to(GAMES).as_posix())
def test_rules_import_core_and_rules_of_their_game_only(path: Path) -> None:
    game = path.relative_to(GAMES).parts[0]
    here = f"ludotheque.games.{game}."
    for name in imports(path):
        if not name.startswith("ludotheque."):
            continue
        inside = set(name.removeprefix(here).split(".")) if name.startswith(here) else set()
        allowed = name.startswith("ludotheque.core.") or "rules" in inside
        assert allowed or (game == "targets" and inside & RULES_OF_TARGETS), f"{path} imports {name}"
        assert "bots" not in inside, f"{path} imports {name}"


def test_only_rules_and_what_learns_is_compiled() -> None:
    compiled = [
        path
        for path in GAMES.rglob("*.py")
        if path.read_text(encoding="utf-8").startswith("# mypyc: compile")
    ]
    assert compiled
    parts = {path.relative_to(GAMES).parts[1] for path in compiled}
    assert parts == {"rules", "bots", "encoding.py"}


def test_the_contract_page_names_every_module_of_a_game() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)(?:\.py|/)`", text))
    assert CONTRACT - named == set()


def test_the_contract_page_lists_every_gate_that_goes_over_all_games() -> None:
    text = PAGE.read_text(encoding="utf-8")
    over_all = [
        path.name
        for path in GATES.glob("test_*.py")
        if re.search(r"\bREGISTRY\b|\ball_games\b", path.read_text(encoding="utf-8"))
    ]
    assert [name for name in over_all if f"(../tests/gates/{name})" not in text] == []


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_has_levels(name: str) -> None:
    bots = part(name, "bots")
    assert bots is not None
    assert bots.LEVELS
