"""The coach of Targets: which flick does best on the simulated table, and how good one was that was made.

It has a steady hand: what is left of chance is the tremor of the table itself (TARGETS-10).
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion, Trier
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import mean_error
from ludotheque.games.targets.hands import Hand, Round
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.planner import Planner, calm
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS
from ludotheque.games.targets.worth import chance

HAND: Final = Hand(tremor=0.0, rounds=(Round(16, 1), Round(5, 3), Round(3, 5)))
"""How many flicks it tries, and how often: nearly as many as `strong`, and the best three once more."""
TRIES: Final = 40
"""How often two flicks are made to be compared."""


class FlickCoach(Planner, Trier):
    """Tries flicks out; one that was made is made again many times, to tell the choice from the luck."""

    def __init__(self, hand: Hand = HAND, tries: int = TRIES) -> None:
        super().__init__(hand)
        self.tries = tries

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What it thinks of its moves; a flick in numbers that a person can read and type."""
        opinions = super().consider(position, seat, rng)
        return [msgspec.structs.replace(opinion, move=readable(opinion.move)) for opinion in opinions]

    def compare(
        self, position: Position, seat: int, moves: tuple[Move, Move], rng: Random
    ) -> tuple[float, float, float]:
        """The chances to win with two moves, made with the same luck, and the margin of their difference."""
        luck = [rng.randrange(SEEDS) for _ in range(self.tries)]
        one, other = (self._made(position, seat, move, luck) for move in moves)
        apart = [a - b for a, b in zip(one, other, strict=True)]
        return _mean(one), _mean(other), mean_error(apart)

    def _made(self, position: Position, seat: int, move: Move, luck: Sequence[int]) -> list[float]:
        """The chance to win after each try of a move; one that is no flick always leads to the same."""
        assert isinstance(position, TargetsPosition)
        if isinstance(move, Flick):
            return self.tried(position, seat, [move] * len(luck), luck)
        after = position.copy()
        after.play(seat, move)
        return [self.standing(after, seat)] * len(luck)

    def standing(self, position: Position, seat: int) -> float:
        """The chance to win as the table stands."""
        assert isinstance(position, TargetsPosition)
        return chance(calm(position.copy()), seat)


def readable(move: Move) -> Move:
    """A flick with as many digits as a hand can tell apart: far less than any tremor."""
    if not isinstance(move, Flick):
        return move
    return Flick(
        round(move.azimuth, 1),
        round(move.speed, 2),
        round(move.height, 2),
        round(move.side, 2),
        move.elevation,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def adviser(position: Position) -> Bot:  # noqa: ARG001 - the same for every table
    """Who judges a table."""
    return FlickCoach()


def is_exact(position: Position) -> bool:  # noqa: ARG001
    """A flick is never certain."""
    return False
