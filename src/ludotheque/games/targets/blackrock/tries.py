"""Where flicks of the Blackrock edition end: both editions share it."""

from ludotheque.games.targets.tries import ends

__all__ = ["ends"]
