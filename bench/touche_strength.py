"""Strength of Touché's bots: `expert` against its baselines, and the ladder of levels at every table.

`python -m bench.touche_strength` plays every duel, `--only at-` those whose names begin so, `--games` so many
games of each, `--seconds` sets the thinking time of `expert` and of the plain search.
"""

from typing import Final

from bench.duels import Duel, Seating, alone, main
from bench.touche_luck import GUESSED, Sees

from ludotheque.core.bot import Search
from ludotheque.games.touche.bots.knowledge import Plain
from ludotheque.games.touche.bots.levels import ENOUGH, LEVELS, TURNS

PLAIN: Final = Search(Plain())
"""A search that knows the rules alone and uses random playouts."""
TRUSTFUL: Final = Search(Sees(GUESSED, heat=0.02), enough=ENOUGH, turns=TURNS)
"""`expert` with the expectation that others err more than `strong` does."""
BOTS: Final = LEVELS | {"plain": PLAIN, "trustful": TRUSTFUL}

TABLES: Final = {
    "two": Seating(),
    "lines": Seating(options={"patterns": "lines"}),
    "crosses": Seating(options={"patterns": "crosses"}),
    "pros": Seating(options={"patterns": "pros"}),
    "three": Seating(3, line_ups=alone(3)),
    "four": Seating(4),
    "six": Seating(6),
    "three-teams": Seating(6, {"teams": 3}, alone(3, in_team=2)),
}
"""Every kind of table; with three sides, one of them is the bot and the other two are its opponent."""

DUELS: Final = {
    "expert-greedy": Duel("expert", "greedy"),
    "expert-plain": Duel("expert", "plain", bar=0.6),
    "expert-trustful": Duel("expert", "trustful"),
    "expert-strong": Duel("expert", "strong"),
    "strong-casual": Duel("strong", "casual"),
    "casual-beginner": Duel("casual", "beginner"),
    "beginner-random": Duel("beginner", "random"),
    "strong-greedy": Duel("strong", "greedy"),
    "greedy-casual": Duel("greedy", "casual"),
    "lines-plain": Duel("expert", "plain", TABLES["lines"]),
    "crosses-plain": Duel("expert", "plain", TABLES["crosses"]),
    "teams-casual-beginner": Duel("casual", "beginner", TABLES["four"]),
    "teams-beginner-random": Duel("beginner", "random", TABLES["four"]),
} | {
    f"at-{name}-{bot}-{against}": Duel(bot, against, table)
    for bot, against in (("strong", "casual"), ("expert", "strong"), ("expert", "greedy"))
    for name, table in TABLES.items()
}


if __name__ == "__main__":
    raise SystemExit(main("touche", DUELS, "bench.touche_strength", __doc__))
