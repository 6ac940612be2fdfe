"""Pictures of a table or a flick, drawn with Pillow alone: stills, or short animations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from ludotheque.games.targets.physics.camera import Camera, Point, Spot, shaded
from ludotheque.games.targets.physics.config import DEFAULT, Config
from ludotheque.games.targets.physics.frames import Film, decode, pose_at
from ludotheque.games.targets.physics.geometry import (
    FACE_AXES,
    Quaternion,
    Vector,
    base_foot,
    base_place,
    disc_places,
    rotate,
    seat_angle,
    turned,
)
from ludotheque.games.targets.physics.layout import Layout, Pose
from ludotheque.games.targets.physics.reading import hull
from ludotheque.games.targets.physics.scene import under_places
from ludotheque.games.targets.physics.shapes import die_vertices

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

View = Literal["top", "perspective"]
Colour = tuple[int, int, int]

FLOOR: Colour = (58, 44, 36)
WOOD: Colour = (150, 108, 76)
EDGE: Colour = (96, 64, 43)
SHADOW: Colour = (0, 0, 0)
TARGETS: tuple[Colour, ...] = ((233, 221, 196), (226, 204, 170), (216, 214, 196))
PRINT: Colour = (32, 28, 26)
PAPER: Colour = (246, 240, 228)
BRIGHT = 400
RINGS = 24
"""Number of steps in which the table grows darker towards its edge."""
SIGN = 0.013
SIGN_BESIDE = 0.045
SEATS: tuple[Colour, ...] = (
    (213, 94, 0),
    (0, 114, 178),
    (240, 200, 60),
    (0, 158, 115),
    (204, 121, 167),
    (86, 180, 233),
)
LIGHT: Vector = (-0.45, 0.35, 0.82)
"""Direction of the light."""
SEAT_SHAPES: tuple[tuple[Spot, ...], ...] = tuple(
    tuple(
        (
            reach * math.cos(2 * math.pi * (k + shift) / corners),
            reach * math.sin(2 * math.pi * (k + shift) / corners),
        )
        for k in range(corners)
        for reach in ((1.0 if k % 2 == 0 else inner),)
    )
    for corners, shift, inner in (
        (36, 0.0, 1.0),
        (4, 0.5, 1.0),
        (3, 0.0, 1.0),
        (4, 0.0, 1.0),
        (10, 0.0, 0.42),
        (6, 0.0, 1.0),
    )
)
"""The sign of each seat, so that colour is not needed: circle, square, triangle, diamond, star, hexagon."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def render(
    layout: Layout,
    *,
    view: View = "perspective",
    size: tuple[int, int] = (960, 640),
    seat: int = 0,
    owner: Callable[[int], int] = lambda die: die // 3,
    film: Film | str | None = None,
    config: Config = DEFAULT,
) -> Image.Image:
    """Return a picture of the table, from above or from a seat; `owner` maps a die to the seat of its colour.

    With the film of a flick, the path of each die is dotted. `size` is in pixels.
    """
    from PIL import Image, ImageDraw

    fine = (size[0] * 2, size[1] * 2)
    image = Image.new("RGB", fine, FLOOR)
    camera = (
        Camera.over(fine, _reach(layout))
        if view == "top"
        else Camera.from_seat(fine, seat, len(layout.stands))
    )
    painter = _Painter(ImageDraw.Draw(image, "RGBA"), camera, layout, config)
    painter.table()
    if film is not None:
        painter.ways(decode(film) if isinstance(film, str) else film, owner)
    painter.pieces(owner)
    return image.resize(size, Image.Resampling.LANCZOS)


def render_film(
    layout: Layout,
    film: Film | str,
    path: str | Path,
    *,
    view: View = "perspective",
    size: tuple[int, int] = (640, 426),
    seat: int = 0,
    every: int = 3,
    config: Config = DEFAULT,
) -> None:
    """Write the animation of a flick as a GIF; one of `every` frames is shown."""
    shown = decode(film) if isinstance(film, str) else film
    pictures = [
        few_colours(render(moment, view=view, size=size, seat=seat, config=config))
        for moment in moments(layout, shown, every)
    ]
    pictures[0].save(
        path,
        save_all=True,
        append_images=pictures[1:],
        duration=[shown.interval * every] * (len(pictures) - 1) + [1500],
        loop=0,
    )


def few_colours(picture: Image.Image) -> Image.Image:
    """Return the picture with a fixed palette, equal in all frames of an animation, to keep files small."""
    from PIL import Image

    known = Image.new("P", (1, 1))
    known.putpalette([part for colour in palette() for part in colour])
    return picture.quantize(palette=known, dither=Image.Dither.NONE)


def palette() -> list[Colour]:
    """Return the palette of all drawn colours in light and shade, with mixtures at edges; at most 256."""
    found = [FLOOR, PRINT, PAPER, EDGE]
    found += [shaded(WOOD, 0.45 + 0.68 * step / 45) for step in range(46)]
    found += [shaded(colour, light) for colour in TARGETS for light in (0.5, 0.62, 0.7, 0.8, 0.9, 1.0)]
    for colour in SEATS:
        found += [shaded(colour, round(0.3 + 0.1 * step, 1)) for step in range(9)]
        for other in (WOOD, PAPER, TARGETS[0], PRINT):
            found += [mixed(colour, other, share) for share in (0.3, 0.5, 0.75)]
    found += [mixed(TARGETS[0], other, share) for other in (WOOD, PRINT) for share in (0.25, 0.5, 0.75)]
    return found


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of two colours; `share` is that of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def moments(layout: Layout, film: Film, every: int = 1) -> Iterator[Layout]:
    """Yield the table at each frame of a film; a die that falls off the table leaves it at its last frame."""
    frames = [*range(0, film.frames, every), film.frames]
    for frame in frames:
        now = {track.die: pose_at(track, frame) for track in film.tracks}
        stands = tuple(
            msgspec.structs.replace(
                stand,
                tower=tuple(
                    msgspec.structs.replace(member, pose=now.get(member.die, member.pose))
                    for member in stand.tower
                ),
            )
            for stand in layout.stands
        )
        dice = tuple(msgspec.structs.replace(d, pose=now.get(d.die, d.pose)) for d in layout.dice)
        yield msgspec.structs.replace(layout, stands=stands, dice=dice)


class _Painter:
    """Draws a table: the ground first, then the pieces from far to near."""

    def __init__(self, draw: ImageDraw.ImageDraw, camera: Camera, layout: Layout, config: Config) -> None:
        self.draw, self.camera, self.layout, self.config = draw, camera, layout, config
        self.sizes = config.sizes
        self.targets = disc_places(self.sizes, golden=layout.golden)
        self.bases = [
            base_place(self.sizes, seat, len(layout.stands), golden=layout.golden)
            for seat in range(len(layout.stands))
        ]

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        """Fill a flat polygon given in table coordinates."""
        spots = [self.camera.spot(point) for point in points]
        self.draw.polygon(spots, fill=(*colour, alpha))

    def cylinder(self, x: float, y: float, low: float, high: float, radius: float, colour: Colour) -> None:
        """Draw an upright cylinder."""
        rim = circle(x, y, low, radius) + circle(x, y, high, radius)
        outline = hull([self.camera.spot(point) for point in rim])
        self.draw.polygon(outline, fill=shaded(colour, 0.62))
        self.polygon(circle(x, y, high, radius), colour)

    def table(self) -> None:
        """Draw the round table, the central discs, and the signs and discs of the seats."""
        sizes = self.sizes
        self.cylinder(0, 0, -0.02, 0, sizes.table_radius, shaded(WOOD, 0.8))
        for ring in range(RINGS, 0, -1):
            radius = sizes.table_radius * 0.985 * ring / RINGS
            self.polygon(circle(0, 0, 0, radius), shaded(WOOD, 1.12 - 0.3 * ring / RINGS))
        for place in self.layout.places:
            x, y = self.targets[place]
            self.shade(circle(x + 0.003, y - 0.003, 0, sizes.disc_radius))
            self.cylinder(x, y, 0, sizes.disc_height, sizes.disc_radius, TARGETS[place])
            if self.layout.edition == "zoch":
                self.polygon(circle(x, y, sizes.disc_height, sizes.hole_radius), shaded(WOOD, 0.55))
                self.polygon(circle(x, y, 0, sizes.hole_radius), shaded(WOOD, 0.8))
            elif not self.layout.golden:
                self.polygon(circle(x, y, sizes.disc_height, sizes.printed_radius), PRINT)
        for seat, stand in enumerate(self.layout.stands):
            self.sign(seat)
            x, y = self.bases[seat]
            self.shade(
                circle(x + 0.003, y - 0.003, 0, sizes.disc_radius if stand.discs else sizes.base_radius)
            )
            for level in range(stand.discs):
                low = level * sizes.disc_height
                self.cylinder(x, y, low, low + sizes.disc_height, sizes.disc_radius, TARGETS[level % 3])

    def ways(self, film: Film, owner: Callable[[int], int]) -> None:
        """Draw the path of each die, as dots on the surface below it."""
        for track in film.tracks:
            colour = SEATS[owner(track.die) % len(SEATS)]
            for frame in range(film.frames + 1):
                pose = pose_at(track, frame)
                if math.hypot(pose.x, pose.y) < self.sizes.table_radius and pose.z > 0:
                    ground = self.ground(pose.x, pose.y)
                    self.polygon(circle(pose.x, pose.y, ground, 0.0024), shaded(colour, 0.55), 150)

    def sign(self, seat: int) -> None:
        """Draw the sign of a seat beside its base."""
        x, y = self.bases[seat]
        angle = seat_angle(seat, len(self.layout.stands))
        away = SIGN_BESIDE + self.sizes.disc_radius * bool(self.layout.stands[seat].discs) / 2
        cx, cy = x - away * math.sin(angle), y + away * math.cos(angle)
        turn = angle + math.pi
        cos, sin = math.cos(turn) * SIGN, math.sin(turn) * SIGN
        shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
        points = [(cx + a * cos - b * sin, cy + a * sin + b * cos, 0.0) for a, b in shape]
        self.polygon(points, SEATS[seat % len(SEATS)])

    def pieces(self, owner: Callable[[int], int]) -> None:
        """Draw bases and dice, far ones first."""
        things: list[tuple[float, Callable[[], None]]] = []
        for seat, stand in enumerate(self.layout.stands):
            x, y = self.bases[seat]
            foot = base_foot(self.sizes, stand.discs, len(stand.under))
            depth = self.camera.distance((x, y, foot))
            things.append((depth, partial(self.base, x, y, foot, seat)))
            for die, pose in self.under(seat):
                things.append(
                    (self.camera.distance((pose.x, pose.y, pose.z)), self.one_die(die, pose, owner))
                )
            for member in stand.tower:
                if member.pose is not None:
                    far = self.camera.distance((member.pose.x, member.pose.y, member.pose.z))
                    things.append((far, self.one_die(member.die, member.pose, owner)))
        for loose in self.layout.dice:
            far = self.camera.distance((loose.pose.x, loose.pose.y, loose.pose.z))
            things.append((far, self.one_die(loose.die, loose.pose, owner)))
        for _, paint in sorted(things, key=lambda thing: -thing[0]):
            paint()

    def one_die(self, die: int, pose: Pose, owner: Callable[[int], int]) -> Callable[[], None]:
        """Return a function that draws a die."""
        return partial(self.die, pose, SEATS[owner(die) % len(SEATS)])

    def under(self, seat: int) -> Iterator[tuple[int, Pose]]:
        """Yield the dice under a base with their poses."""
        stand, turn = self.layout.stands[seat], seat_angle(seat, len(self.layout.stands))
        x, y = self.bases[seat]
        places = under_places(self.sizes, len(stand.under))
        for k, (die, (along, across)) in enumerate(zip(stand.under, places, strict=True)):
            px = x + along * math.cos(turn) - across * math.sin(turn)
            py = y + along * math.sin(turn) + across * math.cos(turn)
            z = stand.discs * self.sizes.disc_height + self.sizes.die_edge * (0.5 + k // 3)
            yield die, Pose(px, py, z, *turned(1, turn))

    def base(self, x: float, y: float, foot: float, seat: int) -> None:
        """Draw the base of a seat in its colour."""
        colour = shaded(SEATS[seat % len(SEATS)], 0.5)
        self.cylinder(x, y, foot, foot + self.sizes.base_height, self.sizes.base_radius, colour)

    def shade(self, points: Sequence[Point]) -> None:
        """Draw a soft shadow."""
        self.polygon(points, SHADOW, 50)

    def ground(self, x: float, y: float) -> float:
        """Return the height of the surface at a point."""
        sizes = self.sizes
        for place in self.layout.places:
            if math.dist((x, y), self.targets[place]) < sizes.disc_radius:
                return sizes.disc_height
        for seat, stand in enumerate(self.layout.stands):
            if math.dist((x, y), self.bases[seat]) < sizes.disc_radius:
                return stand.discs * sizes.disc_height
        return 0.0

    def die(self, pose: Pose, colour: Colour) -> None:
        """Draw a die: shadow, rounded outline, visible faces and their pips."""
        turn: Quaternion = (pose.qw, pose.qx, pose.qy, pose.qz)
        corners = [_moved(rotate(turn, v), pose) for v in die_vertices(self.sizes)]
        ground = self.ground(pose.x, pose.y)
        drop = max(0.0, pose.z - ground)
        if math.hypot(pose.x, pose.y) < self.sizes.table_radius and drop > 0:
            self.shade(
                [(x, y, ground) for x, y in hull([(c[0] + drop / 4, c[1] - drop / 4) for c in corners])]
            )
        outline: list[Spot] = hull([self.camera.spot(corner) for corner in corners])
        self.draw.polygon(outline, fill=shaded(colour, 0.6))
        for face, axis in FACE_AXES.items():
            normal = rotate(turn, axis)
            centre = _moved(tuple(v * self.sizes.die_edge / 2 for v in normal), pose)
            if self.camera.sees(centre, normal):
                self.face(face, turn, pose, axis, shaded(colour, lit(normal)))

    def face(self, face: int, turn: Quaternion, pose: Pose, axis: Vector, colour: Colour) -> None:
        """Draw one face of a die with its pips."""
        half, flat = self.sizes.die_edge / 2, self.sizes.die_edge / 2 - self.sizes.die_radius
        u: Vector = (axis[1], axis[2], axis[0])
        v: Vector = (axis[2], axis[0], axis[1])

        def at(a: float, b: float) -> Point:
            local = tuple(half * n + a * p + b * q for n, p, q in zip(axis, u, v, strict=True))
            return _moved(rotate(turn, (local[0], local[1], local[2])), pose)

        self.polygon([at(-flat, -flat), at(flat, -flat), at(flat, flat), at(-flat, flat)], colour)
        radius, step = flat * 0.2, flat * 0.58
        for a, b in PIPS[face]:
            turns = [2 * math.pi * k / 12 for k in range(12)]
            self.polygon(
                [at(a * step + radius * math.cos(t), b * step + radius * math.sin(t)) for t in turns],
                PRINT if sum(colour) > BRIGHT else PAPER,
            )


def lit(normal: Vector) -> float:
    """Return the brightness of a face: directed light plus some ambient light."""
    return 0.72 + 0.42 * max(0.0, sum(a * b for a, b in zip(normal, LIGHT, strict=True)))


def _reach(layout: Layout) -> float:
    """Return the radius around the middle that the picture shows, in metres."""
    return max([0.4, *(math.hypot(loose.pose.x, loose.pose.y) + 0.02 for loose in layout.dice)])


def circle(x: float, y: float, z: float, radius: float) -> list[Point]:
    """Return the points of a horizontal circle."""
    turns = [2 * math.pi * k / 72 for k in range(72)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t), z) for t in turns]


def _moved(v: Sequence[float], pose: Pose) -> Point:
    return v[0] + pose.x, v[1] + pose.y, v[2] + pose.z
