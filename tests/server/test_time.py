"""The database's clock decides, wherever the clock of a machine stands."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from structlog.testing import capture_logs

from ludotheque.host import scheduler
from ludotheque.host.refusals import Unavailable
from ludotheque.host.world import utc_now
from ludotheque.server.run.machine import Machine
from ludotheque.server.storage import time
from ludotheque.server.storage.time import SharedTime
from tests.patience import looks_async
from tests.server.conftest import Open
from tests.server.player import ME, friend
from tests.server.redis_server import RedisServer, program, redis_server

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
AHEAD = timedelta(seconds=30)


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    if program() is None:
        pytest.skip("Redis is not installed: run scripts/system-packages as root")
    with redis_server() as server:
        yield server


async def test_a_machine_whose_clock_is_ahead_ends_nobodys_move(
    open_house: Open, postgres_database: str, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "GRACE", timedelta())
    shared = {"database": postgres_database, "redis": redis.url}
    right = await open_house(**shared, world=Machine())
    ada = await right.player("Ada")
    bo = await right.player("Bo")
    fast = await open_house(**shared, world=Machine(now=lambda: utc_now() + AHEAD))
    there = await fast.player()
    there.http.cookies = bo.http.cookies
    table = (await ada.table(ME, friend(), clock={"seconds": 5}))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    info = await ada.info(table)
    until = datetime.fromisoformat(next(iter(info["clock"]["deadlines"].values())))
    seen = await there.view(table)
    assert datetime.fromisoformat(seen["now"]) < until, "nor does it tell others so"
    async for _ in looks_async("the end of the time"):
        version = (await ada.info(table))["version"]
        with psycopg.connect(postgres_database.replace("+psycopg", "")) as db:
            (now,) = db.execute("select clock_timestamp()").fetchone() or ()
        if version != info["version"]:
            break
    assert now >= until
    for house, least, most in ((right, -1000, 1000), (fast, 29_000, 31_000)):
        nobody = await house.player()
        health = await nobody.ask("GET", "/health")
        assert least < health["clock_ahead_ms"] < most
        assert health["status"] == "ok", "the games don't suffer from it"


class TwoClocks:
    """A machine and a database whose clocks a test sets."""

    def __init__(self) -> None:
        self.wall = NOON
        self.counted = 0.0
        self.database = NOON
        self.slow = 0.0
        self.away = False
        self.time = SharedTime(lambda: self.wall, lambda: self.counted, self._ask)

    async def _ask(self) -> datetime:
        if self.away:
            raise Unavailable("server.busy")
        told = self.database
        self.passes(self.slow)
        return told

    def passes(self, seconds: float) -> None:
        """Time passes, everywhere alike."""
        self.wall += timedelta(seconds=seconds)
        self.database += timedelta(seconds=seconds)
        self.counted += seconds

    @property
    def off(self) -> float:
        """Seconds by which the time of the house differs from the database's."""
        return (self.time.now() - self.database).total_seconds()


@pytest.fixture
async def machine() -> AsyncIterator[TwoClocks]:
    machine = TwoClocks()
    await machine.time.open()
    yield machine
    await machine.time.close()


async def test_a_clock_that_is_set_while_the_server_runs_changes_nothing(machine: TwoClocks) -> None:
    machine.wall += timedelta(hours=1)
    machine.passes(5)
    assert machine.off == 0
    with capture_logs() as logs:
        for _ in range(2):
            await machine.time.measure()
        machine.wall -= timedelta(hours=1)
        await machine.time.measure()
    assert [(entry["log_level"], entry["ahead_s"]) for entry in logs] == [("warning", 3600.0), ("info", 0.0)]


async def test_a_process_that_froze_while_it_asked_does_not_believe_the_answer(machine: TwoClocks) -> None:
    machine.slow = 60
    await machine.time.measure()
    assert machine.off == 0, "the answer was a minute old"


async def test_a_clock_of_a_database_that_is_set_is_followed(machine: TwoClocks) -> None:
    machine.database += timedelta(seconds=7)
    machine.slow = 0.5
    await machine.time.measure()
    assert abs(machine.off) <= 0.25
    machine.slow = 0
    await machine.time.measure()
    assert machine.off == 0
    assert machine.time.ahead == -7


async def test_the_time_goes_on_while_the_database_is_away(
    machine: TwoClocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "EVERY", 0)
    await machine.time.close()
    machine.away = True
    with capture_logs() as logs:
        following = asyncio.create_task(machine.time._follow())
        async for _ in looks_async("a look in vain"):
            if logs:
                break
        machine.passes(20)
        assert machine.off == 0
        machine.database += timedelta(seconds=3)
        machine.away = False
        async for _ in looks_async("a look"):
            if machine.off == 0:
                break
        following.cancel()
    assert logs[0]["event"] == "the database could not be asked for the time"
