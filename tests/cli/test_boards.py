"""Boards: what a drawing shows of a position, and what typed words mean."""

import doctest
import importlib
import io
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from rich.console import Console

from ludotheque import Table, Unreadable, game
from ludotheque import cli as package
from ludotheque.cli.ascii_fallback import PLAIN, plain
from ludotheque.cli.boards import board
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.simple import SimpleGame
from ludotheque.core.words import FOREIGN, LANGUAGES, words
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


class Roll(Move, frozen=True, tag="roll"):
    """A move with a name."""

    dice: int = 1


class Pass(Move, frozen=True, tag="pass"):
    """A move without a name."""


class Dicing(SimpleGame):
    """A game with names for some parts of its view, some values and a move."""

    name = "dicing"
    move_types = (Roll, Pass)
    new_state = at = why_not = result = None  # type: ignore[assignment]


@pytest.fixture
def dicing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], PlainBoard]]:
    """The board of that game in a language, with words in a package of its own."""
    folder = tmp_path / "dicing_words"
    (folder / "words").mkdir(parents=True)
    (folder / "__init__.py").touch()
    for language, said in SAID.items():
        (folder / "words" / f"{language}.json").write_text(json.dumps(said), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(FOREIGN, "dicing", "dicing_words")
    words.cache_clear()
    yield lambda language: PlainBoard(Dicing(), Look(language, ("Ada", "Bo")))
    words.cache_clear()


SAID = {
    "en": {
        "dicing_part_pot": "In the pot",
        "dicing_part_dice": "Dice",
        "dicing_part_seat": "Whose turn",
        "dicing_part_scores": "Points",
        "dicing_part_over": "nothing more",
        "dicing_do_roll": "Throw {dice} dice",
    },
    "fr": {
        "dicing_part_pot": "Dans le pot",
        "dicing_part_dice": "Dés",
        "dicing_part_seat": "À qui le tour",
        "dicing_part_scores": "Points",
        "dicing_part_over": "plus rien",
        "dicing_do_roll": "Lancer {dice} dés",
    },
    "de": {
        "dicing_part_pot": "Im Topf",
        "dicing_part_dice": "Würfel",
        "dicing_part_seat": "Am Zug",
        "dicing_part_scores": "Punkte",
        "dicing_part_over": "nichts mehr",
        "dicing_do_roll": "{dice} Würfel werfen",
    },
}
VIEW: Json = {
    "pot": 4,
    "dice": [{"seat": 1, "over": True}, {"over": False}],
    "seat": 0,
    "scores": [3, None],
    "phase_now": "over",
    "held": ["over", "on_table"],
    "none": [],
}


DRAWN = {
    "en": """
        In the pot: 4
        Dice:
          - Whose turn: Bo
            nothing more: ✓
          - nothing more: ✗
        Whose turn: Ada
        Points: Ada 3, Bo –
        phase now: nothing more
        held: nothing more on table
        none: –
        """,
    "fr": """
        Dans le pot : 4
        Dés :
          - À qui le tour : Bo
            plus rien : ✓
          - plus rien : ✗
        À qui le tour : Ada
        Points : Ada 3, Bo –
        phase now : plus rien
        held : plus rien on table
        none : –
        """,
    "de": """
        Im Topf: 4
        Würfel:
          - Am Zug: Bo
            nichts mehr: ✓
          - nichts mehr: ✗
        Am Zug: Ada
        Punkte: Ada 3, Bo –
        phase now: nichts mehr
        held: nichts mehr on table
        none: –
        """,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_drawing_is_shown_in_its_own_words(
    language: str, dicing: Callable[[str], PlainBoard]
) -> None:
    console = Console(file=io.StringIO(), width=60, highlight=False)
    console.print(dicing(language).draw(VIEW, None))
    file = console.file
    assert isinstance(file, io.StringIO)
    assert file.getvalue().replace("\u00a0:", " :") == dedent(DRAWN[language]).lstrip("\n")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Throw 2 dice"), ("fr", "Lancer 2 dés"), ("de", "2 Würfel werfen")]
)
def test_its_moves_are_named_beside_what_is_typed(
    language: str, said: str, dicing: Callable[[str], PlainBoard]
) -> None:
    shown = dicing(language)
    moves: list[Move | MoveRange] = [Roll(2), Pass(), MoveRange("aim", {"degrees": (0.0, 1.0)})]
    described = [(str(key), str(text)) for key, text in shown.choices(VIEW, 0, moves)]
    assert described == [("roll 2", said), ("pass", ""), ("aim degrees 0…1", "")]


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
