"""The Zoch edition in the terminal."""

from ludotheque.games.targets.terminal import BOARD

__all__ = ["BOARD"]
