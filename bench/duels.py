"""Duels of bots, one command for every game: shares of wins, lengths of games and thinking times.

A game names its duels and its bots; they are played round by round, every bot on every side equally often,
with progress and a line for each duel. A missed bar makes the exit status 1. Every round has its own seed, so
that the result does not depend on the worker.
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import count
from typing import TypeAlias

from bench.on_workers import add_arguments, workers_of
from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Opinion, Search
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.lab.arena import Contest, LineUp, Standing, StandingRow, run
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers

CONFIDENCE = 0.95

Level: TypeAlias = Search | Callable[[], Bot]
"""A bot as its game names it."""


@dataclass(frozen=True)
class Seating:
    """A kind of table: the number of seats, the options, and the line-ups."""

    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    line_ups: tuple[LineUp, ...] | None = None


@dataclass(frozen=True)
class Duel:
    """One bot against another; `bar` is the share of wins expected of it, by default its fair share."""

    bot: str
    against: str
    at: Seating = field(default_factory=Seating)
    bar: float | None = None


def alone(sides: int, in_team: int = 1) -> tuple[LineUp, ...]:
    """Return the line-ups of one side of the first bot against sides of the other, on every side once."""
    return tuple(tuple(int(seat % sides != side) for seat in range(sides * in_team)) for side in range(sides))


@dataclass
class Spent:
    """The number of moves of a bot, and their total time."""

    moves: int = 0
    seconds: float = 0.0

    def add(self, other: "Spent") -> None:
        """Add another total."""
        self.moves += other.moves
        self.seconds += other.seconds

    def told(self) -> str:
        """Return the mean time of a move, in milliseconds."""
        return f"{1000 * self.seconds / self.moves:.1f} ms" if self.moves else "no time"


@dataclass
class Clocked(Bot):
    """A bot with a stopwatch."""

    bot: Bot
    spent: Spent = field(default_factory=Spent)

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """Return the opinion of the bot."""
        return self.bot.consider(position, seat, rng)

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """Return the move of the bot and add its time; a forced move is not counted."""
        begun = time.process_time()
        move = self.bot.choose(position, seat, rng)
        if len(position.moves(seat)) > 1:
            self.spent.add(Spent(1, time.process_time() - begun))
        return move


@dataclass(frozen=True)
class Round:
    """One round of a duel, every bot on every side; the bots are made by the worker."""

    game: str
    duel: Duel
    bots: str
    """The module whose `BOTS` names them."""
    seconds: float
    enough: int | None = None
    """The limit of iterations for a level with such a limit, in place of its own."""

    def __call__(self, seed: int) -> tuple[Standing, Spent, Spent]:
        """Return the standing, and the time of each bot."""
        levels: Mapping[str, Level] = import_module(self.bots).BOTS
        duel = self.duel
        one, other = (
            Clocked(make(levels, name, self.seconds, self.enough)) for name in (duel.bot, duel.against)
        )
        at = duel.at
        match = Contest(self.game, [one, other], at.seats, at.options, at.line_ups, names=("one", "other"))
        return run(match, 1, seed), one.spent, other.spent


@dataclass
class Tally:
    """The running total of a duel."""

    played: int = 0
    wins: float = 0.0
    fair: float = 0.0
    moves: float = 0.0
    scores: tuple[float, float] = (0.0, 0.0)

    def add(self, mine: StandingRow, theirs: StandingRow, length: float) -> None:
        """Add one round."""
        self.played += mine.games
        self.wins += mine.wins
        self.fair = mine.fair
        self.moves += length * mine.games
        self.scores = (self.scores[0] + mine.score * mine.games, self.scores[1] + theirs.score * mine.games)

    def told(self) -> str:
        """Return the duel in one line."""
        low, high = wilson(self.wins, self.played, CONFIDENCE)
        mine, theirs = (score / self.played for score in self.scores)
        return (
            f"{self.wins:g} of {self.played} = {self.wins / self.played:.1%} [{low:.1%}, {high:.1%}], "
            f"scores {mine:.1f} to {theirs:.1f}, {self.moves / self.played:.0f} moves a game"
        )


def fight(name: str, played: Round, games: int, seed: int, workers: Workers) -> bool:
    """Play a duel with progress, print its line, and return whether the bar was met."""
    duel, one, other = played.duel, Spent(), Spent()
    tally, begun = Tally(), time.monotonic()
    for standing, mine, theirs in workers.map(played, count(seed)):
        one.add(mine)
        other.add(theirs)
        tally.add(*_sides(standing, duel), standing.length)
        sys.stderr.write(f"\r{name}: {tally.wins:g} of {tally.played}, {time.monotonic() - begun:.0f} s ")
        if tally.played >= games:
            break
    bar = tally.fair if duel.bar is None else duel.bar
    met = tally.wins / tally.played >= bar
    print(
        f"\r{name}: {duel.bot} against {duel.against}, {duel.at.seats} seats{_told(duel.at.options)}: "
        f"{tally.told()}, "
        f"{one.told()} to {other.told()} a move; bar {bar:.0%} {'met' if met else 'MISSED'}",
        flush=True,
    )
    return met


def _sides(standing: Standing, duel: Duel) -> tuple[StandingRow, StandingRow]:
    """Return the sides of the bot in its smallest company, and of the others there."""
    fewest = min((line for line in standing.lines if line.bot == "one"), key=lambda line: line.copies)
    others = duel.at.seats - fewest.copies
    return fewest, next(line for line in standing.lines if line.bot == "other" and line.copies == others)


def _told(options: Mapping[str, Json]) -> str:
    return "".join(f", {name} {value}" for name, value in options.items())


def make(levels: Mapping[str, Level], name: str, seconds: float, enough: int | None = None) -> Bot:
    """Return a bot by its level; those that search by the clock get a number of seconds for a move."""
    level = levels[name]
    if not isinstance(level, Search):
        return level()
    if level.iterations:
        return SearchBot(level)
    if enough is not None and level.enough:
        level = replace(level, enough=enough)
    return SearchBot(replace(level, seconds=seconds))


def main(
    game: str, duels: Mapping[str, Duel], bots: str, description: str, arguments: Sequence[str] | None = None
) -> int:
    """Play all duels of a game, or those asked for, with the bots of a module; return 1 if a bar was
    missed.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", nargs="*", default=[""], help="duels whose names begin so")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move of expert and plain search")
    parser.add_argument("--enough", type=int, help="iterations that are enough for a level with such a limit")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args(arguments)
    wanted = [name for name in duels if name.startswith(tuple(given.only))]
    if not wanted:
        parser.error(f"no such duel; there are {', '.join(duels)}")
    with workers_of(given) as workers:
        met = [
            fight(
                name,
                Round(game, duels[name], bots, given.seconds, given.enough),
                given.games,
                given.seed,
                workers,
            )
            for name in wanted
        ]
    return 0 if all(met) else 1
