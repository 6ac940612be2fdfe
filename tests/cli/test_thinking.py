"""Who thinks in the terminal: bots that gain by it share their tries among processes, and play the same."""

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.cli.thinking import Thinking
from ludotheque.core.chance import seeded
from ludotheque.lab.workers import processors


def test_a_bot_of_targets_thinks_on_all_processors_and_plays_the_same() -> None:
    table = Table("zoch", 2, seed=3)
    seat, thinking, rng = table.actors[0], Thinking(table, seeded(1)), seeded(1)
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
