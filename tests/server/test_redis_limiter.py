"""Limits that several processes count together, while Redis comes and goes."""

from asyncio import sleep as let_pass
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, cast

import pytest

from ludotheque.host.limits import MemoryLimiter, under_way
from ludotheque.host.refusals import TooManyRequests
from ludotheque.server.live.redis_limiter import PAUSE, RedisLimiter
from tests.simulation.loop import SimulatedLoop
from tests.simulation.redis import Broker, Client
from tests.simulation.trace import Trace


def simulated(run: Callable[[Broker, RedisLimiter], Awaitable[None]]) -> None:
    """Run something with a limiter on a Redis that can be switched off."""
    loop = SimulatedLoop(Random(1))
    broker = Broker(loop, Random(1), Trace(loop.time))

    async def whole() -> None:
        redis: Any = cast("Any", Client(broker))
        await run(broker, RedisLimiter(redis, "one", MemoryLimiter(loop.time), loop.time))

    loop.run_until_complete(whole())


def test_what_ends_while_redis_is_away_does_not_count_for_ever() -> None:
    async def run(broker: Broker, limiter: RedisLimiter) -> None:
        async with under_way(limiter, "hint/ada", 1):
            broker.up = False
        broker.up = True
        await let_pass(PAUSE)
        assert await limiter.take("requests/ada", 1, 1.0, 100.0) == 0
        async with under_way(limiter, "hint/ada", 1):
            with pytest.raises(TooManyRequests):
                async with under_way(limiter, "hint/ada", 1):
                    pass

    simulated(run)


def test_what_is_to_be_given_back_waits_for_redis_as_long_as_it_is_away() -> None:
    async def run(broker: Broker, limiter: RedisLimiter) -> None:
        async with under_way(limiter, "hint/ada", 1):
            broker.up = False
        for _ in range(3):
            await let_pass(PAUSE)
            await limiter.take("requests/ada", 1, 1.0, 100.0)
        assert broker.full_at["one:limit:hint/ada"] > broker.loop.time()
        broker.up = True
        await let_pass(PAUSE)
        await limiter.take("requests/ada", 1, 1.0, 100.0)
        assert broker.full_at["one:limit:hint/ada"] <= broker.loop.time()

    simulated(run)
