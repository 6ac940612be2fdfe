"""Limits that several processes count together, while Redis comes and goes."""

import asyncio
from asyncio import sleep as let_pass
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, cast

import pytest

from ludotheque.host.limits import MemoryLimiter, Take, under_way
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


def test_what_is_asked_while_redis_answers_goes_there_in_one_call() -> None:
    async def run(broker: Broker, limiter: RedisLimiter) -> None:
        calls = 0
        answer = broker.answer

        async def counted() -> None:
            nonlocal calls
            calls += 1
            await answer()

        broker.answer = counted  # type: ignore[method-assign]
        takes = [limiter.take(f"messages/{number % 7}", 1, 1.0, 5.0) for number in range(70)]
        waits = await asyncio.gather(*takes)
        assert calls <= 2
        assert sum(wait == 0 for wait in waits) == 7 * 5, "each has a burst of five"

    simulated(run)


def test_who_has_to_wait_takes_nothing_from_what_all_share() -> None:
    async def run(broker: Broker, limiter: RedisLimiter) -> None:
        shared = Take("address", 1, 1.0, 3.0)
        assert await limiter.take_all([Take("ada", 1, 1.0, 1.0), shared]) == 0
        for _ in range(5):
            assert await limiter.take_all([Take("ada", 1, 1.0, 1.0), shared]) > 0
        assert await limiter.take_all([Take("bo", 1, 1.0, 1.0), shared]) == 0
        assert await limiter.take_all([Take("cy", 1, 1.0, 1.0), shared]) == 0
        assert await limiter.take_all([Take("di", 1, 1.0, 1.0), shared]) > 0

    simulated(run)
