"""Both editions behind the contract: how positions are read, and what is common to them."""

from abc import abstractmethod
from typing import Final

from ludotheque.core.codec import Json
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.games.targets import moves
from ludotheque.games.targets.rules.position import TargetsPosition

PRACTICE_FACES: Final = (2, 3, 5)
"""What the dice of a table for one show, from the lowest: no two make a double."""


class TargetsGame(Game):
    """Dice flicked at discs, on a simulated table."""

    @abstractmethod
    def at(self, position: Json) -> TargetsPosition:
        """A position written as JSON."""

    def practice(self) -> Json:
        """The first seat has three dice to flick; those of the other lie under its base, so it never does."""
        position = self.start(2, self.options_type()).to_json()
        assert isinstance(position, dict)
        layout = position["layout"]
        assert isinstance(layout, dict)
        own: Json = [{"die": die, "up": up} for die, up in enumerate(PRACTICE_FACES)]
        stands: Json = [
            {"tower": own},
            {"under": [len(PRACTICE_FACES) + die for die in range(len(PRACTICE_FACES))]},
        ]
        return position | {
            "phase": "play",
            "round": 1,
            "starter": 0,
            "turn": 1,
            "stacked": [0, 1],
            "layout": layout | {"stands": stands, "places": [0, 1, 2]},
        }

    def notation(self, move: Move) -> str:
        """A move as one line."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """The move that a line of notation means."""
        return moves.parse(text)
