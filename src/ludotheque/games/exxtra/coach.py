"""The coach of Exxtra: the value of each move, exact for two players, a good estimate for more."""

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.refusal import NotYourTurn
from ludotheque.games.exxtra.bots.levels import strong
from ludotheque.games.exxtra.bots.perfect import Perfect
from ludotheque.games.exxtra.game import GAME
from ludotheque.games.exxtra.rules.state import Exxtra


def coach(position: CodedPosition[Exxtra] | Json, seat: int) -> list[Opinion]:
    """Return the win chance of every legal move of a seat, the best first.

    >>> dice = [None, {"slot": 5, "value": 64}]
    >>> position = {"seats": 2, "pawns": [18, 16], "dice": dice}
    >>> thrown = position | {"phase": "decide", "throws": 1, "thrown": [7, 6]}
    >>> best = coach(thrown, 0)[0]
    >>> best.move, round(best.value, 3)
    (Place(slot=3), 0.929)
    """
    asked = position if isinstance(position, CodedPosition) else GAME.at(position)
    if seat not in asked.actors:
        raise NotYourTurn(
            "core.over" if asked.result is not None else "core.not_your_turn", params={"seat": seat}
        )
    return adviser(asked).consider(asked, seat, seeded(0))


def is_exact(position: CodedPosition[Exxtra]) -> bool:
    """Return whether the coach has the exact win chances of a table, or only estimates."""
    return Perfect().refusal(position) is None


def adviser(position: CodedPosition[Exxtra]) -> Bot[CodedPosition[Exxtra]]:
    """Return the best bot for a table."""
    return Perfect() if is_exact(position) else strong()
