"""How strong Targi's bots are: `expert` against its baselines, the ladder of levels, `expert` with itself.

`python bench/targi_arena.py --seconds 1 --games 200` takes hours; fewer games and less time a move tell the
same story with wider intervals. Every pair of games swaps the seats. A bar that is missed makes the exit
status 1.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Search
from ludotheque.core.knowledge import Knowledge
from ludotheque.games.targi.bots import LEVELS
from ludotheque.lab.arena import Entrant, LineUp, Match, run
from ludotheque.lab.statistics import wilson

CONFIDENCE: Final = 0.95
OVER_GREEDY: Final = 0.90
OVER_PLAIN: Final = 0.65
OVER_LEVEL_BELOW: Final = 0.65


class Duel(NamedTuple):
    """How one bot fared against another."""

    games: int
    wins: float
    scores: tuple[float, float]
    length: float

    def told(self) -> str:
        """The duel in one line."""
        low, high = wilson(self.wins, self.games, CONFIDENCE)
        return (
            f"{self.wins / self.games:.3f} ({low:.3f} - {high:.3f}), {self.games} games, "
            f"scores {self.scores[0]:.1f} to {self.scores[1]:.1f}, {self.length:.0f} moves a game"
        )


def duel(
    one: Entrant, other: Entrant, games: int, seed: int, line_ups: Sequence[LineUp] | None = None
) -> Duel:
    """Play two by two, seats swapped, and tell how far it has come."""
    wins, first, second, length, played = 0.0, 0.0, 0.0, 0.0, 0
    begun = time.perf_counter()
    while played < games:
        match = Match("targi", [one, other], line_ups=line_ups, names=["one", "other"])
        standing = run(match, games=2 if line_ups is None else 1, seed=seed + played)
        mine, theirs = standing.lines
        wins += mine.wins
        first += mine.score * standing.games
        second += theirs.score * standing.games
        length += standing.length * standing.games
        played += standing.games
        sys.stderr.write(f"\r{played} of {games} games, {wins:g} won, {time.perf_counter() - begun:.0f} s ")
    sys.stderr.write("\r")
    return Duel(played, wins, (first / played, second / played), length / played)


def entrant(level: str, seconds: float) -> Entrant:
    """A level; `expert` with the time that is given to it here."""
    made = LEVELS[level]
    if not isinstance(made, Search):
        return made
    return SearchBot(replace(made, seconds=seconds) if level == "expert" else made)


def verdict(what: str, found: Duel, bar: float) -> bool:
    """Print a duel and whether its bar is met."""
    met = found.wins / found.games >= bar
    print(f"{what}: {found.told()}; bar {bar:.2f} {'met' if met else 'MISSED'}", flush=True)
    return met


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all duels; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move of expert and plain search")
    parser.add_argument("--games", type=int, default=200, help="for each duel of expert")
    parser.add_argument("--ladder", type=int, default=200, help="games for each pair of the other levels")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    expert = entrant("expert", asked.seconds)
    plain = SearchBot(Search(Knowledge(), seconds=asked.seconds))
    met = []
    levels = list(LEVELS)
    for below, level in pairwise(levels):
        games = asked.games if level == "expert" else asked.ladder
        one, other = entrant(level, asked.seconds), entrant(below, asked.seconds)
        met.append(verdict(f"{level} against {below}", duel(one, other, games, asked.seed), OVER_LEVEL_BELOW))
    met.append(verdict("expert against greedy", duel(expert, "greedy", asked.games, asked.seed), OVER_GREEDY))
    met.append(
        verdict("expert against plain search", duel(expert, plain, asked.games, asked.seed), OVER_PLAIN)
    )
    with_itself = duel(expert, expert, asked.games, asked.seed, line_ups=[(0, 1)])
    print(f"expert with itself, the share of the start player: {with_itself.told()}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
