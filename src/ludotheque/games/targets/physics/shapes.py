"""The convex shapes of the pieces, as plain lists of vertices."""

import math

from ludotheque.games.targets.physics.config import Sizes

Vertex = tuple[float, float, float]


def die_vertices(sizes: Sizes) -> list[Vertex]:
    """Return a cube with rounded edges: seven points per corner, three of them at 45 degrees.

    With a flat chamfer a die could stand on its edge; the points between prevent that.
    """
    inner, r = sizes.die_edge / 2 - sizes.die_radius, sizes.die_radius
    a, b = 1 / math.sqrt(2), 1 / math.sqrt(3)
    rays = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (a, a, 0), (a, 0, a), (0, a, a), (b, b, b)]
    return [
        (sx * (inner + r * x), sy * (inner + r * y), sz * (inner + r * z))
        for sx in (-1, 1)
        for sy in (-1, 1)
        for sz in (-1, 1)
        for x, y, z in rays
    ]


def prism_vertices(radius: float, height: float, sides: int) -> list[Vertex]:
    """Return an upright prism with its foot at height 0."""
    points = [
        (radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides))
        for k in range(sides)
    ]
    return [(x, y, z) for z in (0.0, height) for x, y in points]


def wedge_vertices(sizes: Sizes) -> list[Vertex]:
    """Return one wedge of the ring of a target with a hole, around the x axis.

    At the seams a skirt extends below the neighbour, so that no upright wall meets a die that slides across:
    plain wedges disturb it by up to 0.09 m/s, those with a skirt by less than 0.01.
    """
    half = math.pi / sizes.wedges
    wide = half + sizes.wedge_skirt
    outer, inner, top = sizes.disc_radius, sizes.hole_radius, sizes.disc_height
    rim = [(outer, t) for t in (-half, -half / 3, half / 3, half)]
    hole = [(inner, t) for t in (-half, half)]
    skirt = [(outer * math.cos(half / 3), t) for t in (-wide, wide)]
    skirt += [(inner * math.cos(half) / math.cos(wide), t) for t in (-wide, wide)]
    polar = [(r, t, z) for z in (0.0, top) for r, t in rim + hole]
    polar += [(r, t, z) for z in (0.0, top - sizes.wedge_drop) for r, t in skirt]
    return [(r * math.cos(t), r * math.sin(t), z) for r, t, z in polar]
