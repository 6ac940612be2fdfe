"""Positions of discs and bases, and rotations of dice; plain arithmetic, no simulation."""

import math

from ludotheque.games.targets.physics.config import Sizes

Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]

# The face on each body axis: 1-2-3 run counter-clockwise around their corner, opposite faces add up to 7.
FACE_AXES: dict[int, Vector] = {
    1: (0.0, 0.0, 1.0),
    6: (0.0, 0.0, -1.0),
    2: (1.0, 0.0, 0.0),
    5: (-1.0, 0.0, 0.0),
    3: (0.0, 1.0, 0.0),
    4: (0.0, -1.0, 0.0),
}
HALF = math.sqrt(0.5)
# For each face a rotation that brings it to the top.
FACE_TURNS: dict[int, Quaternion] = {
    1: (1.0, 0.0, 0.0, 0.0),
    6: (0.0, 1.0, 0.0, 0.0),
    2: (HALF, 0.0, -HALF, 0.0),
    5: (HALF, 0.0, HALF, 0.0),
    3: (HALF, HALF, 0.0, 0.0),
    4: (HALF, -HALF, 0.0, 0.0),
}


def seat_angle(seat: int, seats: int) -> float:
    """Return the angle of a seat in radians: evenly spaced, clockwise, seat 0 nearest (TARGETS-1)."""
    return -math.pi / 2 - 2 * math.pi * seat / seats


def disc_places(sizes: Sizes, *, golden: bool) -> tuple[tuple[float, float], ...]:
    """Return the centres of the three central discs, or of the single one of Golden Targets."""
    if golden:
        return ((0.0, 0.0),)
    angles = (math.pi / 2, math.pi / 2 + 2 * math.pi / 3, math.pi / 2 + 4 * math.pi / 3)
    return tuple((sizes.ring_circle * math.cos(a), sizes.ring_circle * math.sin(a)) for a in angles)


def base_place(sizes: Sizes, seat: int, seats: int, *, golden: bool) -> tuple[float, float]:
    """Return the place of a base, 200 mm from the nearest disc, from rim to rim (TARGETS-1)."""
    angle = seat_angle(seat, seats)
    ux, uy = math.cos(angle), math.sin(angle)
    apart = sizes.base_radius + sizes.base_distance + sizes.disc_radius
    reach = 0.0
    for x, y in disc_places(sizes, golden=golden):
        along, across = x * ux + y * uy, x * uy - y * ux
        reach = max(reach, along + math.sqrt(apart * apart - across * across))
    return reach * ux, reach * uy


def base_foot(sizes: Sizes, discs: int, dice_under: int) -> float:
    """Return the height of a base's foot in metres, raised by the discs and dice under it."""
    layers = (dice_under + 2) // 3
    return discs * sizes.disc_height + layers * sizes.die_edge


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation `b` followed by the rotation `a`."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def turned(face: int, yaw: float) -> Quaternion:
    """Return the rotation of a die that lies flat with a face on top, turned by `yaw` about the vertical."""
    return multiply((math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2)), FACE_TURNS[face])


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return a vector after a rotation."""
    w, x, y, z = q
    vx, vy, vz = v
    tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return (
        vx + w * tx + y * tz - z * ty,
        vy + w * ty + z * tx - x * tz,
        vz + w * tz + x * ty - y * tx,
    )


def vertical_row(q: Quaternion) -> Vector:
    """Return the vertical component of each body axis of a die."""
    w, x, y, z = q
    return 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)


def up_face(q: Quaternion) -> int:
    """Return the face that points most upward, the value of a die (TARGETS-9)."""
    x, y, z = vertical_row(q)
    if abs(z) >= abs(x) and abs(z) >= abs(y):
        return 1 if z > 0 else 6
    if abs(x) >= abs(y):
        return 2 if x > 0 else 5
    return 3 if y > 0 else 4


def yaw_of(q: Quaternion) -> float:
    """Return the rotation about the vertical of a die, as if laid flat on its bottom face."""
    back = multiply(q, conjugate(FACE_TURNS[up_face(q)]))
    return 2 * math.atan2(back[3], back[0])


def conjugate(q: Quaternion) -> Quaternion:
    """Return the inverse rotation."""
    return q[0], -q[1], -q[2], -q[3]


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """Return the angle between two rotations, in radians."""
    dot = abs(sum(p * q for p, q in zip(a, b, strict=True)))
    return 2 * math.acos(min(1.0, dot))
