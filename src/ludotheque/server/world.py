"""Threads of the server and the drivers of SQLite and Redis; a simulation overrides them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from ludotheque.host import world

if TYPE_CHECKING:
    from aiosqlite import Connection
    from redis.asyncio import Redis

P = ParamSpec("P")
R = TypeVar("R")

REDIS_SECONDS: Final = 3.0
"""Time that Redis has for an answer."""


class World(world.World):
    """Time, randomness, threads and drivers of this machine."""

    async def in_thread(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function that takes long beside the event loop."""
        return await asyncio.to_thread(function, *args, **kwargs)

    async def in_pool(self, pool: Executor, function: Callable[[], R]) -> R:
        """Call a function in a pool of threads of its own; nothing else waits for these."""
        return await asyncio.get_running_loop().run_in_executor(pool, function)

    def connect_sqlite(self, path: str) -> sqlite3.Connection:
        """Return a connection to a database file whose statements run on the event loop."""
        return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)

    @property
    def sqlite_connector(self) -> "Callable[[str], Awaitable[Connection]] | None":
        """Opener of the connections that SQLAlchemy uses for a database file; None for its own."""
        return None

    def connect_redis(self, address: str) -> "Redis":
        """Return a client of Redis that never waits long and never hides that a connection was lost."""
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


WORLD: Final = World()
"""This machine."""
