"""Proposed flicks, straight at a mark with the tower left standing, and the risk that the tower falls.

`python -m train.targets.proposals` finds the flicks and fits the risk model (`data/aims.json`);
`web/src/games/targets/aiming.ts` computes the same from the same data.
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
"""Risks from which on a first and a second warning are shown."""


class ProposedFlick(msgspec.Struct, frozen=True):
    """A flick from a tower of `dice` dice to a mark; `turn` is its angle to the left of it in degrees."""

    dice: int
    distance: float
    turn: float
    speed: float
    height: float
    side: float
    elevation: float
    near: float
    """Share of tries in which the die stayed on a disc there, with the tremor of a steady table."""


class FallModel(msgspec.Struct, frozen=True):
    """A neural network for the risk that a tower of `dice` dice falls: one hidden layer of tanh units."""

    dice: int
    inner: tuple[tuple[float, ...], ...]
    """For each hidden unit the weights of the features, then its bias."""
    outer: tuple[float, ...]
    """Weights of the hidden units, then the bias."""


class Aims(msgspec.Struct, frozen=True):
    """The data of aiming: proposed flicks and risk models."""

    aims: tuple[ProposedFlick, ...]
    risks: tuple[FallModel, ...]


@cache
def known() -> Aims:
    """Return the data of aiming, loaded from `data/aims.json`."""
    data = (files("ludotheque.games.targets.bots") / "data" / "aims.json").read_bytes()
    return msgspec.json.decode(data, type=Aims)


def first_flick(layout: Layout, seat: int) -> Flick:
    """Return the flick that is proposed first: straight at the nearest disc (TARGETS-2)."""
    sizes = DEFAULT.sizes
    base = base_place(sizes, seat, len(layout.stands), golden=layout.golden)
    places = disc_places(sizes, golden=layout.golden)
    near = min(
        (places[place] for place in layout.places),
        key=lambda place: round(math.dist(base, place), 6),  # if two are equally near, the first
        default=(0.0, 0.0),
    )
    return straight_at(layout, seat, near)


def straight_at(layout: Layout, seat: int, mark: Point) -> Flick:
    """Return a flick that just reaches a point and, if possible, leaves the own tower standing."""
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
    """Return the proposed flick for a distance, interpolated between the two nearest ones in the data."""
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
    """Return the risk that more than one die of a tower falls, between 0 and 1 (ZOCH-2, BLACKROCK-2)."""
    model = next((one for one in known().risks if one.dice == dice), None)
    if model is None:
        return 0.0
    parts = features(flick.speed, flick.height, flick.side, flick.elevation, TREMORS[tremor])
    units = [math.tanh(_weighted(weights, parts)) for weights in model.inner]
    return 1 / (1 + math.exp(-_weighted(model.outer, units)))


def _weighted(weights: tuple[float, ...], parts: list[float]) -> float:
    return math.fsum(map(operator.mul, weights, parts)) + weights[-1]


def features(speed: float, height: float, side: float, elevation: float, tremor: float) -> list[float]:
    """Return the features of a flick for the risk model, equal for left and right.

    Besides speed, height, spin and tremor these are the forward rotation of the die and its upward speed.
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
