"""Benchmark of live tables with real clients on loopback: moves per second and latency to the last client.

Every table has two players and a spectator, each on a socket of its own, all in one Node process with the
same client program for both servers. The seat to act moves as soon as the table's last client has received
the previous move. Matches are set up before the measurement starts. The results are moves per second over all
tables, median and 99th percentile of the time from sending a move until the last of the three clients has
received its event, and the processor time of server and clients per move. Servers run one at a time, ours and
boardgame.io's in turn. Ours plays Exxtra and stores every move in a database before broadcasting it;
boardgame.io plays a game that only counts, once stored in files by its own storage, and once in memory, its
default, which loses everything when it stops.

    python -m bench.server [--tables 1 20 100] [--seconds 10] [--database URL]
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import msgspec
from bench.slowest import slowest

SERVER = "from ludotheque.server.run.serve import serve; import sys; serve(port=int(sys.argv[1]))"


class Figures(msgspec.Struct):
    """Moves per second, median and 99th percentile in milliseconds, processor microseconds per move."""

    rate: float
    half: float
    most: float
    server: float
    clients: float


def free_port() -> int:
    """Return a free port whose successor is free, too."""
    while True:
        with socket.socket(socket.AF_INET6) as free, socket.socket(socket.AF_INET6) as behind:
            free.bind(("::", 0))
            port = int(free.getsockname()[1])
            with suppress(OSError, OverflowError):
                behind.bind(("::", port + 1))
                return port


@contextmanager
def ours(database: str) -> Iterator[tuple[str, int]]:
    """Run our server with all features, raising only the rate limits; yields its URL and process id."""
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
            yield f"http://127.0.0.1:{port}", server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


@contextmanager
def theirs(*, stored: bool) -> Iterator[tuple[str, int]]:
    """Run boardgame.io's server with the smallest game, stored in files or in memory.

    Yields its URL and process id.
    """
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = ["node", "server.js", str(port), *([folder] if stored else [])]
        server = subprocess.Popen(command, cwd=PEER, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port + 1}/games")
            yield f"http://127.0.0.1:{port}", server.pid
        finally:
            server.terminate()
            server.wait(30)


def measure(who: str, url: str, server: int | str, tables: int, seconds: float) -> Figures:
    """Run the clients against a server and return their measurements."""
    command = ["node", "clients.js", who, url, str(tables), str(seconds), str(server)]
    done = subprocess.run(command, cwd=PEER, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Figures)


def show(who: str, tables: int, figures: Figures) -> None:
    """Print the measurements as a line of the table."""
    seen = f"{figures.rate:>10.0f}{figures.half:>10.2f}{figures.most:>10.2f}"
    spent = f"{figures.server:>11.0f}{figures.clients:>11.0f}"
    print(f"{who:<24}{tables:>7}{tables * 3:>9}{seen}{spent}", flush=True)


def show_slowest(url: str) -> None:
    """Print the handlers that held our event loop for the longest time."""
    told = httpx.get(f"{url}/metrics").text
    longest, held = slowest(told, "longest_seconds"), slowest(told, "loop_seconds_total")
    print(f"  slowest handlers: {longest} in one go, {held} in all", flush=True)


def main() -> None:
    """Start the servers in turn, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 100])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    if not (PEER / "node_modules").is_dir():
        raise SystemExit("the clients are not installed: npm ci --prefix bench/boardgame_io")
    seen = f"{'moves/s':>10}{'50 % ms':>10}{'99 % ms':>10}"
    print(f"{'server':<24}{'tables':>7}{'clients':>9}{seen}{'server us':>11}{'clients us':>11}")
    for tables in options.tables:
        servers = (
            ("ludotheque", ours(options.database)),
            ("boardgame.io, in files", theirs(stored=True)),
            ("boardgame.io, in memory", theirs(stored=False)),
        )
        for who, server in servers:
            with server as (url, process):
                show(who, tables, measure(who.partition(",")[0], url, process, tables, options.seconds))
                if who == "ludotheque":
                    show_slowest(url)


PEER = Path(__file__).parent / "boardgame_io"
LIMITS = (
    "REQUESTS_A_MINUTE",
    "GUESTS_A_MINUTE",
    "CONNECTIONS_AN_ADDRESS",
    "MESSAGES_A_SECOND",
    "PUBLIC_TABLES_A_MINUTE",
    "PUBLIC_TABLES_A_PERSON",
    "TABLES_A_PERSON",
    "STORED_MB_A_DAY",
)


def wait_for(url: str) -> None:
    """Wait until a URL answers; exit after 30 seconds."""
    for _ in range(300):
        try:
            if httpx.get(url).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    main()
