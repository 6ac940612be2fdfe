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


class Mark(msgspec.Struct, frozen=True):
    """Something to aim at: where it is, and how much faster than to stop there."""

    point: Point
    force: float = 1.0


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
    "beginner": Hand(tremor=9.0, tries=3, notices=0.5, reaction=(2.5, 5.0)),
    "casual": Hand(tremor=5.0, tries=8, notices=0.85, reaction=(1.5, 3.0)),
    "strong": Hand(tremor=2.0, tries=18, best=4, again=2, reaction=(0.9, 1.8)),
    "expert": Hand(tremor=0.5, tries=24, best=5, again=3, reaction=(0.5, 1.1)),
}

STROKES: Final = ((0.3, 15.0, 1.0), (0.6, 0.0, 1.07), (0.3, 5.0, 1.05), (0.5, 25.0, 0.9))
"""Where the finger meets the die, in half edges, its elevation, and the speed that it needs."""
SPEED_AT_ONCE: Final = 0.45
SPEED_PER_METRE: Final = 2.15
"""A die stops about (speed - 0.45) / 2.15 metres away; measured on a bare table."""
LOOSE: Final = 0.08
"""How far the tries lie apart: this part of the speed, and a quarter of it in metres around the mark."""
TO_TOWER: Final = 1.15
GOLDEN: Final = 3.0
"""How much more force it takes to send three dice."""


def marks(layout: Layout, seat: int) -> list[Mark]:
    """What is worth aiming at: central discs, piles and towers of others, and dice of others."""
    sizes, seats = DEFAULT.sizes, len(layout.stands)
    places = disc_places(sizes, golden=layout.golden)
    found = [Mark(places[place], GOLDEN if layout.golden else 1.0) for place in layout.places]
    if layout.golden:
        return found
    for other, stand in enumerate(layout.stands):
        if other != seat and (stand.discs or stand.tower):
            found.append(Mark(base_place(sizes, other, seats, golden=False), TO_TOWER))
    found += [Mark((die.pose.x, die.pose.y), 1.05) for die in layout.dice if colour(die.die) != seat]
    return found


def aims(layout: Layout, seat: int, count: int, rng: Random) -> list[tuple[int, Flick]]:
    """Some flicks that might do, each with the number of its mark, all marks in turn."""
    around = marks(layout, seat)
    first = rng.randrange(len(around))
    numbers = [(first + number) % len(around) for number in range(count)]
    return [(number, _aim(layout, seat, around[number], rng)) for number in numbers]


def _aim(layout: Layout, seat: int, mark: Mark, rng: Random) -> Flick:
    def about(middle: float, width: float) -> float:
        return middle + width * (2 * rng.random() - 1)

    height, elevation, force = STROKES[rng.randrange(len(STROKES))]
    point = about(mark.point[0], LOOSE / 4), about(mark.point[1], LOOSE / 4)
    base = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    speed = (SPEED_AT_ONCE + SPEED_PER_METRE * math.dist(base, point)) * force * mark.force
    low, high = limits(golden=layout.golden)["speed"]
    speed = min(high, max(low, about(speed, LOOSE * speed)))
    return Flick(azimuth_to(layout, seat, point), speed, height, 0.0, elevation)


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
