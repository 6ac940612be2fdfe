"""How strong Touché's bots are: duels of levels, every bot on every side equally often, with 95 % intervals.

`python bench/touche_arena.py` plays every duel; `--only expert-greedy` one of them, `--games` so many games
and `--seconds` so long a thought for `expert`, in proportion for those who think less.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Search
from ludotheque.core.codec import Json
from ludotheque.games.touche.bots import LEVELS
from ludotheque.games.touche.knowledge import Plain
from ludotheque.lab.arena import Match, run

PLAIN: Final = Search(Plain())
"""A search that knows the rules alone and plays positions out at random, as long as `expert` thinks."""


@dataclass(frozen=True)
class Duel:
    """One bot against another; `bar` is the share of wins expected of it, its fair share as a rule."""

    bot: str
    against: str
    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    bar: float | None = None


DUELS: Final = {
    "expert-greedy": Duel("expert", "greedy", bar=0.85),
    "expert-plain": Duel("expert", "plain", bar=0.6),
    "expert-strong": Duel("expert", "strong"),
    "strong-greedy": Duel("strong", "greedy"),
    "greedy-casual": Duel("greedy", "casual"),
    "casual-beginner": Duel("casual", "beginner"),
    "beginner-random": Duel("beginner", "random"),
    "lines": Duel("expert", "greedy", options={"patterns": "lines"}),
    "lines-plain": Duel("expert", "plain", options={"patterns": "lines"}),
    "crosses": Duel("expert", "greedy", options={"patterns": "crosses"}),
    "crosses-plain": Duel("expert", "plain", options={"patterns": "crosses"}),
    "three-sides": Duel("expert", "greedy", seats=3),
    "teams": Duel("expert", "greedy", seats=4),
    "three-teams": Duel("expert", "greedy", seats=6, options={"teams": 3}),
}


def make(name: str, seconds: float) -> Bot:
    """A level, or the plain search; those that think by the clock get their share of the time."""
    level = PLAIN if name == "plain" else LEVELS[name]
    if not isinstance(level, Search):
        return level()
    return SearchBot(replace(level, seconds=seconds * level.seconds / PLAIN.seconds))


def fight(name: str, games: int, seconds: float, seed: int) -> bool:
    """Play a duel, tell how it went, and say whether the bar was met."""
    duel, begun = DUELS[name], time.monotonic()
    bots = [make(bot, seconds) for bot in (duel.bot, duel.against)]
    match = Match("touche", bots, duel.seats, duel.options, names=(duel.bot, duel.against))

    def tell(played: int, of: int) -> None:
        sys.stderr.write(f"\r{name}: {played} of {of} games ")

    standing = run(match, games, seed, progress=tell)
    line = min((line for line in standing.lines if line.bot == duel.bot), key=lambda line: line.copies)
    bar = line.fair if duel.bar is None else duel.bar
    print(
        f"\r{name}: {duel.bot} against {duel.against}, {duel.seats} seats {duel.options or ''}, {seconds} s: "
        f"{line.wins:g} of {line.games} = {line.share:.1%} [{line.low:.1%}, {line.high:.1%}], bar {bar:.0%}, "
        f"{standing.length:.0f} moves a game, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return line.share >= bar


def main() -> int:
    """Fight all duels, or those asked for; 1 if a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=DUELS, default=list(DUELS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    met = [fight(name, given.games, given.seconds, given.seed) for name in given.only]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
