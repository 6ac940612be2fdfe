"""Flicks that are proposed: straight at a mark, so that the own tower stands, and the risk that it falls.

`python -m train.targets.proposals` finds the flicks and fits the risk (`data/aims.json`);
`web/src/games/targets/aiming.ts` computes the same from the same figures.
"""

import math
import operator
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.games.targets.bots.aiming import Point, azimuth_to
from ludotheque.games.targets.bots.flick_ranges import raised
from ludotheque.games.targets.events import GOLDEN_FORCE
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS, limits
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.simulation import Tremor

SOME_RISK: Final = 0.05
HIGH_RISK: Final = 0.25
"""From here on a risk is worth a warning, and a second one."""


class ProposedFlick(msgspec.Struct, frozen=True):
    """A flick from a tower of so many dice to a mark so far away; `turn` is to the left of the mark."""

    dice: int
    distance: float
    turn: float
    speed: float
    height: float
    side: float
    elevation: float
    near: float
    """How often the die stayed on a disc there, with the tremor of a steady table."""


class FallModel(msgspec.Struct, frozen=True):
    """A small network that tells how likely a tower of so many dice falls: one hidden layer of tanh units."""

    dice: int
    inner: tuple[tuple[float, ...], ...]
    """For each unit the weights of the features, then its bias."""
    outer: tuple[float, ...]
    """The weights of the units, then the bias."""


class Aims(msgspec.Struct, frozen=True):
    """All that is known about aiming."""

    aims: tuple[ProposedFlick, ...]
    risks: tuple[FallModel, ...]


@cache
def known() -> Aims:
    """The figures that were measured."""
    data = (files("ludotheque.games.targets.bots") / "data" / "aims.json").read_bytes()
    return msgspec.json.decode(data, type=Aims)


def first_flick(layout: Layout, seat: int) -> Flick:
    """The flick that is proposed at first: straight at the nearest disc (TARGETS-2)."""
    sizes = DEFAULT.sizes
    base = base_place(sizes, seat, len(layout.stands), golden=layout.golden)
    places = disc_places(sizes, golden=layout.golden)
    near = min(
        (places[place] for place in layout.places),
        key=lambda place: round(math.dist(base, place), 6),  # of two as near, the first
        default=(0.0, 0.0),
    )
    return straight_at(layout, seat, near)


def straight_at(layout: Layout, seat: int, mark: Point) -> Flick:
    """A flick at a point, as strong as it takes, that leaves the own tower standing if any can."""
    base = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    chosen = between(raised(layout.stands[seat]), math.dist(base, mark))
    bounds = limits(golden=layout.golden)
    azimuth = azimuth_to(layout, seat, mark) + chosen.turn
    speed = chosen.speed * (GOLDEN_FORCE if layout.golden else 1.0)

    def within(name: str, value: float) -> float:
        low, high = bounds[name]
        return min(high, max(low, value))

    return Flick(
        round((azimuth + 180) % 360 - 180, 1),
        round(within("speed", speed), 2),
        round(within("height", chosen.height), 2),
        round(within("side", chosen.side), 2),
        round(within("elevation", chosen.elevation), 2),
    )


def between(dice: int, distance: float) -> ProposedFlick:
    """The proposed flick for a distance, between the two that were found nearest to it."""
    rows = [row for row in known().aims if row.dice == dice]
    upper = next((number for number, row in enumerate(rows) if row.distance >= distance), len(rows) - 1)
    low, high = rows[max(0, upper - 1)], rows[max(1, upper)]
    part = (distance - low.distance) / (high.distance - low.distance)
    part = min(1.0, max(-0.3, part))

    def mixed(name: str) -> float:
        one, other = getattr(low, name), getattr(high, name)
        return float(one + part * (other - one))

    parts = {name: mixed(name) for name in ("turn", "speed", "height", "side", "elevation", "near")}
    return ProposedFlick(dice, distance, **parts)


def tower_risk(dice: int, tremor: Tremor, flick: Flick) -> float:
    """The chance that more than one die of a tower of so many falls (ZOCH-2, BLACKROCK-2)."""
    model = next((one for one in known().risks if one.dice == dice), None)
    if model is None:
        return 0.0
    parts = features(flick.speed, flick.height, flick.side, flick.elevation, TREMORS[tremor])
    units = [math.tanh(_weighted(weights, parts)) for weights in model.inner]
    return 1 / (1 + math.exp(-_weighted(model.outer, units)))


def _weighted(weights: tuple[float, ...], parts: list[float]) -> float:
    return math.fsum(map(operator.mul, weights, parts)) + weights[-1]


def features(speed: float, height: float, side: float, elevation: float, tremor: float) -> list[float]:
    """Return the features of a flick that shake the tower, the same for left and right.

    Besides speed, height, spin and tremor: how fast the die turns forward, and how fast it rises.
    """
    rise = math.radians(elevation)
    return [
        (speed - 1.45) / 1.05,
        speed * (height * math.cos(rise) + math.sin(rise)),
        speed * math.sin(rise),
        height / 0.7,
        speed * abs(side),
        tremor / 5,
    ]
