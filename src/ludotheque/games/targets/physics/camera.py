"""The camera of rendered pictures: its position, and the projection of table points to pixels."""

import math
from typing import NamedTuple, Self

from ludotheque.games.targets.physics.geometry import seat_angle

Point = tuple[float, float, float]
Spot = tuple[float, float]


def shaded(colour: tuple[int, int, int], light: float) -> tuple[int, int, int]:
    """Return a colour multiplied by a brightness."""
    red, green, blue = (max(0, min(255, round(part * light))) for part in colour)
    return red, green, blue


class Camera(NamedTuple):
    """A camera with the axes right, up and forward."""

    eye: Point
    right: Point
    up: Point
    forward: Point
    zoom: float
    middle: Spot
    flat: bool

    @classmethod
    def over(cls, size: tuple[int, int], reach: float) -> Self:
        """Return a camera above the middle, without perspective, that shows all within `reach` metres."""
        zoom = min(size) / (2 * reach)
        middle = (size[0] / 2, size[1] / 2)
        return cls((0, 0, 2), (1, 0, 0), (0, 1, 0), (0, 0, -1), zoom, middle, flat=True)

    @classmethod
    def from_seat(cls, size: tuple[int, int], seat: int, seats: int) -> Self:
        """Return a camera behind and above a seat, directed at the middle of the table."""
        angle = seat_angle(seat, seats)
        distance, height = 0.70, 0.42
        eye = (distance * math.cos(angle), distance * math.sin(angle), height)
        forward = _unit((-eye[0], -eye[1], -0.015 - eye[2]))
        right = _unit((forward[1], -forward[0], 0.0))
        up = (
            right[1] * forward[2] - right[2] * forward[1],
            right[2] * forward[0] - right[0] * forward[2],
            right[0] * forward[1] - right[1] * forward[0],
        )
        return cls(eye, right, up, forward, size[0] * 1.13, (size[0] / 2, size[1] * 0.44), flat=False)

    def spot(self, point: Point) -> Spot:
        """Return the position of a point in the picture, in pixels."""
        away = (point[0] - self.eye[0], point[1] - self.eye[1], point[2] - self.eye[2])
        scale = self.zoom if self.flat else self.zoom / max(0.05, _dot(away, self.forward))
        return self.middle[0] + scale * _dot(away, self.right), self.middle[1] - scale * _dot(away, self.up)

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the camera, for painting far pieces first."""
        away = (point[0] - self.eye[0], point[1] - self.eye[1], point[2] - self.eye[2])
        return _dot(away, self.forward) if self.flat else math.hypot(*away)

    def sees(self, point: Point, normal: Point) -> bool:
        """Return whether a face with this normal is turned to the camera."""
        if self.flat:
            return _dot(normal, self.forward) < 0
        away = (point[0] - self.eye[0], point[1] - self.eye[1], point[2] - self.eye[2])
        return _dot(normal, away) < 0


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _unit(v: Point) -> Point:
    norm = math.hypot(*v)
    return v[0] / norm, v[1] / norm, v[2] / norm
