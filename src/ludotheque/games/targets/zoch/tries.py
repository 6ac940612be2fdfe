"""Where flicks of the Zoch edition end: both editions share it."""

from ludotheque.games.targets.tries import ends

__all__ = ["ends"]
