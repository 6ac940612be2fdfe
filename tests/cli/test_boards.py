"""Boards: what a drawing shows of a position, and what typed words mean."""

import doctest
import importlib
import io
import pkgutil
import subprocess
import sys

import pytest
from rich.console import Console

from ludotheque import Table, Unreadable, game
from ludotheque import cli as package
from ludotheque.cli.ascii_fallback import PLAIN, plain
from ludotheque.cli.boards import board
from ludotheque.core.codec import Json
from ludotheque.core.words import LANGUAGES
from ludotheque.games import REGISTRY
from ludotheque.games.exxtra.moves import Place, Throw
from ludotheque.tui.look import COLOURS, SHAPES, Look
from ludotheque.tui.plain import PlainBoard, outline

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
FULL: Json = {
    "seats": 6,
    "pawns": [0, 20, 7, 7, 12, 3],
    "dice": [
        None,
        {"slot": 5, "value": 64},
        {"slot": 1, "value": 70},
        {"slot": 0, "value": 11},
        {"slot": 0, "value": 0},
        {"slot": 0, "value": 100},
    ],
    "phase": "decide",
    "throws": 1,
    "thrown": ["X", "X"],
    "options": {"xx_is_100": True},
}


def drawn(width: int, seat: int = 0) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    shown = board("exxtra", Look("en", NAMES, width))
    console.print(shown.draw(FULL, seat))
    console.print(shown.hand(FULL, seat) or "no hand")
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


@pytest.mark.parametrize("width", [40, 66, 80, 120])
def test_every_pawn_and_every_pair_is_seen_at_any_width(width: int) -> None:
    text = drawn(width)
    assert all(len(line) <= width for line in text.splitlines())
    for name, shape in zip(NAMES, SHAPES, strict=True):
        assert f"{shape} {name}" in text
    for sign in ("[6][4]", "[7][X]", "◆11", "★00", "⬢100", "= 100"):
        assert sign in text


def test_a_pawn_stands_where_it_is_and_aims_where_its_dice_would_take_it() -> None:
    lanes = drawn(40).splitlines()
    ben, cleo = (next(line for line in lanes if f" {name} " in line) for name in ("Ben", "Cleo"))
    assert "━" * 20 + "■◌" in ben, "64 on slot 5 would take the pawn to the goal and not beyond"
    assert "━" * 7 + "▲◌·" in cleo


def test_only_the_seat_whose_turn_it_is_has_dice_in_hand() -> None:
    assert "no hand" in drawn(80, seat=1)


def test_a_choice_says_what_it_would_remove() -> None:
    shown = board("exxtra", Look("en", NAMES))
    assert shown.describe(FULL, 0, Place(2)) == "on slot 2: 2 spaces if it holds, removes Ben’s 64"
    assert "Ben’s 64 and Cleo’s 70" in shown.describe(FULL, 0, Place(0))
    assert "11 in 36" in shown.describe(FULL, 0, Throw())


@pytest.mark.parametrize(
    ("language", "words", "move"),
    [
        ("en", "T", Throw()),
        ("en", "throw", Throw()),
        ("de", "Würfeln", Throw()),
        ("fr", "relancer", Throw()),
        ("en", "place 4", Place(4)),
        ("de", "lege 4", None),
        ("de", "legen 4", Place(4)),
        ("fr", "garder 0", Place(0)),
        ("en", '{"do": "place", "slot": 3}', Place(3)),
        ("en", '{"do": ', None),
        ("en", "6", None),
        ("en", "", None),
    ],
)
def test_a_player_may_use_the_words_of_the_language(
    language: str, words: str, move: Throw | Place | None
) -> None:
    shown = board("exxtra", Look(language, NAMES))
    moves = [Throw(), Place(0)]
    if move is None:
        with pytest.raises(Unreadable):
            shown.parse(words, moves)
    else:
        assert shown.parse(words, moves) == move


def test_an_only_move_needs_no_word() -> None:
    assert board("exxtra", Look("en", NAMES)).parse("", [Throw()]) == Throw()


def test_a_game_without_a_drawing_is_shown_line_by_line() -> None:
    shown = PlainBoard(game("exxtra"), Look("en", NAMES))
    console = Console(file=io.StringIO(), width=60)
    console.print(shown.draw(FULL, None))
    assert "pawns: 0 20 7 7 12 3" in outline(FULL)
    assert shown.key(Place(4)) == "place 4"
    table = Table("exxtra", chance=[])
    table.play(0, "throw")
    shown.throw(table, "[7, 6]")
    assert table.events[-1].params["a"] == 7
    with pytest.raises(Unreadable):
        shown.throw(table, "7, 6")


def test_every_game_of_ours_has_a_board_of_its_own() -> None:
    look = Look("en", ("Ada", "Bo"), 80)
    assert not any(isinstance(board(name, look), PlainBoard) for name in REGISTRY)


def test_importing_a_game_imports_no_terminal() -> None:
    script = (
        "import sys, ludotheque; ludotheque.all_games(); "
        "sys.exit('rich' in sys.modules or any(name.endswith('.terminal') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_six_seats_have_six_colours_and_six_shapes_in_any_encoding() -> None:
    assert len(set(SHAPES)) == len(set(COLOURS)) == 6
    assert len({PLAIN[shape] for shape in SHAPES}) == 6
    assert plain("日本") == "?"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_command_means_two_things(language: str) -> None:
    from ludotheque.cli.match import COMMANDS
    from ludotheque.core.words import say

    names = [*COMMANDS, *board("exxtra", Look(language, NAMES)).commands]
    words = [word for name in names for word in say(f"cli_words_{name}", language).split()]
    words += say("cli_exxtra_words_throw", language).split() + say("cli_exxtra_words_place", language).split()
    assert len(words) == len(set(words))


MODULES = [found.name for found in pkgutil.walk_packages(package.__path__, "ludotheque.cli.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_boards_of_other_packages_find_the_former_name_of_the_toolkit() -> None:
    for module in ("board", "draft", "look", "plain", "sheet"):
        assert importlib.import_module(f"ludotheque.terminal.{module}") is importlib.import_module(
            f"ludotheque.tui.{module}"
        )
