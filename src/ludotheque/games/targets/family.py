"""Both editions behind the contract: how positions are read, and what is common to them."""

from abc import abstractmethod

from ludotheque.core.codec import Json
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.games.targets import moves
from ludotheque.games.targets.position import TargetsPosition


class TargetsGame(Game):
    """Dice flicked at discs, on a simulated table."""

    @abstractmethod
    def at(self, position: Json) -> TargetsPosition:
        """A position written as JSON."""

    def notation(self, move: Move) -> str:
        """A move as one line."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """The move that a line of notation means."""
        return moves.parse(text)
