"""Self-play: lines that replay, thoughts on every move, files that go on."""

from pathlib import Path

import msgspec
import pytest

from ludotheque import Refusal, Table, Unreadable
from ludotheque.lab.selfplay import SelfPlay, SelfPlayed, read_games, write_games

SAMPLE = Path(__file__).parents[2] / "examples" / "data" / "selfplay_exxtra.jsonl"


def check(game: SelfPlayed) -> None:
    """A game replays from its record, and every decision is a step of it by the seat that it names."""
    table = Table.replay(game.record)
    assert table.result is not None
    assert table.result.ranks == game.ranks
    assert isinstance(game.record, dict)
    log = game.record["log"]
    assert [step for step, entry in enumerate(log) if "seat" in entry] == [d.step for d in game.decisions]
    for decision in game.decisions:
        entry = log[decision.step]
        assert entry["seat"] == decision.seat
        thought = [one for one in decision.thoughts if one.move == entry["move"]]
        assert [one.value for one in thought] == ([] if decision.value is None else [decision.value])
        assert all(0 <= one.value <= 1 for one in decision.thoughts)


@pytest.mark.parametrize(("name", "bots"), [("exxtra", ["strong"]), ("touche", ["casual", "greedy"])])
def test_games_replay_and_hold_what_was_thought(name: str, bots: list[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert write_games(SelfPlay(name, bots, seed=1, explore=0.2), 3, file) == 3
    games = read_games(file)
    assert [game.number for game in games] == [0, 1, 2]
    for game in games:
        check(game)
    assert any(decision.explored for game in games for decision in game.decisions)


def test_an_unfinished_file_is_continued(tmp_path: Path) -> None:
    plan = SelfPlay("exxtra", ["strong"], seats=3, seed=5)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    write_games(plan, 4, one)
    two.write_bytes(one.read_bytes()[: -len(one.read_bytes().splitlines()[-1]) // 2])
    told: list[tuple[int, int]] = []
    assert write_games(plan, 4, two, progress=lambda *at: told.append(at)) == 1
    assert (told, two.read_bytes()) == ([(4, 4)], one.read_bytes())
    assert write_games(plan, 2, two) == 0


def test_other_games_and_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write_games(SelfPlay("exxtra", ["casual"], seed=1), 1, file)
    with pytest.raises(Unreadable, match="holds other games"):
        write_games(SelfPlay("exxtra", ["casual"], seed=2), 2, file)
    file.write_bytes(file.read_bytes().replace(b'"format":1', b'"format":9'))
    with pytest.raises(Unreadable, match="line 1: format 9"):
        read_games(file)
    file.write_text("{}\n")
    with pytest.raises(Unreadable, match="wrong in line 1"):
        read_games(file)


def test_a_table_that_cannot_be_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for plan in (
        SelfPlay("exxtra", ["casual"] * 2, seats=3),
        SelfPlay("exxtra", ["perfect"], seats=3),
        SelfPlay("exxtra", ["casual"], explore=2.0),
    ):
        with pytest.raises(Refusal):
            write_games(plan, 1, file)
    assert not file.exists()


def test_the_shipped_sample_is_read_and_replays() -> None:
    games = read_games(SAMPLE)
    assert len(games) >= 5
    for game in games:
        check(game)
    assert msgspec.json.encode(games[0])
