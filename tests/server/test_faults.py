"""Three processes on PostgreSQL and Redis behind nginx, and everything that can break does, at random."""

import asyncio
import json
import random
import signal
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from redis import Redis
from websockets.exceptions import InvalidHandshake, WebSocketException

from ludotheque.server.run.settings import database_url
from tests.patience import HANG, LOOK, RECALL
from tests.server import nginx, redis_server
from tests.server.killable import Killable
from tests.server.player import ME, Live, Player, Refused, bot, here, new_id
from tests.server.postgres import PostgresServer, installed
from tests.server.redis_server import RedisServer

PROCESSES = 3
TABLES, ASKING = 6, 3
"""Tables of people with sockets, and of people without."""
BAR = 10
"""Seconds within which every table shall go on where nothing else runs; they are told, not counted."""
LOST = (
    OSError, WebSocketException, InvalidHandshake, httpx.TransportError, TimeoutError, json.JSONDecodeError
)  # fmt: skip
QUIET = 3
"""Times as long as an answer is waited for, a page waits for a word of others before it asks."""
LATER = ("unavailable", "failed")
"""Refusals after which the same command is sent again."""


class Faithful:
    """Somebody who plays on whatever happens, and sends again what was not answered."""

    def __init__(self, url: str, number: int) -> None:
        self.player = Player(url)
        self.number = number
        self.rng = random.Random(number)
        self.table = ""
        self.acknowledged: dict[str, int] = {}
        self.again = 0
        self.heard = 0
        self.pending: dict[str, Any] | None = None
        self.moves = 0
        self.moved_at = 0.0
        self.silences = 0
        self.patience = RECALL
        """Grows with every silence in a row: a slow machine gets the time that it takes."""
        self.playing: asyncio.Task[None] | None = None
        self._sent = False
        self._least = 0
        """The version that must be known before the next move."""

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            heard = self.heard
            try:
                await self._come()
                async with self._connected() as live:
                    await self._play(live, stop)
            except Refused as refused:
                if refused.kind not in LATER:
                    raise
            except (TimeoutError, httpx.TimeoutException):
                self.silences = 0 if self.heard > heard else self.silences + 1
                self.patience = min(HANG, RECALL * 2 ** max(0, self.silences - 2))
            except LOST:
                pass
            await asyncio.sleep(LOOK)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Live]:
        """A socket that is dropped in the end, as a page does, without waiting for anybody's farewell."""
        async with asyncio.timeout(self.patience):
            socket = await self.player.dial(self.table)
        try:
            yield Live(socket)
        finally:
            socket.transport.abort()

    async def _come(self) -> None:
        self.player.http.timeout = httpx.Timeout(self.patience)
        if not self.player.id:
            await self.player.introduce(f"P{self.number}")
        if not self.table:
            other = bot("random") if self.number % 2 else here("other")
            self.table, self.pending, self._least = (await self.player.table(ME, other))["id"], None, 0

    async def _play(self, live: Live, stop: asyncio.Event) -> None:
        """Move whenever it is our turn."""
        self._sent = False
        known: dict[str, Any] = {"version": -1, "actors": []}
        while not stop.is_set():
            await self._move(live, known)
            message = await self._next(live)
            if message["type"] == "done":
                self._acknowledge(message)
            elif message["type"] == "refused":
                await self._hear_refusal(message)
            elif message["type"] in ("table", "update"):
                known = message | {"actors": message.get("actors", message.get("info", {}).get("actors"))}
                if not known["actors"] and known["version"] >= self._least and self.pending is None:
                    self.table = ""
                    return

    async def _move(self, live: Live, known: dict[str, Any]) -> None:
        if self.pending is None and known["version"] >= self._least:
            self.pending = self._choice(known)
            self._sent = False
        if self.pending is not None and not self._sent:
            self._sent = True
            await live.socket.send(json.dumps(self.pending))

    def _choice(self, known: dict[str, Any]) -> dict[str, Any] | None:
        """A move of one of our seats, if there is any."""
        offered = [view for view in known.get("views", ()) if view["seat"] in known["actors"]]
        view = next((view for view in offered if view["moves"]), None)
        if view is None:
            return None
        return {
            "do": "play", "id": new_id(), "seat": view["seat"], "version": known["version"],
            "move": self.rng.choice(view["moves"])["move"],
        }  # fmt: skip

    def _acknowledge(self, done: dict[str, Any]) -> None:
        assert self.acknowledged.get(done["id"], done["version"]) == done["version"]
        self.acknowledged[done["id"]] = self._least = done["version"]
        self.again += done["again"]
        self.moves += 1
        self.moved_at = time.monotonic()
        self.pending = None

    async def _hear_refusal(self, answer: dict[str, Any]) -> None:
        refusal = answer["refusal"]
        if refusal["kind"] == "stale":
            self.pending, self._least = None, answer["version"]
        else:
            assert refusal["kind"] in LATER or refusal["code"] == "server.busy", answer
            await asyncio.sleep(LOOK)
            self._sent = False

    async def _next(self, live: Live) -> dict[str, Any]:
        """The next message; a line that is dead is noticed, sooner if an answer is awaited."""
        try:
            async with asyncio.timeout(self.patience if self._sent else QUIET * self.patience):
                message = await live.next()
        except TimeoutError:
            if self._sent:
                raise
            await live.socket.send(json.dumps({"do": "ping"}))
            async with asyncio.timeout(self.patience):
                message = await live.next()
        self.heard += 1
        self.silences, self.patience = 0, RECALL
        return message


class Asking(Faithful):
    """The same without a socket: looks at the table by HTTP, and moves by HTTP."""

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                await self._come()
                await self._look_and_move()
                self.patience = RECALL
            except Refused as refused:
                if refused.kind not in LATER:
                    raise
            except (TimeoutError, httpx.TimeoutException):
                self.silences += 1
                self.patience = min(HANG, RECALL * 2 ** max(0, self.silences - 2))
            except LOST:
                pass
            await asyncio.sleep(LOOK)

    async def _look_and_move(self) -> None:
        if self.pending is None:
            known = await self.player.view(self.table)
            self.silences = 0
            if known["version"] < self._least:
                return
            self.pending = self._choice(known | {"actors": known["info"]["actors"]})
            if self.pending is None:
                if not known["info"]["actors"]:
                    self.table = ""
                return
        try:
            done = await self.player.ask("POST", f"/api/tables/{self.table}/do", self.pending)
        except Refused as refused:
            if refused.kind != "stale":
                raise
            self.pending = None
        else:
            self._acknowledge(done)


class Cluster:
    """Three processes, what they stand on, and what can happen to it."""

    def __init__(self, folder: Path, database: PostgresServer, redis: RedisServer) -> None:
        self.database = database
        self.redis = redis
        address = database_url(database.url)
        self.servers = [
            Killable(folder, address, name=f"server{number}", redis=redis.url) for number in range(PROCESSES)
        ]
        self.faults: dict[str, Callable[[random.Random, list[Faithful]], Awaitable[float]]] = {
            "a process is killed": self.kill,
            "Redis is restarted": self.restart_redis,
            "the connections of Redis are cut": self.cut_redis,
            "PostgreSQL is restarted": self.restart_postgres,
            "PostgreSQL crashes": self.crash_postgres,
            "a process is frozen": self.freeze,
        }

    async def kill(self, rng: random.Random, clients: list[Faithful]) -> float:
        server = rng.choice(self.servers)
        await asyncio.to_thread(server.end, signal.SIGKILL)
        recovered = await alive(clients)
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(server.wait)
        return recovered

    async def restart_redis(self, rng: random.Random, clients: list[Faithful]) -> float:
        await asyncio.to_thread(self.redis.stop)
        if rng.random() < 0.5:
            await alive(clients)
        await asyncio.to_thread(self.redis.start)
        return await alive(clients)

    async def cut_redis(self, rng: random.Random, clients: list[Faithful]) -> float:
        with Redis.from_url(self.redis.url) as client:
            for kind in ("normal", "pubsub"):
                client.client_kill_filter(_type=kind, skipme=True)
        return await alive(clients)

    async def restart_postgres(self, rng: random.Random, clients: list[Faithful]) -> float:
        await asyncio.to_thread(self.database.stop, signal.SIGINT)
        begun = time.monotonic()
        await asyncio.sleep(rng.uniform(0, 1))
        await asyncio.to_thread(self.database.start)
        return await alive(clients, begun)

    async def crash_postgres(self, rng: random.Random, clients: list[Faithful]) -> float:
        await asyncio.to_thread(self.database.stop, signal.SIGQUIT)
        begun = time.monotonic()
        await asyncio.to_thread(self.database.start)
        return await alive(clients, begun)

    async def freeze(self, rng: random.Random, clients: list[Faithful]) -> float:
        """Everybody plays on without it; then it wakes up, and writes what it was about to write."""
        server = rng.choice(self.servers)
        server.signal(signal.SIGSTOP)
        try:
            return await alive(clients)
        finally:
            server.signal(signal.SIGCONT)


async def alive(clients: list[Faithful], begun: float | None = None) -> float:
    """Until every table has gone on; how many seconds after the fault that was."""
    begun = time.monotonic() if begun is None else begun
    async with asyncio.timeout(HANG):
        while any(client.moved_at <= begun for client in clients):
            await asyncio.sleep(LOOK)
            for client in clients:
                if client.playing is not None and client.playing.done():
                    client.playing.result()
    return time.monotonic() - begun


def table_of(times: dict[str, list[float]]) -> str:
    """How long it took until every table had gone on, by what had happened; in seconds."""
    lines = ["| fault | times | median | longest | bar |", "|---|---|---|---|---|"]
    for fault, seconds in times.items():
        lines.append(
            f"| {fault} | {len(seconds)} | {statistics.median(seconds):.1f} | {max(seconds):.1f} | {BAR} |"
        )
    return "\n".join(lines)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[tuple[Cluster, str]]:
    async with AsyncExitStack() as stack:
        database = PostgresServer()
        stack.callback(database.close)
        database.start()
        redis = stack.enter_context(redis_server.redis_server())
        running = Cluster(folder, database, redis)
        for server in running.servers:
            stack.callback(server.close)
            server.start()
        for server in running.servers:
            await asyncio.to_thread(server.wait)
        ports = [server.port for server in running.servers]
        yield running, stack.enter_context(nginx.nginx(folder / "nginx", ports))


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.xdist_group("kill")
@pytest.mark.skipif(
    not installed() or redis_server.program() is None or nginx.program() is None,
    reason="PostgreSQL, Redis or nginx is not installed: run scripts/system-packages as root",
)
@pytest.mark.parametrize("faults", [6, pytest.param(60, marks=pytest.mark.long)])
async def test_whatever_breaks_no_acknowledged_move_is_lost_and_every_table_goes_on(
    tmp_path: Path, faults: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(faults)
    times: dict[str, list[float]] = {}
    stop = asyncio.Event()
    async with cluster(tmp_path) as (running, url):
        clients = [Faithful(url, number) for number in range(TABLES)]
        clients += [Asking(url, TABLES + number) for number in range(ASKING)]
        for client in clients:
            client.playing = asyncio.create_task(client.run(stop))
        try:
            await alive(clients)
            for name in [*running.faults] * (faults // len(running.faults)):
                await asyncio.sleep(rng.uniform(0, 0.3))
                times.setdefault(name, []).append(await running.faults[name](rng, clients))
                await alive(clients)
        finally:
            record_property("table", table_of(times))
            stop.set()
            tasks = [client.playing for client in clients if client.playing is not None]
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            for client in clients:
                await client.player.close()
        assert [one for one in ended if one is not None] == []
        check(stored(running.database.url), clients)
        for server in running.servers:
            assert '"exception"' not in server.log.read_text(), "no fault of ours came up"


def stored(url: str) -> list[tuple[str, int, str | None]]:
    with psycopg.connect(url) as db:
        return db.execute('select "table", number, client from log order by 1, 2').fetchall()


def check(rows: list[tuple[str, int, str | None]], clients: list[Faithful]) -> None:
    """Each acknowledged move is in the log once, at the place that was told; no command is there twice."""
    places: dict[str, list[int]] = {}
    tables: dict[str, list[int]] = {}
    for table, number, sender in rows:
        tables.setdefault(table, []).append(number)
        if sender is not None:
            places.setdefault(sender, []).append(number)
    acknowledged = 0
    for client in clients:
        for name, version in client.acknowledged.items():
            assert places.get(f"{client.player.id}:{name}") == [version]
            acknowledged += 1
    assert acknowledged >= TABLES
    assert all(len(numbers) == 1 for numbers in places.values())
    for table, numbers in tables.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"table {table} has a gap"
