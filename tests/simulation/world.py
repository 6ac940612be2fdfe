"""The outside of one server process, drawn from a seed."""

import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final, ParamSpec, TypeVar, cast

from aiosqlite import Connection
from redis.asyncio import Redis

from ludotheque.server.work.pool import Worker
from ludotheque.server.world import World
from tests.simulation import redis, workers
from tests.simulation.disk import Died, Disk
from tests.simulation.loop import SimulatedLoop
from tests.simulation.trace import Trace

P = ParamSpec("P")
R = TypeVar("R")

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
THREAD: Final = 0.02
"""Mean seconds of a function that runs in a thread."""


class SimulatedWorld(World):
    """Time, randomness, threads, disk, Redis and workers of one process."""

    def __init__(
        self,
        loop: SimulatedLoop,
        random: Random,
        disk: Disk,
        broker: redis.Broker,
        rates: workers.Rates,
        trace: Trace,
        skew: float = 0.0,
    ) -> None:
        begun = random.uniform(0.0, 1e6)
        super().__init__(
            now=lambda: EPOCH + timedelta(seconds=round(loop.time() + skew, 6)),
            clock=lambda: loop.time() + begun,
            random=random,
        )
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

    def connect_redis(self, address: str) -> Redis:
        """Return a client of the simulated Redis."""
        assert address
        client: Any = redis.Client(self._broker)
        return cast("Redis", client)


def process_random(seed: int, name: str) -> Random:
    """Return a generator for one part of a run: what others draw does not change it."""
    return Random(f"{seed}/{name}")
