"""A match looked at position by position: every look thinks further, and what was thought is kept."""

from itertools import pairwise

import msgspec
import pytest

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


@pytest.mark.parametrize("game", ["targi", "touche"])
def test_each_look_thinks_further(game: str) -> None:
    studies, table = Studies(), played(game, 4)
    first, second = (studies.look(record(table), decision(table, 3), GLANCE) for _ in range(2))
    assert first.more
    assert second.thought > first.thought > 0
    assert len(second.opinions) <= SHOWN + 1
    visits = [one.visits for one in second.opinions]
    assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("game", ["touche", "exxtra"])
def test_the_move_made_is_judged_wherever_it_stands(game: str) -> None:
    ranks = set()
    for seed in range(12):
        table, rng = Table(game, seats=2, seed=7), seeded(seed)
        while len(table.moves(table.actors[0])) == 1:
            table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
        step = len(table.log)
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
        opinions = Studies().look(record(table), step, GLANCE).opinions
        made = [place for place, one in enumerate(opinions) if one.move == table.log[step].move]
        assert len(made) == 1
        ranks.add(made[0])
    assert len(ranks) > 1


def test_what_was_thought_is_kept_for_the_position_after_it() -> None:
    table = played("targi", 40)
    match = record(table)
    seats = {step: entry.seat for step, entry in enumerate(table.log) if entry.seat is not None}
    pairs = [
        (one, after) for one, after in pairwise(seats) if after == one + 1 and seats[one] == seats[after]
    ]
    kept = 0
    for one, after in pairs[:8]:
        studies = Studies()
        while (studied := studies.look(match, one, GLANCE)).more and studied.thought < 300:
            pass
        kept += studied.thought > 0 and studies.look(match, after, 0.0).thought > 1
    assert kept > 0


def test_two_who_look_at_different_positions_do_not_disturb_each_other() -> None:
    studies, table = Studies(), played("targi", 8)
    match, steps = record(table), [decision(table, number) for number in (2, 6)]
    looks = [[studies.look(match, step, GLANCE).thought for step in steps] for _ in range(3)]
    for thoughts in zip(*looks, strict=True):
        assert thoughts[0] < thoughts[1] < thoughts[2]


def test_where_there_is_one_move_nobody_thinks() -> None:
    table = Table("exxtra", seats=2, seed=1)
    assert Studies().look(record(table), len(table.log), GLANCE) == Studied(table.actors[0])


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
    assert Studies().look(record(table), decision(table, 0), GLANCE).opinions == ()


def test_only_the_positions_looked_at_last_are_kept() -> None:
    studies = Studies()
    tables = [played("targi", 4, seed) for seed in range(KEPT + 1)]
    matches = [record(table) for table in tables]
    step = decision(tables[0], 3)
    thought = [studies.look(match, step, GLANCE).thought for match in matches]
    assert len(studies._minds) == KEPT
    assert studies.look(matches[-1], step, 0.0).thought > thought[-1], "the last is still known"
    assert studies.look(matches[0], step, 0.0).thought <= 2, "the first was forgotten"
