"""Outcomes of chance in Targets: the starter, drawn faces, the end of a flick, settled dice.

The outcome of a flick is plain data: the simulation computes it, a record stores it, a test may write it, and
the rules read it without any simulation.
"""

import math
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from ludotheque.core.codec import Json, read, write
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets.moves import Face
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.layout import Layout, LooseDie, Pose, TowerDie
from ludotheque.games.targets.physics.reading import DieReading, Surfaces

UNEVEN: Final = 0.05
"""Tolerance of the length of a unit quaternion."""


class Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that starts the first round (ZOCH-1, BLACKROCK-1)."""

    starter: Annotated[int, msgspec.Meta(ge=0, le=5)]


class Faces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top face of each die, by its number, when all are stacked (TARGETS-1)."""

    faces: tuple[Face, ...]


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a flick: readings of all dice, packed key frames, and the flicks with their tremor."""

    dice: tuple[DieReading, ...]
    film: str | None = None
    seconds: float = 0.0
    flicks: tuple[Flick, ...] = ()


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice on the table after something below them was removed or pushed (TARGETS-9)."""

    settled: tuple[DieReading, ...]


def lean(outcome: msgspec.Struct) -> Json:
    """Return the JSON form of an outcome, without redundant parts."""
    return lean_json(write(outcome))


def lean_json(value: Json) -> Json:
    """Return a JSON value without false, empty or missing parts of its objects.

    >>> lean_json({"die": 0, "off": False, "support": {"table": True, "piles": []}})
    {'die': 0, 'support': {'table': True}}
    """
    if isinstance(value, list):
        return [lean_json(item) for item in value]
    if isinstance(value, dict):
        kept = {key: lean_json(item) for key, item in value.items()}
        return {
            key: item for key, item in kept.items() if not (item is None or item is False or item in ([], {}))
        }
    return value


def read_rolled(outcome: Json, layout: Layout) -> Rolled:
    """Parse the outcome of a flick; raise `Unreadable`, with the place, if it does not fit the table."""
    rolled = read(outcome, Rolled, code="targets.outcome")
    home = homes(layout)
    in_play = sorted([*home, *(loose.die for loose in layout.dice)])
    _demand(sorted(found.die for found in rolled.dice) == in_play, "$.dice")
    for number, found in enumerate(rolled.dice):
        where = f"$.dice[{number}]"
        _demand(found.fallen_from in (None, home.get(found.die)), f"{where}.fallen_from")
        _demand(not (found.off and found.die in home and found.fallen_from is None), f"{where}.off")
        _demand(not (found.off and found.support != Surfaces()), f"{where}.support")
        _demand_nothing(misread(found, layout), where)
    return rolled


def read_settled(outcome: Json, layout: Layout, faces: dict[int, int]) -> Settled:
    """Parse the outcome of settling; raise `Unreadable` if dice or faces differ (TARGETS-9)."""
    settled = read(outcome, Settled, code="targets.outcome")
    _demand({found.die: found.up for found in settled.settled} == faces, "$.settled")
    _demand(len(settled.settled) == len(faces), "$.settled")
    for number, found in enumerate(settled.settled):
        _demand(not found.off and found.fallen_from is None, f"$.settled[{number}]")
        _demand_nothing(misread(found, layout), f"$.settled[{number}]")
    return settled


def misread(found: DieReading, layout: Layout) -> str | None:
    """Return the name of the field of a reading that does not fit the table; None if all fit."""
    seats = range(len(layout.stands))
    piles = [seat for seat in seats if layout.stands[seat].discs]
    holes = layout.places if layout.edition == "zoch" else ()
    fits = {"up": 1 <= found.up <= 6, "pose": on_table(found.pose) or found.off}
    for name, surfaces in (("touches", found.touches), ("support", found.support)):
        fits[f"{name}.targets"] = set(surfaces.targets) <= set(layout.places)
        fits[f"{name}.piles"] = set(surfaces.piles) <= set(piles)
        fits[f"{name}.bases"] = set(surfaces.bases) <= set(seats)
    fits["centres"] = set(found.centres) <= set(found.touches.targets)
    fits["centres"] &= layout.edition == "blackrock" or not found.centres
    fits["dead_centre"] = found.dead_centre is None or found.dead_centre in holes
    fits["carried_by"] = found.carried_by is None or found.carried_by in seats
    return next((name for name, good in fits.items() if not good), None)


def on_table(pose: Pose) -> bool:
    """Return whether a pose is possible: on the table or above it, with a unit quaternion.

    >>> on_table(Pose(0.0, 0.3, 0.008)), on_table(Pose(0.0, 0.9, 0.008)), on_table(Pose(0.0, 0.0, math.nan))
    (True, False, False)
    """
    sizes = DEFAULT.sizes
    reach = sizes.table_radius + sizes.die_edge
    turn = math.hypot(pose.qw, pose.qx, pose.qy, pose.qz)
    high = abs(pose.z) < sizes.table_radius
    return high and math.hypot(pose.x, pose.y) <= reach and abs(turn - 1) <= UNEVEN


def homes(layout: Layout) -> dict[int, int]:
    """Return the seat in whose tower each stacked die is."""
    return {member.die: seat for seat, stand in enumerate(layout.stands) for member in stand.tower}


def after(layout: Layout, dice: Iterable[DieReading]) -> Layout:
    """Return the layout after a flick; a die that did not move keeps exactly its pose."""
    found = {reading.die: reading for reading in dice}
    loose = {die.die: die.pose for die in layout.dice}
    stands = tuple(
        msgspec.structs.replace(
            stand,
            tower=tuple(
                _standing(member, found[member.die])
                for member in stand.tower
                if found[member.die].fallen_from is None
            ),
        )
        for stand in layout.stands
    )
    standing = {member.die for stand in stands for member in stand.tower}
    lying = tuple(
        LooseDie(die, reading.pose if reading.moved or die not in loose else loose[die])
        for die, reading in found.items()
        if die not in standing and not reading.off
    )
    return msgspec.structs.replace(layout, stands=stands, dice=lying)


def _standing(member: TowerDie, reading: DieReading) -> TowerDie:
    pose = member.pose if member.pose is not None and not reading.moved else reading.pose
    return TowerDie(member.die, reading.up, pose)


def lie_plainly(rests: Iterable[DieReading], layout: Layout) -> Settled:
    """Return dice settled without simulation: as they lie, without surfaces that were removed."""
    lying = {die.die: die.pose for die in layout.dice}
    return Settled(tuple(_without_gone(rest, lying, layout) for rest in rests))


def untouched(rest: DieReading) -> DieReading:
    """Return the reading of a die as if it had not moved."""
    return msgspec.structs.replace(rest, moved=False, fallen_from=None, struck=False, slid=False)


def _without_gone(rest: DieReading, lying: dict[int, Pose], layout: Layout) -> DieReading:
    def kept(surfaces: Surfaces) -> Surfaces:
        piles = tuple(seat for seat in surfaces.piles if layout.stands[seat].discs)
        targets = tuple(place for place in surfaces.targets if place in layout.places)
        table = surfaces.table or not (piles or targets or surfaces.bases)
        return Surfaces(table, targets, piles, surfaces.bases)

    touches = kept(rest.touches)
    return msgspec.structs.replace(
        untouched(rest),
        touches=touches,
        support=kept(rest.support),
        dice=tuple(die for die in rest.dice if die in lying),
        lies_on=tuple(die for die in rest.lies_on if die in lying),
        centres=tuple(place for place in rest.centres if place in touches.targets),
    )


def _demand_nothing(wrong: str | None, where: str) -> None:
    _demand(wrong is None, f"{where}.{wrong}")


def _demand(holds: bool, where: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise Unreadable("targets.outcome", params={"where": where, "detail": "does not fit the table"})
