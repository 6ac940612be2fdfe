"""Find the flicks that are proposed to people, and fit the risk that a flick brings the own tower down.

`python -m bench.targets_aims --jobs 2` searches, for towers of one to three dice and marks at three
distances, by cross-entropy over all five parts of a flick: each is made from several towers, stacked
differently, of both editions, with the tremor of a steady table; a die that stays on the mark counts one, a
tower that falls takes three away. Then it makes random flicks from towers of two and three dice, fresh ones
and such as an earlier flick has left, and fits a logistic model of the fall for each tremor; a quarter of the
flicks is left out and tells how well the model foretells them. `--write` writes both into
`games/targets/data/aims.json`.
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

from ludotheque.games.targets.aiming import features
from ludotheque.games.targets.hands import azimuth_to
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import LIMITS, TREMORS, Flick
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Edition, Layout, Stand, new_layout
from ludotheque.games.targets.physics.reading import DieReading, hits, only_targets
from ludotheque.games.targets.physics.simulate import Job, build, simulate_many
from ludotheque.games.targets.strokes import STROKES, drills

DATA: Final = Path(__file__).parent.parent / "src/ludotheque/games/targets/data/aims.json"
NEAR, FAR, ACROSS = 0.265, 0.365, 0.584
"""Distances from a base: the nearest disc, the others, and about that of a base opposite."""
FALL: Final = 3.0
"""What a fallen tower takes away, a die on the mark counting one."""
STACKS: Final = 6
BOUNDS: Final = tuple(LIMITS.values())
WIDE: Final = np.array([1.5, 0.06, 0.15, 0.12, 4.0])
LEAST: Final = np.array([0.4, 0.012, 0.03, 0.03, 1.0])
SPEEDS: Final = (0.4, 2.5)
TOWERS: Final = (2, 3)


class Case(NamedTuple):
    """What is searched for: from a tower of so many dice to a mark so far away."""

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
    """Where the search begins: the strokes of the bots, and the best drills where there are some."""
    found = []
    for stroke in STROKES:
        carry = stroke.carries[case.dice - 1]
        speed = min(2.5, (case.distance - carry.start) / carry.gain)
        found.append(np.array([-carry.drift, speed, stroke.height, stroke.side, stroke.elevation]))
    known = [one for one in drills() if one.dice == case.dice and abs(one.distance - case.distance) < 0.02]
    found += [
        np.array([-one.drift, one.speed, one.height, one.side, one.elevation])
        for one in sorted(known, key=lambda one: -one.near)[:2]
    ]
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
    """Whether a die lies on a disc, in its hole, or on one under a base, and is not lost."""
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
    """Random flicks to be made from towers of so many dice with a tremor."""

    dice: int
    tremor: float
    seed: int
    flicks: int


def sampled(sample: Sample) -> list[tuple[list[float], bool]]:
    """Random flicks from a tower: speed, height, side and elevation of each, and whether the tower fell."""
    rng = np.random.default_rng((sample.dice, sample.seed, round(sample.tremor)))
    layout = tower_of(sample.dice, sample.seed)
    drawn = [
        Flick(
            0,
            float(rng.uniform(-12, 12)),
            *(float(rng.uniform(*LIMITS[part])) for part in ("speed", "height", "side", "elevation")),
        )
        for _ in range(sample.flicks)
    ]
    jobs = [Job(flick, int(rng.integers(1 << 31)), sample.tremor) for flick in drawn]
    return [
        (
            [job.flick.speed, job.flick.height, job.flick.side, job.flick.elevation],
            sum(die.fallen_from == 0 for die in result.reading.dice) > 1,
        )
        for job, result in zip(jobs, simulate_many(layout, jobs, verify=False), strict=True)
    ]


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


def fitted(rows: list[tuple[list[float], bool]]) -> tuple[list[float], float, float, str]:
    """Coefficients; the log-loss of what was left out, beside that of the mean, and the calibration."""
    parts = np.array([features(*row) for row, _ in rows])
    fell = np.array([float(fell) for _, fell in rows])
    proof = np.arange(len(rows)) % 4 == 0
    weights = logistic(parts[~proof], fell[~proof])
    told = 1 / (1 + np.exp(-parts[proof] @ weights))
    mean = float(fell[~proof].mean())

    def loss(chance: NDArray[np.float64] | float) -> float:
        sure = np.clip(chance, 1e-4, 1 - 1e-4)
        return float(-np.mean(fell[proof] * np.log(sure) + (1 - fell[proof]) * np.log(1 - sure)))

    edges = [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.01]
    bins = []
    for low, high in pairwise(edges):
        inside = (told >= low) & (told < high)
        if inside.any():
            bins.append(f"{told[inside].mean():.0%}: {fell[proof][inside].mean():.0%} of {inside.sum()}")
    return [round(float(one), 4) for one in weights], loss(told), loss(mean), ", ".join(bins)


def logistic(
    parts: NDArray[np.float64], fell: NDArray[np.float64], ridge: float = 0.3
) -> NDArray[np.float64]:
    """Newton's method with a little ridge."""
    weights = np.zeros(parts.shape[1])
    keep = ridge * np.eye(parts.shape[1])
    keep[0, 0] = 0.0
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(parts @ weights, -30, 30)))
        slope = parts.T @ (fell - chance) - keep @ weights
        curve = (parts * (chance * (1 - chance))[:, None]).T @ parts + keep
        step = np.linalg.solve(curve, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flicks", type=int, default=20, help="of a generation")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--samples", type=int, default=6000, help="random flicks of each tower and tremor")
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
                for name, tremor in TREMORS.items():
                    parts = [Sample(dice, tremor, seed, 100) for seed in range(asked.samples // 100)]
                    rows = [row for part in workers.map(sampled, parts) for row in part]
                    weights, loss, plain, bins = fitted(rows)
                    print(
                        f"{dice} dice, tremor {name}: log-loss {loss:.3f}, of the mean {plain:.3f};"
                        f" told: fell {bins}",
                        flush=True,
                    )
                    data["risks"].append({"dice": dice, "tremor": name, "weights": weights})
    print(f"{time.perf_counter() - begun:.0f} s")
    if asked.write:
        aims = ",\n  ".join(json.dumps(row) for row in data["aims"])
        risks = ",\n  ".join(json.dumps(row) for row in data["risks"])
        DATA.write_text(f'{{\n "aims": [\n  {aims}\n ],\n "risks": [\n  {risks}\n ]\n}}\n')


if __name__ == "__main__":
    main()
