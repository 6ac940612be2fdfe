"""Event log storage in SQLite: one plain connection, used on the event loop.

A commit to SQLite's write-ahead log is a write to a file and takes about 0.1 ms, less than a switch to
another thread. Operations that wait for the disk run in threads: checkpoints, and every commit in `full`
mode.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeAlias

import msgspec
import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.host.store import LINE_BYTES, Overtaken
from ludotheque.server.metrics import WRITING
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import BUSY_SECONDS, Database
from ludotheque.server.storage.schema import microseconds
from ludotheque.table.line import Line

ADD: Final = (
    'insert into log ("table", number, seat, kind, body, at, client, rules, position) '
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
PROGRESS: Final = (
    "update tables set state = ?, version = ?, summary = ?, due = ?, changed = ?, bytes = bytes + ? "
    "where id = ? and version = ? and changed = coalesce(?, changed)"
)
CHECKPOINT = 5000
"""Lines after which a checkpoint moves the write-ahead log into the database."""
LARGE = 20_000
"""Pages in the write-ahead log above which a checkpoint locks out writers, so that SQLite can reuse it."""
MOVE_OVER: Final = text("pragma wal_checkpoint(passive)")
RETRY: Final = 0.005
"""Interval in seconds between attempts to get the write lock while another process holds it."""

Values: TypeAlias = tuple[str, int, int | None, str, str, int, str | None, int, str | None]
"""Parameters of the statement `ADD`."""

log = structlog.get_logger()
_encode: Final = msgspec.json.Encoder().encode


class SqliteLog:
    """SQLite storage of the event log, on one connection; not for concurrent use."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None
        self._written = 0
        self._checkpoint: asyncio.Task[None] | None = None

    async def write(self, batch: Sequence[Append]) -> None:
        """Store all appends in one transaction; raise `Overtaken` if a table has changed meanwhile."""
        written = [[_line(one.table.id, line) for line in one.lines] for one in batch]
        lines = [line for added in written for line in added]
        tables = [_progress(one, _bytes(added)) for one, added in zip(batch, written, strict=True)]
        with self._database.timed(WRITING):
            async with self._database.one_writer:
                db = await self._begin()
                try:
                    db.executemany(ADD, lines)
                    if db.executemany(PROGRESS, tables).rowcount != len(tables):
                        raise Overtaken
                    if self._database.sync == "full":
                        await self._database.world.in_thread(db.commit)
                    else:
                        db.commit()
                except sqlite3.IntegrityError as error:
                    raise Overtaken from error
                finally:
                    if db.in_transaction:
                        db.rollback()
        self._written += len(lines)
        if self._written >= CHECKPOINT and self._checkpoint is None:
            self._written = 0
            self._checkpoint = asyncio.get_running_loop().create_task(self._move_over())

    async def close(self) -> None:
        """Wait for a checkpoint in progress, then close the connection."""
        if self._checkpoint is not None:
            await self._checkpoint
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def _begin(self) -> sqlite3.Connection:
        """Begin a write transaction, retrying for up to `BUSY_SECONDS` while another process writes.

        Raises `sqlite3.OperationalError` after that.
        """
        if self._connection is None:
            self._connection = self._connect()
        for _ in range(int(BUSY_SECONDS / RETRY)):
            try:
                self._connection.execute("begin immediate")
            except sqlite3.OperationalError:
                await asyncio.sleep(RETRY)
            else:
                return self._connection
        self._connection.execute("begin immediate")
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        path = str(self._database.engine.url.database)
        connection = self._database.world.connect_sqlite(path)
        # A checkpoint waits for the disk, so `_move_over` does it on a connection of SQLAlchemy's threads.
        for pragma in (f"synchronous={self._database.sync}", "foreign_keys=on", "wal_autocheckpoint=0"):
            connection.execute(f"pragma {pragma}")
        return connection

    async def _move_over(self) -> None:
        """Run a checkpoint, which moves the write-ahead log into the database to keep it from growing."""
        try:
            async with self._database.reading() as connection:
                _, pages, _ = (await connection.execute(MOVE_OVER)).one()
                if pages > LARGE:
                    async with self._database.one_writer:
                        await connection.execute(MOVE_OVER)
        except SQLAlchemyError as error:  # no data are lost, and a later checkpoint will do
            log.warning(
                "the write-ahead log could not be moved into the database", error=type(error).__name__
            )
        finally:
            self._checkpoint = None


def added_values(table: str, lines: Sequence[Line]) -> list[Values]:
    """Return the parameters of `ADD` for lines of a table."""
    return [_line(table, line) for line in lines]


def _line(table: str, line: Line) -> Values:
    body = _encode(line.body).decode()
    position = None if line.position is None else _encode(line.position).decode()
    at = microseconds(line.at)
    return table, line.number, line.seat, line.kind, body, at, line.client, line.rules, position


def _bytes(lines: Sequence[Values]) -> int:
    """Return the size of encoded lines in bytes, computed as `host.store.bytes_of` does."""
    return sum(LINE_BYTES + len(line[4]) + len(line[8] or "") for line in lines)


def _progress(append: Append, added: int) -> tuple[object, ...]:
    table, before = append.table, append.table.version - len(append.lines)
    summary = _encode(table.summary).decode()
    due, changed, since = _moment(table.due), _moment(table.changed), _moment(append.expected_changed)
    return table.state, table.version, summary, due, changed, added, table.id, before, since


def _moment(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)
