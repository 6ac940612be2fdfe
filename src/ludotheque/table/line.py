"""The log of a table: one line for every change, whether of the position or beside it."""

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.table.record import Entry

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Kind: TypeAlias = Literal[
    "move",
    "attempt",
    "chance",
    "undo",
    "reset",
    "ask",
    "agree",
    "decline",
    "stop",
    "resign",
    "leave",
    "return",
    "time_up",
    "hint",
    "rules",
    "end",
]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a table."""

    number: int
    """The version of the table after it."""
    seat: int | None
    kind: Kind
    body: dict[str, Json] = {}
    at: datetime = EPOCH
    client: str | None = None
    """The command of a client that it completes."""
    rules: int = 1
    """The version of the game's rules under which it was written."""
    position: Json = None
    """The position after it, stored at intervals: should the rules change, it is not lost with the moves."""
    events: tuple[Event, ...] = ()
    """What it led to by today's rules; not stored."""

    @property
    def entry(self) -> Entry:
        """The move, outcome or position of a line as a record has it."""
        if self.kind == "rules":
            return Entry(position=self.body["position"])
        return Entry(seat=self.seat, move=self.body.get("move"), chance=self.body.get("outcome"))


def line_of(entry: Entry, number: int, rules: int, at: datetime = EPOCH) -> Line:
    """Return the line of a move, an outcome or a position of a record."""
    kind: Kind = "move"
    body: dict[str, Json] = {"move": entry.move}
    if entry.position is not None:
        kind, body = "rules", {"lost": 0, "position": entry.position}
    elif entry.seat is None:
        kind, body = "chance", {"outcome": entry.chance}
    return Line(number=number, seat=entry.seat, kind=kind, body=body, at=at, rules=rules)
