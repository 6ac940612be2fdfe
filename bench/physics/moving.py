"""Dice in motion: the time and kind of their rest, penetration of pieces, and the time step."""

import math

import msgspec
import mujoco
import numpy as np
from bench.physics.bars import TOP, Bar, lean, motions, random_flicks, start

from ludotheque.games.targets.physics.config import DEFAULT, Config, Rest, Solver
from ludotheque.games.targets.physics.flick import LIMITS, Flick
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Layout, LooseDie, Pose, Stand, new_layout
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.physics.simulate import Job, simulate_many
from ludotheque.games.targets.physics.world import World

SLOW = msgspec.structs.replace(
    DEFAULT, solver=Solver(timestep=0.00025), rest=Rest(chunk=DEFAULT.rest.chunk * 4)
)


def settling(*, full: bool) -> list[Bar]:
    """Measure the time until dice rest, and false rests."""
    seconds, extended, unsettled = [], 0, 0
    for edition in ("zoch", "blackrock"):
        for motion in motions(start(edition), random_flicks(1000 if full else 100, 5)):
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


def tunnelling(*, full: bool) -> list[Bar]:
    """Measure dice thrown hard at discs, piles, bases and the table that go through one of them."""
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
    """Return whether a die thrown at a place ends inside a piece, or below the table without passing the
    rim.
    """
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


def gentle(*, full: bool) -> list[Bar]:
    """Even the gentlest flick that a finger may give moves the die off its tower (TARGETS-7)."""
    count, stayed = (600 if full else 60), 0
    rng = np.random.default_rng(47)
    slowest = LIMITS["speed"][0]
    bounds = np.array([LIMITS[name] for name in ("azimuth", "height", "side", "elevation")])
    for dice in (1, 3):
        towers = tuple((die, die + 1) for die in range(dice)), ((3, 4), (4, 5), (5, 6))
        rows = rng.uniform(bounds[:, 0], bounds[:, 1], size=(count // 2, 4)).tolist()
        flicks = [Flick(0, azimuth, slowest, *where) for azimuth, *where in rows]
        results = simulate_many(
            new_layout("zoch", towers), [Job(flick, k, 1.0) for k, flick in enumerate(flicks)]
        )
        stayed += sum(result.reading.nothing_left for result in results)
    return [Bar("gentlest flick", "moves the die", f"{stayed} of {count} moved nothing", stayed == 0)]


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
                askew += lean(die.pose) > math.radians(3)
    return [Bar("cocked", "0 on a bare surface", f"{askew} of {bare} dice, {count} flicks", askew == 0)]


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
