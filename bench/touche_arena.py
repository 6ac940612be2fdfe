"""How strong Touché's bots are: one side against the others, seats rotated, with 95 % Wilson intervals.

`python bench/touche_arena.py` plays every duel; `--only expert-greedy` one of them, `--games` so many games and
`--seconds` so long a thought where a bot thinks by the clock. Drawn games count as shared.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final

from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Search
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games.touche.bots import LEVELS
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.knowledge import Plain

PLAIN: Final = Search(Plain())
"""A search that knows the rules alone and plays positions out at random."""


@dataclass(frozen=True)
class Duel:
    """One bot against another; `bar` is the share of wins that is expected of it."""

    bot: str
    against: str
    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    bar: float = 0.5


DUELS: Final = {
    "expert-greedy": Duel("expert", "greedy", bar=0.85),
    "expert-plain": Duel("expert", "plain", bar=0.6),
    "expert-strong": Duel("expert", "strong"),
    "strong-casual": Duel("strong", "casual"),
    "casual-greedy": Duel("casual", "greedy"),
    "casual-beginner": Duel("casual", "beginner"),
    "greedy-beginner": Duel("greedy", "beginner"),
    "beginner-random": Duel("beginner", "random"),
    "lines": Duel("expert", "greedy", options={"patterns": "lines"}),
    "lines-plain": Duel("expert", "plain", options={"patterns": "lines"}),
    "crosses": Duel("expert", "greedy", options={"patterns": "crosses"}),
    "crosses-plain": Duel("expert", "plain", options={"patterns": "crosses"}),
    "three-sides": Duel("expert", "greedy", seats=3, bar=1 / 3),
    "teams": Duel("expert", "greedy", seats=4),
    "three-teams": Duel("expert", "greedy", seats=6, options={"teams": 3}, bar=1 / 3),
}


def make(name: str, seconds: float, iterations: int) -> Bot:
    """A level, or the plain search; those that think by the clock get the time, or iterations instead."""
    level = PLAIN if name == "plain" else LEVELS[name]
    if not isinstance(level, Search):
        return level()
    if level.iterations == 0:
        share = level.seconds / PLAIN.seconds
        level = replace(level, seconds=seconds * share, iterations=int(iterations * share))
    return SearchBot(level)


def play(duel: Duel, bots: list[Bot], side: int, rng: Random) -> float:
    """One game; gives what it was worth to the side of the first bot."""
    position = GAME.start(duel.seats, GAME.read_options(duel.options))
    while True:
        while position.awaits_chance:
            position.resolve(position.draw(rng))
        if not position.actors:
            return position.state.payoff(side)
        seat = position.actors[0]
        mine = position.teams[seat] == side
        position.play(seat, bots[0 if mine else 1].choose(position.seen_by(seat, rng), seat, rng))


def wilson(share: float, games: int) -> tuple[float, float]:
    """Between which shares the truth lies, with 95 % confidence."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def fight(name: str, duel: Duel, games: int, seconds: float, iterations: int, seed: int) -> bool:
    """Play a duel, tell how it goes, and say whether the bar is met."""
    rng, total, begun = seeded(seed), 0.0, time.monotonic()
    bots = [make(bot, seconds, iterations) for bot in (duel.bot, duel.against)]
    sides = len(set(GAME.start(duel.seats, GAME.read_options(duel.options)).teams))
    for number in range(1, games + 1):
        total += play(duel, bots, number % sides, rng)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{name}: {total:g} of {number}")
    low, high = wilson(total / games, games)
    thought = f"{iterations} iterations" if iterations else f"{seconds} s"
    print(
        f"{name}: {duel.bot} against {duel.against}, {duel.seats} seats {duel.options or ''}, {thought}: "
        f"{total:g} of {games} = {total / games:.1%} [{low:.1%}, {high:.1%}], bar {duel.bar:.0%}, "
        f"{time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return total / games >= duel.bar


def main() -> None:
    """Fight all duels, or those asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=DUELS, default=list(DUELS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--iterations", type=int, default=0, help="instead of time: the same on any machine")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    met = [
        fight(name, DUELS[name], given.games, given.seconds, given.iterations, given.seed)
        for name in given.only
    ]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
