"""The base of both editions of Targets as a `Game`."""

from abc import abstractmethod
from typing import Final

from ludotheque.core.codec import Json
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.games.targets import moves
from ludotheque.games.targets.rules.position import TargetsPosition

PRACTICE_FACES: Final = (2, 3, 5)
"""Top faces of the dice on a practice table, from bottom to top; no two are a double."""


class TargetsGame(Game):
    """Targets: dice are flicked at discs on a simulated table."""

    @abstractmethod
    def at(self, position: Json) -> TargetsPosition:
        """Return a position from JSON; raise `Unreadable`, with the place, if play can't lead to it."""

    def practice(self) -> Json:
        """Return a practice position: the first seat has three dice to flick, the other none."""
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
        """Return the one-line notation of a move."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """Parse a move from its notation; raise `Unreadable` if it is none."""
        return moves.parse(text)
