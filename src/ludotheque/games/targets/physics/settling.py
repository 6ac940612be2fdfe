"""Settling of dice whose support was removed or raised: in place, with their faces kept (TARGETS-9)."""

from __future__ import annotations

import math
from contextlib import suppress

from ludotheque.games.targets.physics.geometry import base_place, turned, up_face, yaw_of
from ludotheque.games.targets.physics.world import World, quaternion

with suppress(ImportError):  # NumPy comes with MuJoCo, without which nothing settles
    import numpy as np

DEEP = 0.0003
STRIDE = 0.0005
FURTHEST = 0.120
GENTLE_STEPS = 2
BRAKE = 0.6
PATIENCE = 3.0


def settle_gently(world: World) -> None:
    """Lift dice that overlap something, lower those in the air, and keep every face."""
    faces = [up_face(quaternion(row[3:])) for row in world.poses]
    _come_to_lie(world)
    changed = [slot for slot, row in enumerate(world.poses) if up_face(quaternion(row[3:])) != faces[slot]]
    for slot in changed:
        _lay_flat(world, slot, faces[slot])
    if changed:
        _come_to_lie(world)


def _come_to_lie(world: World) -> None:
    _lift(world)
    _lower(world)
    world.run((), film=False)


def _lay_flat(world: World, slot: int, face: int) -> None:
    """Turn a die flat with a face on top, in its place."""
    turn = quaternion(world.poses[slot, 3:])
    yaw = yaw_of(turn) if up_face(turn) == face else math.atan2(world.poses[slot, 1], world.poses[slot, 0])
    world.poses[slot, 3:] = turned(face, yaw)
    world.speeds[slot] = 0.0


def _lift(world: World) -> None:
    """Lift dice that overlap something; a die mostly outside a pile is pushed aside instead."""
    moved = np.zeros(len(world.ids))
    while True:
        deep = {slot: aside for slot, aside in _overlapping(world).items() if moved[slot] < FURTHEST}
        if not deep:
            return
        for slot, aside in deep.items():
            if not moved[slot]:
                _lay_flat(world, slot, up_face(quaternion(world.poses[slot, 3:])))
            if aside is None:
                world.poses[slot, 2] += STRIDE
            else:
                world.poses[slot, 0] += STRIDE * math.cos(aside)
                world.poses[slot, 1] += STRIDE * math.sin(aside)
            moved[slot] += STRIDE


def _overlapping(world: World) -> dict[int, float | None]:
    """Return the dice that overlap a fixed piece or a die below them, with their direction of escape.

    The direction is an angle, or None for upwards.
    """
    found: dict[int, float | None] = {}
    for contact in world.contacts():
        if contact.depth < DEEP:
            continue
        dice = [piece.number for piece in (contact.first, contact.second) if piece.kind == "die"]
        slot = max(dice, key=lambda number: float(world.poses[number, 2]))
        other = contact.second if contact.first.kind == "die" else contact.first
        found[slot] = _aside(world, slot, other.number) if other.kind == "pile" else found.get(slot)
    return found


def _aside(world: World, slot: int, seat: int) -> float | None:
    """Return the direction out of a pile for a die whose centre is beyond its rim, else None."""
    sizes, layout = world.config.sizes, world.layout
    x, y = base_place(sizes, seat, len(layout.stands), golden=layout.golden)
    dx, dy = float(world.poses[slot, 0]) - x, float(world.poses[slot, 1]) - y
    return math.atan2(dy, dx) if math.hypot(dx, dy) > sizes.disc_radius else None


def _lower(world: World) -> None:
    """Advance the simulation with strong damping until all dice are calm, at most `PATIENCE` seconds."""
    rest = world.config.rest
    tick = GENTLE_STEPS * world.config.solver.timestep
    quiet, passed = 0.0, 0.0
    while quiet < rest.quiet and passed < PATIENCE:
        world.mj.mj_step(world.scene.sleepless, world.data, nstep=GENTLE_STEPS)
        quiet = quiet + tick if world.calm() else 0.0
        world.speeds *= BRAKE
        passed += tick
