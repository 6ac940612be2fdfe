"""How strong Touché's bots are: `expert` against its baselines, and the ladder of levels at every table.

`python -m bench.touche_arena` plays every duel, `--only at-` those whose names begin so, `--games` so many
games of each, `--seconds` with so long a thought for `expert` and for the plain search.
"""

from dataclasses import replace
from typing import Final

from bench.duels import Duel, main

from ludotheque.core.bot import Search
from ludotheque.games.touche.bots import LEVELS
from ludotheque.games.touche.knowledge import Plain

PLAIN: Final = Search(Plain())
"""A search that knows the rules alone and plays positions out at random."""
BOTS: Final = LEVELS | {"plain": PLAIN}

TABLES: Final = {
    "two": Duel("", ""),
    "lines": Duel("", "", options={"patterns": "lines"}),
    "crosses": Duel("", "", options={"patterns": "crosses"}),
    "pros": Duel("", "", options={"patterns": "pros"}),
    "three": Duel("", "", seats=3, line_ups=((0, 1, 1), (1, 0, 1), (1, 1, 0))),
    "four": Duel("", "", seats=4),
    "six": Duel("", "", seats=6),
    "three-teams": Duel(
        "", "", 6, {"teams": 3}, line_ups=((0, 1, 1, 0, 1, 1), (1, 0, 1, 1, 0, 1), (1, 1, 0, 1, 1, 0))
    ),
}
"""Every kind of table; where three sides play, one of them is the bot and the other two are its opponent."""

DUELS: Final = {
    "expert-greedy": Duel("expert", "greedy", bar=0.85),
    "expert-plain": Duel("expert", "plain", bar=0.6),
    "expert-strong": Duel("expert", "strong"),
    "strong-casual": Duel("strong", "casual"),
    "casual-beginner": Duel("casual", "beginner"),
    "beginner-random": Duel("beginner", "random"),
    "strong-greedy": Duel("strong", "greedy"),
    "greedy-casual": Duel("greedy", "casual"),
    "lines-plain": Duel("expert", "plain", options={"patterns": "lines"}),
    "crosses-plain": Duel("expert", "plain", options={"patterns": "crosses"}),
    "teams-casual-beginner": Duel("casual", "beginner", seats=4),
    "teams-beginner-random": Duel("beginner", "random", seats=4),
} | {
    f"at-{table}-{bot}-{against}": replace(duel, bot=bot, against=against)
    for bot, against in (("strong", "casual"), ("expert", "strong"), ("expert", "greedy"))
    for table, duel in TABLES.items()
}


if __name__ == "__main__":
    raise SystemExit(main("touche", DUELS, "bench.touche_arena", __doc__))
