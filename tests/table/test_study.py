"""A match looked at position by position: every look thinks further, and what was thought is kept."""

from itertools import pairwise

import msgspec

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.core.chance import seeded
from ludotheque.table.check import random_choice
from ludotheque.table.study import KEPT, SHOWN, Studied, Studies

GLANCE = 0.005


def played(game: str, moves: int, seed: int = 3) -> Table:
    """A table at which so many moves were made."""
    table = Table(game, seats=2, seed=seed)
    rng = seeded(seed)
    for _ in range(moves):
        seat = table.actors[0]
        table.play(seat, bot(game, "casual").choose(table.position.seen_by(seat, rng), seat, rng))
    return table


def record(table: Table) -> bytes:
    return msgspec.json.encode(table.record())


def decision(table: Table, number: int) -> int:
    """The step behind which a decision comes."""
    return [step for step, entry in enumerate(table.log) if entry.seat is not None][number]


def test_each_look_thinks_further() -> None:
    studies, table = Studies(), played("targi", 4)
    first, second = (studies.look(record(table), decision(table, 3), GLANCE) for _ in range(2))
    assert first.more
    assert second.thought > first.thought > 0
    assert len(second.opinions) <= SHOWN
    visits = [one.visits for one in second.opinions]
    assert visits == sorted(visits, reverse=True)


def test_what_was_thought_is_kept_from_one_position_to_the_next() -> None:
    table = played("targi", 40)
    match = record(table)
    again = Studies()
    steps = [step for step, entry in enumerate(table.log) if entry.seat == 0]
    pairs = [(one, following) for one, following in pairwise(steps) if following == one + 1]
    kept = 0
    for one, following in pairs[:8]:
        again.look(match, one, 0.1)
        kept += again.look(match, following, 0.0).thought > 1
    assert kept > 0, "a seat that acts twice in a row goes on with what it thought"


def test_what_is_solved_is_told_exactly_and_at_once() -> None:
    table = played("exxtra", 3)
    studied = Studies().look(record(table), decision(table, 2), GLANCE)
    assert (studied.exact, studied.more, studied.seat is not None) == (True, False, True)
    assert studied.opinions[0].value == max(one.value for one in studied.opinions)


def test_where_nobody_decides_there_is_nothing_to_say() -> None:
    table = Table("exxtra", seats=2, seed=1)
    rng = seeded(1)
    while table.result is None:
        seat = table.actors[0]
        table.play(seat, bot("exxtra", "casual").choose(table.position, seat, rng))
    assert Studies().look(record(table), len(table.log), GLANCE) == Studied()


def test_flicks_are_not_tried_anew_at_every_look() -> None:
    table = Table("zoch", seats=2, seed=1)
    table.play(table.actors[0], random_choice(table.position, table.actors[0], seeded(1)))
    assert Studies().look(record(table), decision(table, 0), GLANCE) == Studied()


def test_only_the_matches_looked_at_last_are_kept() -> None:
    studies = Studies()
    tables = [played("targi", 4, seed) for seed in range(KEPT + 1)]
    matches = [record(table) for table in tables]
    step = decision(tables[0], 3)
    thought = [studies.look(match, step, GLANCE).thought for match in matches]
    assert len(studies._minds) == KEPT
    assert studies.look(matches[-1], step, 0.0).thought > thought[-1], "the last is still known"
    assert studies.look(matches[0], step, 0.0).thought <= 2, "the first was forgotten"
