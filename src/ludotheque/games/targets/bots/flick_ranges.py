"""Practised strokes of the bots: where the finger meets the die, and how far that carries it.

`train/targets/flick_ranges.py` measures the strokes, `train/targets/drills.py` finds the drills.
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
    """The range of a die: `start + gain * speed` in metres, and its drift to the left in degrees.

    `near` is the share that then ends within a disc around the mark, and without a foul.
    """

    start: float
    gain: float
    drift: float
    near: float


class Stroke(msgspec.Struct, frozen=True):
    """A stroke: where the finger meets the die, in half edges, its elevation in degrees, and its range.

    `carries` holds a line for a die that stands one, two or three dice high.
    """

    height: float
    elevation: float
    side: float
    carries: tuple[Carry, Carry, Carry]

    def carry(self, stand: Stand) -> Carry:
        """Return the range for the top die of a tower; dice under the base raise it."""
        return self.carries[raised(stand) - 1]


class Drill(msgspec.Struct, frozen=True):
    """A flick practised until it brought the die onto a disc as often as possible.

    It is for one height of the tower and one distance; `near` is its rate of hits, a centre counting twice.
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
        """Return its range, for distances near its own."""
        return Carry(self.distance - self.gain * self.speed, self.gain, self.drift, self.near)


class Way(msgspec.Struct, frozen=True):
    """A way to meet the die, and its range where it is used."""

    height: float
    elevation: float
    side: float
    carry: Carry


def raised(stand: Stand) -> int:
    """Return the height of the top die in dice, up to three; dice under the base raise it."""
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
"""The first one is the usual stroke; a little spin and a downward finger roll straighter."""
CHOOSY: Final = 3
"""The power of its nearness by which a better stroke is more likely."""
ABOUT: Final = 0.05
"""The distance in metres from its own within which a drill is useful."""
GOOD: Final = 0.75
"""The nearness, relative to the best one, from which a way is good."""


@cache
def drills() -> tuple[Drill, ...]:
    """Return all drilled flicks."""
    data = (files(__package__) / "data" / "drills.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Drill, ...])


def ways(edition: Edition, stand: Stand, distance: float, strokes: int, *, drilled: bool) -> list[Way]:
    """Return the first strokes; with drills, only the good ones among both."""
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
    """Return a random one; one with a better range is more likely."""
    likely = list(accumulate(way.carry.near**CHOOSY for way in known))
    return known[bisect(likely[:-1], rng.random() * likely[-1])]
