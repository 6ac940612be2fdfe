"""The bars of the simulated table, in small; `make bench-physics` measures them all."""

import math

import msgspec
import mujoco
import numpy as np
import pytest

from ludotheque.games.targets.physics.config import DEFAULT, Rest, Solver
from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.geometry import turned, vertical_row
from ludotheque.games.targets.physics.layout import Edition, Layout, LooseDie, Pose, Stand, new_layout
from ludotheque.games.targets.physics.scene import Structure, scene_for
from ludotheque.games.targets.physics.simulate import Job, simulate, simulate_many
from ludotheque.games.targets.physics.world import World, quaternion
from tests.games.targets.physics_tables import ON_DISC, SIZES, at_start, bare, disc, lying


def lean(world: World) -> float:
    return math.acos(min(1.0, max(abs(v) for v in vertical_row(quaternion(world.poses[0, 3:])))))


def test_towers_stand_and_do_not_drift() -> None:
    towers = tuple(tuple((3 * seat + k, k + 1) for k in range(3)) for seat in range(6))
    for seed in range(5):
        world = World(new_layout("zoch", towers), DEFAULT)
        assert world.place(seed)
        before = world.poses[:, :3].copy()
        mujoco.mj_step(world.scene.sleepless, world.data, nstep=500)
        assert np.abs(world.poses[:, :3] - before).max() < 0.0001


def test_flicks_come_to_rest_soon() -> None:
    rng = np.random.default_rng(2)
    jobs = [Job(Flick(0, float(rng.uniform(-20, 20)), float(rng.uniform(0.6, 2))), k) for k in range(60)]
    results = simulate_many(at_start(), jobs)
    assert all(result.settled for result in results)
    assert max(result.seconds for result in results) < 2.5
    assert np.quantile([result.seconds for result in results], 0.95) <= 1.2


def test_a_rest_that_was_none_is_found_out() -> None:
    tilt = math.radians(45) - 4e-4
    pose = Pose(0.2, 0.2, 0.010650, math.cos(tilt / 2), math.sin(tilt / 2), 0.0, 0.0)
    world = World(bare("zoch", LooseDie(0, pose)), DEFAULT)
    world.lay()
    motion = world.run((), film=False)
    assert motion.extended
    assert motion.settled
    assert lean(world) < math.radians(1)


def test_a_flick_that_never_rests_is_cut_off() -> None:
    hasty = msgspec.structs.replace(DEFAULT, rest=Rest(cap=0.1))
    assert not simulate(at_start(), Flick(0, 0.0, 1.5), 0, config=hasty).settled


def test_hard_throws_go_through_nothing() -> None:
    rng = np.random.default_rng(5)
    world = World(Layout("zoch", (Stand(discs=1), Stand()), (LooseDie(0, Pose(0, 0, 0.5)),)), DEFAULT)
    for _ in range(40):
        world.lay()
        x, y = disc(int(rng.integers(3)))
        turn = rng.standard_normal(4)
        world.poses[0] = [x + 0.03, y, 0.1, *(turn / np.linalg.norm(turn))]
        world.speeds[0] = [*rng.uniform(-1, 1, 2), -3.8, *rng.uniform(-100, 100, 3)]
        for _ in range(100):
            mujoco.mj_step(world.scene.model, world.data, nstep=8)
            x, y, z = world.poses[0, :3]
            if z < 0.004:
                assert math.hypot(x, y) > SIZES.table_radius - 0.01
                break


@pytest.mark.parametrize("edition", ["zoch", "blackrock"])
def test_a_die_stays_inside_the_rim_and_tips_outside(edition: Edition) -> None:
    x, y = disc(0)
    for k in range(4):
        angle = 0.03 + k * math.pi / 2
        for out in (-0.001, 0.001):
            r = SIZES.disc_radius + out
            die = lying(0, x + r * math.cos(angle), y + r * math.sin(angle), ON_DISC, yaw=3 * angle)
            world = World(bare(edition, die), DEFAULT)
            world.lay()
            world.run((), film=False)
            assert (lean(world) > math.radians(3)) == (out > 0)


def test_the_seams_of_a_ring_are_not_felt() -> None:
    slippery = msgspec.structs.replace(DEFAULT, solver=Solver(friction=(0.0, 0.0, 0.0), damping=0.0))
    structure = Structure("zoch", 2, golden=True, places=(0,), stands=((0, 0), (0, 0)), dice=1)
    model = scene_for(structure, slippery).model
    data = mujoco.MjData(model)
    rng = np.random.default_rng(1)
    for _ in range(40):
        mujoco.mj_resetData(model, data)
        heading, speed = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 1.5)
        u = np.array([math.cos(heading), math.sin(heading)])
        place = -0.025 * u + 0.031 * np.array([-u[1], u[0]])
        data.qpos[:] = [*place, ON_DISC, *turned(1, rng.uniform(0, 6))]
        data.qvel[:3] = [*(u * speed), 0.0]
        for _ in range(int(0.05 / speed / 0.001)):
            mujoco.mj_step(model, data)
            assert np.abs(data.qvel[:2] - u * speed).max() < 0.02


def test_no_die_stands_askew_on_a_bare_surface() -> None:
    rng = np.random.default_rng(8)
    jobs = [Job(Flick(0, float(rng.uniform(-20, 20)), float(rng.uniform(0.6, 2))), k) for k in range(60)]
    for result in simulate_many(at_start("blackrock"), jobs):
        top = result.reading.of(2)
        if top.touches.table and not (top.touches.targets or top.touches.bases or top.dice or top.off):
            row = vertical_row((top.pose.qw, top.pose.qx, top.pose.qy, top.pose.qz))
            assert max(abs(v) for v in row) > math.cos(math.radians(3))


def test_the_same_structure_shares_a_model() -> None:
    layout = at_start()
    other = simulate(at_start(), Flick(0, 0.0, 0.05), 0).layout
    assert World(layout, DEFAULT).scene is World(other, DEFAULT).scene
