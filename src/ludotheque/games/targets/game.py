"""The public contract that both editions of Targets share."""

from abc import abstractmethod
from typing import Any, Final

from ludotheque.core.codec import Json
from ludotheque.core.game import Game, O
from ludotheque.core.moves import Move
from ludotheque.games.targets import moves
from ludotheque.games.targets.rules.position import TargetsPosition

PRACTICE_FACES: Final = (2, 3, 5)
"""The faces of the dice of a practice table, from the lowest: no two make a double."""


class TargetsGame(Game[O]):
    """Dice flicked at discs, on a simulated table."""

    @abstractmethod
    def start(self, seats: int, options: O) -> TargetsPosition:
        """Return the position before the first move."""

    @abstractmethod
    def at(self, position: Json) -> TargetsPosition:
        """Return the position read from JSON."""

    def practice(self) -> dict[str, Any]:
        """Return a position in which the first seat has three dice to flick and the other none."""
        position = self.start(2, self.read_options(None)).to_json()
        layout = position["layout"]
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
        """Return a move as one line."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """Return the move of a line of notation."""
        return moves.parse(text)
