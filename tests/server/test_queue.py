"""The order of thoughts: classes, fair shares, bounds, leases and places."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ludotheque.host.limits import FORGOTTEN, MemoryLimiter
from ludotheque.host.refusals import TooManyRequests, Unavailable
from ludotheque.server.work.pool import UNDER_WAY, WorkerPool
from ludotheque.server.work.queue import LEASE, LOWER_EVERY, Kind, Request, ThoughtQueue

pytestmark = pytest.mark.anyio


class Clock:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def put(queue: ThoughtQueue, kind: Kind, person: str, table: str = "t") -> Request:
    return queue.put(kind, person, table, "draw", ())[0]


def people(queue: ThoughtQueue, number: int) -> list[str]:
    claimed = [queue.claim() for _ in range(number)]
    return [request.person for request in claimed if request is not None]


async def test_flicks_and_moves_come_before_hints_and_those_before_analyses() -> None:
    queue = ThoughtQueue()
    for kind in (Kind.ANALYSIS, Kind.IMPORT, Kind.HINT, Kind.MOVE, Kind.FLICK):
        put(queue, kind, kind.name)
    assert people(queue, 5) == ["FLICK", "MOVE", "HINT", "IMPORT", "ANALYSIS"]
    assert queue.claim() is None


async def test_a_stranger_waits_for_one_of_many_thoughts_of_somebody_else() -> None:
    queue = ThoughtQueue()
    for table in range(250):
        put(queue, Kind.MOVE, "hog", f"t{table}")
    put(queue, Kind.MOVE, "stranger")
    assert people(queue, 2) == ["hog", "stranger"]


async def test_the_tables_of_one_person_take_turns() -> None:
    queue = ThoughtQueue()
    for table in ("a", "a", "a", "b"):
        put(queue, Kind.MOVE, "ada", table)
    claimed = [queue.claim() for _ in range(4)]
    assert [request.table for request in claimed if request is not None] == ["a", "b", "a", "a"]


async def test_what_is_least_urgent_is_not_put_off_for_ever() -> None:
    queue = ThoughtQueue()
    put(queue, Kind.ANALYSIS, "patient")
    for _ in range(LOWER_EVERY * 2):
        put(queue, Kind.MOVE, "hog")
    assert people(queue, LOWER_EVERY)[-1] == "patient"


@pytest.mark.parametrize(("kind", "allowed"), list(UNDER_WAY.items()))
async def test_one_person_has_only_so_much_under_way_in_all_pools(kind: Kind, allowed: int) -> None:
    now = [0.0]
    limiter = MemoryLimiter(lambda: now[0])
    pools = [WorkerPool(1, limiter=limiter) for _ in range(2)]  # as two processes that share a counter
    async with AsyncExitStack() as begun:
        for number in range(allowed):
            await begun.enter_async_context(pools[number % 2].under_way(kind, "ada"))
        for pool in pools:
            with pytest.raises(TooManyRequests):
                await begun.enter_async_context(pool.under_way(kind, "ada"))
        await begun.enter_async_context(pools[1].under_way(kind, "bo"))
        now[0] += 30
    async with AsyncExitStack() as begun:
        for _ in range(allowed):
            await begun.enter_async_context(pools[0].under_way(kind, "ada"))
        with pytest.raises(TooManyRequests):
            await begun.enter_async_context(pools[0].under_way(kind, "ada"))
        now[0] += FORGOTTEN + 1  # its process has died, as far as anybody knows
        await begun.enter_async_context(pools[1].under_way(kind, "ada"))


async def test_what_nobody_waits_for_is_not_thought() -> None:
    queue = ThoughtQueue()
    first, second = put(queue, Kind.MOVE, "ada"), put(queue, Kind.MOVE, "ada")
    queue.cancel(first)
    assert queue.claim() is second
    assert queue.renew(second)
    queue.cancel(second)
    assert not queue.renew(second), "whoever thinks about it learns that it is in vain"
    queue.complete(second, b"1")
    assert queue.claim() is None


async def test_a_claim_that_is_not_renewed_goes_to_somebody_else() -> None:
    clock = Clock()
    queue = ThoughtQueue(clock)
    request, answer = queue.put(Kind.MOVE, "ada", "t", "draw", ())
    assert queue.claim() is request
    clock.now += LEASE - 1
    assert queue.renew(request)
    clock.now += LEASE - 1
    assert queue.claim() is None
    clock.now += 1
    queue.news.clear()
    assert queue.claim((Kind.FLICK,)) is None
    assert queue.news.is_set(), "whoever may claim it is told"
    assert queue.claim() is request
    queue.complete(request, b"2")
    assert await answer == b"2"


async def test_a_place_in_the_queue_is_how_many_come_before() -> None:
    queue = ThoughtQueue()
    asked = [put(queue, Kind.MOVE, person, table) for person in "abc" for table in ("x", "y", "x")]
    asked += [put(queue, Kind.ANALYSIS, "a")]
    places = {queue.place(request): request for request in asked}
    assert sorted(places) == list(range(10)), "no two have the same place"
    order = [places[place] for place in range(7)]
    for request in order:
        assert queue.place(request) == 0
        assert queue.claim() is request
    assert queue.place(order[0]) == 0


async def test_faults_and_the_end_come_to_whoever_asked() -> None:
    queue = ThoughtQueue()
    _, failing = queue.put(Kind.MOVE, "ada", "t", "draw", ())
    claimed = queue.claim()
    assert claimed is not None
    queue.complete(claimed, ValueError("no"))
    with pytest.raises(ValueError, match="no"):
        await failing
    _, waiting = queue.put(Kind.MOVE, "ada", "t", "draw", ())
    queue.close()
    with pytest.raises(Unavailable):
        await waiting
    assert not queue.waiting(Kind.MOVE)


async def test_news_wakes_whoever_waits_for_work() -> None:
    queue = ThoughtQueue()
    waiting = asyncio.create_task(queue.news.wait())
    await asyncio.sleep(0)
    put(queue, Kind.MOVE, "ada")
    assert await waiting
