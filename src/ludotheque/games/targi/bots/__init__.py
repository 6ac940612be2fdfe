"""The bots of Targi."""

from ludotheque.games.targi.bots.levels import LEVELS

__all__ = ["LEVELS"]
