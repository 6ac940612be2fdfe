"""Thinking in the terminal: bots share their tries among processes if it helps them, and play the same."""

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.bots.searching import SearchBot
from ludotheque.cli.thinking import SEEDS, Thinking
from ludotheque.core.chance import seeded
from ludotheque.lab.workers import processors
from ludotheque.table.pondering import Pondering


def test_a_bot_of_targets_thinks_on_all_processors_and_plays_the_same() -> None:
    table = Table("zoch", 2, seed=3)
    seat, thinking, rng = table.actors[0], Thinking(table, seeded(1)), seeded(1)
    rng.randrange(SEEDS)  # the coach has a chance of its own
    try:
        shared = thinking.bot("strong").pool
        assert (shared is not None) == (processors() > 1)
        assert thinking.bot("expert").pool is shared
        alone = bot("zoch", "strong").choose(table.position.seen_by(seat, rng), seat, rng)
        assert thinking.choose(seat, "strong") == alone
        assert len(thinking.opinions(seat)) > 1
    finally:
        thinking.close()


def test_a_bot_that_hardly_thinks_starts_no_processes() -> None:
    table = Table("zoch", 2, seed=3)
    thinking = Thinking(table, seeded(1))
    assert thinking.bot("casual").pool is None
    thinking.close()


def test_what_was_thought_long_enough_is_told_at_once() -> None:
    table = Table("targi", 2, seed=3)
    thinking = Thinking(table, seeded(1))
    first = thinking.opinions(table.actors[0])
    assert thinking.opinions(table.actors[0]) == first, "the coach does not think again"


def test_thought_counts_behind_the_move_that_it_was_about() -> None:
    table = Table("targi", 2, seed=3)
    expert = bot("targi", "expert")
    assert isinstance(expert, SearchBot)
    mind = Pondering(expert.thinking(0.02), table.actors[0], seeded(1))
    mind.turn_to(table)
    assert mind.think(0.8)
    spent = mind.spent
    table.play(mind.seat, mind.opinions()[0].move)
    mind.turn_to(table)
    kept = mind.thought
    assert kept > 0
    assert 0.02 < mind.spent < spent
    mind.opinions()
    assert mind.thought == kept
    table.undo(mind.seat, agreed=True)
    mind.turn_to(table)
    assert mind.spent == 0, "thought begins anew"


def test_after_an_interruption_bots_and_coach_think_again() -> None:
    table = Table("zoch", 2, seed=3)
    thinking = Thinking(table, seeded(1))
    try:
        thinking.choose(table.actors[0], "strong")
        thinking.forget()
        assert thinking.choose(table.actors[0], "strong") is not None
    finally:
        thinking.close()
