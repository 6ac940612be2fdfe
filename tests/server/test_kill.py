"""Killed at any moment, the server loses nothing that it has acknowledged, and its clients go on."""

import asyncio
import json
import random
import signal
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.patience import HANG, LOOK
from tests.server.killable import Killable
from tests.server.player import ME, Player, here, new_id

TABLES = 4
MOST_MOVES = 6
"""A kill comes after some more moves; every fourth one comes at once, while the server still starts."""
CUT = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError, TimeoutError)


class Stubborn:
    """A client that plays on whatever happens: it comes back and sends again what was not answered."""

    def __init__(self, url: str, number: int) -> None:
        self.player = Player(url)
        self.number = number
        self.rng = random.Random(number)
        self.table = ""
        self.acknowledged: dict[str, int] = {}
        self.pending: dict[str, Any] | None = None
        self.again = 0
        self.moves = 0

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            with suppress(*CUT):
                if not self.player.id:
                    await self.player.introduce(f"P{self.number}")
                if not self.table:
                    self.table = (await self.player.table(ME, here("other")))["id"]
                await self._play(stop)
            await asyncio.sleep(LOOK)

    async def _play(self, stop: asyncio.Event) -> None:
        async with self.player.live(self.table) as live:
            whole = await live.next("table")
            state = {view["seat"]: view for view in whole["views"]}
            version, actors = whole["version"], whole["info"]["actors"]
            while actors and not stop.is_set():
                if self.pending is None:
                    seat = actors[0]
                    move = self.rng.choice(state[seat]["moves"])["move"]
                    self.pending = {
                        "do": "play", "id": new_id(), "seat": seat, "version": version, "move": move
                    }  # fmt: skip
                await live.socket.send(json.dumps(self.pending))
                answer = await live.next("done", "refused")
                if answer["type"] == "done":
                    self.acknowledged[answer["id"]] = answer["version"]
                    self.again += answer["again"]
                    self.moves += 1
                else:
                    assert answer["refusal"]["kind"] == "stale", answer
                self.pending = None
                if answer["version"] > version:
                    while version < answer["version"]:
                        update = await live.next("update", "table")
                        version = update["version"]
                        actors = update["actors"] if "actors" in update else update["info"]["actors"]
                        state = {view["seat"]: view for view in update["views"]}
                else:
                    whole = await self.player.view(self.table)
                    version, actors = whole["version"], whole["info"]["actors"]
                    state = {view["seat"]: view for view in whole["views"]}
            if not actors:
                self.table, self.pending = "", None


async def moved(clients: list[Stubborn], moves: int) -> None:
    """Wait until the clients together have made so many more moves."""
    wanted = sum(client.moves for client in clients) + moves
    async with asyncio.timeout(HANG):
        while sum(client.moves for client in clients) < wanted:
            await asyncio.sleep(LOOK)


def stored_sqlite(path: str) -> list[tuple[str, int, str | None]]:
    with sqlite3.connect(path) as db:
        rows = db.execute('select "table", number, client from log order by 1, 2').fetchall()
    db.close()
    return rows


def stored_postgres(url: str) -> list[tuple[str, int, str | None]]:
    with psycopg.connect(url.replace("+psycopg", "")) as db:
        return db.execute('select "table", number, client from log order by 1, 2').fetchall()


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.xdist_group("kill")
@pytest.mark.parametrize("kills", [8, pytest.param(60, marks=pytest.mark.long)])
async def test_killed_at_random_moments_nothing_acknowledged_is_lost(
    tmp_path: Path, database: str, kills: int
) -> None:
    is_sqlite = database.startswith("sqlite")
    rng = random.Random(7)
    server = Killable(tmp_path, database)
    stop = asyncio.Event()
    clients = [Stubborn(server.url, number) for number in range(TABLES)]
    made = 0
    try:
        server.start()
        await asyncio.to_thread(server.wait)
        playing = [asyncio.create_task(client.run(stop)) for client in clients]
        for kill in range(kills if is_sqlite else kills // 4):
            moves = 0 if kill % 4 == 3 else rng.randint(1, MOST_MOVES)
            await moved(clients, moves)
            made += moves
            await asyncio.sleep(rng.uniform(0, 0.3))
            await asyncio.to_thread(server.end, signal.SIGKILL)
            await asyncio.to_thread(server.start)
        await asyncio.to_thread(server.wait)
        for client in clients:
            await moved([client], 1)
        stop.set()
        await asyncio.gather(*playing)
        await asyncio.to_thread(server.end, signal.SIGTERM)
    finally:
        stop.set()
        for client in clients:
            await client.player.close()
        await asyncio.to_thread(server.close)
    rows = stored_sqlite(database.partition("///")[2]) if is_sqlite else stored_postgres(database)
    counted: dict[str, list[int]] = {}
    for _, number, sender in rows:
        if sender is not None:
            counted.setdefault(sender, []).append(number)
    for client in clients:
        for name, version in client.acknowledged.items():
            assert counted.get(f"{client.player.id}:{name}") == [version], "each acknowledged move, once"
    tables: dict[str, list[int]] = {}
    for table, number, _ in rows:
        tables.setdefault(table, []).append(number)
    for table, numbers in tables.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"table {table} has a gap"
    assert sum(len(client.acknowledged) for client in clients) >= made + TABLES
    assert "Traceback" not in server.log.read_text()


@pytest.mark.anyio
async def test_a_graceful_stop_says_bye_and_keeps_everything(tmp_path: Path, sqlite: str) -> None:
    server = Killable(tmp_path, sqlite)
    player = Player(server.url)
    try:
        server.start()
        await asyncio.to_thread(server.wait)
        await player.introduce("Ada")
        table = await player.table(ME, here("Bo"))
        async with player.live(table["id"]) as live:
            whole = await live.next("table")
            done = await live.do("play", seat=table["actors"][0], version=whole["version"], move="throw")
            ended = asyncio.create_task(asyncio.to_thread(server.end, signal.SIGTERM))
            assert (await live.next("bye"))["type"] == "bye"
            with pytest.raises(WebSocketException) as closed:
                await live.next("pong")
            assert "1012" in str(closed.value)
            await ended
        server.start()
        await asyncio.to_thread(server.wait)
        assert (await player.view(table["id"]))["version"] == done["version"]
    finally:
        await player.close()
        await asyncio.to_thread(server.close)
