"""Range and drift of each stroke of the bots: the table of `games/targets/bots/flick_ranges.py`.

`python -m train.targets.flick_ranges [flicks]` flicks a die from towers of one, two and three dice over a
bare table, with the hand of the expert, and prints for each stroke and height the fitted line of the way over
the speed, the drift in degrees to the left, how far dice stray from both, and how often such a flick is a
foul.
"""

import argparse
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ludotheque.games.targets.bots.aiming import HANDS
from ludotheque.games.targets.bots.flick_ranges import STROKES, Carry, Stroke
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS, Flick
from ludotheque.games.targets.physics.geometry import base_place
from ludotheque.games.targets.physics.layout import new_layout
from ludotheque.games.targets.physics.simulate import Job, simulate_many

SLOWEST, FASTEST = 0.8, 2.0
ON_DISC = 0.043
"""The distance from the middle of a disc within which a die lies on it."""


class Found(NamedTuple):
    """The result of a stroke: its line, the spread of dice along and across, and the rate of fouls."""

    carry: Carry
    along: float
    across: float
    fouls: float


def flicked(stroke: Stroke, height: int, count: int, tremor: float) -> Found:
    """Flick dice from a tower of a height, with all speeds, and fit the line."""
    tower = tuple((die, die + 1) for die in range(height))
    layout = new_layout("blackrock", (tower, ()), places=())
    speeds = np.linspace(SLOWEST, FASTEST, count)
    flicks = [Flick(0, 0.0, float(v), stroke.height, stroke.side, stroke.elevation) for v in speeds]
    jobs = [Job(flick, seed, tremor) for seed, flick in enumerate(flicks)]
    results = simulate_many(layout, jobs, verify=False)
    dice = [result.reading.of(height - 1) for result in results]
    alone = [sum(die.fallen_from == 0 for die in result.reading.dice) == 1 for result in results]
    good = np.array([one and not (die.off or die.slid) for one, die in zip(alone, dice, strict=True)])
    x, y = base_place(DEFAULT.sizes, 0, 2, golden=False)
    ahead = np.array([die.pose.y - y for die in dice])
    aside = np.array([x - die.pose.x for die in dice])
    way = np.hypot(ahead, aside)
    gain, start = (float(v) for v in np.polyfit(speeds[good], way[good], 1))
    drift = float(np.median(np.degrees(np.arctan2(aside[good], ahead[good]))))
    along = way - start - gain * speeds
    across = np.hypot(ahead, aside) * np.radians(np.degrees(np.arctan2(aside, ahead)) - drift)
    near = good & (np.hypot(along, across) < ON_DISC)
    return Found(
        Carry(round(start, 3), round(gain, 3), round(drift, 1), round(float(near.mean()), 2)),
        float(along[good].std()),
        float(across[good].std()),
        1 - float(good.mean()),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every stroke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("flicks", type=int, nargs="?", default=240, help="for each stroke and height")
    count = parser.parse_args(arguments).flicks
    tremor = math.hypot(HANDS["expert"].tremor, TREMORS["steady"])
    for stroke in STROKES:
        print(f"height {stroke.height}, elevation {stroke.elevation}, side {stroke.side}")
        for height in (1, 2, 3):
            found = flicked(stroke, height, count, tremor)
            print(
                f"  {height}: {found.carry}; strays {found.along * 1e3:.0f} and {found.across * 1e3:.0f} mm;"
                f" fouls {found.fouls:.0%}",
                flush=True,
            )


if __name__ == "__main__":
    main()
