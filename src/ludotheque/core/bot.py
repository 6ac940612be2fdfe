"""What a bot is: somebody who has an opinion on every move, from what its seat may know."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import msgspec
from librt.random import Random

from ludotheque.core.game import Position
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.moves import Move


class Opinion(msgspec.Struct, frozen=True):
    """What a bot thinks of a move: the chance to win with it, and how much thought stands behind that."""

    move: Move
    value: float
    visits: int = 0


class Bot(ABC):
    """A player by programme; it gets a position that `Position.seen_by` made for its seat, not the truth."""

    @abstractmethod
    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What it thinks of its moves, the one it would play first."""

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The move it plays."""
        return self.consider(position, seat, rng)[0].move


@dataclass(frozen=True)
class Search:
    """A bot that searches, as data: how long it thinks, and what it knows of the game.

    A game's folder names its levels in `bots.py`, as a bot of its own or as a search; the search itself is
    `ludotheque.bots.search`.
    """

    knowledge: Knowledge
    seconds: float = 1.0
    iterations: int = 0
    """If not 0, the number of iterations instead of the time: the same thought on any machine."""
    exploration: float = 0.7
    blunder: float = 0.0
    """How often it plays any move at all, for levels that a beginner can beat."""
