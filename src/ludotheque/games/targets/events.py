"""What happens in Targets, as events with their clauses."""

from typing import Final

import msgspec

from ludotheque.core.events import Event
from ludotheque.core.refusal import Param
from ludotheque.games.targets.moves import COLOURS, colour, label
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
    return tell(name, clause, taker, victim=victim, tower=COLOURS[victim], discs=discs)


def filmed(events: list[Event], film: str | None) -> list[Event]:
    """The same events; the first of them carries the key frames of the flick that led to all (TARGETS-3)."""
    if not film or not events:
        return events
    return [msgspec.structs.replace(events[0], motion=film), *events[1:]]


def rests(found: DieReading) -> Event:
    """Where a die came to rest and what it shows (TARGETS-2, TARGETS-9)."""
    return tell_die("rests", "TARGETS-9", colour(found.die), found.die, value=found.up, where=where(found))


def where(found: DieReading) -> str:
    """On what a die lies, as the name of a sentence."""
    if found.dead_centre is not None:
        return "@targets_in_hole"
    if found.centres:
        return "@targets_on_centre"
    support = found.support
    if support.table:
        return "@targets_on_table_and_disc" if support.targets or support.piles else TABLE
    if support.targets:
        return "@targets_on_discs" if len(support.targets) > 1 else "@targets_on_disc"
    return "@targets_on_pile" if support.piles else "@targets_on_base"
