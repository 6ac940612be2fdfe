"""Append-only logs of all tables, written by one task that commits all waiting appends together."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec
from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.host.cancellation import finish_uncancelled
from ludotheque.host.rows import TableRow
from ludotheque.host.store import Overtaken
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import log
from ludotheque.server.storage.sqlite_log import SqliteLog
from ludotheque.table.line import EPOCH, Line

READ_AT_ONCE: Final = 100
"""Most lines to decode on the event loop; longer reads are decoded in a thread."""


class LogStorage(Protocol):
    """Database-specific writer that stores several appends in one transaction."""

    async def write(self, batch: Sequence[Append]) -> None:
        """Store all appends in one transaction; raise `Overtaken` if a line or table changed meanwhile."""

    async def close(self) -> None:
        """Close the database connection."""


class EventLog:
    """Repository of the logs of all tables, with group commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._storage = _storage(database)
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(
        self, table: TableRow, lines: Sequence[Line], expected_changed: datetime | None = None
    ) -> bool:
        """Append lines and save the row of their table in one transaction; return when it is committed.

        Raises `Overtaken` if another process has written first: always if one of the lines exists already,
        and with `expected_changed` also if the table was last changed at another time.

        Returns True if the caller was cancelled while waiting. The lines are stored all the same, so it still
        has to broadcast them before it ends.
        """
        loop = asyncio.get_running_loop()
        waiting = Append(table, lines, loop.create_future(), expected_changed)
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = loop.create_task(self._commit_waiting())
        return await finish_uncancelled(waiting.written)

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[Line]:
        """Return the lines with a number greater than `since` and at most `until`, in order."""
        return await read_lines(self._database, table, since, until)

    async def close(self) -> None:
        """Write the waiting appends, then close the connection."""
        if self._writer is not None:
            await self._writer
        await self._storage.close()

    async def _commit_waiting(self) -> None:
        """Commit the waiting appends in batches until none is left."""
        batch: list[Append] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    await self._storage.write(batch)
                except Overtaken:
                    await self._commit_each(batch)
                except Exception as error:
                    for one in batch:
                        one.end(error)
                else:
                    for one in batch:
                        one.end()
        finally:
            self._writer = None
            left, self._waiting = [*batch, *self._waiting], []
            for one in left:  # the event loop was stopped during a commit
                one.written.cancel()

    async def _commit_each(self, batch: list[Append]) -> None:
        """Write each append in its own transaction, so that an overtaken one does not fail the others."""
        for one in batch:
            try:
                await self._storage.write([one])
            except Exception as error:
                one.end(error)
            else:
                one.end()


async def read_lines(database: Database, table: str, since: int, until: int | None) -> list[Line]:
    """Return the lines of a log with a number greater than `since` and at most `until`, in order."""
    query = select(log).where(log.c.table == table, log.c.number > since).order_by(log.c.number)
    if until is not None:
        query = query.where(log.c.number <= until)
    async with database.reading() as db:
        try:
            found = (await db.execute(query)).mappings()  # all rows are in memory, not yet decoded
            if until is not None and until - since <= READ_AT_ONCE:
                return _lines_of(found)
            return await database.world.in_thread(_lines_of, found)
        except ValueError:  # invalid JSON in a line; find it by reading each one alone
            numbers = (await db.execute(query.with_only_columns(log.c.number))).scalars().all()
            return [await _read_one(db, table, number) for number in numbers]


async def _read_one(db: AsyncConnection, table: str, number: int) -> Line:
    query = select(log).where(log.c.table == table, log.c.number == number)
    try:
        return line_from_row((await db.execute(query)).mappings().one())
    except ValueError:
        return _unreadable(number)


def _storage(database: Database) -> LogStorage:
    if database.is_sqlite:
        return SqliteLog(database)
    from ludotheque.server.storage.postgres_log import PostgresLog  # its driver is an optional dependency

    return PostgresLog(database)


def _lines_of(rows: Iterable[RowMapping]) -> list[Line]:
    return [line_from_row(row) for row in rows]


def line_from_row(row: Mapping[Any, Any]) -> Line:
    """Convert a row to a line; an invalid one becomes a placeholder that replay sets aside."""
    try:
        return row_of(Line, row)
    except msgspec.ValidationError:
        return _unreadable(int(row["number"]))


def _unreadable(number: int) -> Line:
    return Line(number=number, seat=None, kind="move", at=EPOCH)
