"""Protocols of the stores that a host needs: tables with seats and chat, logs, leases, lessons."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol, TypeAlias

import msgspec

from ludotheque.core.refusal import Unreadable
from ludotheque.host.protocol import State
from ludotheque.host.rows import ChatRow, SeatRow, TableRow
from ludotheque.table.line import EPOCH, Line

TABLE_BYTES: Final = 1000
"""Approximate bytes of a table with its seats and indexes, before its first log line."""
LINE_BYTES: Final = 100
"""Approximate bytes of a log line, besides its move and its position."""
PAGE: Final = 30
"""Tables per page of a list."""
CHAT_SHOWN: Final = 200
CHAT_KEPT: Final = 1000
"""Maximum number of lines of chat of a table; the oldest are deleted."""
AN_OWNER: Final = 3
"""Maximum number of tables per owner in the public list."""
LEASE: Final = timedelta(seconds=3)
"""Time after which the lease of a process expires unless it is renewed."""
SCANNED: Final = 100
"""Maximum number of tables in one scan of one of several processes, most overdue first."""

_encode: Final = msgspec.json.Encoder().encode

Listed: TypeAlias = tuple[TableRow, list[SeatRow]]
"""A table and its seats."""


class Overtaken(Exception):
    """A compare-and-set failed: another process has changed the log or the table meanwhile."""


class Owned(NamedTuple):
    """A person's unfinished tables, the public ones among them, and the bytes of all their tables."""

    tables: int
    public: int
    bytes: int


class Due(NamedTuple):
    """A table where a bot or the clock has to act, the time for it, and the table's version."""

    table: str
    at: datetime
    version: int


class Changes(NamedTuple):
    """A table as it is now, with its seats, the number of its last line of chat and its new log lines."""

    row: TableRow
    seats: list[SeatRow]
    chat_lines: int
    lines: list[Line]


class TableStore(Protocol):
    """Store of tables, their seats and their chat."""

    async def create(
        self,
        table: TableRow,
        sitting: Sequence[SeatRow],
        lines: Sequence[Line] = (),
        size: int = TABLE_BYTES,
    ) -> None:
        """Add a table of `size` bytes with its log; raise `Overtaken` if its match already has a rematch."""

    async def table(self, table: str) -> Listed | None:
        """Return a table and its seats; None if it does not exist."""

    async def look(self, table: str) -> tuple[TableRow, list[SeatRow], int] | None:
        """Return a table, its seats and the number of its last line of chat; None if it does not exist."""

    async def changes(self, table: str, since: int, most: int) -> Changes | None:
        """Return a table with the first `most` log lines after version `since`; None if it does not exist.

        They reach the version of the table only if there are no more.
        """

    async def save(self, table: TableRow, sitting: Sequence[SeatRow], expected_changed: datetime) -> None:
        """Write a table and seats; raise `Overtaken` unless it was last changed at `expected_changed`."""

    async def open(self, table: str, at: datetime) -> None:
        """Store the time when a table was last viewed."""

    async def remove(self, table: str) -> None:
        """Delete a table with its seats, its log and its chat."""

    async def left(self, imported: datetime | None, finished: datetime | None) -> list[str]:
        """Return ids of imported matches unused since `imported`, and others finished before `finished`."""

    async def public(
        self, game: str | None, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of public tables, most recently changed first, and the cursor of the next or None."""

    async def open_tables(self, game: str | None) -> tuple[list[Listed], list[Listed]]:
        """Return the newest public tables with an open seat, and the newest running ones; a few per owner."""

    async def of_person(
        self, person: str, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of a person's tables, and the cursor of the next page or None."""

    async def several(self, wanted: Sequence[str]) -> list[Listed]:
        """Return the tables with these ids that exist, and their seats."""

    async def without_hints(self, person: str, game: str) -> list[str]:
        """Return ids of the running tables of a game where a person sits and hints are off."""

    async def lines_of(self, person: str) -> int:
        """Return the number of log lines of all tables of a person."""

    async def seats_of(self, person: str) -> list[tuple[str, int]]:
        """Return table and number of each seat that a person holds at unfinished tables."""

    async def owned(self, person: str) -> Owned:
        """Return counts of the unfinished tables a person has set up, and bytes of all their tables."""

    async def say(self, table: str, line: ChatRow) -> ChatRow:
        """Add a line of chat and return it with its number; idempotent by its `client`."""

    async def chat(self, table: str, since: int = 0) -> list[ChatRow]:
        """Return the lines of chat after number `since`, at most the last `CHAT_SHOWN`, oldest first."""

    async def removed_chat(self, table: str) -> int:
        """Return the number of lines of chat whose text was removed."""


class LogStore(Protocol):
    """Store of the logs of all tables."""

    async def append(
        self, table: TableRow, lines: Sequence[Line], expected_changed: datetime | None = None
    ) -> bool:
        """Append lines and update their table, atomically; raise `Overtaken` if it was changed meanwhile.

        When a match begins, `expected_changed` is the last known change of its table; `Overtaken` is then
        raised for any later change, too. Return True if the caller was cancelled meanwhile: the lines are
        stored all the same, and the caller has to publish them before it ends.
        """

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[Line]:
        """Return the log lines after version `since`, up to version `until`."""


class LeaseStore(Protocol):
    """Leases of this process, which allow it alone to run the bots and clocks of a table."""

    async def claim(self, table: str, now: datetime) -> bool:
        """Take or renew the lease of a table; return False while another process has it."""

    async def renew(self, held: Collection[str], now: datetime) -> None:
        """Renew those of the leases that this process still holds."""

    async def release(self, held: Collection[str]) -> None:
        """Release those of the leases that this process still holds."""

    async def end_frozen(self) -> None:
        """End transactions of processes that hang, since they block the others."""

    async def due(self, now: datetime, ahead: timedelta, most: int | None = SCANNED) -> list[Due]:
        """Return the running tables without a lease that are due before `now + ahead`, most overdue first."""


class LessonStore(Protocol):
    """Store of the lessons that people have completed."""

    async def taken(self, person: str, game: str) -> set[str]:
        """Return the names of the lessons of a game that a person has completed."""

    async def take(self, person: str, game: str, lesson: str, now: datetime) -> None:
        """Store a lesson as completed; the time of the first completion is kept."""


def mark_of(row: TableRow) -> str:
    """Return the cursor of a table in a list, from which the next page continues."""
    return f"{(row.changed - EPOCH) // timedelta(microseconds=1)}-{row.id}"


def place_of(mark: str) -> tuple[datetime, str]:
    """Return the time of change and the id of a cursor; raise `Unreadable` if it is malformed."""
    number, dash, table = mark.partition("-")
    if not (dash and number.isascii() and number.isdigit() and len(number) < 18):
        raise Unreadable("core.unreadable", params={"where": "before", "detail": "not a mark"})
    return EPOCH + timedelta(microseconds=int(number)), table


def bytes_of(lines: Iterable[Line]) -> int:
    """Return the approximate bytes of log lines in a store."""
    return sum(
        LINE_BYTES + len(_encode(line.body)) + (0 if line.position is None else len(_encode(line.position)))
        for line in lines
    )
