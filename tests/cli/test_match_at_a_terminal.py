"""Matches behind a pseudo-terminal, looked at as a person does."""

import os
import re
import signal
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.cli.files import save_record
from ludotheque.cli.hangup import unbroken
from ludotheque.core.moves import Move

from .conftest import Command, Screen, Sit

EXXTRA = ("play", "exxtra", "--seed", "5")
TARGI = ("play", "targi", "--seed", "5", "--seat", "me:Ada", "--seat", "bot:expert:Ben")


def record_in(folder: Path) -> Table:
    (file,) = folder.glob("*.json")
    return Table.replay(file.read_bytes())


def looks(text: str) -> int:
    """Return the coach's visits of the choices on the screen."""
    return sum(map(int, re.findall(r"(\d+)×", text)))


def play_on(screen: Screen, text: str) -> str:
    """Play to the end of a game of Exxtra."""
    for _ in range(300):
        if "Save the record" in text:
            break
        choices = re.findall(r"^.*\b([0-5]) on slot \1", text, re.MULTILINE)
        text = screen.type("" if "throw the dice" in text else choices[-1])
    return text


def test_a_whole_game_against_a_bot_ends_with_places_and_its_record(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*EXXTRA, "--seat", "me:Eva", "--seat", "bot:random")
    text = screen.asked()
    assert "● Eva" in text
    assert "■ Random (bot)" in text
    text = play_on(screen, text)
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


def test_the_coach_thinks_on_about_a_step_of_a_replay(terminal: Sit, tmp_path: Path) -> None:
    table = Table("targi", seats=2, seed=5)
    first = table.moves(0)[0]
    assert isinstance(first, Move)
    table.play(0, first)
    table.names = ["Ada", "Ben"]
    save_record(table, tmp_path / "game.json")
    screen = terminal("replay", "game.json", rows=60)
    screen.until("quit")
    screen.child.send("h")
    screen.until("nothing to choose here")
    for _ in range(len(table.log) - 1):
        screen.child.send("\x1b[C")
    screen.until("Chance to win for Ada")
    early = looks(screen.until("quit"))
    assert early > 0
    while looks(screen.until("quit")) < 2 * early:
        """No key was pressed."""
    screen.child.send("\x1b[C")
    screen.until("Chance to win for Ben")
    screen.child.send("h")
    while "Chance to win" in screen.until("quit"):
        """It may have told once more before it heard."""
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


@pytest.mark.parametrize(
    ("typed", "thinks", "comes"),
    [("place 13", "Ben is thinking", "Ben places a Targi"), ("h", "The coach is thinking", "chance to win")],
)
def test_whoever_interrupts_a_thought_is_asked_and_may_stay(
    terminal: Sit, tmp_path: Path, typed: str, thinks: str, comes: str
) -> None:
    screen = terminal(*TARGI)
    screen.asked()
    screen.child.sendline(typed)
    screen.until(thinks)
    screen.child.sendcontrol("c")
    asked = screen.asked()
    while "Leave the game?" not in asked:  # on a busy machine the thought may end before it is interrupted
        asked += screen.asked()
    assert comes in asked + screen.type(""), "the bot or the coach thinks again"
    screen.child.sendcontrol("c")
    screen.asked()
    screen.child.sendline("s")
    assert "Saved in targi-" in screen.end()
    assert screen.child.exitstatus == 0
    assert record_in(tmp_path).result is None


def test_a_game_with_a_file_is_saved_when_a_thought_is_interrupted(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*TARGI, "--save", "kept.json")
    screen.asked()
    screen.child.sendline("place 13")
    screen.until("Ben is thinking")
    screen.child.sendcontrol("c")
    assert "Saved in kept.json" in screen.end()
    assert screen.child.exitstatus == 0
    assert any(entry.seat == 0 for entry in record_in(tmp_path).log)


def test_the_end_of_a_game_survives_a_closed_window(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal(*EXXTRA, "--seat", "me:Eva", "--seat", "bot:random")
    assert "Save the record" in play_on(screen, screen.asked())
    screen.child.kill(signal.SIGTERM)
    screen.end()
    assert record_in(tmp_path).result is not None


def test_an_interruption_waits_for_the_end_of_what_must_not_be_half_done() -> None:
    done = []

    def interrupted() -> None:
        with unbroken():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        interrupted()
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(done) == 2


@pytest.mark.parametrize(
    ("game", "level", "lines"),
    [
        ("exxtra", "random", ["t", "h", "5", "t", "h", "4", "t", "3", "t", "2", "t", "1"]),
        ("targi", "random", ["place 13", "h", "place 5", "place 6", "h", "place 7", "place 10", "place 2"]),
    ],
)
def test_a_hint_does_not_change_how_the_bots_play(
    ludotheque: Command, tmp_path: Path, game: str, level: str, lines: list[str]
) -> None:
    logs = []
    for name, typed in (("with", lines), ("without", [line for line in lines if line != "h"])):
        seats = ("--seat", "me:Ada", "--seat", f"bot:{level}")
        file = tmp_path / f"{name}.json"
        said = ludotheque(
            "play", game, "--seed", "5", *seats, "--save", str(file), typed="\n".join([*typed, ""])
        )
        assert ("chance to win" in said.out) == (name == "with")
        logs.append(Table.replay(file.read_bytes()).log)
    assert sum(entry.seat == 1 for entry in logs[0]) > 2
    assert logs[0] == logs[1]


def test_a_hint_shows_as_many_choices_as_fit_and_tells_how_many_more_there_are(terminal: Sit) -> None:
    def judged(hint: str) -> int:
        return len(re.findall(r"\d\s% +\d+×", hint))

    small = terminal(*TARGI, rows=24)
    small.asked()
    hint = small.type("h")
    assert hint.startswith("Targi"), "everything fits"
    assert judged(hint) == 11
    assert "more choices" not in hint
    reasons = re.findall(r"· ([A-Z].*)", hint)
    assert reasons
    assert len(set(reasons)) == len(reasons), "a reason is told once"
    tiny = terminal(*TARGI, rows=17)
    tiny.asked()
    hint = tiny.type("h")
    assert hint.startswith("Targi")
    left = re.search(r"(\d+) more choices don’t fit on the screen", hint)
    assert left is not None
    assert judged(hint) >= 5
    assert judged(hint) + int(left[1]) == 11
    assert len(hint.splitlines()) >= 16, "and no line is wasted"
