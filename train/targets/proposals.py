"""Find the flicks that are proposed to people, and fit the risk that a flick brings the own tower down.

`python -m train.targets.proposals --jobs 2` searches, for towers of one to three dice and marks at three
distances, by cross-entropy over all five parts of a flick: each is made from several towers, stacked
differently, of both editions, with the tremor of a steady table; a die that stays on the mark counts one, a
tower that falls takes three away. Then it makes random flicks from towers of two and three dice, fresh ones
and such as an earlier flick has left, and fits a small network to whether the tower fell; a quarter of the
towers is left out and tells how well the network predicts them. `--write` writes both into
`games/targets/bots/data/aims.json`.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from bench.on_workers import add_arguments, workers_of
from numpy.typing import NDArray

from ludotheque.games.targets.bots.aiming import azimuth_to
from ludotheque.games.targets.bots.flick_ranges import STROKES, drills
from ludotheque.games.targets.bots.proposals import features, known
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import LIMITS, TREMORS, Flick
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Edition, Layout, Stand, new_layout
from ludotheque.games.targets.physics.reading import DieReading, hits, only_targets
from ludotheque.games.targets.physics.simulate import Job, build, simulate_many

DATA: Final = Path(__file__).parents[2] / "src/ludotheque/games/targets/bots/data/aims.json"
NEAR, FAR, ACROSS = 0.265, 0.365, 0.584
"""Distances from a base: the nearest disc, the others, and about that of a base opposite."""
FALL: Final = 3.0
"""What a fallen tower takes away, a die on the mark counting one."""
STACKS: Final = 6
BOUNDS: Final = tuple(LIMITS.values())
WIDE: Final = np.array([1.5, 0.06, 0.15, 0.12, 4.0])
LEAST: Final = np.array([0.4, 0.012, 0.03, 0.03, 1.0])
LEVEL: Final = 12.0
"""Fingers up to this elevation are drawn more often."""
PART: Final = 100
UNITS: Final = 18
STEPS: Final = 30000
BATCH: Final = 512
DECAY: Final = 3e-5
EDGES: Final = (0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1.01)
TOWERS: Final = (2, 3)


class Case(NamedTuple):
    """A case of the search: the number of dice in the tower, the distance of the mark and the effort."""

    dice: int
    distance: float
    flicks: int
    times: int
    generations: int


class Found(NamedTuple):
    """The flick relative to the mark, and how often, over fresh luck, it stays there and the tower stands."""

    case: Case
    flick: tuple[float, ...]
    on: float
    stands: float


def practise(case: Case) -> Found:
    """Search a flick for a case."""
    rng = np.random.default_rng((case.dice, round(case.distance * 1000)))
    tables = [table_of(case, stack) for stack in range(STACKS)]
    best: tuple[float, NDArray[np.float64]] | None = None
    for mean in starts(case):
        spread, centre = WIDE.copy(), mean
        for _ in range(case.generations):
            drawn = [clipped(centre + spread * rng.standard_normal(5)) for _ in range(case.flicks - 1)]
            drawn.append(centre)
            seeds = [int(seed) for seed in rng.integers(1 << 31, size=case.times)]
            worth = made(case, tables, drawn, seeds)
            value = worth[:, 0] - FALL * (1 - worth[:, 1])
            kept = [drawn[number] for number in np.argsort(value)[::-1][: max(2, case.flicks // 4)]]
            centre = 0.3 * centre + 0.7 * np.mean(kept, axis=0)
            spread = np.maximum(LEAST, 0.4 * spread + 0.6 * np.std(kept, axis=0))
        proof = made(case, tables, [centre], list(range(20)))[0]
        score = float(proof[0] - FALL * (1 - proof[1]))
        if best is None or score > best[0]:
            best = score, np.asarray(centre)
    assert best is not None
    fresh = [table_of(case, STACKS + stack) for stack in range(STACKS)]
    on, stands = made(case, fresh, [best[1]], list(range(1000, 1020)))[0]
    return Found(case, tuple(round(float(part), 3) for part in best[1]), float(on), float(stands))


def starts(case: Case) -> list[NDArray[np.float64]]:
    """Return the starts of the search: earlier results, the strokes of the bots and the best drills."""
    found = []
    for stroke in STROKES:
        carry = stroke.carries[case.dice - 1]
        speed = min(2.5, (case.distance - carry.start) / carry.gain)
        found.append(np.array([-carry.drift, speed, stroke.height, stroke.side, stroke.elevation]))
    drilled = [one for one in drills() if one.dice == case.dice and abs(one.distance - case.distance) < 0.02]
    found += [
        np.array([-one.drift, one.speed, one.height, one.side, one.elevation])
        for one in sorted(drilled, key=lambda one: -one.near)[:2]
    ]
    before = [one for one in known().aims if (one.dice, one.distance) == (case.dice, case.distance)]
    found += [np.array([one.turn, one.speed, one.height, one.side, one.elevation]) for one in before]
    return found[-3:]


def table_of(case: Case, stack: int) -> Layout:
    """A tower and a mark at the distance, stacked in its own way; editions take turns."""
    edition: Edition = "zoch" if stack % 2 else "blackrock"
    own = tuple((die, (die + stack) % 6 + 1) for die in range(case.dice))
    layout = new_layout(edition, (own, ()))
    if case.distance == ACROSS:
        stands = (layout.stands[0], Stand((), (), 2))
        layout = Layout(edition, stands, (), ())
    return build(layout, stack)


def mark_of(case: Case, layout: Layout) -> tuple[float, float]:
    """The middle of the disc that is nearest to the distance."""
    sizes = DEFAULT.sizes
    if not layout.places:
        return base_place(sizes, 1, 2, golden=False)
    base = base_place(sizes, 0, 2, golden=False)
    places = disc_places(sizes, golden=False)
    return min(places, key=lambda place: abs(math.dist(base, place) - case.distance))


def made(
    case: Case, tables: list[Layout], flicks: list[NDArray[np.float64]], seeds: Sequence[int]
) -> NDArray[np.float64]:
    """Each flick with each luck from each tower: how often the die stays, and how often the tower."""
    found = np.zeros((len(flicks), 2))
    for layout in tables:
        straight = azimuth_to(layout, 0, mark_of(case, layout))
        jobs = [
            Job(Flick(0, straight + one[0], *(float(part) for part in one[1:])), seed, 1.0)
            for one in flicks
            for seed in seeds
        ]
        for number, result in enumerate(simulate_many(layout, jobs, verify=False)):
            dice = result.reading.dice
            found[number // len(seeds)] += (
                stays(result.reading.of(case.dice - 1)),
                sum(die.fallen_from == 0 for die in dice) <= 1,
            )
    return found / (len(tables) * len(seeds))


def stays(die: DieReading) -> bool:
    """Return True if a die lies on a disc, in its hole or on one under a base, and is not lost."""
    if die.off or die.slid:
        return False
    return bool(hits(die) or die.dead_centre is not None) or (
        bool(die.support.piles) and not die.support.table and not only_targets(die.support)
    )


def clipped(flick: NDArray[np.float64]) -> NDArray[np.float64]:
    """The flick within what a finger can do."""
    low, high = np.array(BOUNDS).T
    return np.clip(flick, low, high)


class Sample(NamedTuple):
    """Random flicks to be made from a tower of so many dice, stacked by a seed, with a tremor."""

    dice: int
    tremor: float
    seed: int
    flicks: int


Row = tuple[list[float], bool]
"""The features of a flick, and whether the tower fell."""


def sampled(sample: Sample) -> list[Row]:
    """Random flicks from a tower; every other one with the finger rather level, as most flicks are."""
    rng = np.random.default_rng((sample.dice, sample.seed, round(sample.tremor), 7))
    layout = tower_of(sample.dice, sample.seed)
    jobs = []
    for number in range(sample.flicks):
        speed, height, side = (float(rng.uniform(*LIMITS[part])) for part in ("speed", "height", "side"))
        low, high = LIMITS["elevation"]
        elevation = float(rng.uniform(low, high if number % 2 else LEVEL))
        flick = Flick(0, float(rng.uniform(-12, 12)), speed, height, side, elevation)
        jobs.append(Job(flick, int(rng.integers(1 << 31)), sample.tremor))
    return [
        (
            features_of(job),
            sum(die.fallen_from == 0 for die in result.reading.dice) > 1,
        )
        for job, result in zip(jobs, simulate_many(layout, jobs, verify=False), strict=True)
    ]


def features_of(job: Job) -> list[float]:
    """Return the features of a flick."""
    flick = job.flick
    return features(flick.speed, flick.height, flick.side, flick.elevation, job.tremor)


def tower_of(dice: int, seed: int) -> Layout:
    """A fresh tower; every other one of two dice is what a gentle flick has left of three."""
    own = tuple((die, (die + seed) % 6 + 1) for die in range(3 if dice == 2 and seed % 2 else dice))
    layout = build(new_layout("blackrock", (own, ()), places=()), seed)
    if len(own) == dice:
        return layout
    for luck in range(20):
        job = Job(Flick(0, 0.0, 1.2, -0.05, 0.35, -10.0), 100 * seed + luck, 1.0)
        [result] = simulate_many(layout, [job])
        if len(result.layout.stands[0].tower) == dice:
            return Layout("blackrock", result.layout.stands, (), ())
    raise RuntimeError("no flick left a tower of two")


Weights = list[NDArray[np.float64]]


def fitted(rows: list[Row], proof: NDArray[np.bool_]) -> tuple[Weights, str]:
    """A network fitted to the rows that are not for the proof, and its quality on those that are."""
    parts = np.array([features for features, _ in rows])
    fell = np.array([float(fallen) for _, fallen in rows])
    weights = trained(parts[~proof], fell[~proof])
    told, came = predicted(weights, parts[proof]), fell[proof]

    def loss(chance: NDArray[np.float64] | float) -> float:
        sure = np.clip(chance, 1e-4, 1 - 1e-4)
        return float(-np.mean(came * np.log(sure) + (1 - came) * np.log(1 - sure)))

    bins = []
    for low, high in pairwise(EDGES):
        inside = (told >= low) & (told < high)
        if inside.any():
            bins.append(f"{told[inside].mean():.0%}: {came[inside].mean():.0%} of {inside.sum()}")
    return weights, (
        f"log-loss {loss(told):.3f}, of the mean {loss(float(fell[~proof].mean())):.3f};"
        f" told: fell {', '.join(bins)}"
    )


def predicted(weights: Weights, parts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances that a network tells."""
    inner, bias, outer, last = weights
    found: NDArray[np.float64] = 1 / (1 + np.exp(-(np.tanh(parts @ inner + bias) @ outer + last)))
    return found


def trained(parts: NDArray[np.float64], fell: NDArray[np.float64]) -> Weights:
    """Adam on the log-loss, with a little decay."""
    rng = np.random.default_rng(0)
    width = parts.shape[1]
    weights: Weights = [
        rng.normal(0, width**-0.5, (width, UNITS)),
        np.zeros(UNITS),
        rng.normal(0, 0.3, UNITS),
        np.array([-2.0]),
    ]
    first = [np.zeros_like(one) for one in weights]
    second = [np.zeros_like(one) for one in weights]
    for step in range(1, STEPS + 1):
        drawn = rng.integers(len(parts), size=BATCH)
        given = parts[drawn]
        units = np.tanh(given @ weights[0] + weights[1])
        error = (1 / (1 + np.exp(-(units @ weights[2] + weights[3]))) - fell[drawn]) / BATCH
        back = np.outer(error, weights[2]) * (1 - units * units)
        slopes = [given.T @ back, back.sum(0), units.T @ error, np.array([error.sum()])]
        rate = 0.01 * (1 - step / STEPS) + 1e-4
        for number, slope in enumerate(slopes):
            slope = slope + (DECAY * weights[number] if number in (0, 2) else 0.0)
            first[number] = 0.9 * first[number] + 0.1 * slope
            second[number] = 0.999 * second[number] + 0.001 * slope * slope
            down = first[number] / (1 - 0.9**step)
            weights[number] = weights[number] - rate * down / (
                np.sqrt(second[number] / (1 - 0.999**step)) + 1e-8
            )
    return weights


def as_data(dice: int, weights: Weights) -> dict[str, object]:
    """A network as it is written."""
    inner, bias, outer, last = (np.round(one, 4).tolist() for one in weights)
    units = [[*column, own] for column, own in zip(zip(*inner, strict=True), bias, strict=True)]
    return {"dice": dice, "inner": units, "outer": [*outer, *last]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flicks", type=int, default=20, help="of a generation")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--samples", type=int, default=8000, help="random flicks of each height and tremor")
    parser.add_argument("--only", choices=("aims", "risk"), help="leave the other as it is")
    parser.add_argument("--write", action="store_true")
    add_arguments(parser)
    asked = parser.parse_args(arguments)
    begun = time.perf_counter()
    data = json.loads(DATA.read_text()) if DATA.exists() else {}
    with workers_of(asked) as workers:
        if asked.only != "risk":
            cases = [
                Case(dice, distance, asked.flicks, asked.times, asked.generations)
                for dice in (3, 2, 1)
                for distance in (NEAR, FAR, ACROSS)
            ]
            data["aims"] = []
            for found in workers.map(practise, cases):
                case, flick = found.case, found.flick
                print(
                    f"{case.dice} dice, {case.distance} m: {flick},"
                    f" stays {found.on:.0%}, tower {found.stands:.0%}",
                    flush=True,
                )
                data["aims"].append(
                    {
                        "dice": case.dice,
                        "distance": case.distance,
                        "turn": flick[0],
                        "speed": flick[1],
                        "height": flick[2],
                        "side": flick[3],
                        "elevation": flick[4],
                        "near": round(found.on, 2),
                    }
                )
        if asked.only != "aims":
            data["risks"] = []
            for dice in TOWERS:
                works = [
                    Sample(dice, tremor, seed, PART)
                    for seed in range(asked.samples // PART)
                    for tremor in TREMORS.values()
                ]
                rows = [row for part in workers.map(sampled, works) for row in part]
                # A quarter of the towers is left out, with all that is flicked from them.
                proof = np.arange(len(rows)) // (PART * len(TREMORS)) % 4 == 0
                weights, told = fitted(rows, proof)
                print(f"{dice} dice: {told}", flush=True)
                data["risks"].append(as_data(dice, weights))
    print(f"{time.perf_counter() - begun:.0f} s")
    if asked.write:
        aims = ",\n  ".join(json.dumps(row) for row in data["aims"])
        risks = ",\n  ".join(json.dumps(row) for row in data["risks"])
        DATA.write_text(f'{{\n "aims": [\n  {aims}\n ],\n "risks": [\n  {risks}\n ]\n}}\n')


if __name__ == "__main__":
    main()
