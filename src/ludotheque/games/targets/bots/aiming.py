"""Aiming of the bots: the hand of each level, the marks on the table, and candidate flicks."""

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
    """A point to aim at, and the factor on the speed that would just reach it."""

    point: Point
    force: float = 1.0


class Round(NamedTuple):
    """A round of planning: number of best flicks kept, simulations of each, and new flicks beside each."""

    best: int
    times: int
    beside: int = 0


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A level: the tremor of its hand besides that of the table, and the planning of a flick.

    The best flicks of each of its `rounds` go on to the next. `strokes` is the number of strokes it knows,
    simplest first; `drilled` adds the drills. `notices` is the probability that it notices a call; `reaction`
    is the range of seconds that an interface waits before it makes a spoken call for the bot.
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
"""Radius of the random offsets around a mark, in metres."""
BRISK: Final = 0.04
"""Relative spread of their speeds."""
CAREFUL: Final = 0.5
"""Factor on both spreads for a drilled hand."""
TO_TOWER: Final = 1.15
BESIDE: Final = 1.5
"""Distance between a flick and a new one beside it, in units of tremor."""


def marks(layout: Layout, seat: int) -> list[Mark]:
    """Return the points to aim at: central discs, then piles, towers and dice of others; else the middle."""
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
    """A candidate flick: its mark, its stroke, and the side of the contact point (1 or -1)."""

    mark: Mark
    way: Way
    mirror: int
    flick: Flick


def aims(layout: Layout, seat: int, count: int, rng: Random, hand: Hand) -> list[Aim]:
    """Return `count` candidate flicks; every other one goes to a disc, the rest to all marks in turn."""
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
    """Return the azimuth in degrees from a seat's base to a point."""
    x, y = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    heading = seat_angle(seat, len(layout.stands)) + math.pi
    turn = math.degrees(math.atan2(mark[1] - y, mark[0] - x) - heading)
    return (turn + 180) % 360 - 180


def shaken(flick: Flick, tremor: float, rng: Random, *, golden: bool) -> Flick:
    """Return a flick with random tremor, within the limits of a finger."""
    import numpy as np

    done = trembled(meant(0, flick), tremor, np.random.default_rng(rng.randrange(1 << 31)))
    kept = {
        name: min(high, max(low, float(getattr(done, name))))
        for name, (low, high) in limits(golden=golden).items()
    }
    return Flick(**kept)
