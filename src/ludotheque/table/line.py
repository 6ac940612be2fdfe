"""The log of a table: one line per change of the position or beside it, such as a resignation."""

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
    """One change of a table, with its time, its author and its effect."""

    number: int
    """Version of the table after it; the first line has number 1."""
    seat: int | None
    kind: Kind
    body: dict[str, Json] = {}
    at: datetime = EPOCH
    client: str | None = None
    """Idempotency key of the client's command that it completes; None for other lines."""
    rules: int = 1
    """Version of the game's rules under which it was written."""
    position: Json = None
    """The position after it, stored at intervals, so that a change of the rules does not lose it."""
    events: tuple[Event, ...] = ()
    """Its events under the current rules; recomputed on replay, not stored."""

    @property
    def entry(self) -> Entry:
        """The move, outcome or position of the line, as an entry of a record."""
        if self.kind == "rules":
            return Entry(position=self.body["position"])
        return Entry(seat=self.seat, move=self.body.get("move"), chance=self.body.get("outcome"))


def line_of(entry: Entry, number: int, rules: int, at: datetime = EPOCH) -> Line:
    """Return the log line of an entry of a record: a move, an outcome of chance or a position."""
    kind: Kind = "move"
    body: dict[str, Json] = {"move": entry.move}
    if entry.position is not None:
        kind, body = "rules", {"lost": 0, "position": entry.position}
    elif entry.seat is None:
        kind, body = "chance", {"outcome": entry.chance}
    return Line(number=number, seat=entry.seat, kind=kind, body=body, at=at, rules=rules)
