"""The bots of Exxtra."""

from ludotheque.games.exxtra.bots.levels import LEVELS

__all__ = ["LEVELS"]
