"""Common parts of all bars: a line of the report, a table at the start of a round, flicks of all kinds."""

import math
from typing import NamedTuple

import numpy as np

from ludotheque.games.targets.physics.config import DEFAULT, Config
from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.layout import Edition, Layout, Pose, new_layout
from ludotheque.games.targets.physics.simulate import build, strike
from ludotheque.games.targets.physics.world import Motion, World

TOP = 2
RANDOM_LOW = (-20.0, 0.6, -0.5, -0.3, -5.0)
RANDOM_HIGH = (20.0, 2.0, 0.7, 0.3, 25.0)


class Bar(NamedTuple):
    """One line of the report: the bar, the measurement, whether it holds (None: too few samples)."""

    name: str
    asked: str
    measured: str
    met: bool | None


def start(edition: Edition = "zoch", seats: int = 2, config: Config = DEFAULT, seed: int = 1) -> Layout:
    """A table at the start of a round."""
    towers = tuple(tuple((3 * seat + k, (seat + 2 * k) % 6 + 1) for k in range(3)) for seat in range(seats))
    return build(new_layout(edition, towers), seed, config=config)


def random_flicks(count: int, seed: int, fastest: float = 2.0) -> list[Flick]:
    """Return random flicks over the range of players."""
    rng = np.random.default_rng(seed)
    rows = rng.uniform(RANDOM_LOW, (RANDOM_HIGH[0], fastest, *RANDOM_HIGH[2:]), size=(count, 5))
    return [Flick(0, *(float(v) for v in row)) for row in rows]


def motions(layout: Layout, flicks: list[Flick]) -> list[Motion]:
    """Return the motions of many flicks."""
    found = []
    with World(layout, DEFAULT) as world:
        world.place(0)
        ready = world.keep()
        for flick in flicks:
            world.put_back(ready)
            found.append(world.run(tuple(strike(world, flick)), film=False))
    return found


def lean(pose: Pose) -> float:
    """Return the angle of a die to its flat position."""
    w, x, y, z = pose.qw, pose.qx, pose.qy, pose.qz
    row = (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return math.acos(min(1.0, max(abs(v) for v in row)))
