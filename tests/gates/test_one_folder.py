"""A game is one folder here and one in the browser: nothing else names a game, but the registry."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.games import REGISTRY

HOUSE = Path(ludotheque.__file__).parent
WEB = HOUSE.parents[1] / "web"
NAMES = {part for module in REGISTRY.values() for part in module.split(".")[2:-1]}
NAMED = re.compile(rf"(?<![a-z])({'|'.join(sorted(NAMES))})(?![a-z])")


def spoken_of(path: Path) -> Iterator[str]:
    """Yield the names and strings of a module's code; a docstring may name a game in an example."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import | ast.Name | ast.Attribute | ast.arg):
            yield ast.unparse(node)


EXTRAS = HOUSE / "core" / "extras.py"
"""Names the optional dependencies of the package: one extra is for the games of a folder."""

MODULES = [
    path for path in HOUSE.rglob("*.py") if path != EXTRAS and "games" not in path.relative_to(HOUSE).parts
]
SENTENCES = [
    path
    for path in (*HOUSE.rglob("words/en.json"), WEB / "messages" / "en.json")
    if path.is_file() and "games" not in path.parts
]
PAGES = [
    path
    for path in (WEB / "src").rglob("*")
    if path.suffix in (".ts", ".svelte", ".css") and "games" not in path.relative_to(WEB / "src").parts
]


def test_the_names_are_those_of_folders() -> None:
    assert {"exxtra", "touche", "targi", "targets", "zoch", "blackrock"} <= NAMES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_module_names_a_game(path: Path) -> None:
    assert [text for text in spoken_of(path) if NAMED.search(text)] == []


@pytest.mark.parametrize("path", SENTENCES, ids=str)
def test_no_sentence_about_a_game_stands_elsewhere(path: Path) -> None:
    assert [key for key in json.loads(path.read_text(encoding="utf-8")) if NAMED.search(key)] == []


@pytest.mark.skipif(not PAGES, reason="the browser's source is not here")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_names_a_game(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert NAMED.findall(code) == []
