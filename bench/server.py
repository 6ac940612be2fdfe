"""Live tables with real clients on loopback: moves a second, and how long a move takes to the last client.

Every table has two players and a spectator, each on a socket of its own. Whoever is to act moves as soon as
the table's last client has seen the move before. Reported are moves a second over all tables, and the 50 and
99 % of the time from sending a move until the last of the table's three clients has received its event.
Beside it, in the same run, boardgame.io with the smallest game, if it is installed.

    python bench/server.py [--tables 1 20 100] [--seconds 10] [--database URL]
"""

import argparse
import asyncio
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

SEATS = 2
SERVER = "from ludotheque.server.command import serve; import sys; serve(port=int(sys.argv[1]))"


class View(msgspec.Struct):
    """What the benchmark reads of a seat's view."""

    seat: int | None
    moves: list[dict[str, object]]


class Info(msgspec.Struct):
    """What it reads of a table."""

    actors: list[int]


class Message(msgspec.Struct):
    """What it reads of a message."""

    type: str
    version: int = 0
    actors: list[int] = []
    views: list[View] = []
    info: Info | None = None


decode = msgspec.json.Decoder(Message).decode


class Run:
    """One measurement: so many tables, so many seconds."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.seconds = seconds
        self.latencies: list[float] = []
        self.begins = asyncio.Event()
        self.ends = 0.0

    async def measure(self, tables: int) -> tuple[float, float, float]:
        """Moves a second, and the 50 and 99 % latencies in milliseconds."""
        ready = asyncio.Barrier(tables + 1)
        playing = [asyncio.create_task(self._table(number, ready)) for number in range(tables)]
        await ready.wait()
        self.ends = time.perf_counter() + self.seconds
        self.begins.set()
        await asyncio.gather(*playing)
        percentiles = statistics.quantiles(self.latencies, n=100)
        return len(self.latencies) / self.seconds, percentiles[49] * 1000, percentiles[98] * 1000

    async def _table(self, number: int, ready: asyncio.Barrier) -> None:
        async with (
            httpx.AsyncClient(base_url=self.url, timeout=60) as ada,
            httpx.AsyncClient(base_url=self.url, timeout=60) as bo,
        ):
            for player in (ada, bo):
                await player.put("/api/me", json={"name": f"P{number}"})
            await self._match(await new_table(ada, bo), ada, bo, ready)
            while time.perf_counter() < self.ends:
                await self._match(await new_table(ada, bo), ada, bo, None)

    async def _match(
        self, table: str, ada: httpx.AsyncClient, bo: httpx.AsyncClient, ready: asyncio.Barrier | None
    ) -> None:
        async with AsyncExitStack() as stack:
            address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/live"
            sockets = [
                await stack.enter_async_context(connect(address, additional_headers=_cookie(player)))
                for player in (ada, bo, None)
            ]
            whole = [await heard(one, "table", 0) for one in sockets]
            version, views = whole[0].version, [message.views[0] for message in whole[:SEATS]]
            assert whole[0].info is not None
            if ready is not None:
                await ready.wait()
                await self.begins.wait()
            actors = whole[0].info.actors
            while actors and time.perf_counter() < self.ends:
                seat = actors[0]
                command = {
                    "do": "play", "id": f"m{version}", "seat": seat, "version": version,
                    "move": views[seat].moves[0 if len(views[seat].moves) == 1 else 1]["move"],
                }  # fmt: skip
                sent = time.perf_counter()
                await sockets[seat].send(msgspec.json.encode(command).decode())
                updates = await asyncio.gather(*(heard(one, "update", version) for one in sockets))
                self.latencies.append(time.perf_counter() - sent)
                version, actors = updates[0].version, updates[0].actors
                views = [message.views[0] for message in updates[:SEATS]]


async def new_table(ada: httpx.AsyncClient, bo: httpx.AsyncClient) -> str:
    """A table that two people sit at."""
    seats = [{"who": "me"}, {"who": "open"}]
    table: str = (await ada.post("/api/tables", json={"game": "exxtra", "seats": seats})).json()["id"]
    (await bo.post(f"/api/tables/{table}/seats/1/sit", json={})).raise_for_status()
    return table


async def heard(one: ClientConnection, kind: str, since: int) -> Message:
    """The next message of a kind with a newer version."""
    while True:
        message = decode(await one.recv())
        if message.type == kind and message.version > since:
            return message


def _cookie(player: httpx.AsyncClient | None) -> dict[str, str]:
    return {} if player is None else {"cookie": f"ludotheque={player.cookies['ludotheque']}"}


class Figures(msgspec.Struct):
    """Moves a second, and the 50 and 99 % latencies in milliseconds."""

    rate: float
    half: float
    most: float


def free_port() -> int:
    """A port nobody listens on, nor on the one behind it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def ours(database: str) -> Iterator[str]:
    """Our server, with everything it does in earnest; only the limits on pace are lifted."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        limits = {f"LUDOTHEQUE_{name}": "10000000" for name in LIMITS}
        given = {"LUDOTHEQUE_DATA": folder, "LUDOTHEQUE_DATABASE": database, **limits}
        with (Path(folder) / "log").open("w") as log:
            server = subprocess.Popen(
                [sys.executable, "-c", SERVER, str(port)], env=os.environ | given, stderr=log
            )
        try:
            wait_for(f"http://127.0.0.1:{port}/health")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


@contextmanager
def theirs() -> Iterator[str]:
    """boardgame.io's server, with the smallest game and its usual storage, which is memory."""
    port = free_port()
    server = subprocess.Popen(["node", "server.js", str(port)], cwd=PEER, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port + 1}/games")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def measure_theirs(url: str, tables: int, seconds: float) -> Figures:
    """The same measure with its own clients; its mover, who sees the move at once, is not waited for."""
    command = ["node", "clients.js", url, str(tables), str(seconds)]
    done = subprocess.run(command, cwd=PEER, capture_output=True, check=True)
    return msgspec.json.decode(done.stdout, type=Figures)


def show(who: str, tables: int, figures: Figures) -> None:
    """One line."""
    print(
        f"{who:<14}{tables:>7}{tables * 3:>9}{figures.rate:>10.0f}{figures.half:>10.1f}{figures.most:>10.1f}",
        flush=True,
    )


def main() -> None:
    """Start the servers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 100])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    print(f"{'server':<14}{'tables':>7}{'clients':>9}{'moves/s':>10}{'50 % ms':>10}{'99 % ms':>10}")
    with ours(options.database) as url:
        for tables in options.tables:
            show("ludotheque", tables, Figures(*uvloop.run(Run(url, options.seconds).measure(tables))))
    if not (PEER / "node_modules").is_dir():
        print("boardgame.io is not installed: npm ci --prefix bench/boardgame_io")
        return
    with theirs() as url:
        for tables in options.tables:
            show("boardgame.io", tables, measure_theirs(url, tables, options.seconds))


PEER = Path(__file__).parent / "boardgame_io"
LIMITS = ("REQUESTS_A_MINUTE", "MESSAGES_A_SECOND", "TABLES_A_PERSON")


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        try:
            if httpx.get(url).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    main()
