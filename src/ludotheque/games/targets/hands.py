"""The hands of the bots: how steady each level is, how much it tries out, and where one can aim."""

import math
from typing import Final

import msgspec
import numpy as np
from librt.random import Random

from ludotheque.games.targets.moves import Flick, colour, meant
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import limits, trembled
from ludotheque.games.targets.physics.geometry import base_place, disc_places, seat_angle
from ludotheque.games.targets.physics.layout import Layout

Point = tuple[float, float]
Speeds = tuple[float, float]


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A level: the unrest of the hand besides the table’s own tremor, and how a flick is planned.

    Of `tries` flicks the `best` are tried `again` so many times. `notices` is how often a call is noticed;
    `reaction` is the time in seconds, from and to, that an interface lets pass before a spoken call.
    """

    tremor: float
    tries: int
    best: int = 1
    again: int = 0
    notices: float = 1.0
    reaction: tuple[float, float] = (0.5, 1.0)


HANDS: Final = {
    "beginner": Hand(tremor=7.0, tries=3, notices=0.5, reaction=(2.5, 5.0)),
    "casual": Hand(tremor=4.0, tries=8, notices=0.85, reaction=(1.5, 3.0)),
    "strong": Hand(tremor=1.5, tries=20, best=4, again=3, reaction=(0.9, 1.8)),
    "expert": Hand(tremor=0.5, tries=32, best=6, again=4, reaction=(0.5, 1.1)),
}

STROKES: Final = ((0.3, 15.0), (0.6, 0.0), (0.3, 5.0), (0.6, 10.0), (0.0, 15.0))
"""Where the finger meets the die, in half edges, and its elevation: strokes that make a die roll."""
TO_DISC: Final[Speeds] = (0.85, 1.45)
TO_TOWER: Final[Speeds] = (1.1, 2.2)
TO_GOLDEN: Final[Speeds] = (2.4, 4.8)
SPREAD: Final = 0.03
"""How far around its mark an aim may lie, in metres: there is more than one way to a disc."""


def marks(layout: Layout, seat: int) -> list[tuple[Point, Speeds]]:
    """What is worth aiming at: central discs, piles and towers of others, and dice near by."""
    sizes, seats = DEFAULT.sizes, len(layout.stands)
    places = disc_places(sizes, golden=layout.golden)
    found = [(places[place], TO_GOLDEN if layout.golden else TO_DISC) for place in layout.places] * 2
    if layout.golden:
        return found
    for other, stand in enumerate(layout.stands):
        if other != seat and (stand.discs or stand.tower):
            found += [(base_place(sizes, other, seats, golden=False), TO_TOWER)] * (1 + stand.discs)
    found += [((die.pose.x, die.pose.y), TO_DISC) for die in layout.dice if colour(die.die) != seat]
    return found


def aims(layout: Layout, seat: int, count: int, rng: Random) -> list[Flick]:
    """Some flicks that might do, spread over all that is worth aiming at."""
    around = marks(layout, seat) or [((0.0, 0.0), TO_DISC)]
    found = []
    for number in range(count):
        (x, y), (slow, fast) = around[(number + rng.randrange(2)) % len(around)]
        height, elevation = STROKES[rng.randrange(len(STROKES))]
        mark = x + SPREAD * (2 * rng.random() - 1), y + SPREAD * (2 * rng.random() - 1)
        speed = slow + (fast - slow) * rng.random()
        found.append(Flick(azimuth_to(layout, seat, mark), speed, height, 0.0, elevation))
    return found


def azimuth_to(layout: Layout, seat: int, mark: Point) -> float:
    """The direction from a base to a point, as the finger takes it, in degrees."""
    x, y = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    heading = seat_angle(seat, len(layout.stands)) + math.pi
    turn = math.degrees(math.atan2(mark[1] - y, mark[0] - x) - heading)
    return (turn + 180) % 360 - 180


def shaken(flick: Flick, tremor: float, rng: Random, *, golden: bool) -> Flick:
    """The flick as an unsteady hand gives it, still within what a finger can do."""
    done = trembled(meant(0, flick), tremor, np.random.default_rng(rng.randrange(1 << 31)))
    kept = {
        name: min(high, max(low, float(getattr(done, name))))
        for name, (low, high) in limits(golden=golden).items()
    }
    return Flick(**kept)
