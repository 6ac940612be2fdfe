"""Reasons for moves in the Blackrock edition, shared by both editions."""

from ludotheque.games.targets.reasons import SAMPLES, facts

__all__ = ["SAMPLES", "facts"]
