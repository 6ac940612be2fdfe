"""The coach of Targets: the best flick in the simulation, and the value of a flick that was played.

Its hand is steady; the only chance is the tremor of the table itself (TARGETS-10).
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion, Trier
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import mean_error
from ludotheque.games.targets.bots.aiming import Hand, Round
from ludotheque.games.targets.bots.evaluation import chance
from ludotheque.games.targets.bots.planner import Planner, calm
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS

HAND: Final = Hand(tremor=0.0, rounds=(Round(16, 1), Round(5, 3), Round(3, 5)))
"""A plan of nearly as many simulations as that of `strong`, with more of them for the best three flicks."""
TRIES: Final = 40
"""Number of simulations of each flick in a comparison of two."""


class FlickCoach(Planner, Trier):
    """Rates flicks by simulation; a played flick is simulated many times, to separate choice from luck."""

    def __init__(self, hand: Hand = HAND, tries: int = TRIES) -> None:
        super().__init__(hand)
        self.tries = tries

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """Return the rated moves, best first; flicks have rounded numbers, which a person can type."""
        opinions = super().consider(position, seat, rng)
        return [msgspec.structs.replace(opinion, move=readable(opinion.move)) for opinion in opinions]

    def compare(
        self, position: Position, seat: int, moves: tuple[Move, Move], rng: Random
    ) -> tuple[float, float, float]:
        """Return the win chances of two moves, simulated with equal seeds, and the difference's error."""
        luck = [rng.randrange(SEEDS) for _ in range(self.tries)]
        one, other = (self._made(position, seat, move, luck) for move in moves)
        apart = [a - b for a, b in zip(one, other, strict=True)]
        return _mean(one), _mean(other), mean_error(apart)

    def _made(self, position: Position, seat: int, move: Move, luck: Sequence[int]) -> list[float]:
        """Return the win chance after each try of a move; a move without chance has equal results."""
        assert isinstance(position, TargetsPosition)
        if isinstance(move, Flick):
            return self.tried(position, seat, [move] * len(luck), luck)
        after = position.copy()
        after.play(seat, move)
        return [self.standing(after, seat)] * len(luck)

    def standing(self, position: Position, seat: int) -> float:
        """Return the win chance of a seat from a position, between 0 and 1."""
        assert isinstance(position, TargetsPosition)
        return chance(calm(position.copy()), seat)


def readable(move: Move) -> Move:
    """Return a flick with rounded numbers; the rounding is far below any tremor."""
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
    """Return the coach of a position."""
    return FlickCoach()


def is_exact(position: Position) -> bool:  # noqa: ARG001
    """Return False, since the result of a flick is an estimate."""
    return False
