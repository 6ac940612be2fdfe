"""Simulated ends of flicks in the Zoch edition, shared by both editions."""

from ludotheque.games.targets.tries import ends

__all__ = ["ends"]
