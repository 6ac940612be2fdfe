"""Tables that the tests of the simulation start from."""

from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import base_place, disc_places, turned
from ludotheque.games.targets.physics.layout import Edition, Layout, LooseDie, Pose, Stand, new_layout
from ludotheque.games.targets.physics.simulate import build

SIZES = DEFAULT.sizes
FLAT = SIZES.die_edge / 2 - 0.00001
ON_DISC = SIZES.disc_height + FLAT


def at_start(edition: Edition = "zoch", seats: int = 2, *, golden: bool = False) -> Layout:
    towers = tuple(tuple((3 * seat + k, (seat + 2 * k) % 6 + 1) for k in range(3)) for seat in range(seats))
    return build(new_layout(edition, towers, golden=golden), 1)


def bare(edition: Edition, *dice: LooseDie, stands: tuple[Stand, ...] = (Stand(), Stand())) -> Layout:
    return Layout(edition, stands, dice)


def lying(die: int, x: float, y: float, z: float = FLAT, face: int = 1, yaw: float = 0.0) -> LooseDie:
    return LooseDie(die, Pose(x, y, z, *turned(face, yaw)))


def disc(place: int) -> tuple[float, float]:
    return disc_places(SIZES, golden=False)[place]


def base(seat: int, seats: int = 2) -> tuple[float, float]:
    return base_place(SIZES, seat, seats, golden=False)
