"""The stores that the tables need: tables with their seats and chat, logs, leases, lessons."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol, TypeAlias

import msgspec

from ludotheque.core.refusal import Unreadable
from ludotheque.host.protocol import State
from ludotheque.host.rows import ChatRow, SeatRow, TableRow
from ludotheque.table.line import EPOCH, Line

TABLE_BYTES: Final = 1000
"""About as much as a table takes with its seats and their indexes, before its first line."""
LINE_BYTES: Final = 100
"""About as much as a line of a log takes beside its move and its position."""
PAGE: Final = 30
"""Tables on a page of a list."""
CHAT_SHOWN: Final = 200
CHAT_KEPT: Final = 1000
"""Lines of chat that a table keeps; the oldest go first."""
AN_OWNER: Final = 3
"""Tables of one owner that the list of open tables shows."""
LEASE: Final = timedelta(seconds=3)
"""Time after which others may take over what a process has claimed, unless it claims it anew."""
SCANNED: Final = 100
"""Tables that one of several processes finds with one look, those that have waited longest first."""

_encode: Final = msgspec.json.Encoder().encode

Listed: TypeAlias = tuple[TableRow, list[SeatRow]]
"""A table and its seats."""


class Overtaken(Exception):
    """Another process was quicker: the log or the table has changed since."""


class Owned(NamedTuple):
    """Tables that are not over, those of them that are public, and stored bytes of all."""

    tables: int
    public: int
    bytes: int


class Due(NamedTuple):
    """A table where a bot or the clock has to act, when, and its version."""

    table: str
    at: datetime
    version: int


class TableStore(Protocol):
    """Tables, their seats and their chat."""

    async def create(
        self,
        table: TableRow,
        sitting: Sequence[SeatRow],
        lines: Sequence[Line] = (),
        size: int = TABLE_BYTES,
    ) -> None:
        """Add a table of so many bytes with its log; `Overtaken` if its match has a rematch already."""

    async def table(self, table: str) -> Listed | None:
        """Return a table and its seats."""

    async def look(self, table: str) -> tuple[TableRow, list[SeatRow], int] | None:
        """Return a table, its seats and the number of its last line of chat."""

    async def save(self, table: TableRow, sitting: Sequence[SeatRow], since: datetime) -> None:
        """Write a table that was last changed at `since`, and some seats; else raise `Overtaken`."""

    async def open(self, table: str, at: datetime) -> None:
        """Note when a table was last looked at."""

    async def remove(self, table: str) -> None:
        """Delete a table with its seats, its log and its chat."""

    async def left(self, imported: datetime | None, finished: datetime | None) -> list[str]:
        """Return imported matches without a look or change since a time, and others that were over then."""

    async def public(
        self, game: str | None, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of the public list, the newest change first, and where the next one begins."""

    async def open_tables(self, game: str | None) -> tuple[list[Listed], list[Listed]]:
        """Return the newest public tables with a free seat, and those that run; a few of each owner."""

    async def of_person(
        self, person: str, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of a person's tables, and where the next one begins."""

    async def several(self, wanted: Sequence[str]) -> list[Listed]:
        """Return tables and their seats."""

    async def without_hints(self, person: str, game: str) -> list[str]:
        """Return the running tables of a game where a person sits and the coach is switched off."""

    async def lines_of(self, person: str) -> int:
        """Count the lines of the logs of a person's tables."""

    async def seats_of(self, person: str) -> list[tuple[str, int]]:
        """Return the seats of a person at tables that are not over."""

    async def owned(self, person: str) -> Owned:
        """Count the tables that a person has set up, and the bytes of all."""

    async def say(self, table: str, line: ChatRow) -> ChatRow:
        """Add a line of chat and return it with its number; sent twice it is kept once."""

    async def chat(self, table: str, since: int = 0) -> list[ChatRow]:
        """Return the last lines of chat, the oldest first."""

    async def removed_chat(self, table: str) -> int:
        """Count the lines of chat that were removed."""


class LogStore(Protocol):
    """The logs of all tables."""

    async def append(self, table: TableRow, lines: Sequence[Line], since: datetime | None = None) -> bool:
        """Write lines and the progress of their table at once, or raise `Overtaken`.

        With `since`, where a match begins, only if its table was last changed then.
        Returns whether the caller was cancelled meanwhile: the lines are stored all the same, and the caller
        has to tell others before it ends.
        """

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[Line]:
        """Return the lines behind a version, up to another."""


class LeaseStore(Protocol):
    """Leases of one process: which of several works for the bots and clocks of a table."""

    async def claim(self, table: str, now: datetime) -> bool:
        """Take or renew the lease of a table; false while another process has it."""

    async def renew(self, held: Collection[str], now: datetime) -> None:
        """Renew leases."""

    async def release(self, held: Collection[str]) -> None:
        """Give leases back."""

    async def end_frozen(self) -> None:
        """End transactions of processes that have frozen."""

    async def due(self, now: datetime, ahead: timedelta, most: int | None = SCANNED) -> list[Due]:
        """Return the running tables without a lease that are due now or soon, the longest waiting first."""


class LessonStore(Protocol):
    """Lessons that people have taken."""

    async def taken(self, person: str, game: str) -> set[str]:
        """Return the lessons of a game that a person has taken."""

    async def take(self, person: str, game: str, lesson: str, now: datetime) -> None:
        """Note a lesson as taken; the first time counts."""


def mark_of(row: TableRow) -> str:
    """Return the place of a table in a list, for the next page to begin behind."""
    return f"{(row.changed - EPOCH) // timedelta(microseconds=1)}-{row.id}"


def place_of(mark: str) -> tuple[datetime, str]:
    """Return the change and the id of the table that a page begins behind."""
    number, dash, table = mark.partition("-")
    if not (dash and number.isascii() and number.isdigit() and len(number) < 18):
        raise Unreadable("core.unreadable", params={"where": "before", "detail": "not a mark"})
    return EPOCH + timedelta(microseconds=int(number)), table


def bytes_of(lines: Iterable[Line]) -> int:
    """Return about how many bytes lines of a log take in a store."""
    return sum(
        LINE_BYTES + len(_encode(line.body)) + (0 if line.position is None else len(_encode(line.position)))
        for line in lines
    )
