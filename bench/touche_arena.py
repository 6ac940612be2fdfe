"""How strong Touché's bots are: `expert` against its baselines, the ladder of levels, other tables.

`python -m bench.touche_arena` plays every duel; `--only expert-greedy` one of them, `--games` so many games
and `--seconds` with so long a thought for `expert` and for the plain search.
"""

from typing import Final

from bench.duels import Duel, main

from ludotheque.core.bot import Search
from ludotheque.games.touche.bots import LEVELS
from ludotheque.games.touche.knowledge import Plain

PLAIN: Final = Search(Plain())
"""A search that knows the rules alone and plays positions out at random."""
BOTS: Final = LEVELS | {"plain": PLAIN}

DUELS: Final = {
    "expert-greedy": Duel("expert", "greedy", bar=0.85),
    "expert-plain": Duel("expert", "plain", bar=0.6),
    "expert-strong": Duel("expert", "strong"),
    "strong-casual": Duel("strong", "casual"),
    "casual-beginner": Duel("casual", "beginner"),
    "beginner-random": Duel("beginner", "random"),
    "strong-greedy": Duel("strong", "greedy"),
    "greedy-casual": Duel("greedy", "casual"),
    "lines": Duel("expert", "greedy", options={"patterns": "lines"}),
    "lines-plain": Duel("expert", "plain", options={"patterns": "lines"}),
    "crosses": Duel("expert", "greedy", options={"patterns": "crosses"}),
    "crosses-plain": Duel("expert", "plain", options={"patterns": "crosses"}),
    "three-sides": Duel("expert", "greedy", seats=3),
    "teams": Duel("expert", "greedy", seats=4),
    "teams-expert-strong": Duel("expert", "strong", seats=4),
    "teams-strong-casual": Duel("strong", "casual", seats=4),
    "teams-casual-beginner": Duel("casual", "beginner", seats=4),
    "teams-beginner-random": Duel("beginner", "random", seats=4),
    "three-teams": Duel("expert", "greedy", seats=6, options={"teams": 3}),
}


if __name__ == "__main__":
    raise SystemExit(main("touche", DUELS, "bench.touche_arena", __doc__))
