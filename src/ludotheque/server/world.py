"""The outside of the server: time, randomness, threads, workers, and the drivers of SQLite and Redis.

`Services` gets one `World` and hands its parts on, so that a simulation can run the whole server with virtual
time, seeded randomness and without threads.
"""

import asyncio
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from datetime import UTC, datetime
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Final, ParamSpec, TypeAlias, TypeVar

if TYPE_CHECKING:
    from aiosqlite import Connection
    from redis.asyncio import Redis

    from ludotheque.server.storage.database import Database
    from ludotheque.server.storage.time import SharedTime
    from ludotheque.server.work.pool import Worker

P = ParamSpec("P")
R = TypeVar("R")

Now: TypeAlias = Callable[[], datetime]
"""The time of day, in UTC."""
Clock: TypeAlias = Callable[[], float]
"""Seconds that only count forward."""

SEED_BITS: Final = 62


def utc_now() -> datetime:
    """Return the time of day of this machine, in UTC."""
    return datetime.now(UTC)


class World:
    """Time, randomness and threads of this machine; a simulation overrides them."""

    def __init__(self, now: Now = utc_now, clock: Clock = monotonic, random: Random | None = None) -> None:
        self.now = now
        self.clock = clock
        self.random = random if random is not None else SystemRandom()
        """Source of ids, secrets, seeds and jitter; unpredictable outside of simulations."""

    def token(self, size: int) -> str:
        """Return a random text for ids and secrets in URLs, from so many bytes."""
        return urlsafe_b64encode(self.random.randbytes(size)).rstrip(b"=").decode()

    def seed(self) -> int:
        """Return a seed for a generator of chance."""
        return self.random.getrandbits(SEED_BITS)

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

    def new_worker(self) -> "Worker":
        """Return a worker that thinks in a process of its own."""
        from ludotheque.server.work.pool import Worker

        return Worker()

    def new_time(self, database: "Database") -> "SharedTime":
        """Return the time that all processes at a database share; for a file that of this machine."""
        from ludotheque.server.storage.time import SharedTime

        return SharedTime(self.now, self.clock, None if database.is_sqlite else database.time)

    def connect_redis(self, address: str) -> "Redis":
        """Return a client of Redis."""
        from ludotheque.server.live.channel import connect_redis

        return connect_redis(address)


WORLD: Final = World()
"""This machine."""
