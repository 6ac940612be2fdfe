"""Adapter for the server's threads and its SQLite and Redis connections; simulation tests override it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from ludotheque.host import world

if TYPE_CHECKING:
    from aiosqlite import Connection
    from redis.asyncio import Redis

P = ParamSpec("P")
R = TypeVar("R")

REDIS_SECONDS: Final = 3.0
"""Timeout of a Redis request or connection attempt, in seconds."""


class SqliteConnection(sqlite3.Connection):
    """SQLite connection that gives up its locks when it is closed.

    SQLite keeps a closed connection open, and its transaction with it, for as long as a cursor is referenced.
    The traceback of a cancelled request may hold one until the next garbage collection; meanwhile no process
    could write.
    """

    def close(self) -> None:
        """Roll back an open transaction, then close."""
        with suppress(sqlite3.Error):
            self.rollback()
        super().close()


class ServerWorld(world.World):
    """Clock, random numbers, threads and database drivers of the real machine."""

    async def in_thread(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a blocking function in a thread of asyncio's default pool and return its result."""
        return await asyncio.to_thread(function, *args, **kwargs)

    async def in_pool(self, pool: Executor, function: Callable[[], R]) -> R:
        """Run a blocking function in the given executor, not in the default pool, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(pool, function)

    def connect_sqlite(self, path: str) -> sqlite3.Connection:
        """Open a SQLite connection in autocommit mode, to be used on the event loop.

        A locked database raises `sqlite3.OperationalError` at once, without waiting.
        """
        return sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False, factory=SqliteConnection
        )

    @property
    def sqlite_connector(self) -> "Callable[[str], Awaitable[Connection]] | None":
        """Function that opens SQLite connections for SQLAlchemy; None to let SQLAlchemy open them."""
        return None

    def connect_redis(self, address: str) -> "Redis":
        """Return a Redis client that raises on a timeout or a lost connection and never retries by itself."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        return Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
            socket_keepalive=True,
        )


WORLD: Final = ServerWorld()
"""Default instance, backed by the real clock, random source and drivers."""
