"""Simulated ends of flicks in the Blackrock edition, shared by both editions."""

from ludotheque.games.targets.tries import ends

__all__ = ["ends"]
