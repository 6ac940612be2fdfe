"""Several processes: leases, presence, chat, limits, health, and what is late is fenced off."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import httpx
import msgspec
import psycopg
import pytest
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.limits import MemoryLimiter, under_way
from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.rows import SeatRow
from ludotheque.host.store import LEASE, Overtaken
from ludotheque.server.live.channel import RedisChannel
from ludotheque.server.live.redis_limiter import RedisLimiter
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.run.settings import database_url, read_settings
from ludotheque.server.storage import database as storage
from ludotheque.server.storage.database import SERVING, Database
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.leases import LeaseRepository
from ludotheque.server.storage.tables import TableRepository
from ludotheque.server.world import WORLD
from tests.patience import HANG, LOOK, RECALL, looks, looks_async
from tests.ports import free_port
from tests.server.conftest import Open
from tests.server.killable import ROOT
from tests.server.player import ME, bot, friend, here
from tests.server.postgres import PostgresServer, installed
from tests.server.redis_server import RedisServer, program, redis_server
from tests.server.test_connections import my_live, to_the_end
from tests.server.test_storage import line, row

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    if program() is None:
        pytest.skip("Redis is not installed: run scripts/system-packages as root")
    with redis_server() as server:
        yield server


async def test_one_process_at_a_time_has_the_lease_of_a_table(database: str) -> None:
    store = Database(database)
    await store.open()
    owner = await PeopleRepository(store).create("Ada", NOW)
    seats = [SeatRow(table="t1", seat=0, kind="bot", name="", level="random")]
    due = msgspec.structs.replace(row("t1", owner.id), due=NOW)
    await TableRepository(store).create(due, seats)
    one, two = LeaseRepository(store, "one"), LeaseRepository(store, "two")
    assert await two.due(NOW, timedelta()) == [("t1", NOW, 0)]
    assert await one.claim("t1", NOW)
    assert not await two.claim("t1", NOW)
    assert await two.due(NOW, timedelta()) == []
    assert await one.claim("t1", NOW), "whoever has it may claim it again"
    later = NOW + LEASE
    assert await two.due(later, timedelta()) == [("t1", NOW, 0)], "its owner has died"
    await one.renew(["t1"], later)
    assert not await two.claim("t1", later)
    await two.release(["t1"])
    assert not await two.claim("t1", later), "nobody lets go for another"
    await one.release(["t1"])
    assert await two.claim("t1", later)
    await store.close()


async def test_what_a_frozen_process_writes_late_is_refused(database: str) -> None:
    store = Database(database)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = msgspec.structs.replace(row("t1", owner.id), state="waiting")
    seat = SeatRow(table="t1", seat=0, kind="open", name="")
    await repository.create(table, [seat])
    played = msgspec.structs.replace(table, state="running", version=1, changed=NOW + LEASE)
    await log.append(played, [line(1)])
    with pytest.raises(Overtaken):
        await log.append(played, [line(1)])
    with pytest.raises(Overtaken):
        await log.append(msgspec.structs.replace(table, state="running"), [])
    with pytest.raises(Overtaken):
        await repository.save(table, [msgspec.structs.replace(seat, name="Late")], table.changed)
    assert await repository.table("t1") == (played, [seat])
    await log.close()
    await store.close()


async def test_what_a_frozen_process_holds_is_taken_from_it(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "HELD_SECONDS", 0)
    store = Database(postgres_database)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = msgspec.structs.replace(row("t1", owner.id), state="running")
    await repository.create(table, [SeatRow(table="t1", seat=0, kind="open", name="")])
    address = make_url(postgres_database).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(address, application_name=SERVING) as frozen:
        await frozen.execute("update tables set version = 1")  # and no word more
        waiting = asyncio.create_task(log.append(msgspec.structs.replace(table, version=1), [line(1)]))
        async for _ in looks_async("the wait for what is held"):
            if await store.end_frozen():
                break
        await waiting
        assert await store.end_frozen() == 0, "nobody waits, so nobody is cut off"
        with pytest.raises(psycopg.OperationalError):
            await frozen.commit()
    assert [entry.number for entry in await log.read("t1")] == [1]
    await log.close()
    await store.close()


async def test_people_and_chat_are_seen_through_other_processes(
    open_house: Open, database: str, redis: RedisServer
) -> None:
    one, two = [await open_house(database=database, redis=redis.url) for _ in range(2)]
    ada, bo = await one.player("Ada"), await two.player("Bo")
    table = (await ada.table(ME, friend()))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    async with ada.live(table) as first:
        await first.next("table")
        async with bo.live(table) as second:
            await second.next("table")
            while not all(seat["online"] for seat in (await first.next("lobby"))["info"]["seats"]):
                pass
            await second.do("chat", text="Hello")
            assert (await first.next("chat"))["line"]["text"] == "Hello"
        while (await first.next("lobby"))["info"]["seats"][1]["online"]:
            pass


async def test_logging_out_everywhere_ends_the_sockets_of_all_processes(
    open_house: Open, database: str, redis: RedisServer
) -> None:
    one, two = [await open_house(database=database, redis=redis.url) for _ in range(2)]
    ada, elsewhere, bo = await one.player("Ada"), await two.player(), await two.player("Bo")
    elsewhere.http.cookies.update(ada.http.cookies)
    table = (await ada.table(ME, here("Cy")))["id"]
    async with elsewhere.live(table) as live, my_live(elsewhere) as mine, bo.live(table) as other:
        await asyncio.gather(live.next("table"), mine.recv(), other.next("table"))
        await ada.ask("POST", "/api/account/logout?everywhere=true")
        for socket in (live.socket, mine):
            with pytest.raises(ConnectionClosed) as closed:
                async with asyncio.timeout(HANG):
                    await to_the_end(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        await other.do("ping")


async def test_after_a_restart_of_redis_everybody_is_brought_up_to_date(
    open_house: Open, postgres_database: str, redis: RedisServer
) -> None:
    one, two = [await open_house(database=postgres_database, redis=redis.url) for _ in range(2)]
    ada = await one.player("Ada")
    table = await ada.table(ME, here("Bo"))
    watcher = await two.player("Cy")
    async with watcher.live(table["id"]) as live:
        before = (await live.next("table"))["version"]
        await asyncio.to_thread(redis.stop)
        done = await ada.play(table["id"], table["actors"][0], "throw", before)
        assert (await live.next("update"))["version"] == done["version"], "without Redis they look"
        health = await ada.ask("GET", "/health")
        assert (health["status"], health["redis"]) == ("degraded", "away")
        await asyncio.to_thread(redis.start)
        async with asyncio.timeout(HANG):
            while (health["status"], health["redis"], health["processes"]) != ("ok", "ok", 2):
                await asyncio.sleep(LOOK)
                health = await ada.ask("GET", "/health")


@pytest.mark.skipif(
    not installed(), reason="PostgreSQL is not installed: run scripts/system-packages as root"
)
async def test_health_sees_that_the_database_is_away_and_back(open_house: Open) -> None:
    database = PostgresServer()
    try:
        database.start()
        house = await open_house(database=database_url(database.url))
        nobody = await house.player()
        assert (await nobody.ask("GET", "/health"))["status"] == "ok"
        await asyncio.to_thread(database.stop, signal.SIGINT)
        house.clock.forward(60)
        answer = await nobody.http.get("/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "server.busy")
        await asyncio.to_thread(database.start)
        async for _ in looks_async("the database"):
            house.clock.forward(60)
            if (await nobody.http.get("/health")).status_code == 200:
                break
        await house.stop_here()
    finally:
        database.close()


async def test_health_misses_a_process(open_house: Open, postgres_database: str, redis: RedisServer) -> None:
    one = await open_house(database=postgres_database, redis=redis.url, workers=2)
    ada = await one.player()
    async for _ in looks_async("Redis"):
        health = await ada.ask("GET", "/health")
        if health["redis"] == "ok":
            break
    assert (health["status"], health["processes"]) == ("degraded", 1)


async def test_no_connection_of_before_a_restart_of_redis_is_used_again(redis: RedisServer) -> None:
    client = WORLD.connect_redis(redis.url)
    opened: list[bool] = []
    channel = RedisChannel(
        client, "house", lambda: None, lambda _: None, lambda: opened.append(True), Random()
    )
    channel.open()
    async for _ in looks_async("the channel"):
        if opened:
            break
    await asyncio.gather(*(client.publish("house", b"together") for _ in range(12)))
    await asyncio.to_thread(redis.stop)
    await asyncio.to_thread(redis.start)
    async for _ in looks_async("the channel"):
        if len(opened) > 1:
            break
    assert await asyncio.gather(*(client.publish("house", b"again") for _ in range(12))) == [1] * 12
    await channel.close()
    await client.aclose()


async def test_nobody_waits_long_for_a_redis_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.live.redis_limiter.PATIENCE", LOOK)
    asked = 0

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        while await reader.read(1024):
            pass
        writer.close()

    async with await asyncio.start_server(hang, "127.0.0.1", 0) as silent:
        client = WORLD.connect_redis(f"redis://127.0.0.1:{silent.sockets[0].getsockname()[1]}/0")
        limiter = RedisLimiter(client, "house", MemoryLimiter())
        assert [await limiter.take("ada", 1, 0.001, 3) for _ in range(3)] == [0, 0, 0]
        assert await limiter.take("ada", 1, 0.001, 3) > 0
        assert asked == 1, "it is left alone for a while"
        await client.aclose()


async def test_a_bot_goes_on_in_another_process(
    open_house: Open, postgres_database: str, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await open_house(database=postgres_database, redis=redis.url)

    async def stay(*_: object) -> None:
        await asyncio.sleep(HANG)

    monkeypatch.setattr(one.services.scheduler, "_begin_look", lambda _: None)
    monkeypatch.setattr(one.services.scheduler, "_scan", stay)
    ada = await one.player("Ada")
    table = await ada.table(ME, bot("random"))
    version = table["version"]
    while table["actors"] == [0]:
        view = (await ada.view(table["id"]))["views"][0]
        version = (await ada.play(table["id"], 0, view["moves"][-1]["move"]))["version"]
        table = await ada.info(table["id"])
    two = await open_house(database=postgres_database, redis=redis.url)
    two.clock.forward(60)
    async with asyncio.timeout(HANG):
        while (await ada.info(table["id"]))["version"] == version:
            await asyncio.sleep(LOOK)


async def test_limits_are_counted_over_all_processes(redis: RedisServer) -> None:
    clients = [WORLD.connect_redis(redis.url) for _ in range(2)]
    one, two = [RedisLimiter(client, "house", MemoryLimiter()) for client in clients]
    assert await one.take("ada", 1, 0.001, 3) == 0
    assert await two.take("ada", 1, 0.001, 3) == 0
    assert await one.take("ada", 1, 0.001, 3) == 0
    assert 0 < await two.take("ada", 1, 0.001, 3) <= 1000
    assert await two.take("bo", 1, 0.001, 3) == 0
    async with under_way(one, "hint/ada", 2), under_way(two, "hint/ada", 2):
        with pytest.raises(TooManyRequests):
            async with under_way(two, "hint/ada", 2):
                pass
    async with under_way(one, "hint/ada", 2), under_way(two, "hint/ada", 2):
        pass
    redis.stop()
    for _ in range(3):
        assert await two.take("ada", 1, 0.001, 3) == 0, "while Redis is away, each counts for itself"
    assert await two.take("ada", 1, 0.001, 3) > 0
    for client in clients:
        await client.aclose()


def test_one_secret_serves_several_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    monkeypatch.setenv("LUDOTHEQUE_SECRET", "ab" * 32)
    assert read_settings().secret == b"\xab" * 32
    (tmp_path / "key").write_text("cd" * 32 + "\n")
    monkeypatch.setenv("LUDOTHEQUE_SECRET", str(tmp_path / "key"))
    assert read_settings().secret == b"\xcd" * 32
    for wrong, code in (("short", "cli.start_secret_setting"), (str(tmp_path / "half"), "cli.start_secret")):
        (tmp_path / "half").write_text("ab" * 8)
        monkeypatch.setenv("LUDOTHEQUE_SECRET", wrong)
        with pytest.raises(NotAllowed) as refused:
            read_settings()
        assert refused.value.code == code


def serving(folder: Path, port: int, *options: str, **settings: str) -> subprocess.Popen[str]:
    environment = os.environ | {"LUDOTHEQUE_DATA": str(folder / "data"), "LUDOTHEQUE_LANGUAGE": "en"}
    return subprocess.Popen(
        [str(Path(sys.executable).with_name("ludotheque")), "serve", "--port", str(port), *options],
        env=environment | {f"LUDOTHEQUE_{name.upper()}": value for name, value in settings.items()},
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def workers_of(supervisor: int) -> list[int]:
    """The processes that it has started to serve."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_several_workers_need_postgresql_and_redis(tmp_path: Path) -> None:
    started = serving(tmp_path, free_port(), "--workers", "2")
    told, errors = started.communicate(timeout=HANG)
    assert (started.returncode, told) == (2, "")
    assert errors.count("LUDOTHEQUE_REDIS") == 1
    assert "Traceback" not in errors


def refused_so_far(port: int) -> float:
    """What one of the processes tells of all refusals, over a connection of its own."""
    told = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=HANG).text
    return sum(map(float, re.findall(r"^ludotheque_refusals_total\{.*\} (\S+)$", told, re.MULTILINE)))


def count_refusals(port: int, asked: int) -> float:
    """Ask for what is not there, until both processes have refused something."""
    for _ in range(asked):
        assert httpx.get(f"http://127.0.0.1:{port}/api/tables/none", timeout=HANG).status_code == 404
    return refused_so_far(port)


@pytest.mark.slow
def test_workers_share_a_port_and_are_replaced_when_they_die(
    tmp_path: Path, postgres_database: str, redis: RedisServer
) -> None:
    port = free_port()
    house = serving(tmp_path, port, "--workers", "2", database=postgres_database, redis=redis.url)

    def processes() -> int:
        with suppress(httpx.TransportError, httpx.TimeoutException, KeyError):
            return int(httpx.get(f"http://127.0.0.1:{port}/health", timeout=RECALL).json()["processes"])
        return 0

    try:
        for _ in looks("two workers"):
            if processes() == 2:
                break
        refused = count_refusals(port, 40)
        assert {refused_so_far(port) for _ in range(20)} == {refused}, "whoever is asked tells the sum"
        killed, other = workers_of(house.pid)
        os.kill(killed, signal.SIGKILL)
        for _ in looks("another worker"):
            now = workers_of(house.pid)
            if killed not in now and other in now and len(now) == 2 and processes() == 2:
                break
        assert refused_so_far(port) == refused, "what the dead one counted is kept"
        for _ in looks("the count of the death, by whoever replaces the dead"):
            told = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=HANG).text
            if 'ludotheque_worker_deaths_total{process="server",reason="died"} 1.0' in told:
                break
        redis.stop()
    finally:
        house.send_signal(signal.SIGTERM)
        told, errors = house.communicate(timeout=HANG)
    assert f"http://127.0.0.1:{port}/" in told
    assert "Traceback" not in errors
