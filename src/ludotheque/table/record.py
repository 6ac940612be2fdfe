"""Records: a whole match as human-readable, versioned JSON."""

from typing import Final

import msgspec

from ludotheque.core.codec import Json, read
from ludotheque.core.moves import Result
from ludotheque.core.refusal import Unreadable

VERSION: Final = 2
"""Version of the format; since 2 a record has the version of the game's rules."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a record's log: a seat's move, an outcome of chance, or a position to continue from."""

    seat: int | None = None
    move: Json = None
    chance: Json = None
    position: Json = None


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A recorded match: the game, its setup, and every move and outcome of chance."""

    ludotheque: int = VERSION
    game: str
    rules: int = 1
    """Version of the game's rules; the first records did not have it."""
    seats: int
    options: dict[str, Json] = {}
    names: list[str] = []
    """Names of the players by seat; empty if unknown."""
    start: Json = None
    """The starting position; None for the usual one of the game."""
    log: list[Entry] = []
    result: Result | None = None
    practice: bool = False
    """True if moves could be undone even after chance; such a match says little about strength."""


def read_record(source: object) -> Record:
    """Parse a record from JSON text, bytes or values; raise `Unreadable`, with the place, if invalid."""
    if isinstance(source, str | bytes):
        try:
            source = msgspec.json.decode(source)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Unreadable("core.record_json", params={"detail": str(error)}) from None
    version = source.get("ludotheque") if isinstance(source, dict) else None
    if type(version) is int and version > VERSION:
        raise Unreadable("core.record_version", params={"version": version, "known": VERSION})
    record = read(source, Record, code="core.record_shape")
    if version is None:
        raise Unreadable("core.record_shape", params={"where": "$.ludotheque", "detail": "missing"})
    if len(record.names) not in (0, record.seats):
        raise Unreadable("core.record_shape", params={"where": "$.names", "detail": "a name a seat"})
    for number, entry in enumerate(record.log):
        given = [entry.seat, entry.chance, entry.position]
        if given.count(None) != 2 or (entry.seat is None) != (entry.move is None):
            raise Unreadable(
                "core.record_shape",
                params={"where": f"$.log[{number}]", "detail": "seat, chance or position"},
            )
    return record
