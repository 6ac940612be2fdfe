"""The outside of one server process, drawn from a seed."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final, ParamSpec, TypeVar, cast

from aiosqlite import Connection
from redis.asyncio import Redis

from ludotheque.server.run.machine import Machine
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.work.pool import Worker
from tests.simulation import redis, workers
from tests.simulation.disk import Died, Disk
from tests.simulation.loop import Host, SimulatedLoop
from tests.simulation.trace import Trace

P = ParamSpec("P")
R = TypeVar("R")

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
ANSWER: Final = 0.002
"""Mean seconds of the way to the clock of the database, and back."""
THREAD: Final = 0.02
"""Mean seconds of a function that runs in a thread."""


class SimulatedWorld(Machine):
    """Time, randomness, threads, disk, Redis and workers of one process."""

    def __init__(
        self,
        loop: SimulatedLoop,
        host: Host,
        random: Random,
        disk: Disk,
        broker: redis.Broker,
        rates: workers.Rates,
        trace: Trace,
    ) -> None:
        begun = random.uniform(0.0, 1e6)
        super().__init__(
            now=lambda: time_at(loop.now * host.rate + (self.skew or 0.0)),
            clock=lambda: loop.now * host.rate + begun,
            random=random,
        )
        self.host = host
        self.skew: float | None = None
        """Seconds by which the clock of this machine is ahead; None where no other serves the same tables."""
        self._loop = loop
        self._disk = disk
        self._broker = broker
        self._rates = rates
        self._trace = trace

    async def in_thread(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function after a while, whether or not somebody still waits for it then."""
        done = self._loop.create_future()

        def run() -> None:
            try:
                result = function(*args, **kwargs)
            except Died:
                raise
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self._loop.call_later(self.random.expovariate(1 / THREAD), run)
        return cast("R", await done)

    async def in_pool(self, pool: Executor, function: Callable[[], R]) -> R:
        """Run a function as `in_thread` does."""
        assert pool is not None
        return await self.in_thread(function)

    def connect_sqlite(self, path: str) -> sqlite3.Connection:
        """Return a connection whose statements run at once."""
        return self._disk.connect(path)

    @property
    def sqlite_connector(self) -> Callable[[str], Awaitable[Connection]]:
        """Opener of connections whose statements are answered after a while."""
        return self._disk.connect_in_thread

    def new_worker(self) -> Worker:
        """Return a worker that thinks on the loop."""
        return cast("Worker", workers.SimulatedWorker(self._loop, self.random, self._rates, self._trace))

    def new_time(self, database: Database) -> SharedTime:
        """Return the time that processes share: where there are several, the database has one for all."""
        assert database.is_sqlite
        return SharedTime(self.now, self.clock, None if self.skew is None else self._ask_for_time)

    async def _ask_for_time(self) -> datetime:
        await asyncio.sleep(self.random.expovariate(1 / ANSWER))
        told = time_at(self._loop.now)
        await asyncio.sleep(self.random.expovariate(1 / ANSWER))
        return told

    def connect_redis(self, address: str) -> Redis:
        """Return a client of the simulated Redis."""
        assert address
        client: Any = redis.Client(self._broker)
        return cast("Redis", client)


def time_at(seconds: float) -> datetime:
    """Return the true time of day so many seconds after the start of a simulation."""
    return EPOCH + timedelta(seconds=round(seconds, 6))


def process_random(seed: int, name: str) -> Random:
    """Return a generator for one part of a run: what others draw does not change it."""
    return Random(f"{seed}/{name}")
