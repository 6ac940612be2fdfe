"""Dice that stand or lie: towers, rims, the seams of a ring, ground that is pushed under them."""

import math

import msgspec
import mujoco
import numpy as np
from bench.physics.bars import Bar, lean, start

from ludotheque.games.targets.physics.config import DEFAULT, Config, Sizes, Solver
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
from ludotheque.games.targets.physics.scene import Structure, scene_for
from ludotheque.games.targets.physics.simulate import read, settle
from ludotheque.games.targets.physics.world import World


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
    return lean(world.pose(0)) > math.radians(3)


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
