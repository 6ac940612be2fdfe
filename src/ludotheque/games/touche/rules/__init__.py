"""The compiled rules of Touché, for bots of other packages: the state and the numbers of its moves."""

from ludotheque.games.touche.rules.state import CROWN, DISCARD, EXCHANGE, PLAY_ON, SILENT_ON, Touche

__all__ = ["CROWN", "DISCARD", "EXCHANGE", "PLAY_ON", "SILENT_ON", "Touche"]
