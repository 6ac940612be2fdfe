"""The result of a flick as facts for the rules: place, support and top face of each die."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from ludotheque.games.targets.physics.config import Config
from ludotheque.games.targets.physics.geometry import Quaternion, disc_places, rotate, up_face
from ludotheque.games.targets.physics.layout import Layout, Pose
from ludotheque.games.targets.physics.shapes import die_vertices
from ludotheque.games.targets.physics.world import Contact


class Surfaces(msgspec.Struct, frozen=True):
    """Surfaces: the table, central discs by place, piles of discs and bases by seat."""

    table: bool = False
    targets: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()


class DieReading(msgspec.Struct, frozen=True):
    """One die at rest.

    `touches` are the surfaces that the die itself touches; `support` those that carry it, also through the
    dice it lies on (TARGETS-9); `carried_by` is the seat whose base alone carries it. `centres` are the
    central discs whose printed centre it touches (BLACKROCK-3), `dead_centre` is the target through whose
    hole it touches the table (ZOCH-3). A die that is off the table has no surfaces, and its pose is
    meaningless.
    """

    die: int
    pose: Pose
    up: int
    moved: bool = False
    struck: bool = False
    slid: bool = False
    off: bool = False
    fallen_from: int | None = None
    carried_by: int | None = None
    touches: Surfaces = Surfaces()
    dice: tuple[int, ...] = ()
    lies_on: tuple[int, ...] = ()
    support: Surfaces = Surfaces()
    centres: tuple[int, ...] = ()
    dead_centre: int | None = None


class Reading(msgspec.Struct, frozen=True):
    """All dice in play after a flick; `nothing_left` is true if no flicked tower lost a die (TARGETS-7)."""

    dice: tuple[DieReading, ...]
    nothing_left: bool = False

    def of(self, die: int) -> DieReading:
        """Return the reading of a die; raise `StopIteration` if it is not in play."""
        return next(reading for reading in self.dice if reading.die == die)


def hits(reading: DieReading) -> tuple[int, ...]:
    """Return the targets that a die hits: they alone carry it, directly or through dice (ZOCH-8)."""
    if reading.off or reading.touches.table or not only_targets(reading.support):
        return ()
    return reading.support.targets


def only_targets(support: Surfaces) -> bool:
    """Return whether only central discs carry a die."""
    return bool(support.targets) and not (support.table or support.piles or support.bases)


class Facts(msgspec.Struct, frozen=True):
    """Surfaces and neighbours of each die, by slot, collected from the contacts."""

    touches: tuple[Surfaces, ...]
    dice: tuple[tuple[int, ...], ...]
    below: tuple[tuple[int, ...], ...]
    support: tuple[Surfaces, ...]
    holes: tuple[int | None, ...]


def gather(contacts: Iterable[Contact], count: int, layout: Layout, config: Config) -> Facts:
    """Collect the contacts by die, and follow the support through the dice below."""
    surfaces: list[set[tuple[str, int]]] = [set() for _ in range(count)]
    touching: list[set[int]] = [set() for _ in range(count)]
    below: list[set[int]] = [set() for _ in range(count)]
    holes: list[int | None] = [None] * count
    for contact in contacts:
        one, two = contact.first, contact.second
        if one.kind == "die" and two.kind == "die":
            touching[one.number].add(two.number)
            touching[two.number].add(one.number)
            if contact.normal[2] > config.rest.support_slope:
                below[two.number].add(one.number)
            elif contact.normal[2] < -config.rest.support_slope:
                below[one.number].add(two.number)
            continue
        die, other = (one, two) if one.kind == "die" else (two, one)
        surfaces[die.number].add((other.kind, other.number))
        if other.kind == "table" and layout.edition == "zoch":
            hole = hole_at(contact.point[0], contact.point[1], layout, config)
            holes[die.number] = hole if hole is not None else holes[die.number]
    return Facts(
        tuple(_surfaces(found) for found in surfaces),
        tuple(tuple(sorted(found)) for found in touching),
        tuple(tuple(sorted(found)) for found in below),
        tuple(_surfaces(_through(slot, surfaces, below)) for slot in range(count)),
        tuple(holes),
    )


def _through(
    slot: int, surfaces: Sequence[set[tuple[str, int]]], below: Sequence[set[int]]
) -> set[tuple[str, int]]:
    """Return all surfaces that carry a die, directly or through the dice it lies on (TARGETS-9)."""
    seen, open_, found = {slot}, [slot], set(surfaces[slot])
    while open_:
        for under in sorted(below[open_.pop()] - seen):
            seen.add(under)
            open_.append(under)
            found |= surfaces[under]
    return found


def _surfaces(found: set[tuple[str, int]]) -> Surfaces:
    def of(kind: str) -> tuple[int, ...]:
        return tuple(sorted(index for name, index in found if name == kind))

    return Surfaces(("table", 0) in found, of("target"), of("pile"), of("base"))


def hole_at(x: float, y: float, layout: Layout, config: Config) -> int | None:
    """Return the place of the target whose hole contains a point; None if none does (ZOCH-3)."""
    places = disc_places(config.sizes, golden=layout.golden)
    for place in layout.places:
        if math.dist((x, y), places[place]) < config.sizes.hole_radius:
            return place
    return None


def carried_by(support: Surfaces) -> int | None:
    """Return the seat whose base alone carries a die; None if something else does."""
    if support.table or support.targets or support.piles or len(support.bases) != 1:
        return None
    return support.bases[0]


def centres_touched(pose: Pose, touches: Surfaces, layout: Layout, config: Config) -> tuple[int, ...]:
    """Return the places of the discs whose printed centre a die touches, even partly (BLACKROCK-3)."""
    if layout.edition != "blackrock" or layout.golden:
        return ()
    places = disc_places(config.sizes, golden=False)
    foot = footprint(pose, config.sizes.disc_height, config)
    return tuple(
        place for place in touches.targets if distance_to(foot, places[place]) <= config.sizes.printed_radius
    )


def footprint(pose: Pose, level: float, config: Config) -> list[tuple[float, float]]:
    """Return the corners of the part of a die that touches a horizontal level, in order around it."""
    turn: Quaternion = (pose.qw, pose.qx, pose.qy, pose.qz)
    points = [rotate(turn, vertex) for vertex in die_vertices(config.sizes)]
    low = [(pose.x + x, pose.y + y) for x, y, z in points if pose.z + z < level + config.rest.contact_gap]
    return hull(low)


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the convex hull of points, counter-clockwise."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def half(ordered: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for point in ordered:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(points) + half(reversed(points))


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance_to(polygon: Sequence[tuple[float, float]], point: tuple[float, float]) -> float:
    """Return the distance of a point from a convex polygon; 0 inside, infinite for an empty one."""
    if not polygon:
        return math.inf
    if len(polygon) == 1:
        return math.dist(polygon[0], point)
    sides = list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))
    if len(polygon) > 2 and all(_cross(a, b, point) >= 0 for a, b in sides):
        return 0.0
    return min(_to_segment(a, b, point) for a, b in sides)


def _to_segment(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.dist((a[0] + t * dx, a[1] + t * dy), p)


def value_of(pose: Pose) -> int:
    """Return the top face of a die."""
    return up_face((pose.qw, pose.qx, pose.qy, pose.qz))
