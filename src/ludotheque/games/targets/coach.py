"""The coach of Targets: the best flick on the simulated table, and the value of a flick that was made.

Its hand is steady; the only chance is the tremor of the table itself (TARGETS-10).
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion, Trier
from ludotheque.core.moves import Move
from ludotheque.core.reasons import mean_error
from ludotheque.games.targets.bots.aiming import Hand, Round
from ludotheque.games.targets.bots.evaluation import chance
from ludotheque.games.targets.bots.planner import Planner, calm
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS

HAND: Final = Hand(tremor=0.0, rounds=(Round(16, 1), Round(5, 3), Round(3, 5)))
"""Its plan of tries: nearly as many as `strong`, and more for the best three."""
TRIES: Final = 40
"""The number of tries with which two flicks are compared."""


class FlickCoach(Planner, Trier[TargetsPosition]):
    """Tries flicks; a flick that was made is tried many times, to separate the choice from the luck."""

    def __init__(self, hand: Hand = HAND, tries: int = TRIES) -> None:
        super().__init__(hand)
        self.tries = tries

    def consider(self, position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
        """Return its opinion on its moves; flicks in numbers that a person can read and type."""
        opinions = super().consider(position, seat, rng)
        return [msgspec.structs.replace(opinion, move=readable(opinion.move)) for opinion in opinions]

    def compare(
        self, position: TargetsPosition, seat: int, moves: tuple[Move, Move], rng: Random
    ) -> tuple[float, float, float]:
        """The chances to win with two moves, made with the same luck, and the margin of their difference."""
        luck = [rng.randrange(SEEDS) for _ in range(self.tries)]
        one, other = (self._made(position, seat, move, luck) for move in moves)
        apart = [a - b for a, b in zip(one, other, strict=True)]
        return _mean(one), _mean(other), mean_error(apart)

    def _made(self, position: TargetsPosition, seat: int, move: Move, luck: Sequence[int]) -> list[float]:
        """The chance to win after each try of a move; one that is no flick always leads to the same."""
        if isinstance(move, Flick):
            return self.tried(position, seat, [move] * len(luck), luck)
        after = position.copy()
        after.play(seat, move)
        return [self.standing(after, seat)] * len(luck)

    def standing(self, position: TargetsPosition, seat: int) -> float:
        """Return the chance to win from the position as it stands."""
        return chance(calm(position.copy()), seat)


def readable(move: Move) -> Move:
    """Return a flick with readable digits; the rounding is far below any tremor."""
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


def adviser(_: TargetsPosition) -> Bot:
    """Return the judge of a table."""
    return FlickCoach()


def is_exact(_: TargetsPosition) -> bool:
    """Return False, since a flick is never certain."""
    return False
