"""Dice whose ground was taken away or raised lie down again, on the spot and with their face (TARGETS-9)."""

from __future__ import annotations

import math

import numpy as np

from ludotheque.games.targets.physics.geometry import turned, up_face, yaw_of
from ludotheque.games.targets.physics.world import World, quaternion

DEEP = 0.0003
LIFT = 0.0005
HIGHEST = 0.120
GENTLE_STEPS = 2
BRAKE = 0.6
PATIENCE = 3.0


def settle_gently(world: World) -> None:
    """Lift the dice that overlap something, lower those that hang, and keep every face."""
    faces = [up_face(quaternion(row[3:])) for row in world.poses]
    for _ in range(3):
        _lift(world)
        _lower(world)
        world.run((), film=False)
        changed = [k for k, row in enumerate(world.poses) if up_face(quaternion(row[3:])) != faces[k]]
        if not changed:
            return
        for slot in changed:
            _lay_flat(world, slot, faces[slot])


def _lay_flat(world: World, slot: int, face: int) -> None:
    """Turn a die flat with a face on top, where it is."""
    turn = quaternion(world.poses[slot, 3:])
    yaw = yaw_of(turn) if up_face(turn) == face else math.atan2(world.poses[slot, 1], world.poses[slot, 0])
    world.poses[slot, 3:] = turned(face, yaw)
    world.speeds[slot] = 0.0


def _lift(world: World) -> None:
    """Raise overlapping dice, the lower ones first, until none sits deep in another piece."""
    lifted = np.zeros(len(world.ids))
    while True:
        deep = _overlapping(world) - set(np.flatnonzero(lifted >= HIGHEST).tolist())
        if not deep:
            return
        for slot in deep:
            if not lifted[slot]:
                _lay_flat(world, slot, up_face(quaternion(world.poses[slot, 3:])))
            world.poses[slot, 2] += LIFT
            lifted[slot] += LIFT


def _overlapping(world: World) -> set[int]:
    """The dice that sit deep in a fixed piece, or in a die below them."""
    found: set[int] = set()
    for contact in world.contacts():
        if contact.depth < DEEP:
            continue
        slots = [piece.number for piece in (contact.first, contact.second) if piece.kind == "die"]
        found.add(max(slots, key=lambda slot: float(world.poses[slot, 2])))
    return found


def _lower(world: World) -> None:
    """Let time pass with a brake on every die, until all are calm."""
    rest = world.config.rest
    tick = GENTLE_STEPS * world.config.solver.timestep
    quiet, passed = 0.0, 0.0
    while quiet < rest.quiet and passed < PATIENCE:
        world.mj.mj_step(world.scene.sleepless, world.data, nstep=GENTLE_STEPS)
        quiet = quiet + tick if world.calm() else 0.0
        world.speeds *= BRAKE
        passed += tick
