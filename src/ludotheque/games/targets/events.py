"""What happens in Targets, as events with their clauses."""

from typing import Final

import msgspec

from ludotheque.core.events import Event, seat_name
from ludotheque.core.refusal import Param
from ludotheque.games.targets.manner import force, way
from ludotheque.games.targets.moves import Flick, colour, label
from ludotheque.games.targets.physics.reading import DieReading

TABLE: Final = "@targets_on_table"


def tell(name: str, clause: str, seat: int | None = None, **params: Param) -> Event:
    """An event of Targets."""
    return Event(name=f"targets.{name}", seat=seat, clause=clause, params=params)


def tell_die(name: str, clause: str, seat: int, die: int, **params: Param) -> Event:
    """An event about a die."""
    return tell(name, clause, seat, die=label(die), **params)


def told_raid(name: str, clause: str, taker: int, victim: int, discs: int) -> Event:
    """Discs under a tower change hands (ZOCH-5, BLACKROCK-5)."""
    return tell(name, clause, taker, victim=victim, whose=seat_name(victim), discs=discs)


def filmed(events: list[Event], film: str | None) -> list[Event]:
    """The same events; the first of them carries the key frames of the flick that led to all (TARGETS-3)."""
    if not film or not events:
        return events
    return [msgspec.structs.replace(events[0], motion=film), *events[1:]]


def told_flick(flick: Flick, *, golden: bool = False) -> dict[str, Param]:
    """A flick in words and in numbers."""
    return {
        "force": force(flick.speed, golden=golden),
        "way": way(flick.azimuth),
        "azimuth": round(flick.azimuth, 1),
        "speed": round(flick.speed, 2),
    }


def tell_disc(
    name: str, clause: str, seat: int | None, place: int, discs: tuple[str, ...], **params: Param
) -> Event:
    """An event about a central disc, with its number and the names of its sentences."""
    called = {"called": f"@targets_disc_{discs[place]}", "on": f"@targets_on_disc_{discs[place]}"}
    return tell(name, clause, seat, disc=place + 1, **called, **params)


def rests(found: DieReading, discs: tuple[str, ...], *, golden: bool = False) -> Event:
    """Where a die came to rest and what it shows (TARGETS-2, TARGETS-9); `discs` are their names."""
    name = "rests"
    if golden:
        name = "rests_golden"
    elif not found.struck:
        name = "rests_pushed" if found.fallen_from is None else "rests_fallen"
    return tell_die(
        name, "TARGETS-9", colour(found.die), found.die, value=found.up, where=where(found, discs)
    )


def where(found: DieReading, discs: tuple[str, ...]) -> str:
    """On what a die lies, as the name of a sentence."""
    if found.dead_centre is not None:
        return f"@targets_in_hole_{discs[found.dead_centre]}"
    if found.centres:
        return f"@targets_on_centre_{discs[found.centres[0]]}"
    support = found.support
    if support.table:
        return "@targets_on_table_and_disc" if support.targets or support.piles else TABLE
    if support.targets:
        return (
            "@targets_on_discs"
            if len(support.targets) > 1
            else f"@targets_on_disc_{discs[support.targets[0]]}"
        )
    return "@targets_on_pile" if support.piles else "@targets_on_base"
