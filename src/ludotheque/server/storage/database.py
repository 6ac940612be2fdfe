"""The database: opened, brought up to date, and read and written in short transactions."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from prometheus_client import Histogram
from sqlalchemy import Connection, RowMapping, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DisconnectionError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from ludotheque.host.refusals import Unavailable
from ludotheque.server.metrics import READING, WRITING
from ludotheque.server.storage.ownership import create_database, tighten_database
from ludotheque.server.world import WORLD, World

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

T = TypeVar("T")

Sync: TypeAlias = Literal["normal", "full"]
"""Wait of SQLite at a commit: until the system has it (a crash loses nothing), or the disk."""

BUSY_SECONDS: Final = 10
"""How long a writer waits while another process writes to SQLite."""
CONNECT_SECONDS: Final = 10
"""How long a server of a database is waited for."""
FROZEN_SECONDS: Final = 5
"""How long PostgreSQL waits for a process that has begun a transaction and does not go on."""
HELD_SECONDS: Final = 8
"""How long a server may write at one transaction while others wait for what it holds."""
LET_GO_OF_FROZEN: Final = f"set idle_in_transaction_session_timeout = '{FROZEN_SECONDS}s'"
SERVING: Final = "ludotheque serve"
"""What servers are called in PostgreSQL; a backup or a migration may take its time."""
END_FROZEN: Final = text(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
    " and usename = current_user and application_name = :name and backend_xid is not null"
    " and xact_start < clock_timestamp() - make_interval(secs => :seconds)"
    " and wait_event_type is distinct from 'Lock' and exists (select from pg_stat_activity waiting"
    " where pg_stat_activity.pid = any(pg_blocking_pids(waiting.pid)))"
)
TIME: Final = text("select clock_timestamp()")
AWAY: Final = (OperationalError, InterfaceError, InternalError)
"""What the driver says when the server of the database has gone."""
PAGE_SIZE: Final = 2048
"""Bytes; every page that a move touches is written whole, so small ones are quicker. For new databases."""
MIGRATION_LOCK: Final = 0x6C75646F
"""One server at a time brings a shared database up to date."""


class DatabaseAway(Unavailable):
    """The server of the database does not answer, or has gone in the midst of a transaction."""


class Database:
    """A database, by its address; everything that is kept goes through `reading` and `writing`."""

    def __init__(
        self, url: str, sync: Sync = "normal", name: str = "ludotheque", world: World = WORLD
    ) -> None:
        self.url = url
        self.world = world
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _sqlite_engine(url, sync, world) if self.is_sqlite else _engine(url, name)
        self._reader = (
            self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        """Reads of PostgreSQL need no `begin` and `rollback` of their own."""
        self._name = name
        self.sync: Sync = sync
        self.one_writer = asyncio.Lock()
        """SQLite lets one write at a time; whoever waits here does not poll the file for its turn."""

    async def open(self) -> None:
        """Connect and bring the database up to date."""
        if self.is_sqlite:
            create_database(self.engine.url.database)
        async with self.writing() as connection:
            if not self.is_sqlite:
                lock = text("select pg_advisory_xact_lock(:lock)")
                await connection.execute(lock, {"lock": MIGRATION_LOCK})
                await connection.execute(text("set local application_name = 'ludotheque migration'"))
            await connection.run_sync(_migrate)
        if self.is_sqlite:
            tighten_database(self.engine.url.database)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        with self.timed(READING), self._told_when_away():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is kept, on disk, or nothing is."""
        with self.timed(WRITING):
            if not self.is_sqlite:
                with self._told_when_away():
                    async with self.engine.begin() as connection:
                        yield connection
                return
            async with self.one_writer, self.engine.begin() as connection:
                await connection.execute(text("begin immediate"))
                yield connection

    async def connect_postgres(self) -> "psycopg.AsyncConnection[TupleRow]":
        """Open a connection beside the pool, without transactions around single statements."""
        import psycopg

        url = make_url(self.url)
        arguments, options = self.engine.dialect.create_connect_args(url)
        options = dict(options) | _postgres_patience(self.url) | {"application_name": self._name}
        connection = await psycopg.AsyncConnection.connect(*arguments, **options, autocommit=True)
        try:
            await connection.execute(LET_GO_OF_FROZEN)
        except BaseException:
            await connection.close()
            raise
        return connection

    @contextmanager
    def timed(self, transactions: Histogram) -> Iterator[None]:
        """Measure a transaction, whether it succeeds or not."""
        begun = self.world.clock()
        try:
            yield
        finally:
            transactions.observe(self.world.clock() - begun)

    async def time(self) -> datetime:
        """Return the time of the clock of PostgreSQL."""
        async with self.reading() as db:
            told: datetime = (await db.execute(TIME)).scalar_one()
            return told

    async def end_frozen(self) -> int:
        """End what a process has begun to write and does not finish, for others wait; gives how many.

        PostgreSQL itself does so for most, but not for a process that froze while it was sending a command.
        """
        if self.is_sqlite:
            return 0
        async with self.reading() as db:
            return len((await db.execute(END_FROZEN, {"name": SERVING, "seconds": HELD_SECONDS})).all())

    @contextmanager
    def _told_when_away(self) -> Iterator[None]:
        """A database server that is away for a moment is no fault of ours: whoever asked asks again.

        Nor is a transaction that the server ended because this process was frozen in the middle of it.
        """
        try:
            yield
        except (*AWAY, PoolTimeout) as error:
            if self.is_sqlite:
                raise
            raise DatabaseAway("server.busy") from error


def row_of(kind: type[T], mapping: RowMapping) -> T:
    """A row as its struct."""
    # SQLAlchemy names columns by a kind of string that msgspec does not take for one.
    return msgspec.convert({f"{name}": value for name, value in mapping.items()}, kind)


def values_of(row: msgspec.Struct) -> dict[str, object]:
    """The columns of a struct; only what is kept as JSON becomes JSON."""
    values = msgspec.structs.asdict(row)
    values.pop("events", None)  # of a line: they follow from it
    if "summary" in values:
        values["summary"] = msgspec.to_builtins(values["summary"])
    return values


def _engine(url: str, name: str) -> AsyncEngine:
    """The engine; what is written, such as a password's hash, stands in no error and so in no log."""
    engine = create_async_engine(
        url,
        pool_size=10,
        max_overflow=20,
        pool_timeout=CONNECT_SECONDS,
        hide_parameters=True,
        connect_args=_postgres_patience(url) | {"application_name": name},
    )
    event.listen(engine.sync_engine, "connect", _prepare_postgres)
    event.listen(engine.sync_engine, "checkout", _drop_stale)
    event.listen(engine.sync_engine, "handle_error", _let_go)
    return engine


def _sqlite_engine(url: str, sync: Sync, world: World) -> AsyncEngine:
    connect, path = world.sqlite_connector, str(make_url(url).database)
    opened = {} if connect is None else {"async_creator": partial(connect, path)}
    engine = create_async_engine(url, pool_size=4, max_overflow=0, hide_parameters=True, **opened)
    event.listen(engine.sync_engine, "connect", partial(_prepare_sqlite, sync))
    return engine


def _postgres_patience(url: str) -> dict[str, object]:
    """A server that has vanished is noticed within seconds, unless the address says otherwise."""
    wanted = {"connect_timeout": CONNECT_SECONDS, "keepalives_idle": 5, "keepalives_interval": 2,
              "keepalives_count": 3, "tcp_user_timeout": 1000 * CONNECT_SECONDS}  # fmt: skip
    given = make_url(url).query
    return {name: value for name, value in wanted.items() if name not in given}


def _prepare_postgres(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """A process that freezes in the midst of a transaction does not hold the others up."""
    cursor = connection.cursor()
    cursor.execute(LET_GO_OF_FROZEN)
    cursor.close()
    connection.commit()


def is_stale(connection: "psycopg.AsyncConnection[Any]") -> bool:
    """Tell whether an idle connection was ended by the server, without asking it.

    A server that has nothing to answer sends nothing but its goodbye.
    """
    from select import POLLIN, poll  # not on every system where SQLite serves

    if connection.closed:
        return True
    waiting = poll()
    waiting.register(connection.fileno(), POLLIN)
    return bool(waiting.poll(0))


def _drop_stale(
    connection: DBAPIConnection,
    _entry: ConnectionPoolEntry,
    _proxy: PoolProxiedConnection,
) -> None:
    """Replace a connection that the server has ended while it was idle, for example at a restart."""
    if is_stale(connection.driver_connection):
        raise DisconnectionError


def _let_go(context: ExceptionContext) -> None:
    """A connection that failed is not used again: after a crash it can perhaps not even be rolled back."""
    if isinstance(context.sqlalchemy_exception, AWAY) and not context.is_disconnect:
        context.is_disconnect = True
        context.invalidate_pool_on_disconnect = False  # the others may be well


def _prepare_sqlite(sync: Sync, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Readers don't wait for the writer; with `full`, what is committed survives even a cut of the power."""
    # SQLAlchemy would begin a transaction of its own, which can't be turned into a writing one safely.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"page_size={PAGE_SIZE}",
        "journal_mode=wal",
        f"synchronous={sync}",
        "foreign_keys=on",
        "secure_delete=on",  # what is deleted is overwritten, not only forgotten
        f"busy_timeout={BUSY_SECONDS * 1000}",
    ):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
