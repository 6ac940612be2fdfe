"""The compiled rules of Targi, for bots of other packages; the numbers of its moves are in `codes.py`."""

from ludotheque.games.targi.rules.state import Targi, new_game

__all__ = ["Targi", "new_game"]
