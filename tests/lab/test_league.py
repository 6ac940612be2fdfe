"""Leagues: each pair meets, no game is played twice, ratings, crosstable, external programs."""

import sys
from pathlib import Path

import msgspec
import pytest

from ludotheque import Refusal, Unreadable
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.words import LANGUAGES
from ludotheque.games import game
from ludotheque.lab.arena import Contest, run
from ludotheque.lab.engine import Answer, EngineBot, Question, answers
from ludotheque.lab.entrants import entrant
from ludotheque.lab.league import GameLine, League, play, usual_bots
from ludotheque.lab.league_page import page
from ludotheque.lab.ratings import MIDDLE, Finish, rate
from tests.lab.test_arena import Stumbling

ENGINE = f"engine:{sys.executable} -m ludotheque.cli.main engine exxtra cautious"
BOTS = ["random", "cautious", "casual"]


def lines(file: Path) -> list[GameLine]:
    return [msgspec.json.decode(line, type=GameLine) for line in file.read_bytes().splitlines()[1:]]


def test_everybody_meets_everybody_on_every_seat_and_the_better_is_rated_higher() -> None:
    ladder = play(League("exxtra", BOTS, rounds=30, seed=1))
    assert ladder.games == 30 * 6
    assert [row.bot for row in ladder.rows] == ["casual", "cautious", "random"]
    for row in ladder.rows:
        assert row.low < row.rating < row.high
        assert {other: meeting.games for other, meeting in row.against.items()} == dict.fromkeys(
            row.against, 60
        )
        for other, meeting in row.against.items():
            assert meeting.low <= meeting.share <= meeting.high
            reverse = next(found for found in ladder.rows if found.bot == other).against[row.bot]
            assert meeting.wins + reverse.wins == meeting.games


def test_a_league_goes_on_where_it_stopped_and_more_rounds_or_bots_only_add_games(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    play(League("exxtra", BOTS[:2], rounds=4, seed=1), file)
    before = file.read_bytes()
    file.write_bytes(before[:-20])  # the machine went down in the middle of a line
    told: list[tuple[int, int]] = []
    ladder = play(League("exxtra", BOTS, rounds=6, seed=1), file, progress=lambda *at: told.append(at))
    assert told[0] == (7, 36)
    assert told[-1] == (36, 36)
    games = lines(file)
    assert len(games) == len({(one.round, one.seated) for one in games}) == ladder.games == 36
    assert ladder == play(League("exxtra", BOTS, rounds=6, seed=1))
    assert ladder == play(League("exxtra", BOTS, rounds=6, seed=1), file)


def test_a_file_of_another_league_or_of_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    play(League("exxtra", BOTS[:2], rounds=1, seed=1), file)
    with pytest.raises(Unreadable, match="belongs to another league"):
        play(League("exxtra", BOTS[:2], rounds=1, seed=2), file)
    file.write_text("[]\n")
    with pytest.raises(Unreadable, match="is not the file of a league"):
        play(League("exxtra", BOTS[:2], rounds=1, seed=1), file)


def test_what_cannot_be_a_league_is_refused() -> None:
    with pytest.raises(Unreadable, match="a name of its own"):
        play(League("exxtra", ["casual", "casual"]))
    with pytest.raises(Unreadable):
        play(League("exxtra", BOTS, rounds=0))
    with pytest.raises(Refusal):
        play(League("exxtra", ["casual", "perfect"], seats=3))


def test_a_table_of_more_than_two_and_of_teams_is_rated_too() -> None:
    three = play(League("exxtra", ["random", "casual"], rounds=12, seats=3, seed=1))
    assert three.rows[0].bot == "casual"
    teams = play(League("touche", ["random", "greedy"], rounds=6, seats=4, seed=1))
    assert teams.rows[0].bot == "greedy"
    assert teams.games == 12


def test_without_names_all_levels_that_can_play_take_part() -> None:
    assert "perfect" in usual_bots("exxtra", 2, {})
    assert "perfect" not in usual_bots("exxtra", 3, {})


def test_a_program_of_its_own_plays_as_the_bot_that_it_is(tmp_path: Path) -> None:
    ladder = play(League("exxtra", ["random", f"past={ENGINE}"], rounds=2, seed=1))
    assert {row.bot for row in ladder.rows} == {"random", "past"}
    assert all(row.forfeits == 0 for row in ladder.rows)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-program-anywhere", "No such file"),
        (f"{sys.executable} -c pass", "malformed|truncated|Input data"),
        (f"{sys.executable} -m ludotheque.cli.main engine touche random", "this is touche"),
    ],
)
def test_a_program_that_does_not_play_is_refused_before_the_first_game(command: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        run(Contest("exxtra", ["random", f"engine:{command}"]), games=2)


def test_a_program_that_breaks_the_rules_forfeits(tmp_path: Path) -> None:
    cheat = tmp_path / "cheat.py"
    answer = '{"move": {"do": "place", "slot": 5}}'
    cheat.write_text(f"import sys\nfor line in sys.stdin:\n    print({answer!r}, flush=True)\n")
    standing = run(Contest("exxtra", ["random", f"engine:{sys.executable} {cheat}"]), games=2)
    assert sum(row.forfeits for row in standing.lines) == 2


def test_a_bot_of_a_program_that_raises_answers_with_its_error_and_goes_on() -> None:
    rules = game("exxtra")
    position = rules.at({"seats": 2, "pawns": [0, 0], "dice": [None, None]})
    question = msgspec.json.encode(Question("exxtra", rules.rules_version, 0, position.view(0)))
    bot = Stumbling()
    told = [msgspec.json.decode(line, type=Answer) for line in answers(rules, bot, [question] * 4)]
    assert [bool(answer.error) for answer in told] == [False, False, True, False]
    assert told[2].error.startswith("KeyError: 'nothing known' (test_arena.py:")


def test_a_level_can_be_given_another_time_to_think() -> None:
    found = entrant("targi", "expert@0.05")
    assert isinstance(found, SearchBot)
    assert found.search.seconds == 0.05
    for word in ("expert@soon", "greedy@1", "expert@-1"):
        with pytest.raises(Unreadable, match="seconds to think"):
            entrant("targi", word)


def test_a_program_answers_with_a_move_of_the_position_that_it_was_shown() -> None:
    bot = EngineBot("exxtra", ENGINE.removeprefix("engine:"))
    position = game("exxtra").at({"seats": 2, "pawns": [0, 0], "dice": [None, None]})
    assert bot.choose(position, 0, seeded(1)) == position.moves(0)[0]
    with pytest.raises(Refusal, match="not to act"):
        bot.choose(position, 1, seeded(1))
    bot.close()


def test_equal_players_stay_together_and_one_who_never_played_in_the_middle() -> None:
    even = [Finish((0, 1), (1, 2)), Finish((0, 1), (2, 1))] * 20
    first, second, third = rate(3, even)
    assert abs(first.points - second.points) < 60
    assert third.points == MIDDLE
    assert first.deviation < third.deviation


def test_the_page_shows_every_bot_in_every_language(tmp_path: Path) -> None:
    ladder = play(League("exxtra", ["random", "a_bot_with_a_very_long_name=casual"], rounds=2, seed=1))
    for language in LANGUAGES:
        text = page(ladder, language)
        assert f'<html lang="{language}">' in text
        assert text.count("<svg") == 2
        assert "a_bot_with_a_very_long_name" in text
        assert "<script" not in text
