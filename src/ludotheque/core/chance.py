"""Seeded random numbers: equal seeds give equal dice, and neighbouring seeds are unrelated."""

from typing import Final

from librt.random import Random

_SPREAD: Final = 0xBF58476D1CE4E5B9


def seeded(seed: int) -> Random:
    """Return a random number generator seeded with any whole number."""
    return Random(seed * _SPREAD & 0x7FFFFFFFFFFFFFFF)
