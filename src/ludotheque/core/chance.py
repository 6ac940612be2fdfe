"""Seeded chance: the same seed gives the same dice, and neighbouring seeds have nothing in common."""

from typing import Final

from librt.random import Random

_SPREAD: Final = 0xBF58476D1CE4E5B9


def seeded(seed: int) -> Random:
    """A source of chance from any whole number."""
    return Random(seed * _SPREAD & 0x7FFFFFFFFFFFFFFF)
