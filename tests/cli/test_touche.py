"""Touché at the terminal: whole games behind a pseudo-terminal, and what the board shows and hears."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from ludotheque import NotAllowed, Table, Unreadable
from ludotheque.cli.boards import board
from ludotheque.cli.coach import Counsel, draw_opinions, draw_reasons
from ludotheque.cli.files import save_record
from ludotheque.core.bot import Opinion
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Reason
from ludotheque.core.words import LANGUAGES
from ludotheque.games.touche.moves import Crown, Exchange, Play
from ludotheque.games.touche.names import CARD_NAMES
from ludotheque.games.touche.terminal.grid import CROWN, JOKER
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look

from .conftest import Command, Screen, Sit

NAMES = ("Ada", "Ben", "Cleo", "Dan")
MIDDLE: Json = {
    "seats": 4,
    "turn": 0,
    "pawns": [[[0, 4], [1, 3], [7, 4], [7, 5], [8, 4], [8, 5]], [[5, 0], [3, 3]]],
    "crowned": [["e8-f9"], []],
    "hands": [
        ["4S", "QS", "8S", "5D", "**"],
        ["AH", "2H", "3H", "4H", "5H"],
        ["6H", "7H", "8H", "9H", "TH"],
        ["2C", "3C", "4C", "5C", "6C"],
    ],
}
"""Ada holds a square on e8, may make another at e2 with the joker cell d1, and topple two pawns of Ben."""


def at(position: Json) -> Table:
    return Table.at("touche", position, seed=1)


def drawn(
    width: int, position: Json = MIDDLE, focus: str = "", seat: int | None = 0, height: int = 24
) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    table = at(position)
    view = table.position.view(seat)
    console.print(shown(table, width, focus, height=height).draw(view, seat))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def shown(table: Table, width: int = 80, focus: str = "", language: str = "en", height: int = 24) -> Board:
    return board("touche", Look(language, NAMES, width, table.position.teams, height), focus)


def best_of(text: str) -> list[str]:
    """Return the input of a simple player, the best first: win, crown, topple, any cell, a dead card."""
    if "which patterns do you crown" in text:
        return ["1"]
    cells = [
        found[1]
        for pattern in (
            r"\b([a-l]\d+!?) [^·\n]*wins",
            rf"\b([a-l]\d+!?) [^·\n]*{CROWN} [+x]?[a-l]\d",
            r"\b([a-l]\d+!?) topples",
            r"^ \d +\S+  ([a-l]\d+)\b(?! yours| [●■▲]♛)",
            r"\b([xd] \d) (?:exchanges|discards)",
        )
        if (found := re.search(pattern, text, re.MULTILINE))
    ]
    return cells or [f"{column}{row}" for row in range(4, 10) for column in "abcdefghijkl"]


def play_on(screen: Screen, text: str) -> tuple[str, set[str]]:
    """Play to the end with the person at the screen; return the last screen and the seats asked to sit
    down.
    """
    sat = set()
    for _ in range(200):
        if ready := re.search(r"Press Enter when (\w+) is ready", text):
            assert "♠" not in text, "no card is on the screen while it changes hands"
            sat.add(ready[1])
            text = screen.type("")
        if "Save the record" in text:
            return text, sat
        for line in best_of(text):
            text = screen.type(line)
            if "(TOUCHE-" not in text or "Save the record" in text:
                break
    raise AssertionError("the game did not end")


def test_two_people_and_two_bots_play_a_whole_game_in_teams(terminal: Sit, tmp_path: Path) -> None:
    seats = ("--seat", "me:Ada", "--seat", "me:Ben", "--seat", "bot:greedy:Cleo", "--seat", "bot:greedy:Dan")
    screen = terminal("play", "touche", "--seed", "4", *seats)
    text, sat = play_on(screen, screen.asked())
    assert sat == {"Ada", "Ben"}
    assert re.search(r"(Ada and Cleo|Ben and Dan) share the win!", text)
    assert "A side has crowned all the patterns it needed. (TOUCHE-18)" in text
    assert f"{CROWN}{CROWN}{CROWN}{CROWN}" in text
    screen.child.sendline("y")
    assert "Saved in touche-" in screen.end()
    (file,) = tmp_path.glob("*.json")
    table = Table.replay(file.read_bytes())
    assert table.names == ["Ada", "Ben", "Cleo", "Dan"]
    assert table.result is not None
    assert len(table.result.winners) == 2


@pytest.mark.parametrize(("width", "height"), [(40, 24), (50, 24), (66, 24), (80, 24), (120, 24), (120, 40)])
def test_every_card_pawn_and_crown_is_seen_at_any_size(width: int, height: int) -> None:
    text = drawn(width, height=height)
    assert len(text.splitlines()) <= height - 9, "title, hand and prompt have their room"
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    assert len(re.findall("[♠♥♦♣]", text)) >= 104 - 4, "crowned cells alone hide their card"
    assert text.count(JOKER) == 8
    assert text.count(f"●{CROWN}") == 4
    assert len(re.findall("[♠♥♦♣]●", text)) == 2
    assert len(re.findall("[♠♥♦♣]■", text)) == 2
    assert "e8-f9" in text
    assert all(name in text for name in NAMES)
    assert f"squares {CROWN}···" in text


def test_the_cells_of_a_hand_card_carry_its_number_and_a_chosen_one_stands_out() -> None:
    text = drawn(80)
    assert len(re.findall(r"1 4♠", text)) == 2
    assert len(re.findall(r"2 8♠", text)) == 2
    assert "1 4♠" not in drawn(80, seat=1), "nobody else sees what Ada holds"
    assert "14♠" not in drawn(50)
    assert "¹4♠" in drawn(50)
    console = Console(file=io.StringIO(), width=40, force_terminal=True, color_system="standard")
    table = at(MIDDLE)
    console.print(shown(table, 40, focus="2").draw(table.position.view(0), 0))
    file = console.file
    assert isinstance(file, io.StringIO)
    marked = re.findall(r"\x1b\[(?:\d+;)*7(?:;\d+)*m(\S+)", file.getvalue())
    assert [cell[:2] for cell in marked if "♠" in cell] == ["8♠", "8♠"]


def choices(position: Json, focus: str = "") -> list[str]:
    table = at(position)
    listed = shown(table, focus=focus).choices(table.position.view(0), 0, table.moves(0))
    return [" ".join(str(part).strip() for part in line) for line in listed]


@pytest.mark.clause("TOUCHE-10")
@pytest.mark.clause("TOUCHE-16")
def test_what_a_move_topples_or_completes_is_told_before_it_is_made() -> None:
    assert choices(MIDDLE) == [
        "1 4♠ e2 ♛ d1-e2  · c5",
        "2 8♠ e3  · a6 topples ■",
        "3 Q♠ d4 topples ■  · e6",
        "4 5♦ b7  · e9 ●♛",
        "5 ✦ any of the 96 empty cells with a card  · e2 ♛ d1-e2",
    ]
    assert choices(MIDDLE, focus="2") == ["e3 8♠ an empty cell", "a6 8♠ topples the pawn of ■ Ben + Dan"]
    assert choices(MIDDLE, focus="5")[0] == "** e2 ✦ crowns d1-e2"


@pytest.mark.clause("TOUCHE-19")
def test_where_calls_are_spoken_the_call_is_no_part_of_the_choice() -> None:
    assert isinstance(MIDDLE, dict)
    spoken = {**MIDDLE, "options": {"calls": "spoken"}}
    assert choices(spoken, focus="2") == choices(MIDDLE, focus="2")
    assert choices(spoken) == choices(MIDDLE)
    table = at(spoken)
    view = table.position.view(0)
    assert shown(table).understand("a6!", view, 0, table.moves(0)) == Play("8S", (5, 0), call=True)


def attack(terminal: Sit, folder: Path, seconds: int) -> Screen:
    """Ada has just laid her eight on Ben's pawn, at a table with spoken calls."""
    assert isinstance(MIDDLE, dict)
    table = at({**MIDDLE, "options": {"calls": "spoken", "call_seconds": seconds}})
    table.names = list(NAMES)
    save_record(table, folder / "middle.json")
    screen = terminal("play", "--resume", "middle.json", "--seat", "me:Ada", "--seats", "4")
    screen.asked()
    screen.type("a6")
    return screen


@pytest.mark.clause("TOUCHE-19")
@pytest.mark.parametrize(
    ("seconds", "answer", "happens"),
    [
        (20, "!", "Touché! Ada topples the pawn on a6: it had no crown."),
        (20, "Touché !", "Touché! Ada topples the pawn on a6: it had no crown."),
        (20, "wait", "without calling “Touché!”"),
        (0, "touche", "Touché! Ada topples the pawn on a6: it had no crown."),
        (0, "", "without calling “Touché!”"),
    ],
)
def test_the_call_is_typed_after_the_move(
    terminal: Sit, tmp_path: Path, seconds: int, answer: str, happens: str
) -> None:
    screen = attack(terminal, tmp_path, seconds)
    assert "Ada attacks the pawn on a6 with 8♠." in screen.text
    assert ("within 20 seconds" if seconds else "anything else is silence") in screen.text
    assert happens in screen.type(answer) + screen.type("l")


@pytest.mark.clause("TOUCHE-19")
def test_a_call_that_is_not_typed_in_time_is_missing(terminal: Sit, tmp_path: Path) -> None:
    screen = attack(terminal, tmp_path, 5)
    screen.asked()
    assert "without calling “Touché!”" in screen.type("l")


@pytest.mark.clause("TOUCHE-19")
def test_who_closes_the_terminal_has_not_called(ludotheque: Command, tmp_path: Path) -> None:
    assert isinstance(MIDDLE, dict)
    table = at({**MIDDLE, "options": {"calls": "spoken"}})
    save_record(table, tmp_path / "middle.json")
    file = tmp_path / "middle.json"
    ludotheque("play", "--resume", str(file), "--seat", "me:Ada", "--seats", "4", typed="a6\n")
    assert "touche.silent" in [event.name for event in Table.replay(file.read_bytes()).events]


def test_a_winning_cell_says_so() -> None:
    assert isinstance(MIDDLE, dict)
    blocks = {"e8-f9": (7, 4), "h8-i9": (7, 7), "b6-c7": (5, 1)}
    cells = [[row + i, column + j] for row, column in blocks.values() for i in (0, 1) for j in (0, 1)]
    last = {**MIDDLE, "pawns": [[[0, 4], [1, 3], *cells], []], "crowned": [list(blocks), []]}
    assert choices(last)[0].startswith("1 4♠ e2 ♛ wins the game!")
    assert "crowns d1-e2 and wins the game!" in choices(last, focus="1")[0]


@pytest.mark.clause("TOUCHE-13")
def test_a_dead_card_says_how_to_be_rid_of_it() -> None:
    assert isinstance(MIDDLE, dict)
    dead = {**MIDDLE, "pawns": [[[7, 4], [7, 5], [8, 4], [8, 5], [6, 1]], []]}
    assert "4 5♦ dead: x 4 exchanges it" in choices(dead)
    assert choices(dead, focus="4") == ["exchange 5D 5♦ exchange the dead card, then go on"]
    table = at(dead)
    view, moves = table.position.view(0), table.moves(0)
    assert shown(table).understand("x 4", view, 0, moves) == Exchange("5D")
    table = at({**dead, "exchanged": True})
    assert "dead: no open cell" in str(
        shown(table, focus="4").choices(table.position.view(0), 0, table.moves(0))[0][2]
    )
    kept = ["5D", *(card for hand in dead["hands"][1:] for card in hand)]
    discarded = [card for card in CARD_NAMES[:40] for _ in range(2 - kept.count(card))][:26]
    only = {**dead, "hands": [["5D"], *dead["hands"][1:]], "stacks": [0, 22, 22, 22], "discard": discarded}
    assert choices(only) == ["1 5♦ dead: d 1 discards it"]
    assert "your turn ends" in choices(only, focus="1")[0]


@pytest.mark.clause("TOUCHE-17")
def test_the_patterns_to_crown_are_chosen_by_number() -> None:
    pawns = [[row, column] for row in (4, 5) for column in (3, 4, 5)]
    assert isinstance(MIDDLE, dict)
    hands = [["4S", "QS", "8S", "5D"], *MIDDLE["hands"][1:]]
    position: Json = {
        "seats": 4,
        "phase": "crown",
        "placed": [4, 4],
        "pawns": [pawns, []],
        "hands": hands,
        "stacks": [22, 22, 22, 22],
        "discard": ["6S"],
    }
    assert choices(position) == ["1 crowns d5-e6", "2 crowns e5-f6"]
    table = at(position)
    view, moves = table.position.view(0), table.moves(0)
    assert shown(table).understand("2", view, 0, moves) == Crown(("e5-f6",))
    assert shown(table).understand("crown d5-e6", view, 0, moves) == Crown(("d5-e6",))
    assert "which patterns do you crown" in shown(table).prompt(view, 0)
    assert "*6♠" in drawn(80, position).replace(" ", ""), "a cell of both choices"


@pytest.mark.parametrize(
    ("typed", "focus", "meant"),
    [
        ("3", "", "3"),
        ("qs", "", "3"),
        ("joker", "", "5"),
        ("e2", "", Play("4S", (1, 4))),
        ("E2", "5", Play("**", (1, 4))),
        ("4s e2", "", Play("4S", (1, 4))),
        ("1 e2", "", Play("4S", (1, 4))),
        ("5 e2", "", Play("**", (1, 4))),
        ("a1", "", None),
        ("l5", "", Play("**", (4, 11))),
        ("", "1", ""),
        ("", "4", Play("5D", (6, 1))),
        ("nonsense", "", None),
        ("z9", "", None),
    ],
)
def test_a_card_is_pointed_at_and_a_cell_plays_it(typed: str, focus: str, meant: Move | str | None) -> None:
    table = at(MIDDLE)
    heard = shown(table, focus=focus)
    if meant is None:
        with pytest.raises(Unreadable):
            table.play(0, heard.understand(typed, table.position.view(0), 0, table.moves(0)))
    else:
        assert heard.understand(typed, table.position.view(0), 0, table.moves(0)) == meant


def test_a_cell_whose_card_is_not_held_is_refused_with_the_rule() -> None:
    assert isinstance(MIDDLE, dict)
    table = at({**MIDDLE, "hands": [["4S", "QS", "8S", "5D", "6D"], *MIDDLE["hands"][1:]]})
    with pytest.raises(NotAllowed, match=r"You do not hold A♥. \(TOUCHE-9\)"):
        table.play(0, shown(table).understand("l5", table.position.view(0), 0, table.moves(0)))


def test_who_is_one_pawn_short_is_told_on_request() -> None:
    table = at(MIDDLE)
    console = Console(file=io.StringIO(), width=80)
    console.print(shown(table).command("near", table.position.view(0), 0))
    file = console.file
    assert isinstance(file, io.StringIO)
    assert "● e2 ♛ d1-e2" in file.getvalue()
    assert "■ nothing yet" in file.getvalue()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["squares", "topples ■", "One pawn short", "chance to win"]),
        ("fr", ["carrés", "renverse ■", "À un pion", "Vos chances"]),
        ("de", ["Quadrate", "stößt ■ um", "Eine Figur vor", "Gewinnchance"]),
    ],
)
def test_the_game_speaks_three_languages_on_a_small_screen(
    terminal: Sit, tmp_path: Path, language: str, words: list[str]
) -> None:
    table = at(MIDDLE)
    table.names = list(NAMES)
    save_record(table, tmp_path / "middle.json")
    seats = ("--seat", "me:Ada", "--seat", "bot:random", "--seat", "bot:random", "--seat", "bot:random")
    screen = terminal(
        "play", "--resume", "middle.json", *seats, columns=80, rows=24, LUDOTHEQUE_LANGUAGE=language
    )
    seen = screen.asked() + screen.type("n") + screen.type("h")
    assert [word for word in words if word not in seen] == []
    assert screen.text.startswith("Touché"), "even with hints everything fits on 24 lines"
    assert re.search(r"e2 █+\S* +\d\d[.,]\d\s% +\d+×", screen.text)


def test_a_chosen_card_shows_what_each_cell_brings_and_enter_puts_it_back(
    terminal: Sit, tmp_path: Path
) -> None:
    table = at(MIDDLE)
    table.names = list(NAMES)
    save_record(table, tmp_path / "middle.json")
    screen = terminal(
        "play", "--resume", "middle.json", "--seat", "me:Ada", "--seats", "4", columns=50, rows=30
    )
    screen.asked()
    text = screen.type("2")
    assert "a6   8♠  topples the pawn of ■" in text
    assert "Q♠  d4" not in text
    assert "Q♠  d4" in screen.type("")
    assert "is not a cell of 8♠. (TOUCHE-9)" in screen.type("8s e2")
    screen.type("2")
    assert "topples the pawn on a6" in screen.type("a6") + screen.type("l")


def test_a_piped_game_is_played_line_by_line(ludotheque: Command) -> None:
    said = ludotheque(
        "play", "touche", "--seed", "5", "--seat", "me:Ada", "--seat", "bot:random", typed="1\nnear\nq\n"
    )
    assert said.status == 0
    assert "an empty cell" in said.out
    assert "nothing yet" in said.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_command_means_two_things_in_touche(language: str) -> None:
    from ludotheque.cli.match import COMMANDS
    from ludotheque.core.words import say

    names = [*COMMANDS, *shown(at(MIDDLE)).commands]
    words = [word for name in names for word in say(f"cli_words_{name}", language).split()]
    assert len(words) == len(set(words))


def test_a_choice_that_the_search_never_looked_at_has_no_chance_to_tell() -> None:
    table = at(MIDDLE)
    opinions = [Opinion(Play("4S", (1, 4)), 0.9, 50), Opinion(Play("8S", (5, 0)), 0.9, 0)]
    console = Console(file=io.StringIO(), width=80)
    console.print(draw_opinions(shown(table), table.position.view(0), 0, opinions))
    file = console.file
    assert isinstance(file, io.StringIO)
    first, second = file.getvalue().splitlines()
    assert re.search(r"e2 █+\S* +90\.0\s% +50× crowns d1-e2", first)
    assert re.search(r"a6 +– +0× topples", second)


@pytest.mark.parametrize("compared", [True, False])
def test_what_sets_a_move_apart_is_told_once(compared: bool) -> None:
    opens, joker = Reason("touche.opens", {"one": 1, "two": 2}), Reason("touche.joker", {"out": 3})
    than = Reason("touche.opens_than", {"one": 1, "two": 2, "other_one": 0, "other_two": 1})
    opinion = Opinion(Play("4S", (1, 4)), 0.9, 50, (opens, joker))
    console = Console(file=io.StringIO(), width=200)
    console.print(
        draw_reasons(
            shown(at(MIDDLE)).look, Counsel([opinion], than if compared else opens), 0, most=3, figures=True
        )
    )
    file = console.file
    assert isinstance(file, io.StringIO)
    first, second = file.getvalue().splitlines()
    assert "Patterns through" in first
    assert ("with the other move 0 and 1" in first) == compared
    assert "pattern" not in second
