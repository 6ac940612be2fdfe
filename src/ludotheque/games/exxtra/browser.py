"""The view of Exxtra for the browser, and the faces of its dice."""

from collections.abc import Mapping
from typing import Final

from ludotheque.games.exxtra.moves import Face
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.views import Dice, View

RECEIVES: Final[Mapping[str, object]] = {"Face": Face, "Pair": Dice, "Position": View}
TABLES: Final[Mapping[str, object]] = {
    "GOAL": rules.GOAL,
    "FACES_A": tuple(face or "X" for face in rules.FACES_A),
    "FACES_B": tuple(face or "X" for face in rules.FACES_B),
}
