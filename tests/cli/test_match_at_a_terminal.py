"""Matches behind a pseudo-terminal, looked at as a person does."""

import re
import signal
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.cli.files import save_record

from .conftest import Sit

EXXTRA = ("play", "exxtra", "--seed", "5")


def record_in(folder: Path) -> Table:
    (file,) = folder.glob("*.json")
    return Table.replay(file.read_bytes())


def test_a_whole_game_against_a_bot_ends_with_places_and_its_record(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*EXXTRA, "--seat", "me:Eva", "--seat", "bot:random")
    text = screen.asked()
    assert "● Eva" in text
    assert "■ Random (bot)" in text
    for _ in range(300):
        if "Save the record" in text:
            break
        choices = re.findall(r"^.*\b([0-5]) on slot \1", text, re.MULTILINE)
        text = screen.type("" if "throw the dice" in text else choices[-1])
    assert re.search(r"(Eva|Random) wins!", text)
    assert "A pawn has reached the goal. (EXXTRA-14)" in text
    assert re.search(r"1\.  [●■] (Eva|Random) +21", text)
    screen.child.sendline("y")
    assert "Saved in exxtra-" in screen.end()
    assert screen.child.exitstatus == 0
    table = record_in(tmp_path)
    assert table.result is not None
    assert table.names == ["Eva", "Random"]


def test_a_refused_move_says_why_with_its_clause_and_changes_nothing(terminal: Sit) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    assert "The first throw of a turn is compulsory" in screen.type("4")
    assert "(EXXTRA-7)" in screen.text
    screen.type("t")
    screen.type("4")
    before = screen.type("t")
    slot = re.search(r"Basile places \d\d on slot (\d)", before)
    assert slot is not None
    after = screen.type(slot[1])
    assert f"Slot {slot[1]} is taken" in after
    assert "(EXXTRA-12)" in after
    assert "= " in after, "the dice are still shown"
    assert "is not a move" in screen.type("fly me to the moon")


def test_hint_help_odds_rule_log_and_undo_answer_on_the_same_screen(terminal: Sit) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    screen.type("")
    hint = screen.type("h")
    assert "Your chance to win with each choice" in hint
    assert len(re.findall(r"[t0-5] █+.* \d\d\.\d\s%", hint)) == 7
    assert re.search(r"· .*\d.*\(EXXTRA-\d+\)", hint), "and why"
    assert "take your last move back" in screen.type("?")
    assert "11 show an X" in screen.type("odds")
    assert "EXXTRA-9" in screen.type("r 9")
    assert "There is no rule 99" in screen.type("r 99")
    assert "Ada starts." in screen.type("l")
    assert "this can’t be taken back" in screen.type("u")
    assert "Type one of the choices" in screen.type("")


def test_in_practice_a_throw_is_taken_back_even_behind_the_bots_answer(terminal: Sit) -> None:
    screen = terminal(*EXXTRA, "--practice")
    assert "Exxtra (practice)" in screen.asked()
    screen.type("")
    text = screen.type("0")
    assert "Basile places" in text
    before = screen.type("u")
    assert "Basile places" not in before
    assert "0 on slot 0" in before
    assert "throw the dice" in screen.type("u")


def test_leaving_asks_and_going_on_loses_nothing(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    screen.type("")
    assert "Leave the game?" in screen.type("q")
    assert "The game goes on." in screen.type("")
    assert "= " in screen.text
    screen.type("q")
    screen.child.sendline("s")
    assert "Saved in exxtra-" in screen.end()
    assert [entry.chance for entry in record_in(tmp_path).log[2:]] == [[2, 6]]


def test_whoever_discards_a_game_leaves_no_file(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    screen.type("q")
    screen.child.sendline("d")
    screen.end()
    assert screen.child.exitstatus == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("key", ["c", "d"])
def test_interrupting_asks_once_and_interrupting_again_saves_and_leaves(
    terminal: Sit, tmp_path: Path, key: str
) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    screen.child.sendcontrol(key)
    assert "Leave the game?" in screen.asked()
    assert "throw the dice" in screen.type("")
    screen.child.sendcontrol(key)
    screen.asked()
    screen.child.sendcontrol(key)
    text = screen.end()
    assert "Saved in exxtra-" in text
    assert "Traceback" not in text
    assert screen.child.exitstatus == 0
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "fr",
            ["commence", "lancez les dés", "Quitter la partie", "est occupée", "relancer", "avancer de 5"],
        ),
        ("de", ["beginnt", "würfle", "Das Spiel verlassen", "ist besetzt", "noch einmal", "5 weiter"]),
    ],
)
def test_a_match_speaks_the_language_of_the_player(terminal: Sit, language: str, words: list[str]) -> None:
    screen = terminal(*EXXTRA, LUDOTHEQUE_LANGUAGE=language)
    seen = screen.asked() + screen.type({"fr": "lancer", "de": "würfeln"}[language])
    seen += screen.type({"fr": "placer 4", "de": "legen 4"}[language])
    (slot,) = re.findall(r"(?:sur la case|auf Feld) (\d)\.", seen)[-1:]
    screen.type("")
    seen += screen.type(slot) + screen.type("q")
    assert [word for word in words if word not in seen] == []


def test_forty_columns_are_enough(terminal: Sit) -> None:
    screen = terminal(*EXXTRA, columns=40, rows=32)
    screen.asked()
    screen.type("")
    text = screen.type("h")
    assert "● Ada" in text
    assert "5 │ ·" in text
    assert len(re.findall(r"[t0-5] █+.* \d\d\.\d\s%", text)) == 7


def test_seats_differ_in_colour_and_in_shape_and_no_color_is_respected(terminal: Sit) -> None:
    screen = terminal(*EXXTRA, "--seats", "6", rows=40)
    text = screen.asked()
    assert all(shape in text for shape in "●■▲◆★⬢")
    assert len(screen.colours) >= 7
    plain = terminal(*EXXTRA, "--seats", "6", rows=40, NO_COLOR="1")
    plain.asked()
    assert plain.colours == {"default"}


def test_a_replay_walks_with_the_arrow_keys(terminal: Sit, tmp_path: Path) -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6], [4, 5]])
    for seat, move in ((0, "throw"), (0, "place 5"), (1, "throw")):
        table.play(seat, move)
    table.names = ["Ada", "Ben"]
    save_record(table, tmp_path / "game.json")
    screen = terminal("replay", "game.json")
    assert "0/6" in screen.until("quit")
    for key, place in (("\x1b[C", "1/6"), ("\r", "2/6"), (" ", "3/6"), ("\x1b[D", "2/6"), ("\x1b[F", "6/6")):
        screen.child.send(key)
        assert place in screen.until("quit")
    assert "Ben throws 4 and 5." in screen.text
    assert "[7][6]" in screen.text
    screen.child.send("q")
    screen.end()
    assert screen.child.exitstatus == 0


@pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGTERM])
def test_a_game_survives_a_closed_window(terminal: Sit, tmp_path: Path, end: signal.Signals) -> None:
    screen = terminal(*EXXTRA)
    screen.asked()
    screen.type("")
    screen.child.kill(end)
    screen.end()
    assert record_in(tmp_path).events[-1].name == "exxtra.throw"
