"""Analysis in bulk: the same judgement in parts and on any workers as in one piece."""

from collections.abc import Iterator

import msgspec
import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.refusal import Refusal
from ludotheque.lab import analyses
from ludotheque.lab.analyses import analyse_all
from ludotheque.lab.workers import LocalProcesses, ThisProcess, Workers
from ludotheque.table.analysis import Thought, analyse
from ludotheque.table.check import random_choice

THOUGHT = Thought(iterations=10)


def played(game: str, seed: int, moves: int) -> bytes:
    """A game at random, or its beginning."""
    table, rng = Table(game, seats=2, seed=seed), seeded(seed)
    while table.result is None and moves > 0:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
        moves -= 1
    return msgspec.json.encode(table.record())


RECORDS = [played("exxtra", 1, 1000), played("targi", 2, 30), played("touche", 3, 0)]


@pytest.fixture(scope="module", params=[ThisProcess, lambda: LocalProcesses(2)], ids=["one", "two"])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    with request.param() as opened:
        yield opened


@pytest.mark.slow
def test_matches_judged_together_are_judged_as_each_alone(workers: Workers) -> None:
    told: list[tuple[int, int]] = []
    found = list(analyse_all(RECORDS, workers, 5, THOUGHT, lambda done, of: told.append((done, of))))
    assert found == [analyse(record, 5, THOUGHT) for record in RECORDS]
    assert told == [(done, told[-1][1]) for done in range(1, len(told) + 1)]
    assert len(told) > len(RECORDS), "a long match is judged in several parts"


def test_a_match_whose_last_part_is_only_its_outcome_is_judged_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = len(msgspec.json.decode(RECORDS[0])["log"])
    monkeypatch.setattr(analyses, "STEPS", steps)
    assert list(analyse_all(RECORDS[:1], ThisProcess())) == [analyse(RECORDS[0])]


def test_a_broken_record_is_refused_before_any_thought() -> None:
    with pytest.raises(Refusal):
        next(analyse_all([RECORDS[0], b"{}"], ThisProcess(), progress=lambda *_: pytest.fail("a thought")))
