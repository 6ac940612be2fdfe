"""Events of Targets with their clauses, and the words for flicks and places."""

from typing import Final

import msgspec

from ludotheque.core.events import Event, seat_name
from ludotheque.core.refusal import Param
from ludotheque.games.targets.moves import Flick, colour, label
from ludotheque.games.targets.physics.reading import DieReading

TABLE: Final = "@targets_on_table"
GOLDEN_FORCE: Final = 3.0
"""Factor on the speed when three dice are flicked at once (BLACKROCK-12)."""
FORCES: Final = ((0.8, "faintly"), (1.25, "gently"), (1.6, "firmly"), (2.05, "hard"))
"""Maximum speed in m/s of each word; above the last one a flick has full force."""
STRAIGHT: Final = 2.0
WAYS: Final = ((8.0, "little"), (25.0, "some"), (70.0, "far"), (120.0, "aside"))
"""Maximum angle in degrees of each word; above the last one a flick goes back."""


def tell(name: str, clause: str, seat: int | None = None, **params: Param) -> Event:
    """Return an event of Targets with its clause."""
    return Event(name=f"targets.{name}", seat=seat, clause=clause, params=params)


def tell_die(name: str, clause: str, seat: int, die: int, **params: Param) -> Event:
    """Return an event about a die, named as in the notation."""
    return tell(name, clause, seat, die=label(die), **params)


def told_raid(name: str, clause: str, taker: int, victim: int, discs: int) -> Event:
    """Return the event of discs under a tower that change hands (ZOCH-5, BLACKROCK-5)."""
    return tell(name, clause, taker, victim=victim, whose=seat_name(victim), discs=discs)


def filmed(events: list[Event], film: str | None) -> list[Event]:
    """Return the events, the first with the key frames of the flick that caused them all (TARGETS-3)."""
    if not film or not events:
        return events
    return [msgspec.structs.replace(events[0], motion=film), *events[1:]]


def told_flick(flick: Flick, *, golden: bool = False) -> dict[str, Param]:
    """Return the parameters of a flick's event, in words and in numbers."""
    return {
        "force": force(flick.speed, golden=golden),
        "way": way(flick.azimuth),
        "azimuth": round(flick.azimuth, 1),
        "speed": round(flick.speed, 2),
    }


def tell_disc(
    name: str, clause: str, seat: int | None, place: int, discs: tuple[str, ...], **params: Param
) -> Event:
    """Return an event about a central disc, with its number and the keys of its names."""
    called = {"called": f"@targets_disc_{discs[place]}", "on": f"@targets_on_disc_{discs[place]}"}
    return tell(name, clause, seat, disc=place + 1, **called, **params)


def rests(found: DieReading, discs: tuple[str, ...], *, golden: bool = False) -> Event:
    """Return the event of a die at rest (TARGETS-2, TARGETS-9); `discs` are the names of the discs."""
    name = "rests"
    if golden:
        name = "rests_golden"
    elif not found.struck:
        name = "rests_pushed" if found.fallen_from is None else "rests_fallen"
    return tell_die(
        name, "TARGETS-9", colour(found.die), found.die, value=found.up, where=where(found, discs)
    )


def where(found: DieReading, discs: tuple[str, ...]) -> str:
    """Return the key of the words for the surface a die lies on."""
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


def force(speed: float, *, golden: bool = False) -> str:
    """Return the key of the words for the strength of a flick.

    >>> force(1.2), force(1.2, golden=True), force(2.5)
    ('@targets_force_gently', '@targets_force_faintly', '@targets_force_full')
    """
    own = speed / GOLDEN_FORCE if golden else speed
    return "@targets_force_" + next((name for limit, name in FORCES if own <= limit), "full")


def way(azimuth: float) -> str:
    """Return the key of the words for the direction of a flick, as seen by the player.

    >>> way(-1.0), way(5.0), way(-40.0), way(180.0)
    ('@targets_way_straight', '@targets_way_little_left', '@targets_way_far_right', '@targets_way_back')
    """
    if abs(azimuth) <= STRAIGHT:
        return "@targets_way_straight"
    side = "left" if azimuth > 0 else "right"
    name = next((name for limit, name in WAYS if abs(azimuth) <= limit), None)
    return "@targets_way_back" if name is None else f"@targets_way_{name}_{side}"
