"""Ludothèque: play, study and program modern board games.

>>> from ludotheque import Table
>>> table = Table("exxtra", seats=2, seed=7)
>>> table.actors
(0,)
"""

from ludotheque import _source  # noqa: F401 - must come first: chooses compiled or interpreted modules
from ludotheque.core import state as _state
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, MoveRange, Result
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Refusal, Unreadable
from ludotheque.games import all_games, game
from ludotheque.table.check import check_game
from ludotheque.table.table import Table

__all__ = [
    "Event",
    "Move",
    "MoveRange",
    "NotAllowed",
    "NotYourTurn",
    "Refusal",
    "Result",
    "Table",
    "Unreadable",
    "all_games",
    "check_game",
    "compiled",
    "game",
]

__version__ = "0.1.0"

compiled: bool = not (_state.__file__ or "").endswith(".py")
"""Whether the rules run compiled; interpreted they are the same, only slower."""
