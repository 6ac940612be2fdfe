"""The bots of Touché."""

from ludotheque.games.touche.bots.levels import LEVELS

__all__ = ["LEVELS"]
