"""The table between two flicks as plain data: dice, towers and discs.

The rules store a `Layout` and change it with the functions below; none of them needs the simulation.
"""

from typing import Literal

import msgspec

from ludotheque.games.targets.physics.config import DEFAULT, Config
from ludotheque.games.targets.physics.geometry import base_foot

Edition = Literal["zoch", "blackrock"]


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """The centre of a die (metres) and its rotation (unit quaternion)."""

    x: float
    y: float
    z: float
    qw: float = 1.0
    qx: float = 0.0
    qy: float = 0.0
    qz: float = 0.0


class TowerDie(msgspec.Struct, frozen=True):
    """A die in a tower; without a pose it is stacked at the start of the next simulation."""

    die: int
    up: int
    pose: Pose | None = None


class LooseDie(msgspec.Struct, frozen=True):
    """A die on the table, with its pose."""

    die: int
    pose: Pose


class Stand(msgspec.Struct, frozen=True):
    """A seat's base: the tower on it from bottom to top, the dice and discs under it."""

    tower: tuple[TowerDie, ...] = ()
    under: tuple[int, ...] = ()
    discs: int = 0


class Layout(msgspec.Struct, frozen=True):
    """The whole table; `places` are those with a central disc (0 to 2; in Golden Targets only 0)."""

    edition: Edition
    stands: tuple[Stand, ...]
    dice: tuple[LooseDie, ...] = ()
    places: tuple[int, ...] = (0, 1, 2)
    golden: bool = False


def new_layout(
    edition: Edition,
    towers: tuple[tuple[tuple[int, int], ...], ...],
    *,
    golden: bool = False,
    places: tuple[int, ...] = (0, 1, 2),
) -> Layout:
    """Return a table at the start of a round; `towers` has (die, top face) from bottom to top (TARGETS-1)."""
    stands = tuple(Stand(tower=tuple(TowerDie(die, up) for die, up in tower)) for tower in towers)
    return Layout(edition, stands, (), (0,) if golden else places, golden)


def where(layout: Layout, die: int) -> tuple[Literal["tower", "under", "loose", "away"], int | None]:
    """Return the place of a die, with the seat of its tower or base; “away” if it is out of play."""
    for seat, stand in enumerate(layout.stands):
        if any(member.die == die for member in stand.tower):
            return "tower", seat
        if die in stand.under:
            return "under", seat
    if any(loose.die == die for loose in layout.dice):
        return "loose", None
    return "away", None


def take_away(layout: Layout, die: int) -> Layout:
    """Return the table without a die; dice above it in a tower are stacked again."""
    layout = msgspec.structs.replace(layout, dice=tuple(d for d in layout.dice if d.die != die))
    for seat, stand in enumerate(layout.stands):
        if die in stand.under:
            under = tuple(d for d in stand.under if d != die)
            layout = _with_stand(layout, seat, msgspec.structs.replace(stand, under=under))
        at = [k for k, member in enumerate(stand.tower) if member.die == die]
        if at:
            above = tuple(msgspec.structs.replace(member, pose=None) for member in stand.tower[at[0] + 1 :])
            tower = stand.tower[: at[0]] + above
            layout = _with_stand(layout, seat, msgspec.structs.replace(stand, tower=tower))
    return layout


def put_under(layout: Layout, die: int, seat: int) -> Layout:
    """Return the table with a die under the base of a seat (TARGETS-5, ZOCH-3, BLACKROCK-3)."""
    layout = take_away(layout, die)
    stand = layout.stands[seat]
    return _with_stand(layout, seat, msgspec.structs.replace(stand, under=(*stand.under, die)))


def stack(layout: Layout, die: int, seat: int, up: int) -> Layout:
    """Return the table with a die on top of a tower, with a face up (ZOCH-2, ZOCH-4, BLACKROCK-4)."""
    layout = take_away(layout, die)
    stand = layout.stands[seat]
    return _with_stand(layout, seat, msgspec.structs.replace(stand, tower=(*stand.tower, TowerDie(die, up))))


def set_discs(layout: Layout, seat: int, discs: int) -> Layout:
    """Return the table with a number of discs under the base of a seat; its tower moves up or down."""
    return _with_stand(layout, seat, msgspec.structs.replace(layout.stands[seat], discs=discs))


def set_places(layout: Layout, places: tuple[int, ...]) -> Layout:
    """Return the table with central discs at these places (BLACKROCK-8, BLACKROCK-9)."""
    return msgspec.structs.replace(layout, places=tuple(sorted(places)))


def _with_stand(layout: Layout, seat: int, stand: Stand, config: Config = DEFAULT) -> Layout:
    """Return the table with a stand replaced; a tower that stands moves up or down with its base."""
    old = layout.stands[seat]
    rise = base_foot(config.sizes, stand.discs, len(stand.under)) - base_foot(
        config.sizes, old.discs, len(old.under)
    )
    if rise:
        stand = msgspec.structs.replace(stand, tower=tuple(_raised(member, rise) for member in stand.tower))
    stands = (*layout.stands[:seat], stand, *layout.stands[seat + 1 :])
    return msgspec.structs.replace(layout, stands=stands)


def _raised(member: TowerDie, rise: float) -> TowerDie:
    if member.pose is None:
        return member
    pose = msgspec.structs.replace(member.pose, z=round(member.pose.z + rise, 7))
    return msgspec.structs.replace(member, pose=pose)
