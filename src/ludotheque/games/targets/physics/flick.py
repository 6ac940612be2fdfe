"""The flick: the contact of finger and die, its tremor, and the resulting impulse (TARGETS-2)."""

import math
from typing import TYPE_CHECKING, Literal

import msgspec

from ludotheque.games.targets.physics.config import DEFAULT, Config
from ludotheque.games.targets.physics.geometry import Vector

if TYPE_CHECKING:
    import numpy as np

Steadiness = Literal["off", "steady", "natural"]
TREMORS: dict[Steadiness, float] = {"off": 0.0, "steady": 1.0, "natural": 5.0}
LIMITS: dict[str, tuple[float, float]] = {
    "azimuth": (-180.0, 180.0),
    "speed": (0.4, 2.5),
    "height": (-0.7, 0.7),
    "side": (-0.7, 0.7),
    "elevation": (-20.0, 45.0),
}
GOLDEN_SPEED = (0.4, 6.0)


class Flick(msgspec.Struct, frozen=True):
    """A flick of a seat.

    `azimuth` is in degrees counter-clockwise, as seen from above, from the line to the middle of the table;
    `speed` in m/s is the impulse divided by the mass of a die; `height` and `side` are the point of contact
    in half edges, above and to the left of the middle of the die; `elevation` is in degrees upward.
    """

    seat: int
    azimuth: float
    speed: float
    height: float = 0.0
    side: float = 0.0
    elevation: float = 0.0


class Push(msgspec.Struct, frozen=True):
    """The speed and the spin of a struck die, in table axes."""

    velocity: Vector
    spin: Vector


def limits(*, golden: bool = False) -> dict[str, tuple[float, float]]:
    """Return the limits of a flick's parameters; Golden Targets allows higher speeds (BLACKROCK-12)."""
    return {**LIMITS, "speed": GOLDEN_SPEED} if golden else dict(LIMITS)


def trembled(flick: Flick, tremor: float, rng: "np.random.Generator", config: Config = DEFAULT) -> Flick:
    """Return the flick with its tremor; an equal generator state gives an equal flick (TARGETS-10)."""
    hand = config.hand
    draws = [float(value) for value in rng.standard_normal(5)]
    reach = hand.reach
    return Flick(
        flick.seat,
        flick.azimuth + tremor * hand.azimuth * draws[0],
        max(0.0, flick.speed * (1 + tremor * hand.speed * draws[1])),
        min(reach, max(-reach, flick.height + tremor * hand.height * draws[2])),
        min(reach, max(-reach, flick.side + tremor * hand.side * draws[3])),
        flick.elevation + tremor * hand.elevation * draws[4],
    )


def shares(flick: Flick, dice: int, *, golden: bool, config: Config = DEFAULT) -> list[float]:
    """Return the shares of the impulse for the dice of a tower, from the top die downwards.

    A low finger also meets the die below, in proportion to the part of its contact patch beyond the flat of
    the top die; in Golden Targets all dice have equal shares (BLACKROCK-12).
    """
    if golden:
        return [1 / dice] * dice
    half, patch = config.sizes.die_edge / 2, config.hand.patch
    flat = half - config.sizes.die_radius
    beyond = (-flick.height * half + patch / 2 - flat) / patch
    below = min(1.0, max(0.0, beyond)) if dice > 1 else 0.0
    return [1 - below, below]


def push(flick: Flick, heading: float, share: float, height: float, config: Config = DEFAULT) -> Push:
    """Return speed and spin from an impulse on the back of a die; `heading` is the angle of azimuth 0."""
    sizes = config.sizes
    half = sizes.die_edge / 2
    direction = heading + math.radians(flick.azimuth)
    rise = math.radians(flick.elevation)
    speed = flick.speed * share
    cos, sin = math.cos(direction), math.sin(direction)
    vx, vy, vz = speed * math.cos(rise) * cos, speed * math.cos(rise) * sin, speed * math.sin(rise)
    rx, ry, rz = half * (-cos - flick.side * sin), half * (-sin + flick.side * cos), half * height
    lever = 6 / sizes.die_edge**2
    spin = (lever * (ry * vz - rz * vy), lever * (rz * vx - rx * vz), lever * (rx * vy - ry * vx))
    return Push((vx, vy, vz), spin)
