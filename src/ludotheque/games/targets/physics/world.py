"""A simulated table: places dice, builds towers, applies impulses, and advances until all dice rest."""

from __future__ import annotations

import itertools
import math
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Self

from ludotheque.games.targets.physics.config import Config
from ludotheque.games.targets.physics.flick import Push
from ludotheque.games.targets.physics.geometry import (
    Quaternion,
    base_foot,
    base_place,
    conjugate,
    rotate,
    seat_angle,
    turned,
)
from ludotheque.games.targets.physics.impacts import EVERY, Impact, Recorder
from ludotheque.games.targets.physics.layout import Layout, Pose
from ludotheque.games.targets.physics.scene import Piece, Scene, park_place, scene_for, structure_of

with suppress(ImportError):  # NumPy comes with MuJoCo, without which nothing moves
    import numpy as np

if TYPE_CHECKING:
    import mujoco
    from numpy.typing import NDArray

STACKING = 0  # random stream for stacking towers; the tremor has another
NUDGE = 1e-9  # a negligible speed: MuJoCo wakes a body only if its speed was written


class Contact(NamedTuple):
    """Two touching pieces; the normal points from the first to the second."""

    first: Piece
    second: Piece
    normal: tuple[float, float, float]
    point: tuple[float, float, float]
    depth: float


class Motion(NamedTuple):
    """The course of a simulation between the impulse and rest."""

    seconds: float
    steps: int
    settled: bool
    extended: bool
    off: frozenset[int]
    moved: NDArray[np.int32]
    tilt: NDArray[np.float64]
    frames: list[tuple[int, NDArray[np.float64]]]
    impacts: tuple[Impact, ...]


class World:
    """The dice of one layout in a MuJoCo model; a die has a slot in the model, `ids` has its number."""

    def __init__(self, layout: Layout, config: Config) -> None:
        import mujoco

        self.mj = mujoco
        self.layout = layout
        self.config = config
        self.scene: Scene = scene_for(structure_of(layout), config)
        self.data: mujoco.MjData = self._take_data()
        in_towers = [member.die for stand in layout.stands for member in stand.tower]
        self.ids: tuple[int, ...] = tuple(sorted([loose.die for loose in layout.dice] + in_towers))
        self.slots: dict[int, int] = {die: slot for slot, die in enumerate(self.ids)}
        self.poses: NDArray[np.float64] = self.data.qpos.reshape(-1, 7)
        self.speeds: NDArray[np.float64] = self.data.qvel.reshape(-1, 6)
        self.awake: NDArray[np.int32] = self.data.tree_awake
        lever = config.rest.lever
        self.weights: NDArray[np.float64] = np.array([[1.0] * 3 + [lever * lever] * 3])

    def _take_data(self) -> mujoco.MjData:
        try:
            return self.scene.spare.pop()
        except IndexError:
            return self.mj.MjData(self.scene.model)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Return the data to the pool of the scene; `lay` resets it before reuse."""
        self.scene.spare.append(self.data)

    def place(self, seed: int) -> bool:
        """Place all dice and stack the new ones; return False if a tower would not stand."""
        self.lay()
        waiting = [
            seat for seat, stand in enumerate(self.layout.stands) if any(m.pose is None for m in stand.tower)
        ]
        stacking = self.config.stacking
        if not waiting:
            self._doze(stacking.seconds)
            return True
        rng = np.random.default_rng((seed, STACKING))
        for _ in range(stacking.retries + 1):
            for seat in waiting:
                self._stack(seat, rng)
            self._doze(stacking.seconds)
            waiting = [seat for seat in waiting if self._unsteady(seat)]
            if not waiting:
                return True
        return False

    def lay(self) -> None:
        """Reset the simulation and place the dice with known poses."""
        self.mj.mj_resetData(self.scene.model, self.data)
        for loose in self.layout.dice:
            self.poses[self.slots[loose.die]] = pose_row(loose.pose)
        for stand in self.layout.stands:
            for member in stand.tower:
                if member.pose is not None:
                    self.poses[self.slots[member.die]] = pose_row(member.pose)

    def _stack(self, seat: int, rng: np.random.Generator) -> None:
        """Stack the dice of a tower that have no pose yet, with the unevenness of a hand."""
        sizes, stacking = self.config.sizes, self.config.stacking
        stand = self.layout.stands[seat]
        x, y = base_place(sizes, seat, len(self.layout.stands), golden=self.layout.golden)
        z = base_foot(sizes, stand.discs, len(stand.under)) + sizes.base_height - sizes.die_edge / 2
        strangers = [
            loose.pose.z
            for loose in self.layout.dice
            if loose.pose.z > z and math.dist((x, y), (loose.pose.x, loose.pose.y)) < sizes.base_radius
        ]
        for member in stand.tower:
            slot = self.slots[member.die]
            if member.pose is not None:
                x, y, z = member.pose.x, member.pose.y, member.pose.z
                continue
            dx, dy, twist = (float(value) for value in rng.standard_normal(3))
            z = max([z, *strangers]) + sizes.die_edge
            yaw = seat_angle(seat, len(self.layout.stands)) + stacking.yaw * twist
            place = (x + stacking.offset * dx, y + stacking.offset * dy, z)
            self.poses[slot] = (*place, *turned(member.up, yaw))
            self.speeds[slot] = 0.0

    def _doze(self, seconds: float) -> None:
        """Advance until all dice sleep, at most this many seconds of simulated time."""
        chunk = self.config.rest.chunk
        until = self.data.time + seconds
        while self.data.time < until:
            self.mj.mj_step(self.scene.model, self.data, nstep=chunk)
            if self.data.ntree_awake == 0:
                return

    def _unsteady(self, seat: int) -> bool:
        """Return whether a die of the tower is still moving, or is lower than it was placed."""
        tower = self.layout.stands[seat].tower
        slots = [self.slots[member.die] for member in tower]
        heights = [float(self.poses[slot, 2]) for slot in slots]
        gaps = [above - below for below, above in itertools.pairwise(heights)]
        lowest = min(gaps, default=self.config.sizes.die_edge)
        return lowest < self.config.sizes.die_edge * 0.75 or any(self.awake[slot] for slot in slots)

    def keep(self) -> mujoco.MjData:
        """Return a copy of the state, for `put_back`."""
        kept = self.mj.MjData(self.scene.model)
        self.mj.mj_copyData(kept, self.scene.model, self.data)
        return kept

    def put_back(self, kept: mujoco.MjData) -> None:
        """Restore a copy of the state."""
        self.mj.mj_copyData(self.data, self.scene.model, kept)

    def strike(self, die: int, push: Push) -> None:
        """Add the speed and spin of an impulse to a die."""
        slot = self.slots[die]
        back = conjugate(quaternion(self.poses[slot, 3:]))
        self.speeds[slot, :3] += push.velocity
        self.speeds[slot, 3:] += rotate(back, push.spin)

    def run(self, struck: tuple[int, ...], *, film: bool, verify: bool = True) -> Motion:
        """Advance until all dice rest, then watch them a while longer with sleep off (TARGETS-3).

        With `film`, frames and impacts are recorded; without `verify`, dice at rest are not watched. The time
        is limited by `rest.cap` seconds.
        """
        rest, data, model = self.config.rest, self.data, self.scene.model
        step, chunk = self.mj.mj_step, rest.chunk
        tick = chunk * self.config.solver.timestep
        every = max(1, round(0.016 / tick))
        begin = float(data.time)
        slots = [self.slots[die] for die in struck]
        axes = [_up_column(self.poses[slot, 3:]) for slot in slots]
        upright = np.ones(len(slots))
        frames: list[tuple[int, NDArray[np.float64]]] = [(0, self.poses.copy())] if film else []
        recorder = self._recorder() if film else None
        off: set[int] = set()
        first, moved = self.poses.copy(), np.zeros_like(self.awake)
        heights = self.poses[:, 2]
        quiet, count, watched, extended, settled = 0.0, 0, 0.0, False, False
        floor = -rest.off_depth
        while not settled and count * tick < rest.cap:
            if recorder and not quiet:
                for _ in range(chunk // EVERY):
                    step(model, data, nstep=EVERY)
                    recorder.listen(data)
            else:
                step(model, data, nstep=chunk)
            count += 1
            np.bitwise_or(moved, self.awake, out=moved)
            for k, slot in enumerate(slots):
                upright[k] = min(upright[k], _axis_height(self.poses[slot, 3:], axes[k]))
            if film and count % every == 0:
                frames.append((count // every, self.poses.copy()))
            if heights.min() < floor:
                if recorder:
                    recorder.fall(heights < floor, float(data.time))
                self._park(heights < floor, off)
            calm = self.calm()
            quiet = quiet + tick if calm else 0.0
            if watched and not calm:
                model, watched, extended = self.scene.model, 0.0, True
            elif watched:
                watched += tick
                settled = watched > rest.verify
            elif quiet >= rest.quiet and not verify:
                settled = True
            elif quiet >= rest.quiet:
                moved |= (self.poses != first).any(axis=1)
                self.wake(moved)
                model, watched = self.scene.watchful, tick
        self._park(self._astray(), off)
        if film:
            frames.append((-(-count // every), self.poses.copy()))
        seconds = float(data.time) - begin - watched
        tilt = np.arccos(np.clip(upright, -1.0, 1.0))
        impacts = recorder.impacts(begin, self.ids) if recorder else ()
        return Motion(seconds, count * chunk, settled, extended, frozenset(off), moved, tilt, frames, impacts)

    def _recorder(self) -> Recorder:
        return Recorder(self.scene.pieces, self.speeds, self.config.solver.timestep)

    def calm(self) -> bool:
        """Return whether every die is slower than the threshold of rest."""
        limit = self.config.rest.speed**2
        squares = self.speeds * self.speeds * self.weights
        whole = float(squares.sum())
        if whole < limit:
            return True
        if whole > 2 * len(squares) * limit:
            return False
        return bool(squares.reshape(-1, 3).sum(axis=1).max() < limit)

    def _astray(self) -> NDArray[np.bool_]:
        """Return a mask of the dice beyond the table, or far above it after overlapping dice flew apart."""
        sizes = self.config.sizes
        away = np.hypot(self.poses[:, 0], self.poses[:, 1]) > sizes.table_radius + sizes.die_edge
        return away | ~(self.poses[:, 2] < sizes.table_radius)

    def _park(self, left: NDArray[np.bool_], off: set[int]) -> None:
        """Move dice that left the table to their parking places, and add them to `off` (TARGETS-5)."""
        for slot in np.flatnonzero(left):
            if int(slot) not in off:
                off.add(int(slot))
                self.poses[slot] = (*park_place(int(slot), self.config.sizes), 1.0, 0.0, 0.0, 0.0)
                self.speeds[slot] = 0.0

    def wake(self, moved: NDArray[np.int32]) -> None:
        """Wake sleeping dice that moved, to check that they are really at rest."""
        self.speeds[(moved != 0) & (self.awake == 0), 2] = NUDGE

    def contacts(self) -> list[Contact]:
        """Return all pairs of touching pieces, sleeping dice included."""
        self.mj.mj_forward(self.scene.sleepless, self.data)
        found = self.data.contact
        pieces = self.scene.pieces
        return [
            Contact(
                pieces[found.geom1[k]],
                pieces[found.geom2[k]],
                _triple(found.frame[k][:3]),
                _triple(found.pos[k]),
                -float(found.dist[k]),
            )
            for k in range(self.data.ncon)
            if found.dist[k] < 0
        ]

    def pose(self, die: int) -> Pose:
        """Return the pose of a die, rounded to a tenth of a micrometre."""
        row = self.poses[self.slots[die]]
        sign = -1.0 if row[3] < 0 else 1.0
        place = [round(float(v), 7) for v in row[:3]]
        turn = [round(sign * float(v), 7) for v in row[3:]]
        return Pose(*place, *turn)


def pose_row(pose: Pose) -> tuple[float, ...]:
    """Return a pose as a row of MuJoCo's positions."""
    return pose.x, pose.y, pose.z, pose.qw, pose.qx, pose.qy, pose.qz


def quaternion(values: NDArray[np.float64]) -> Quaternion:
    """Return a row of four numbers as a quaternion."""
    w, x, y, z = (float(v) for v in values)
    return w, x, y, z


def _triple(values: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def _up_column(q: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the vertical in the axes of a die."""
    return rotate(conjugate(quaternion(q)), (0.0, 0.0, 1.0))


def _axis_height(q: NDArray[np.float64], axis: tuple[float, float, float]) -> float:
    """Return the cosine between the vertical and the axis of a die that was vertical at first."""
    w, x, y, z = q.tolist()
    return float(
        2 * (x * z - w * y) * axis[0] + 2 * (y * z + w * x) * axis[1] + (1 - 2 * (x * x + y * y)) * axis[2]
    )
