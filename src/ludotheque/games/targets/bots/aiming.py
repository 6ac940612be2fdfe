"""The settings of the bots' hands: tremor, number of tries and targets of each level."""

import math
from typing import Final, NamedTuple

import msgspec
from librt.random import Random

from ludotheque.games.targets.bots.flick_ranges import STROKES, Way, any_way, ways
from ludotheque.games.targets.events import GOLDEN_FORCE
from ludotheque.games.targets.moves import Flick, colour, meant
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import limits, trembled
from ludotheque.games.targets.physics.geometry import base_place, disc_places, seat_angle
from ludotheque.games.targets.physics.layout import Layout

Point = tuple[float, float]


class Mark(msgspec.Struct, frozen=True):
    """A point to aim at, and the extra speed compared with stopping there."""

    point: Point
    force: float = 1.0


class Round(NamedTuple):
    """A round of a plan: the number of best flicks so far, the tries of each, and new ones beside each."""

    best: int
    times: int
    beside: int = 0


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A level: the unrest of the hand besides the table’s own tremor, and how a flick is planned.

    Of the flicks of the first of its `rounds` the best go on to the next. `strokes` is how many strokes it
    has practised, the plainest first, and who is `drilled` has the drills too; `notices` is how often a call
    is noticed; `reaction` is the time in seconds, from and to, that an interface lets pass before a spoken
    call.
    """

    tremor: float
    rounds: tuple[Round, ...]
    strokes: int = len(STROKES)
    drilled: bool = False
    notices: float = 1.0
    reaction: tuple[float, float] = (0.5, 1.0)


HANDS: Final = {
    "beginner": Hand(tremor=9.0, rounds=(Round(3, 1),), strokes=1, notices=0.5, reaction=(2.5, 5.0)),
    "casual": Hand(tremor=5.0, rounds=(Round(8, 1),), strokes=3, notices=0.85, reaction=(1.5, 3.0)),
    "strong": Hand(tremor=2.0, rounds=(Round(18, 1), Round(5, 3)), reaction=(0.9, 1.8)),
    "expert": Hand(
        tremor=1.0,
        rounds=(Round(36, 1), Round(12, 2), Round(5, 1, beside=3), Round(8, 4), Round(4, 14)),
        drilled=True,
        reaction=(0.5, 1.1),
    ),
}

LOOSE: Final = 0.012
"""The spread of tries at a mark, in metres."""
BRISK: Final = 0.04
"""The spread of their speeds."""
CAREFUL: Final = 0.5
"""The factor on both where flicks are drilled."""
TO_TOWER: Final = 1.15
BESIDE: Final = 1.5
"""The distance between neighbouring flicks, in units of tremor."""


def marks(layout: Layout, seat: int) -> list[Mark]:
    """Return the points to aim at: central discs, piles, towers and dice of others; else the middle."""
    sizes, seats = DEFAULT.sizes, len(layout.stands)
    places = disc_places(sizes, golden=layout.golden)
    found = [Mark(places[place], GOLDEN_FORCE if layout.golden else 1.0) for place in layout.places]
    if layout.golden:
        return found
    for other, stand in enumerate(layout.stands):
        if other != seat and (stand.discs or stand.tower):
            found.append(Mark(base_place(sizes, other, seats, golden=False), TO_TOWER))
    found += [Mark((die.pose.x, die.pose.y), 1.05) for die in layout.dice if colour(die.die) != seat]
    return found or [Mark((0.0, 0.0))]


class Aim(msgspec.Struct, frozen=True):
    """A candidate flick: its mark, its stroke, and the side on which the finger misses the middle."""

    mark: Mark
    way: Way
    mirror: int
    flick: Flick


def aims(layout: Layout, seat: int, count: int, rng: Random, hand: Hand) -> list[Aim]:
    """Return candidate flicks, all marks in turn and every other one at a disc."""
    around = marks(layout, seat)
    discs = around[: len(layout.places)]
    first, disc = rng.randrange(len(around)), rng.randrange(max(1, len(discs)))
    found = []
    for number in range(count):
        turn = number // 2
        mark = (
            discs[(disc + turn) % len(discs)]
            if number % 2 and discs
            else around[(first + turn) % len(around)]
        )
        found.append(_aim(layout, seat, mark, rng, hand))
    return found


def _aim(layout: Layout, seat: int, mark: Mark, rng: Random, hand: Hand) -> Aim:
    def about(middle: float, width: float) -> float:
        return middle + width * (2 * rng.random() - 1)

    base = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    known = ways(
        layout.edition, layout.stands[seat], math.dist(base, mark.point), hand.strokes, drilled=hand.drilled
    )
    way = any_way(known, rng)
    mirror = 1 if rng.random() < 0.5 else -1
    care = CAREFUL if hand.drilled else 1.0
    point = about(mark.point[0], care * LOOSE), about(mark.point[1], care * LOOSE)
    speed = (math.dist(base, point) - way.carry.start) / way.carry.gain * mark.force
    low, high = limits(golden=layout.golden)["speed"]
    speed = min(high, max(low, about(speed, care * BRISK * speed)))
    azimuth = azimuth_to(layout, seat, point) - mirror * way.carry.drift
    return Aim(mark, way, mirror, Flick(azimuth, speed, way.height, mirror * way.side, way.elevation))


def azimuth_to(layout: Layout, seat: int, mark: Point) -> float:
    """Return the direction from a base to a point, as an azimuth in degrees."""
    x, y = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    heading = seat_angle(seat, len(layout.stands)) + math.pi
    turn = math.degrees(math.atan2(mark[1] - y, mark[0] - x) - heading)
    return (turn + 180) % 360 - 180


def shaken(flick: Flick, tremor: float, rng: Random, *, golden: bool) -> Flick:
    """Return the flick with tremor, within the limits of a finger."""
    import numpy as np

    done = trembled(meant(0, flick), tremor, np.random.default_rng(rng.randrange(1 << 31)))
    kept = {
        name: min(high, max(low, float(getattr(done, name))))
        for name, (low, high) in limits(golden=golden).items()
    }
    return Flick(**kept)
