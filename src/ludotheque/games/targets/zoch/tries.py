"""Simulated ends of flicks in the Zoch edition, shared by both."""

from ludotheque.games.targets.tries import ends

__all__ = ["ends"]
