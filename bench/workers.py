"""Benchmark of several server processes on PostgreSQL and Redis, and of idle sockets.

It runs the clients of `bench/server.py` on 1 and 2 processes at one port. Then it opens many idle sockets and
measures the memory of all server processes per socket and, after a restart, the time until all have
reconnected and the first has received its table. It starts its own PostgreSQL and Redis.

    python -m bench.workers [--tables 1 20] [--seconds 5] [--sockets 5000] [--idle-only]
"""

import argparse
import asyncio
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.server import LIMITS, PEER, free_port, measure, show, wait_for
from tests.server.player import ME, Player, here
from tests.server.postgres import PostgresServer
from tests.server.redis_server import redis_server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

AT_ONCE = 100
"""Sockets opened concurrently."""
ADDRESSES = 20
"""Loopback addresses from which the sockets are opened, as the server limits connections by address."""
SILENCE = 2.0
"""Seconds until an idle server has settled after a burst of requests."""


class House:
    """Server with several processes at one port, which can be restarted."""

    def __init__(self, folder: str, workers: int, database: str, redis: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        program = str(Path(sys.executable).with_name("ludotheque"))
        self._command = [program, "serve", "--port", str(self.port), "--workers", str(workers)]
        limits = {f"LUDOTHEQUE_{name}": "10000000" for name in LIMITS}
        given = {"LUDOTHEQUE_DATA": folder, "LUDOTHEQUE_DATABASE": database, "LUDOTHEQUE_REDIS": redis}
        self._environment = os.environ | limits | given | {"LUDOTHEQUE_LOG": "error"}
        self._running: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._running = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(f"{self.url}/health")

    def stop(self) -> None:
        """Stop the server and wait until it has ended."""
        self._running.send_signal(signal.SIGTERM)
        self._running.wait()

    @property
    def pid(self) -> int:
        """Process id of the server or its supervisor."""
        return self._running.pid

    def processor_seconds(self) -> float:
        """Return the processor time in seconds that all processes of the server have used."""
        return sum(_worked(pid) for pid in _family(self.pid))

    def memory(self) -> int:
        """Return the private memory of all processes of the server, in bytes."""
        return sum(_private(pid) for pid in _family(self.pid))


def _family(pid: int) -> Iterator[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from _family(int(child))


def _worked(pid: int) -> float:
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _private(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Private_"))


@contextmanager
def house(workers: int) -> Iterator[House]:
    """Run a server of so many processes on its own PostgreSQL and Redis."""
    database = PostgresServer()
    try:
        database.start()
        with redis_server() as redis, tempfile.TemporaryDirectory() as folder:
            running = House(folder, workers, database.url, redis.url)
            running.start()
            try:
                yield running
            finally:
                running.stop()
    finally:
        database.close()


reading: set[asyncio.Task[None]] = set()


async def drain(socket: ClientConnection) -> None:
    """Read and discard messages until the socket is closed."""
    with suppress(ConnectionClosed):
        async for _ in socket:
            pass


async def listen(url: str, tables: list[str]) -> tuple[list[ClientConnection], float]:
    """Open a spectator's socket for each of the tables, wait for its first message and keep reading.

    Returns the sockets and the time of the first message received by any of them.
    """
    first = asyncio.get_running_loop().create_future()

    async def one(number: int, table: str) -> ClientConnection:
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
        home = f"127.0.0.{2 + number % ADDRESSES}", 0
        socket = await connect(
            address, ping_interval=None, compression=None, open_timeout=None, local_addr=home
        )
        await socket.recv()
        if not first.done():
            first.set_result(time.monotonic())
        # A client that does not read does not answer pings and is disconnected.
        reading.add(asyncio.create_task(drain(socket)))
        return socket

    opened: list[ClientConnection] = []
    for begin in range(0, len(tables), AT_ONCE):
        part = enumerate(tables[begin : begin + AT_ONCE], begin)
        opened += await asyncio.gather(*(one(number, table) for number, table in part))
    return opened, await first


async def idle(running: House, sockets: int, tables: int) -> None:
    """Measure memory, processor time and a restart with idle sockets and tables, and print the results."""
    ada = await Player(running.url).introduce("Ada")
    before = running.memory()
    names = [(await ada.table(ME, here("Bo"), spectators=True))["id"] for _ in range(tables)]
    with_tables = running.memory()
    watched = [names[number % tables] for number in range(sockets)]
    opened, _ = await listen(running.url, watched)
    await asyncio.sleep(5 * SILENCE)
    print(f"tables {tables}: {(with_tables - before) / tables / 1024:.1f} KiB a table")
    each = (running.memory() - with_tables) / len(opened) / 1024
    print(f"idle sockets {len(opened)}: {each:.1f} KiB a socket", flush=True)
    spent, begun = running.processor_seconds(), time.monotonic()
    await asyncio.sleep(5 * SILENCE)
    busy = (running.processor_seconds() - spent) / (time.monotonic() - begun)
    left = sum(socket.close_code is not None for socket in opened)
    assert not left, f"{left} sockets were closed"
    print(f"idle sockets {len(opened)}: {busy:.1%} of a processor", flush=True)
    for socket in opened:
        socket.transport.abort()
    running.stop()
    begun = time.monotonic()
    running.start()
    answers = time.monotonic() - begun
    opened, first = await listen(running.url, watched)
    print(
        f"restart: answers after {answers:.2f} s, the first event after {first - begun:.2f} s, "
        f"all {len(opened)} back after {time.monotonic() - begun:.2f} s"
    )
    for socket in opened:
        socket.transport.abort()
    await ada.close()


def main() -> None:
    """Parse the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--idle-only", action="store_true", help="the sockets alone")
    options = parser.parse_args()
    if not options.idle_only and not (PEER / "node_modules").is_dir():
        raise SystemExit("the clients are not installed: npm ci --prefix bench/boardgame_io")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for workers in () if options.idle_only else (1, 2):
        for tables in options.tables:
            with house(workers) as running:
                family = ",".join(map(str, _family(running.pid)))
                figures = measure("ludotheque", running.url, family, tables, options.seconds)
                show(f"ludotheque, {workers} workers", tables, figures)
    with house(1) as running:
        asyncio.run(idle(running, options.sockets, 100))


if __name__ == "__main__":
    main()
