"""The logs of all tables: whatever waits to be written is committed together, by one writer."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Protocol

import msgspec
from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.host.rows import TableRow
from ludotheque.host.store import Overtaken
from ludotheque.host.uncancelled import ended
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import log
from ludotheque.server.storage.sqlite_log import SqliteLog
from ludotheque.table.line import EPOCH, Line

READ_AT_ONCE: Final = 100
"""Lines that are read on the event loop; more than that are in a thread."""


class LogStorage(Protocol):
    """A database that keeps several appends in one transaction."""

    async def write(self, batch: Sequence[Append]) -> None:
        """All of it, or nothing; `Overtaken` if one of the lines is there already."""

    async def close(self) -> None:
        """Let go of the database."""


class EventLog:
    """Every line of every table, in its order."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._storage = _storage(database)
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, table: TableRow, lines: Sequence[Line], since: datetime | None = None) -> bool:
        """Write lines and how far the table is now, in one transaction, before anybody is told.

        Returns whether the caller was cancelled meanwhile: the lines are stored all the same, and the caller
        has to tell others before it ends. The commit is waited for
        through every further cancellation.
        """
        loop = asyncio.get_running_loop()
        waiting = Append(table, lines, loop.create_future(), since)
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = loop.create_task(self._commit_waiting())
        return await ended(waiting.written)

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[Line]:
        """The lines behind a version, up to another."""
        query = select(log).where(log.c.table == table, log.c.number > since).order_by(log.c.number)
        if until is not None:
            query = query.where(log.c.number <= until)
        async with self._database.reading() as db:
            try:
                found = (
                    await db.execute(query)
                ).mappings()  # all rows are here, still as the driver gave them
                if until is not None and until - since <= READ_AT_ONCE:
                    return _lines_of(found)
                return await self._database.world.in_thread(_lines_of, found)
            except ValueError:  # a line holds no JSON
                numbers = (await db.execute(query.with_only_columns(log.c.number))).scalars().all()
                return [await self._read_one(db, table, number) for number in numbers]

    @staticmethod
    async def _read_one(db: AsyncConnection, table: str, number: int) -> Line:
        query = select(log).where(log.c.table == table, log.c.number == number)
        try:
            return _line_of((await db.execute(query)).mappings().one())
        except ValueError:
            return _unreadable(number)

    async def close(self) -> None:
        """Write what waits, then let go."""
        if self._writer is not None:
            await self._writer
        await self._storage.close()

    async def _commit_waiting(self) -> None:
        """Commit what has gathered since the last commit, until nothing waits."""
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
            for one in left:  # the event loop ended in the midst of it
                one.written.cancel()

    async def _commit_each(self, batch: list[Append]) -> None:
        """One of them was overtaken; the others must not suffer for it."""
        for one in batch:
            try:
                await self._storage.write([one])
            except Exception as error:
                one.end(error)
            else:
                one.end()


def _storage(database: Database) -> LogStorage:
    if database.is_sqlite:
        return SqliteLog(database)
    from ludotheque.server.storage.postgres_log import PostgresLog  # its driver is an optional dependency

    return PostgresLog(database)


def _lines_of(rows: Iterable[RowMapping]) -> list[Line]:
    return [_line_of(row) for row in rows]


def _line_of(row: RowMapping) -> Line:
    """A line; one that can't be read is set aside when the match is rebuilt."""
    try:
        return row_of(Line, row)
    except msgspec.ValidationError:
        return _unreadable(int(row["number"]))


def _unreadable(number: int) -> Line:
    return Line(number=number, seat=None, kind="move", at=EPOCH)
