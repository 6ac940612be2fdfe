"""Strokes that bots have practised: the contact of finger and die, and the resulting range.

`train/targets/flick_ranges.py` measures the strokes, `train/targets/drills.py` optimises the drills.
"""

from bisect import bisect
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.games.targets.physics.layout import Edition, Stand


class Carry(msgspec.Struct, frozen=True):
    """The range of a stroke: `start + gain * speed` in metres, with a drift to the left in degrees.

    `near` is the share of flicks that end within a disc around the mark and without a foul.
    """

    start: float
    gain: float
    drift: float
    near: float


class Stroke(msgspec.Struct, frozen=True):
    """A stroke: the point of contact in half edges, the elevation in degrees, and the range.

    `carries` has the range for a die at the height of one, two or three dice.
    """

    height: float
    elevation: float
    side: float
    carries: tuple[Carry, Carry, Carry]

    def carry(self, stand: Stand) -> Carry:
        """Return the range for the top die of a tower; dice under the base raise it."""
        return self.carries[raised(stand) - 1]


class Drill(msgspec.Struct, frozen=True):
    """A flick optimised to bring the die onto a disc, for one height of the tower and one distance.

    `near` is its rate of hits, where a hit in the centre counts twice.
    """

    edition: Edition
    dice: int
    distance: float
    speed: float
    gain: float
    drift: float
    height: float
    elevation: float
    side: float
    near: float

    def carry(self) -> Carry:
        """Return its range, valid for distances within `ABOUT` of its own."""
        return Carry(self.distance - self.gain * self.speed, self.gain, self.drift, self.near)


class Way(msgspec.Struct, frozen=True):
    """A candidate stroke: the point of contact, the elevation, and the range from the current tower."""

    height: float
    elevation: float
    side: float
    carry: Carry


def raised(stand: Stand) -> int:
    """Return the height of a tower's top die in dice, from 1 to 3; dice under the base raise it."""
    return min(max(len(stand.tower) + (len(stand.under) + 2) // 3, 1), 3)


STROKES: Final = (
    Stroke(
        0.0,
        10.0,
        0.0,
        (Carry(-0.300, 0.475, 0.0, 0.67), Carry(-0.251, 0.464, 0.0, 0.37), Carry(-0.209, 0.460, 0.0, 0.17)),
    ),
    Stroke(
        -0.4,
        0.0,
        0.0,
        (Carry(-0.264, 0.427, 0.0, 0.66), Carry(-0.202, 0.417, 0.0, 0.36), Carry(-0.180, 0.417, 0.0, 0.19)),
    ),
    Stroke(
        0.0,
        -20.0,
        0.0,
        (Carry(-0.158, 0.270, 0.0, 0.89), Carry(-0.118, 0.269, 0.0, 0.47), Carry(-0.106, 0.283, 0.0, 0.20)),
    ),
    Stroke(
        -0.2,
        -10.0,
        0.3,
        (Carry(-0.226, 0.372, 1.3, 0.66), Carry(-0.192, 0.378, 4.6, 0.67), Carry(-0.174, 0.379, 4.3, 0.47)),
    ),
    Stroke(
        0.2,
        -10.0,
        0.45,
        (Carry(-0.275, 0.401, 1.0, 0.39), Carry(-0.167, 0.350, 3.9, 0.67), Carry(-0.135, 0.347, 6.6, 0.46)),
    ),
)
"""The strokes in the order in which levels learn them; side spin or a downward finger rolls straighter."""
CHOOSY: Final = 3
"""Exponent of `near` in the probability of a stroke: a larger one prefers better strokes more."""
ABOUT: Final = 0.05
"""Difference of distance in metres within which a drill is used."""
GOOD: Final = 0.75
"""Minimum `near` of a good stroke, relative to that of the best."""


@cache
def drills() -> tuple[Drill, ...]:
    """Return all drills."""
    data = (files(__package__) / "data" / "drills.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Drill, ...])


def ways(edition: Edition, stand: Stand, distance: float, strokes: int, *, drilled: bool) -> list[Way]:
    """Return the first `strokes` strokes; if `drilled`, only the good ones among these and the drills."""
    found = [Way(one.height, one.elevation, one.side, one.carry(stand)) for one in STROKES[:strokes]]
    if not drilled:
        return found
    found += [
        Way(one.height, one.elevation, one.side, one.carry())
        for one in drills()
        if (one.edition, one.dice) == (edition, raised(stand)) and abs(one.distance - distance) < ABOUT
    ]
    least = GOOD * max(way.carry.near for way in found)
    return [way for way in found if way.carry.near >= least]


def any_way(known: list[Way], rng: Random) -> Way:
    """Return a random stroke, weighted by `near` to the power of `CHOOSY`."""
    likely = list(accumulate(way.carry.near**CHOOSY for way in known))
    return known[bisect(likely[:-1], rng.random() * likely[-1])]
