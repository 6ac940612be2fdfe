"""Matches of Targets behind a pseudo-terminal, on the simulated table."""

import re
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.cli.files import save_record
from ludotheque.games.targets.moves import Flick
from tests.games.targets.scenes import Match, lie
from tests.games.targets.test_blackrock import golden, spoken
from tests.patience import HANG

from .conftest import Screen, Sit

STILL = {"LUDOTHEQUE_MOTION": "off"}
ROLLING = "0 1.15 0.3 0 15"
ADA, BEN, CLEO = ("--seat", "me:Ada"), ("--seat", "me:Ben"), ("--seat", "me:Cleo")
CALM = ("--option", "tremor=off")


def play_out(screen: Screen) -> str:
    """Flick where there is something to flick, otherwise take the first choice, until the game is over."""
    text = screen.asked()
    for _ in range(400):
        if "Save the record" in text:
            return text
        listed = re.findall(
            r"^ *(?:[●■] )?((?:keep|lose|double|targets|remove) [A-F0-9 ]*\d) ", text, re.MULTILINE
        )
        text = screen.type(listed[0] if listed else ROLLING)
    raise AssertionError(text)


def sit_at(terminal: Sit, match: Match, *players: str, **settings: str | float) -> Screen:
    """Go on with a match whose position a test has written."""
    save_record(match.table, Path("start.json"))
    return terminal("play", "--resume", "start.json", "--seed", "3", *players, **STILL, **settings)


def test_two_people_play_a_whole_game_of_the_zoch_edition(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal("play", "zoch", "--seed", "1", *ADA, *BEN, *CALM, **STILL)
    text = play_out(screen)
    assert re.search(r"(Ada|Ben)( and Ben)? (wins|share)", text)
    assert "(ZOCH-10)" in text or "(ZOCH-11)" in text
    screen.child.sendline("y")
    screen.end()
    (file,) = tmp_path.glob("zoch-*.json")
    table = Table.replay(file.read_bytes())
    assert table.result is not None
    films = [
        entry.chance["film"]
        for entry in table.log
        if isinstance(entry.chance, dict) and "film" in entry.chance
    ]
    assert len(films) > 5
    assert all(films)


def test_a_whole_game_of_the_blackrock_edition_against_a_bot_in_sixty_columns(
    terminal: Sit, tmp_path: Path
) -> None:
    screen = terminal(
        "play",
        "blackrock",
        "--seed",
        "1",
        *ADA,
        "--seat",
        "bot:beginner",
        *CALM,
        columns=60,
        rows=34,
        **STILL,
    )
    text = play_out(screen)
    assert re.search(r"(Ada|Loulou).* (wins|share)", text)
    assert "(BLACKROCK-1" in text
    screen.child.sendline("y")
    screen.end()
    (file,) = tmp_path.glob("blackrock-*.json")
    assert Table.replay(file.read_bytes()).result is not None


def test_the_table_is_shown_before_and_after_a_flick_with_its_words_and_clause(terminal: Sit) -> None:
    screen = terminal("play", "zoch", "--seed", "1", *ADA, *BEN, *CALM, **STILL)
    before = screen.asked()
    assert "(●3)" in before
    assert "(■3)" in before
    after = screen.type(ROLLING)
    assert re.search(r"\(([●■])2\)", after)
    told = re.search(r"The die stops (.*) and shows (\d)", after)
    assert told is not None
    assert re.search(rf"[AB]3={told[2]}", after)
    assert f"shows {told[2]}. TARGETS-9" in after
    assert "TARGETS-9" in screen.type("r")
    text = screen.type("?")
    assert "Targets (Zoch)" in text, "the help fits on the screen"
    assert "base with two dice" in text


def test_a_flick_is_aimed_with_the_arrow_keys(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal("play", "zoch", "--seed", "1", *ADA, *BEN, **STILL)
    screen.asked()
    screen.child.sendline("t")
    assert "bring your tower down" in screen.until("goes back")
    screen.child.send("q")
    screen.asked()
    screen.child.sendline("t 0 1.2 0.4 0 0")
    screen.until("goes back")
    for key, number in (("\x1b[D", "2.0°"), (",", "2.2°"), ("\x1b[A", "1.25"), ("w", "0.5"), ("e", "5°")):
        screen.child.send(key)
        assert number in screen.until("goes back")
    screen.child.send("q")
    assert "flick: t to aim" in screen.asked(), "nothing was flicked yet"
    screen.child.sendline("aim 2.2 1.25 0.5 0 5")
    screen.until("goes back")
    screen.child.send("\r")
    screen.asked()
    screen.type("q")
    screen.child.sendline("s")
    screen.end()
    (file,) = tmp_path.glob("zoch-*.json")
    table = Table.replay(file.read_bytes())
    (flick,) = [table.game.read_move(entry.move) for entry in table.log if entry.seat is not None]
    assert flick == Flick(2.2, 1.25, 0.5, 0.0, 5.0)


def test_a_flick_moves_on_the_screen_unless_motion_is_off(terminal: Sit) -> None:
    pictures = []
    for variables in ({}, STILL):
        screen = terminal("play", "zoch", "--seed", "1", *ADA, *BEN, *CALM, **variables)
        screen.asked()
        screen.type(ROLLING)
        pictures.append(screen.child.before.count("①"))
    assert pictures[0] > 8
    assert pictures[1] == 1


def test_the_coach_suggests_flicks_that_may_be_typed(terminal: Sit) -> None:
    screen = terminal("play", "zoch", "--seed", "1", *ADA, "--seat", "bot:beginner", **STILL)
    screen.asked()
    hint = screen.type("h")
    found = re.findall(r"(flick -?[\d.]+ [\d.]+(?: -?[\d.]+)*) █.* \d\d\.\d\s%", hint)
    assert len(found) >= 3
    screen.type(found[0])
    assert "Ada flicks" in screen.type("l")


@pytest.mark.clause("TARGETS-11")
def test_everybody_at_the_screen_may_call_while_another_is_to_flick(terminal: Sit) -> None:
    match = Match("zoch").with_dice(lie("B1", 4), lie("B2", 4)).change(window=True, turn=1)
    screen = sit_at(terminal, match, *ADA, *BEN)
    text = screen.asked()
    assert "Ada, flick" in text
    assert re.search(r"■ double B1 +■ Ben: “Double 4!” puts B1 back on the tower", text)
    assert "Ben puts one of the two back on the tower" in screen.type("double b2")


@pytest.mark.clause("BLACKROCK-14")
@pytest.mark.clause("BLACKROCK-17")
def test_the_first_call_is_heard_whoever_is_named_with_it(terminal: Sit) -> None:
    match = spoken(3, pas_vu_pas_pris=True).with_dice(lie("B1", 4, centre=0)).change(window=True, turn=2)
    screen = sit_at(terminal, match, *ADA, *BEN, *CLEO)
    text = screen.asked()
    assert "■ targets B1" in text
    assert "▲ pas vu B1" in text
    assert "Cleo was faster: Ben’s die wins nothing" in screen.type("Cleo pas vu b1")
    again = sit_at(terminal, match, *ADA, *BEN, *CLEO)
    again.asked()
    assert "Ben wins the green disc" in again.type("targets b1")


@pytest.mark.clause("BLACKROCK-17")
def test_a_bot_calls_after_its_reaction_unless_somebody_is_faster(terminal: Sit) -> None:
    match = spoken(2, pas_vu_pas_pris=True).with_dice(lie("B1", 4, centre=0)).change(window=True, turn=1)
    silent = sit_at(terminal, match, *ADA, "--seat", "bot:expert")
    silent.asked()
    assert "wins the green disc" in silent.asked()
    quick = sit_at(terminal, match, *ADA, "--seat", "bot:expert", reaction=HANG)
    quick.asked()
    assert "Ada was faster: " in quick.type("pas vu b1")


@pytest.mark.clause("BLACKROCK-12")
def test_the_aims_of_golden_targets_stay_secret_at_one_screen(terminal: Sit) -> None:
    screen = sit_at(terminal, golden(), *ADA, *BEN)
    text = screen.asked()
    assert "Golden Targets" in text
    assert "Ada, aim in secret" in text
    assert "Press Enter when Ben is ready." in screen.type("1.5 3.75 0.4")
    assert "3.75" not in screen.text
    text = screen.type("")
    assert "Ada has aimed." in text
    assert "3.75" not in text + screen.type("l")
    screen.child.send("\x1b[A")
    assert "3.75" not in screen.type(""), "nor does the history of the line tell it"
    over = screen.type("0 3 0.4")
    assert "stops" in over


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "fr",
            [
                "Manche 1",
                "gagnés",
                "à vous",
                "Ada donne une pichenette",
                "s’arrête",
                "direction en °",
                "force",
            ],
        ),
        ("de", ["Runde 1", "gewonnen", "schnipp", "Ada schnippt", "bleibt", "Richtung in °", "Stärke"]),
        ("en", ["Round 1", "won", "flick", "Ada flicks", "The die stops", "direction in °", "strength"]),
    ],
)
def test_a_match_speaks_the_language_of_the_player(terminal: Sit, language: str, words: list[str]) -> None:
    match = Match("zoch")
    screen = sit_at(terminal, match, *ADA, *BEN, LUDOTHEQUE_LANGUAGE=language)
    seen = screen.asked()
    screen.child.sendline("aim")
    seen += screen.until(words[-1]) + screen.until("q")
    screen.child.send("\r")
    seen += screen.asked() + screen.type("l")
    assert [word for word in words if word not in seen] == []
