"""Practice of strokes for the bots of Targets: the contact that brings the die onto a disc most often.

`python -m train.targets.drills [--generations 8]` searches, for towers of one to three dice and for discs
near and far in both editions, by cross-entropy: flicks are drawn around a mean, each is made a few times with
the unrest of the expert's hand and of a steady table, and the mean moves to the best of them. All flicks of a
generation have the same luck. Prints what was found for each case, with its hits over fresh luck, and with
`--write` writes the best into `drills.json` of the bots.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np
from bench.on_workers import add_arguments, workers_of
from numpy.typing import NDArray

from ludotheque.games.targets.bots.flick_ranges import STROKES
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import LIMITS, Flick
from ludotheque.games.targets.physics.geometry import base_place, disc_places, seat_angle
from ludotheque.games.targets.physics.layout import Layout, new_layout
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.physics.simulate import Job, simulate_many

DATA: Final = Path(__file__).parents[2] / "src/ludotheque/games/targets/bots/data/drills.json"
BEST: Final = 2
"""Drills that are kept for each case."""
WORSE: Final = 0.05
"""The largest loss of the second one."""
HIT: Final = 0.45
CENTRE: Final = 1.0
"""The approximate value of a die in a centre, where one on a disc has 1."""
BOUNDS: Final = tuple(LIMITS.values())
WIDE: Final = np.array([2.5, 0.08, 0.25, 0.2, 6.0])
"""The standard deviations of the first flicks: azimuth, speed, height, side, elevation."""
LEAST: Final = np.array([0.5, 0.015, 0.05, 0.05, 1.5])


class Case(NamedTuple):
    """A case to practise: the tower, the disc, and the first stroke."""

    edition: Literal["zoch", "blackrock"]
    seat: int
    dice: int
    place: int
    stroke: int
    seed: int


class Practised(NamedTuple):
    """The flick found, and its rates of hits and centres, at first and now."""

    case: Case
    flick: tuple[float, ...]
    before: tuple[float, float]
    after: tuple[float, float]


@dataclass(frozen=True)
class Practice:
    """The settings of practice: flicks of a generation, tries of each, generations; the tremor."""

    flicks: int
    times: int
    generations: int
    proofs: int
    tremor: float

    def __call__(self, case: Case) -> Practised:
        """Practise one case."""
        layout = table_of(case)
        rng = np.random.default_rng(case.seed)
        mean, spread = first_flick(case), WIDE.copy()
        start = mean
        elite = max(2, self.flicks // 4)
        for _ in range(self.generations):
            drawn = [clipped(mean + spread * rng.standard_normal(5)) for _ in range(self.flicks - 1)]
            drawn.append(mean)
            seeds = [int(seed) for seed in rng.integers(1 << 31, size=self.times)]
            worth = [
                float(
                    np.mean(
                        [HIT * hit + CENTRE * centre for hit, centre in self.made(layout, case, one, seeds)]
                    )
                )
                for one in drawn
            ]
            best = np.array([drawn[number] for number in np.argsort(worth)[::-1][:elite]])
            mean = 0.3 * mean + 0.7 * best.mean(axis=0)
            spread = np.maximum(LEAST, 0.4 * spread + 0.6 * best.std(axis=0))
        fresh = list(range(self.proofs))
        before, after = (np.mean(self.made(layout, case, one, fresh), axis=0) for one in (start, mean))
        return Practised(
            case,
            tuple(round(float(value), 3) for value in mean),
            (float(before[0]), float(before[1])),
            (float(after[0]), float(after[1])),
        )

    def made(
        self, layout: Layout, case: Case, flick: NDArray[np.float64], seeds: Sequence[int]
    ) -> list[tuple[bool, bool]]:
        """Make a flick with each seed; return whether the die lies on a disc, and whether in a centre."""
        jobs = [Job(Flick(case.seat, *(float(v) for v in flick)), seed, self.tremor) for seed in seeds]
        results = simulate_many(layout, jobs, verify=False)
        top = layout.stands[case.seat].tower[-1].die
        found = []
        for result in results:
            alone = sum(die.fallen_from == case.seat for die in result.reading.dice) == 1
            die = result.reading.of(top)
            found.append(scored(die) if alone and not (die.off or die.slid) else (False, False))
        return found


def scored(die: DieReading) -> tuple[bool, bool]:
    """Return whether a die that is no foul lies on a disc, and whether it is in a centre."""
    centre = die.dead_centre is not None or bool(die.centres)
    return bool(hits(die)) and not centre, centre


def table_of(case: Case) -> Layout:
    """Return a table of two seats; the other tower is full."""
    towers = tuple(
        tuple((3 * seat + die, die + 1) for die in range(case.dice if seat == case.seat else 3))
        for seat in (0, 1)
    )
    return new_layout(case.edition, towers)


def first_flick(case: Case) -> NDArray[np.float64]:
    """Return the stroke at its mark, by its own line."""
    stroke = STROKES[case.stroke]
    carry = stroke.carries[case.dice - 1]
    distance, direction = way_to(case)
    azimuth, speed = direction - carry.drift, (distance - carry.start) / carry.gain
    return clipped(np.array([azimuth, speed, stroke.height, stroke.side, stroke.elevation]))


def clipped(flick: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a flick within the limits of a finger."""
    return np.array([min(high, max(low, value)) for value, (low, high) in zip(flick, BOUNDS, strict=True)])


def way_to(case: Case) -> tuple[float, float]:
    """Return the distance of the disc, and its direction as an azimuth in degrees."""
    base = base_place(DEFAULT.sizes, case.seat, 2, golden=False)
    mark = disc_places(DEFAULT.sizes, golden=False)[case.place]
    turn = math.degrees(math.atan2(mark[1] - base[1], mark[0] - base[0]) - seat_angle(case.seat, 2) - math.pi)
    return math.dist(base, mark), (turn + 180) % 360 - 180


def drills(found: list[Practised]) -> list[dict[str, float | str]]:
    """Return the best of each case, as `flick_ranges.Drill` reads them."""
    kept: list[dict[str, float | str]] = []
    for key in dict.fromkeys(one.case[:4] for one in found):
        ranked = sorted((one for one in found if one.case[:4] == key), key=lambda one: -worth_of(one.after))
        for one in ranked[:BEST]:
            if worth_of(one.after) < worth_of(ranked[0].after) - WORSE:
                continue
            case = one.case
            distance, direction = way_to(case)
            azimuth, speed, height, side, elevation = one.flick
            kept.append(
                {
                    "edition": case.edition,
                    "dice": case.dice,
                    "distance": round(distance, 4),
                    "speed": speed,
                    "gain": STROKES[case.stroke].carries[case.dice - 1].gain,
                    "drift": round(direction - azimuth, 2),
                    "height": height,
                    "elevation": elevation,
                    "side": side,
                    "near": round(one.after[0] + 2 * one.after[1], 3),
                }
            )
    return kept


def worth_of(rates: tuple[float, float]) -> float:
    """Return the value of hits and centres."""
    return HIT * rates[0] + CENTRE * rates[1]


def main() -> None:
    """Practise all cases, and print them, the best of each first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flicks", type=int, default=24, help="of a generation")
    parser.add_argument("--times", type=int, default=8, help="each of them")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--proofs", type=int, default=200, help="flicks with fresh luck")
    parser.add_argument("--tremor", type=float, default=math.sqrt(2), help="of hand and table together")
    parser.add_argument("--strokes", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--dice", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--editions", nargs="*", default=["zoch", "blackrock"])
    parser.add_argument(
        "--places", nargs="*", default=["1-0", "0-1", "0-0", "1-1"], help="SEAT-PLACE, near and far"
    )
    parser.add_argument("--write", action="store_true", help="write the drills into the package")
    add_arguments(parser)
    asked = parser.parse_args()
    cases = [
        Case(edition, int(place[0]), dice, int(place[2]), stroke, 1000 * dice + stroke)
        for edition in asked.editions
        for dice in asked.dice
        for place in asked.places
        for stroke in asked.strokes
    ]
    practice = Practice(asked.flicks, asked.times, asked.generations, asked.proofs, asked.tremor)
    began, found = time.perf_counter(), []
    with workers_of(asked) as workers:
        for one in workers.map(practice, cases):
            found.append(one)
            case = one.case
            print(
                f"{case.edition} seat {case.seat} disc {case.place} from {case.dice}: stroke {case.stroke}"
                f" hits {one.before[0]:.0%} centres {one.before[1]:.0%};"
                f" {one.flick} hits {one.after[0]:.0%} centres {one.after[1]:.0%}"
                f" worth {worth_of(one.after):.3f}",
                flush=True,
            )
    print(f"{len(drills(found))} drills, {time.perf_counter() - began:.0f} s")
    if asked.write:
        DATA.write_text("[\n " + ",\n ".join(json.dumps(one) for one in drills(found)) + "\n]\n")


if __name__ == "__main__":
    main()
