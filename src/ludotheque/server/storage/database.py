"""Database connections, migrations at startup, and short read and write transactions."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from prometheus_client import Histogram
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DisconnectionError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from ludotheque.host.refusals import Unavailable
from ludotheque.server.metrics import READING, WRITING
from ludotheque.server.storage.ownership import create_database, tighten_database
from ludotheque.server.world import WORLD, ServerWorld, SqliteConnection

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

T = TypeVar("T")

Sync: TypeAlias = Literal["normal", "full"]
"""SQLite's `synchronous` setting: `normal` survives a crash of the process, `full` also a power failure."""

BUSY_SECONDS: Final = 10
"""Timeout in seconds for the write lock of SQLite while another process holds it."""
CONNECT_SECONDS: Final = 10
"""Timeout in seconds for connecting to PostgreSQL and for getting a connection from the pool."""
FROZEN_SECONDS: Final = 5
"""Seconds after which PostgreSQL ends the session of a process that is idle within a transaction."""
HELD_SECONDS: Final = 8
"""Age in seconds at which `end_frozen` ends a write transaction that blocks others."""
LET_GO_OF_FROZEN: Final = f"set idle_in_transaction_session_timeout = '{FROZEN_SECONDS}s'"
SERVING: Final = "ludotheque serve"
"""PostgreSQL application name of server processes; only these are ended by `end_frozen`."""
END_FROZEN: Final = text(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
    " and usename = current_user and application_name = :name and backend_xid is not null"
    " and xact_start < clock_timestamp() - make_interval(secs => :seconds)"
    " and wait_event_type is distinct from 'Lock' and exists (select from pg_stat_activity waiting"
    " where pg_stat_activity.pid = any(pg_blocking_pids(waiting.pid)))"
)
TIME: Final = text("select clock_timestamp()")
AWAY: Final = (OperationalError, InterfaceError, InternalError)
"""Driver errors that mean the database server is away or has ended the connection."""
PAGE_SIZE: Final = 2048
"""Page size of new SQLite databases in bytes; a write replaces whole pages, so small ones are faster."""
MIGRATION_LOCK: Final = 0x6C75646F
"""Key of the PostgreSQL advisory lock that lets one process at a time run the migrations."""


class DatabaseAway(Unavailable):
    """The database server does not answer or ended the connection; the client may retry the request."""


class Database:
    """Engine and connection pool of one SQLite or PostgreSQL database, given by its URL.

    All reads go through `reading`, all writes through `writing`.
    """

    def __init__(
        self, url: str, sync: Sync = "normal", name: str = "ludotheque", world: ServerWorld = WORLD
    ) -> None:
        self.url = url
        self.world = world
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _sqlite_engine(url, sync, world) if self.is_sqlite else _engine(url, name)
        self._reader = (
            self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        """Engine for reads: on PostgreSQL in autocommit mode, which saves `begin` and `rollback`."""
        self._name = name
        self.sync: Sync = sync
        self.one_writer = asyncio.Lock()
        """Lock around SQLite's single writer, so that tasks of this process wait without polling the file."""

    async def open(self) -> None:
        """Connect, create a missing SQLite file, and run all pending migrations."""
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
        """Close all connections of the pool."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Context manager for a connection to read with; raises `DatabaseAway` if PostgreSQL is away."""
        with self.timed(READING), self._told_when_away():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Context manager for a write transaction: commits at the end, rolls back on an exception.

        Raises `DatabaseAway` if PostgreSQL is away.
        """
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
        """Open a PostgreSQL connection outside the pool, in autocommit mode; the caller closes it."""
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
        """Context manager that records its duration in a histogram, also when its body raises."""
        begun = self.world.clock()
        try:
            yield
        finally:
            transactions.observe(self.world.clock() - begun)

    async def time(self) -> datetime:
        """Return the current time of the PostgreSQL server."""
        async with self.reading() as db:
            told: datetime = (await db.execute(TIME)).scalar_one()
            return told

    async def end_frozen(self) -> int:
        """Terminate server sessions whose write transaction is old and blocks others; return their number.

        PostgreSQL ends an idle transaction by itself, but not that of a process that froze while sending a
        command. Does nothing on SQLite.
        """
        if self.is_sqlite:
            return 0
        async with self.reading() as db:
            return len((await db.execute(END_FROZEN, {"name": SERVING, "seconds": HELD_SECONDS})).all())

    @contextmanager
    def _told_when_away(self) -> Iterator[None]:
        """Turn driver errors of an unreachable PostgreSQL into `DatabaseAway`, which clients may retry.

        This includes a transaction that PostgreSQL ended because this process was frozen in the middle of it.
        """
        try:
            yield
        except (*AWAY, PoolTimeout) as error:
            if self.is_sqlite:
                raise
            raise DatabaseAway("server.busy") from error


def row_of(kind: type[T], mapping: Mapping[Any, Any]) -> T:
    """Convert a database row to a struct of the given type."""
    # SQLAlchemy's names of columns are a subclass of str, which msgspec does not accept as keys.
    return msgspec.convert({f"{name}": value for name, value in mapping.items()}, kind)


def values_of(row: msgspec.Struct) -> dict[str, object]:
    """Return the fields of a struct as column values, its `summary` as plain JSON data."""
    values = msgspec.structs.asdict(row)
    values.pop("events", None)  # events of a log line are derived, not stored
    if "summary" in values:
        values["summary"] = msgspec.to_builtins(values["summary"])
    return values


def _engine(url: str, name: str) -> AsyncEngine:
    """Create the PostgreSQL engine; parameters such as password hashes are kept out of errors and logs."""
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


def _sqlite_engine(url: str, sync: Sync, world: ServerWorld) -> AsyncEngine:
    connect, path = world.sqlite_connector, str(make_url(url).database)
    opened: dict[str, Any] = {"connect_args": {"factory": SqliteConnection}}
    if connect is not None:
        opened = {"async_creator": partial(connect, path)}
    engine = create_async_engine(url, pool_size=4, max_overflow=0, hide_parameters=True, **opened)
    event.listen(engine.sync_engine, "connect", partial(_prepare_sqlite, sync))
    return engine


def _postgres_patience(url: str) -> dict[str, object]:
    """Return connection options that detect a vanished server within seconds; the URL overrides them."""
    wanted = {"connect_timeout": CONNECT_SECONDS, "keepalives_idle": 5, "keepalives_interval": 2,
              "keepalives_count": 3, "tcp_user_timeout": 1000 * CONNECT_SECONDS}  # fmt: skip
    given = make_url(url).query
    return {name: value for name, value in wanted.items() if name not in given}


def _prepare_postgres(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set the idle timeout for transactions, so that a frozen process does not block others."""
    cursor = connection.cursor()
    cursor.execute(LET_GO_OF_FROZEN)
    cursor.close()
    connection.commit()


def is_stale(connection: "psycopg.AsyncConnection[Any]") -> bool:
    """Return whether the server has closed an idle connection, without sending it anything.

    A server sends nothing on an idle connection except when it closes it.
    """
    from select import POLLIN, poll  # `poll` is missing on Windows, where only SQLite is used

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
    """Raise `DisconnectionError` for a connection that the server closed, so that the pool replaces it."""
    if is_stale(connection.driver_connection):
        raise DisconnectionError


def _let_go(context: ExceptionContext) -> None:
    """Mark a connection as broken after a driver error, so that it is closed and not returned to the pool."""
    if isinstance(context.sqlalchemy_exception, AWAY) and not context.is_disconnect:
        context.is_disconnect = True
        context.invalidate_pool_on_disconnect = False  # only this connection is suspect


def _prepare_sqlite(sync: Sync, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a SQLite connection: WAL mode, the given `synchronous` setting, foreign keys, busy timeout."""
    # SQLAlchemy would begin a read transaction, which can't be upgraded to a write transaction safely.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"page_size={PAGE_SIZE}",
        "journal_mode=wal",
        f"synchronous={sync}",
        "foreign_keys=on",
        "secure_delete=on",  # overwrite deleted data in the file
        f"busy_timeout={BUSY_SECONDS * 1000}",
    ):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
