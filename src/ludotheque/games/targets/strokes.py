"""The strokes that the bots have practised: where the finger meets the die, and how far that carries it.

`python bench/targets_strokes.py` measures them.
"""

from bisect import bisect
from itertools import accumulate
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.games.targets.physics.layout import Stand


class Carry(msgspec.Struct, frozen=True):
    """How far a die goes: `start + gain * speed` in metres, and how many degrees it drifts to the left.

    `near` is how often it then ends within a disc around the mark, and without a foul.
    """

    start: float
    gain: float
    drift: float
    near: float


class Stroke(msgspec.Struct, frozen=True):
    """Where the finger meets the die, in half edges, its elevation in degrees, and how far that carries.

    `carries` holds a line for a die that stands one, two or three dice high.
    """

    height: float
    elevation: float
    side: float
    carries: tuple[Carry, Carry, Carry]

    def carry(self, stand: Stand) -> Carry:
        """How far the top die of a tower goes; dice under the base raise it."""
        raised = len(stand.tower) + (len(stand.under) + 2) // 3
        return self.carries[min(max(raised, 1), 3) - 1]


STROKES: Final = (
    Stroke(
        0.2,
        -10.0,
        0.45,
        (Carry(-0.275, 0.401, 1.0, 0.39), Carry(-0.167, 0.350, 3.9, 0.67), Carry(-0.135, 0.347, 6.6, 0.46)),
    ),
    Stroke(
        -0.2,
        -10.0,
        0.3,
        (Carry(-0.226, 0.372, 1.3, 0.66), Carry(-0.192, 0.378, 4.6, 0.67), Carry(-0.174, 0.379, 4.3, 0.47)),
    ),
    Stroke(
        0.0,
        -20.0,
        0.0,
        (Carry(-0.158, 0.270, 0.0, 0.89), Carry(-0.118, 0.269, 0.0, 0.47), Carry(-0.106, 0.283, 0.0, 0.20)),
    ),
    Stroke(
        -0.4,
        0.0,
        0.0,
        (Carry(-0.264, 0.427, 0.0, 0.66), Carry(-0.202, 0.417, 0.0, 0.36), Carry(-0.180, 0.417, 0.0, 0.19)),
    ),
    Stroke(
        0.0,
        10.0,
        0.0,
        (Carry(-0.300, 0.475, 0.0, 0.67), Carry(-0.251, 0.464, 0.0, 0.37), Carry(-0.209, 0.460, 0.0, 0.17)),
    ),
)
"""The last one is what everybody does; a little spin and a downward finger roll straighter."""


def any_stroke(stand: Stand, rng: Random) -> tuple[Stroke, Carry]:
    """A stroke that suits the height of the tower; the better it carries, the likelier."""
    known = [(stroke, stroke.carry(stand)) for stroke in STROKES]
    likely = list(accumulate(carry.near**2 for _, carry in known))
    return known[bisect(likely[:-1], rng.random() * likely[-1])]
