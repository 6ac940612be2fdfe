"""Measures the simulated table of Targets against its bars: `python bench/physics.py [--full] [bar ...]`."""

import hashlib
import math
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import msgspec
import mujoco
import numpy as np

from ludotheque.games.targets.physics.config import DEFAULT, Config, Rest, Sizes, Solver
from ludotheque.games.targets.physics.flick import TREMORS, Flick
from ludotheque.games.targets.physics.frames import decode, pack
from ludotheque.games.targets.physics.geometry import base_place, disc_places, turned
from ludotheque.games.targets.physics.layout import (
    Edition,
    Layout,
    LooseDie,
    Pose,
    Stand,
    new_layout,
    set_discs,
)
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.physics.scene import Structure, scene_for
from ludotheque.games.targets.physics.simulate import (
    FlickResult,
    Job,
    build,
    read,
    settle,
    simulate,
    simulate_many,
    strike,
)
from ludotheque.games.targets.physics.world import Motion, World

SLOW = msgspec.structs.replace(
    DEFAULT, solver=Solver(timestep=0.00025), rest=Rest(chunk=DEFAULT.rest.chunk * 4)
)
TOP = 2
RANDOM_LOW = (-20.0, 0.6, -0.5, -0.3, -5.0)
RANDOM_HIGH = (20.0, 2.0, 0.7, 0.3, 25.0)


class Bar(NamedTuple):
    """One line of the table: what was asked, what was measured, whether it holds (None: too few to tell)."""

    name: str
    asked: str
    measured: str
    met: bool | None


def start(edition: Edition = "zoch", seats: int = 2, config: Config = DEFAULT, seed: int = 1) -> Layout:
    """A table at the start of a round."""
    towers = tuple(tuple((3 * seat + k, (seat + 2 * k) % 6 + 1) for k in range(3)) for seat in range(seats))
    return build(new_layout(edition, towers), seed, config=config)


def random_flicks(count: int, seed: int, fastest: float = 2.0) -> list[Flick]:
    """Flicks all over what a player would try."""
    rng = np.random.default_rng(seed)
    rows = rng.uniform(RANDOM_LOW, (RANDOM_HIGH[0], fastest, *RANDOM_HIGH[2:]), size=(count, 5))
    return [Flick(0, *(float(v) for v in row)) for row in rows]


def towers(*, full: bool) -> list[Bar]:
    """Every tower sleeps after building, and stays where it is without sleep."""
    count, awake, built = (60 if full else 10), 0, 0
    for seats in range(2, 7):
        towers = tuple(tuple((3 * s + k, k + 1) for k in range(3)) for s in range(seats))
        layout = new_layout("zoch", towers)
        for seed in range(count):
            world = World(layout, DEFAULT)
            awake += not world.place(seed)
            built += seats
    drift = 0.0
    for seed in range(10 if full else 2):
        world = World(new_layout("zoch", (((0, 1), (1, 2), (2, 3)), ((3, 4), (4, 5), (5, 6)))), DEFAULT)
        world.place(seed)
        before = world.poses[:, :3].copy()
        mujoco.mj_step(world.scene.sleepless, world.data, nstep=10_000)
        drift = max(drift, float(np.linalg.norm(world.poses[:, :3] - before, axis=1).max()))
    return [
        Bar("tower asleep", "all, <= 5 retries", f"{built - awake} of {built}", awake == 0),
        Bar("tower drift", "< 0.1 mm in 10 s", f"{drift * 1000:.3f} mm", drift < 0.0001),
    ]


def settling(*, full: bool) -> list[Bar]:
    """How long dice take to come to rest, and how often the rest was not one."""
    seconds, extended, unsettled = [], 0, 0
    for edition in ("zoch", "blackrock"):
        for motion in _motions(start(edition), random_flicks(1000 if full else 100, 5)):
            seconds.append(motion.seconds)
            extended += motion.extended
            unsettled += not motion.settled
    p95, last = float(np.quantile(seconds, 0.95)), max(seconds)
    share = extended / len(seconds)
    return [
        Bar("settle p95", "<= 1.2 s", f"{p95:.2f} s", p95 <= 1.2),
        Bar("settle all", "< 2.5 s", f"{last:.2f} s ({unsettled} not at all)", last < 2.5 and not unsettled),
        Bar("settle verified", "<= 1 % reopened", f"{share:.2%} of {len(seconds)}", share <= 0.01),
    ]


def _motions(layout: Layout, flicks: list[Flick]) -> list[Motion]:
    """The motions behind many flicks."""
    found = []
    with World(layout, DEFAULT) as world:
        world.place(0)
        ready = world.keep()
        for flick in flicks:
            world.put_back(ready)
            found.append(world.run(tuple(strike(world, flick)), film=False))
    return found


def tunnelling(*, full: bool) -> list[Bar]:
    """Dice thrown hard at discs, piles, bases and the table go through none of them."""
    count, through = (1000 if full else 100), 0
    rng = np.random.default_rng(3)
    for edition in ("zoch", "blackrock"):
        empty = Layout(edition, (Stand(discs=1), Stand(discs=2, under=(9,))), (LooseDie(0, Pose(0, 0, 0.5)),))
        world = World(empty, DEFAULT)
        marks = [*disc_places(DEFAULT.sizes, golden=False)]
        marks += [base_place(DEFAULT.sizes, seat, 2, golden=False) for seat in (0, 1)]
        for _ in range(count // 2):
            mark = marks[int(rng.integers(len(marks)))]
            through += _goes_through(world, rng, mark)
    return [Bar("tunnelling", "0 at 3-4 m/s", f"{through} of {count}", through == 0)]


def _goes_through(world: World, rng: np.random.Generator, mark: tuple[float, float]) -> bool:
    """Throw a die at a place: does it end in something, or below the table without passing the rim?"""
    mujoco.mj_resetData(world.scene.model, world.data)
    aim = np.array([*(np.array(mark) + rng.uniform(-0.05, 0.05, 2)), 0.004])
    azimuth, rise = rng.uniform(0, 2 * math.pi), rng.uniform(0.15, 1.5)
    away = np.array([math.cos(azimuth) * math.cos(rise), math.sin(azimuth) * math.cos(rise), math.sin(rise)])
    turn = rng.standard_normal(4)
    world.poses[0] = [*(aim + 0.08 * away + np.array([0, 0, 0.012])), *(turn / np.linalg.norm(turn))]
    world.speeds[0, :3] = -away * rng.uniform(3, 4)
    world.speeds[0, 3:] = rng.uniform(-150, 150, 3)
    for _ in range(200):
        mujoco.mj_step(world.scene.model, world.data, nstep=4)
        x, y, z = world.poses[0, :3]
        if z < 0:
            return bool(math.hypot(x, y) < DEFAULT.sizes.table_radius - 0.03)
        if world.data.ntree_awake == 0:
            break
    return any(contact.depth > 0.0005 for contact in world.contacts())


def time_step(*, full: bool) -> list[Bar]:
    """The rates at the time step are those at a quarter of it."""
    count = 1600 if full else 60
    rates = [_rates(config, count) for config in (DEFAULT, SLOW)]
    apart = max(abs(a - b) for a, b in zip(*rates, strict=True))
    text = ", ".join(
        f"{name} {a:.1%}/{b:.1%}" for name, a, b in zip(("hit", "dead", "slid", "off"), *rates, strict=True)
    )
    return [Bar("time step", "within 5 points", f"{text} (N={count})", apart <= 0.05 if full else None)]


def _rates(config: Config, count: int) -> tuple[float, ...]:
    flicks = [
        msgspec.structs.replace(flick, speed=flick.speed * 0.75) for flick in random_flicks(count, 11, 3.0)
    ]
    results = simulate_many(
        start(config=config), [Job(flick, k) for k, flick in enumerate(flicks)], verify=False, config=config
    )
    tops = [result.reading.of(TOP) for result in results]
    return (
        sum(bool(hits(top)) for top in tops) / count,
        sum(top.dead_centre is not None for top in tops) / count,
        sum(top.slid for top in tops) / count,
        sum(top.off for top in tops) / count,
    )


def cocked(*, full: bool) -> list[Bar]:
    """No die that touches one flat surface alone stands askew."""
    count, askew, bare = (1000 if full else 150), 0, 0
    for edition in ("zoch", "blackrock"):
        jobs = [Job(flick, k) for k, flick in enumerate(random_flicks(count // 2, 17))]
        for result in simulate_many(start(edition), jobs):
            for die in result.reading.dice:
                touched = die.touches
                places = touched.table + len(touched.targets) + len(touched.piles)
                if (
                    die.off
                    or die.dice
                    or touched.bases
                    or places != 1
                    or (touched.targets and edition == "zoch")
                ):
                    continue
                bare += 1
                askew += _lean(die.pose) > math.radians(3)
    return [Bar("cocked", "0 on a bare surface", f"{askew} of {bare} dice, {count} flicks", askew == 0)]


def _lean(pose: Pose) -> float:
    """How far a die is from lying flat."""
    w, x, y, z = pose.qw, pose.qx, pose.qy, pose.qz
    row = (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return math.acos(min(1.0, max(abs(v) for v in row)))


def determinism(*, full: bool) -> list[Bar]:
    """The same hashes in a fresh process, with reused data, and in two threads."""
    count = 100 if full else 20
    here = _digest(count)
    command = [sys.executable, __file__, "--digest", str(count)]
    fresh = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)
    ]
    with ThreadPoolExecutor(2) as pool:
        threads = list(pool.map(_digest, [count, count]))
    reused = _digest_many(count)
    same = {here, *fresh, *threads, reused}
    return [Bar("determinism", "identical hashes", f"{len(same)} hash over 6 ways x {count}", len(same) == 1)]


def _digest(count: int) -> str:
    layout = start(seats=3)
    return _hash(
        [simulate(layout, f, k, tremor=1.0, film=False) for k, f in enumerate(random_flicks(count, 23))]
    )


def _digest_many(count: int) -> str:
    jobs = [Job(flick, k, 1.0) for k, flick in enumerate(random_flicks(count, 23))]
    return _hash(simulate_many(start(seats=3), jobs))


def _hash(results: list[FlickResult]) -> str:
    return hashlib.sha256(msgspec.json.encode(results)).hexdigest()


def cost(*, full: bool) -> list[Bar]:
    """What a flick costs beside the bare steps, and what sleeping gains."""
    bars = []
    for seats, gain in ((2, 3.0), (6, 6.0)):
        layout = start(seats=seats)
        flicks = random_flicks(25 if full else 10, 29)
        motions = _motions(layout, flicks)
        whole = bare = awake = 0.0
        for k, (flick, motion) in enumerate(zip(flicks, motions, strict=True)):
            whole += _quickest(partial(simulate, layout, flick, k))
            bare += _quickest(partial(_bare, layout, flick, motion, sleep=True))
            awake += _quickest(partial(_bare, layout, flick, motion, sleep=False))
        jobs = [Job(flick, k) for k, flick in enumerate(flicks)]
        batch = _quickest(partial(simulate_many, layout, jobs))
        hasty = _quickest(partial(simulate_many, layout, jobs, verify=False))
        n = len(flicks)
        text = f"{whole / bare:.2f} x; {whole / n * 1e3:.1f} ms"
        text += f", in a batch {batch / n * 1e3:.1f}, unverified {hasty / n * 1e3:.1f}"
        bars.append(Bar(f"cost, {seats} seats", "<= 1.3 x the steps", text, whole / bare <= 1.3))
        bars.append(
            Bar(f"sleep, {seats} seats", f">= {gain:.0f} x", f"{awake / bare:.1f} x", awake / bare >= gain)
        )
    return bars


def _quickest(work: Callable[[], object]) -> float:
    """The least processor time of several goes; what returns a time tells its own."""
    best = math.inf
    for _ in range(5):
        begin = time.process_time()
        told = work()
        spent = told if isinstance(told, float) else time.process_time() - begin
        best = min(best, spent)
    return best


def _bare(layout: Layout, flick: Flick, motion: Motion, *, sleep: bool) -> float:
    """The time of the same steps, with nothing between them."""
    verify = round(DEFAULT.rest.verify / DEFAULT.solver.timestep)
    with World(layout, DEFAULT) as world:
        model = world.scene.model if sleep else world.scene.sleepless
        world.lay()
        begin = time.process_time()
        mujoco.mj_step(model, world.data, nstep=DEFAULT.rest.chunk * 2)
        spent = time.process_time() - begin
        strike(world, flick)
        begin = time.process_time()
        mujoco.mj_step(model, world.data, nstep=max(1, motion.steps - verify))
        if sleep:
            world.wake(motion.moved)
            model = world.scene.watchful
        mujoco.mj_step(model, world.data, nstep=verify)
        return spent + time.process_time() - begin


def feel(*, full: bool) -> list[Bar]:
    """A good shot rewards a quiet hand; few flicks slide."""
    bars = []
    for edition in ("zoch", "blackrock"):
        layout = start(edition)
        quiet = [_best(layout, TREMORS["steady"], seed, full=full) for seed in range(3 if full else 1)]
        medium = [_best(layout, TREMORS["natural"], seed, full=full) for seed in range(3 if full else 1)]
        bars += [
            _feel_bar(f"feel, {edition}, quiet", quiet, 0.40, 0.60, full=full),
            _feel_bar(f"feel, {edition}, medium", medium, 0.20, 0.30, full=full),
        ]
        tops = [
            result.reading.of(TOP)
            for result in simulate_many(
                layout, [Job(f, k) for k, f in enumerate(random_flicks(600 if full else 80, 31))]
            )
        ]
        slid = sum(top.slid for top in tops) / len(tops)
        bars.append(Bar(f"slid, {edition}", "<= 10 % on a full tower", f"{slid:.1%}", slid <= 0.10))
    return bars


def _feel_bar(name: str, rates: list[float], low: float, high: float, *, full: bool) -> Bar:
    mean = sum(rates) / len(rates)
    text = f"{mean:.0%} ({', '.join(f'{rate:.0%}' for rate in rates)})"
    return Bar(name, f"{low:.0%}-{high:.0%}", text, low <= mean <= high if full else None)


def _best(layout: Layout, tremor: float, seed: int, *, full: bool) -> float:
    """The hit rate of a good shot: many are tried with this hand, the best is measured afresh."""
    plan = ((200, 4), (40, 12), (8, 40)) if full else ((60, 3), (10, 10))
    flicks = random_flicks(plan[0][0], 100 + seed)
    scores = [0] * len(flicks)
    for stage, (keep, tries) in enumerate(plan):
        order = sorted(range(len(flicks)), key=lambda k: -scores[k])[:keep]
        flicks, scores = [flicks[k] for k in order], [scores[k] for k in order]
        jobs = [
            Job(flick, 10_000 * (stage + 1) + k * tries + t, tremor)
            for k, flick in enumerate(flicks)
            for t in range(tries)
        ]
        results = simulate_many(layout, jobs, verify=False)
        for at, result in enumerate(results):
            scores[at // tries] += bool(hits(result.reading.of(TOP)))
    best = flicks[max(range(len(flicks)), key=lambda k: scores[k])]
    tries = 200 if full else 60
    fresh = simulate_many(layout, [Job(best, 900_000 + k, tremor) for k in range(tries)], verify=False)
    return sum(bool(hits(result.reading.of(TOP))) for result in fresh) / tries


def payload(*, full: bool) -> list[Bar]:
    """How many bytes the key frames of a flick take."""
    layout = start(seats=4)
    sizes = [
        len(pack(decode(simulate(layout, flick, k).film or "")))
        for k, flick in enumerate(random_flicks(300 if full else 40, 37))
    ]
    median, p95, largest = (int(v) for v in np.quantile(sizes, (0.5, 0.95, 1.0)))
    text = f"median {median}, 95 % {p95}, largest {largest} bytes"
    return [Bar("payload", "<= 1 kB", text, largest <= 1024)]


def seams(*, full: bool) -> list[Bar]:
    """A frictionless die slides over the wedges of a ring as over one piece."""
    sizes = DEFAULT.sizes
    scene = scene_for(
        Structure("zoch", 2, golden=True, places=(0,), stands=((0, 0), (0, 0)), dice=1), _slippery()
    )
    data = mujoco.MjData(scene.model)
    rng = np.random.default_rng(41)
    worst = 0.0
    for _ in range(1000 if full else 100):
        worst = max(worst, _slide(scene.model, data, rng, sizes))
    return [Bar("seams", "<= 0.02 m/s", f"{worst:.4f} m/s", worst <= 0.02)]


def _slippery() -> Config:
    return msgspec.structs.replace(DEFAULT, solver=Solver(friction=(0.0, 0.0, 0.0), damping=0.0))


def _slide(model: mujoco.MjModel, data: mujoco.MjData, rng: np.random.Generator, sizes: Sizes) -> float:
    """Slide along a chord between hole and rim; the largest change of speed."""
    mujoco.mj_resetData(model, data)
    heading, aside = rng.uniform(0, 2 * math.pi), rng.uniform(0.024, 0.038) * rng.choice([-1, 1])
    speed = rng.uniform(0.1, 1.5)
    u = np.array([math.cos(heading), math.sin(heading)])
    reach = math.sqrt(0.041**2 - aside**2)
    place = -u * reach + np.array([-u[1], u[0]]) * aside
    turn = turned(1, rng.uniform(0, 2 * math.pi))
    data.qpos[:] = [*place, sizes.disc_height + sizes.die_edge / 2 - 1e-5, *turn]
    mujoco.mj_step(model, data, nstep=30)
    data.qpos[:2] = place
    data.qvel[:] = [*(u * speed), 0, 0, 0, 0]
    aim = np.array([*(u * speed), 0.0])
    worst = 0.0
    for _ in range(int(2 * reach / speed / model.opt.timestep)):
        mujoco.mj_step(model, data)
        worst = max(
            worst, float(np.abs(data.qvel[:3] - aim).max()), 0.008 * float(np.abs(data.qvel[3:]).max())
        )
    return worst


def rim(*, full: bool) -> list[Bar]:
    """A die with its centre just inside the rim of a disc stays, just outside it tips."""
    stays = tips = total = 0
    for edition in ("zoch", "blackrock"):
        for k in range(24 if full else 6):
            for inside in (True, False):
                leans = _leans_at_rim(edition, 2 * math.pi * k / 24 + 0.03, inside=inside)
                stays += inside and not leans
                tips += leans and not inside
            total += 1
    return [Bar("rim", "stays 1 mm in, tips 1 mm out", f"{stays}, {tips} of {total}", stays == tips == total)]


def _leans_at_rim(edition: Edition, angle: float, *, inside: bool) -> bool:
    sizes = DEFAULT.sizes
    x, y = disc_places(sizes, golden=False)[0]
    r = sizes.disc_radius + (-0.001 if inside else 0.001)
    z = sizes.disc_height + sizes.die_edge / 2 - 1e-5
    pose = Pose(x + r * math.cos(angle), y + r * math.sin(angle), z, *turned(3, angle * 3))
    layout = Layout(edition, (Stand(), Stand()), (LooseDie(0, pose),))
    world = World(layout, DEFAULT)
    world.lay()
    world.run((), film=False)
    return _lean(world.pose(0)) > math.radians(3)


def ground(*, full: bool) -> list[Bar]:
    """A die keeps its spot and face when discs are pushed under it."""
    layout, kept, total = start("blackrock"), 0, 40 if full else 5
    x, y = base_place(DEFAULT.sizes, 1, 2, golden=False)
    rng = np.random.default_rng(43)
    for _ in range(total):
        angle, r, face = rng.uniform(0, 2 * math.pi), rng.uniform(0.03, 0.065), int(rng.integers(1, 7))
        pose = Pose(x + r * math.cos(angle), y + r * math.sin(angle), 0.008 - 1e-5, *turned(face, angle))
        with_die = msgspec.structs.replace(layout, dice=(LooseDie(9, pose),))
        after = read(settle(set_discs(with_die, 1, int(rng.integers(1, 5))), 0)).of(9)
        kept += after.up == face and math.dist((after.pose.x, after.pose.y), (pose.x, pose.y)) < 0.012
    return [Bar("ground pushed under", "keeps spot and face", f"{kept} of {total}", kept == total)]


BARS: dict[str, Callable[..., list[Bar]]] = {
    "tower": towers,
    "settle": settling,
    "tunnelling": tunnelling,
    "step": time_step,
    "cocked": cocked,
    "determinism": determinism,
    "cost": cost,
    "feel": feel,
    "payload": payload,
    "seams": seams,
    "rim": rim,
    "ground": ground,
}


def main(arguments: list[str]) -> int:
    """Print every bar; the exit code tells whether all are met."""
    if arguments[:1] == ["--digest"]:
        print(_digest(int(arguments[1])))
        return 0
    full = "--full" in arguments
    wanted = [name for name in arguments if not name.startswith("-")] or list(BARS)
    missed = 0
    for name in wanted:
        begin = time.perf_counter()
        for bar in BARS[name](full=full):
            mark = {True: "ok ", False: "NOT", None: "-- "}[bar.met]
            print(f"{mark} {bar.name:24} {bar.asked:30} {bar.measured}", flush=True)
            missed += bar.met is False
        print(f"    {'':24} {time.perf_counter() - begin:.0f} s", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
