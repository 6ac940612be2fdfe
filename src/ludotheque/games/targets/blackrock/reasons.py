"""Reasons for a move of the Blackrock edition, the same as in the other edition."""

from ludotheque.games.targets.reasons import SAMPLES, facts

__all__ = ["SAMPLES", "facts"]
