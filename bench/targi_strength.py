"""Strength of Targi's bots: `expert` against its baselines, the ladder of levels, `expert` with itself.

`python -m bench.targi_strength` plays every duel, which takes hours at a second a move; `--only
expert-greedy` plays one of them, `--games` sets their number and `--seconds` the thinking time of `expert`
and of the plain search.
"""

from itertools import pairwise
from typing import Final

from bench.duels import Duel, Seating, main

from ludotheque.bots.characters import offered
from ludotheque.core.bot import Search
from ludotheque.core.knowledge import Knowledge
from ludotheque.games.targi.bots.levels import LEVELS

PLAIN: Final = Search(Knowledge())
"""A search that knows the rules alone and uses random playouts."""
BOTS: Final = LEVELS | {"plain": PLAIN}

LADDER: Final = {
    f"{level}-{below}": Duel(level, below, bar=0.65) for below, level in pairwise(offered("targi"))
}

DUELS: Final = LADDER | {
    "beginner-random": Duel("beginner", "random", bar=0.65),
    "casual-greedy": Duel("casual", "greedy", bar=0.65),
    "expert-greedy": Duel("expert", "greedy", bar=0.9),
    "expert-plain": Duel("expert", "plain", bar=0.65),
    "start-player": Duel("expert", "expert", Seating(line_ups=((0, 1),)), bar=0.0),
}
"""The last one measures the value of the first move."""


if __name__ == "__main__":
    raise SystemExit(main("targi", DUELS, "bench.targi_strength", __doc__))
