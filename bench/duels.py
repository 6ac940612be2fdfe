"""Duels of bots, one command for every game: who wins how often, how long a game is, and how long they think.

A game names its duels and how its bots are made; this plays them round by round, every bot on every side
equally often, tells how far it has come, and prints a line for each. A bar that is missed makes the exit
status 1.
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Opinion, Search
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.lab.arena import Contest, LineUp, StandingRow, run
from ludotheque.lab.statistics import wilson

CONFIDENCE = 0.95

Level: TypeAlias = Search | Callable[[], Bot]
"""A bot as its game names it."""


@dataclass(frozen=True)
class Duel:
    """One bot against another; `bar` is the share of wins expected of it, its fair share as a rule."""

    bot: str
    against: str
    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    bar: float | None = None
    line_ups: tuple[LineUp, ...] | None = None


@dataclass
class Clocked(Bot):
    """A bot with a clock at its side: how many moves it made, and how long it took for them."""

    bot: Bot
    moves: int = 0
    seconds: float = 0.0

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What the bot thinks."""
        return self.bot.consider(position, seat, rng)

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The move of the bot, with its time taken; a choice of one costs no thought and is not counted."""
        begun = time.process_time()
        move = self.bot.choose(position, seat, rng)
        if len(position.moves(seat)) > 1:
            self.moves += 1
            self.seconds += time.process_time() - begun
        return move

    def told(self) -> str:
        """How long it thought about a move, in thousandths of a second."""
        return f"{1000 * self.seconds / self.moves:.1f} ms" if self.moves else "no time"


@dataclass
class Tally:
    """What a duel has come to."""

    played: int = 0
    wins: float = 0.0
    fair: float = 0.0
    moves: float = 0.0
    scores: tuple[float, float] = (0.0, 0.0)

    def add(self, mine: StandingRow, theirs: StandingRow, length: float) -> None:
        """Count one round."""
        self.played += mine.games
        self.wins += mine.wins
        self.fair = mine.fair
        self.moves += length * mine.games
        self.scores = (self.scores[0] + mine.score * mine.games, self.scores[1] + theirs.score * mine.games)

    def told(self) -> str:
        """The duel in one line."""
        low, high = wilson(self.wins, self.played, CONFIDENCE)
        mine, theirs = (score / self.played for score in self.scores)
        return (
            f"{self.wins:g} of {self.played} = {self.wins / self.played:.1%} [{low:.1%}, {high:.1%}], "
            f"scores {mine:.1f} to {theirs:.1f}, {self.moves / self.played:.0f} moves a game"
        )


def fight(game: str, name: str, duel: Duel, bots: list[Bot], games: int, seed: int) -> bool:
    """Play a duel, tell how it goes and how it went, and say whether the bar was met."""
    one, other = Clocked(bots[0]), Clocked(bots[1])
    match = Contest(game, [one, other], duel.seats, duel.options, duel.line_ups, names=("one", "other"))
    tally, begun = Tally(), time.monotonic()
    while tally.played < games:
        standing = run(match, 1, seed + tally.played)
        alone = min((line for line in standing.lines if line.bot == "one"), key=lambda line: line.copies)
        theirs = next(
            line
            for line in standing.lines
            if line.bot == "other" and line.copies == duel.seats - alone.copies
        )
        tally.add(alone, theirs, standing.length)
        sys.stderr.write(f"\r{name}: {tally.wins:g} of {tally.played}, {time.monotonic() - begun:.0f} s ")
    bar = tally.fair if duel.bar is None else duel.bar
    met = tally.wins / tally.played >= bar
    print(
        f"\r{name}: {duel.bot} against {duel.against}, {duel.seats} seats{_told(duel.options)}: "
        f"{tally.told()}, "
        f"{one.told()} to {other.told()} a move; bar {bar:.0%} {'met' if met else 'MISSED'}",
        flush=True,
    )
    return met


def _told(options: Mapping[str, Json]) -> str:
    return "".join(f", {name} {value}" for name, value in options.items())


def make(levels: Mapping[str, Level], name: str, seconds: float) -> Bot:
    """A bot by its level; those that think by the clock have so long for a move."""
    level = levels[name]
    if not isinstance(level, Search):
        return level()
    return SearchBot(level if level.iterations else replace(level, seconds=seconds))


def main(game: str, duels: Mapping[str, Duel], levels: Mapping[str, Level], description: str) -> int:
    """Fight all duels of a game, or those asked for; 1 if a bar was missed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", nargs="*", choices=duels, default=list(duels))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move of expert and plain search")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    met = [
        fight(
            game,
            name,
            duels[name],
            [make(levels, bot, given.seconds) for bot in (duels[name].bot, duels[name].against)],
            given.games,
            given.seed,
        )
        for name in given.only
    ]
    return 0 if all(met) else 1
