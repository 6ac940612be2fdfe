"""The database: opened, brought up to date, and read and written in short transactions."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, RowMapping, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from ludotheque.server.settings import Sync
from ludotheque.server.storage.schema import LogRow, TableRow
from ludotheque.server.storage.sqlite_log import Busy, Ledger

T = TypeVar("T")
Batch: TypeAlias = Sequence[tuple[TableRow, Sequence[LogRow]]]
"""Lines for the logs of several tables, and how far each table is then."""

CHECKPOINT = 5000
"""Lines after which the write-ahead log is moved into the database."""
LARGE = 20_000
"""Pages in the write-ahead log from which on writers wait until it is moved, so that it starts anew."""
PAGE_SIZE = 2048
"""Bytes; every page that a move touches is written whole, so small ones are quicker. For new databases."""
MOVE_OVER = text("pragma wal_checkpoint(passive)")
MIGRATION_LOCK = 0x6C75646F
"""One server at a time brings a shared database up to date."""


class Database:
    """A database, by its address; everything that is kept goes through `reading` and `writing`."""

    def __init__(self, url: str, sync: Sync = "normal") -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _engine(url, sync, is_sqlite=self.is_sqlite)
        self._sync: Sync = sync
        self._ledger: Ledger | None = None
        self._written = 0
        self._checkpoint: asyncio.Task[None] | None = None
        self._one_writer = asyncio.Lock()
        """SQLite lets one write at a time; whoever waits here does not poll the file for its turn."""

    async def open(self) -> None:
        """Connect and bring the database up to date."""
        async with self.writing() as connection:
            if not self.is_sqlite:
                lock = text("select pg_advisory_xact_lock(:lock)")
                await connection.execute(lock, {"lock": MIGRATION_LOCK})
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Let go of all connections."""
        if self._checkpoint is not None:
            await self._checkpoint
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is kept, on disk, or nothing is."""
        if not self.is_sqlite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._one_writer, self.engine.begin() as connection:
            await connection.execute(text("begin immediate"))
            yield connection

    @property
    def appends_at_once(self) -> bool:
        """Whether SQLite's shortest way is open: nobody else writes, and no disk is waited for."""
        return self.is_sqlite and self._sync != "full" and not self._one_writer.locked()

    def append_at_once(self, batch: Batch) -> bool:
        """Write to logs by SQLite's shortest way; False if it is not open and nothing was written."""
        if not self.appends_at_once:
            return False
        try:
            self._open_ledger().write(batch)
        except Busy:
            return False
        self._count(batch)
        return True

    async def append(self, batch: Batch) -> bool:
        """Write to logs as soon as nobody else writes; False if another process does."""
        if not self.is_sqlite:
            return False
        async with self._one_writer:
            try:
                await asyncio.to_thread(self._open_ledger().write, batch)
            except Busy:
                return False
        self._count(batch)
        return True

    def _open_ledger(self) -> Ledger:
        if self._ledger is None:
            self._ledger = Ledger(str(self.engine.url.database), self._sync)
        return self._ledger

    def _count(self, batch: Batch) -> None:
        """What was written moves into the database once it is much."""
        self._written += sum(len(lines) for _, lines in batch)
        if self._written >= CHECKPOINT and self._checkpoint is None:
            self._written = 0
            self._checkpoint = asyncio.get_running_loop().create_task(self._move_over())

    async def _move_over(self) -> None:
        """Move what stands in the write-ahead log into the database, so that it does not grow for ever."""
        try:
            async with self.reading() as connection:
                _, pages, _ = (await connection.execute(MOVE_OVER)).one()
                if pages > LARGE:
                    async with self._one_writer:
                        await connection.execute(MOVE_OVER)
        finally:
            self._checkpoint = None


def row_of(kind: type[T], mapping: RowMapping) -> T:
    """A row as its struct."""
    # SQLAlchemy names columns by a kind of string that msgspec does not take for one.
    return msgspec.convert({f"{name}": value for name, value in mapping.items()}, kind)


def _engine(url: str, sync: Sync, *, is_sqlite: bool) -> AsyncEngine:
    if not is_sqlite:
        return create_async_engine(url, pool_size=10, max_overflow=20, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=4, max_overflow=0)
    event.listen(engine.sync_engine, "connect", partial(_prepare_sqlite, sync))
    return engine


def _prepare_sqlite(sync: Sync, connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:  # noqa: ARG001
    """Readers don't wait for the writer; with `full`, what is committed survives even a cut of the power."""
    # SQLAlchemy would begin a transaction of its own, which can't be turned into a writing one safely.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"page_size={PAGE_SIZE}",
        "journal_mode=wal",
        f"synchronous={sync}",
        "foreign_keys=on",
        "busy_timeout=10000",
    ):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
