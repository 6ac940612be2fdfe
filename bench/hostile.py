"""Load generator of an attacker, in a process of its own so that it does not slow the measuring client."""

import asyncio
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.server.frames import CONTINUATION, PING, TEXT, RawSocket, frame

PAUSE = 0.25
"""Seconds to wait after a rate limit refusal or a lost connection."""
FRAMES = 400
"""Frames sent in one write."""


class Asked(NamedTuple):
    """HTTP request that is repeated, with the cookie of its sender."""

    method: str
    paths: tuple[str, ...]
    """Paths of the request; one is drawn for each repetition."""
    cookie: str
    body: bytes = b""


class Flood(NamedTuple):
    """Load from one address: each request repeated over `connections` connections, and sockets for frames."""

    url: str
    address: str
    seconds: float
    requests: tuple[Asked, ...] = ()
    connections: int = 1
    sockets: tuple[bytes, ...] = ()
    """Frames to send repeatedly, each on a socket that is never read."""


PINGS = frame(PING, b"x" * 125)
EMPTY = frame(CONTINUATION, last=False)


@asynccontextmanager
async def hostile(flood: Flood) -> AsyncIterator[Counter[str]]:
    """Context manager that runs a flood during its block; yields a counter of answers, filled at the end."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_run, args=(flood, there))
    process.start()
    answers: Counter[str] = Counter()
    try:
        await asyncio.to_thread(here.recv)
        yield answers
        answers.update(await asyncio.to_thread(here.recv))
    finally:
        process.kill()
        await asyncio.to_thread(process.join)


def _run(flood: Flood, report: Connection) -> None:
    report.send(None)
    report.send(asyncio.run(_flood(flood)))


async def _flood(flood: Flood) -> Counter[str]:
    answers: Counter[str] = Counter()
    end = time.monotonic() + flood.seconds
    tasks = [_ask(flood, asked, end, answers) for asked in flood.requests for _ in range(flood.connections)]
    tasks += [_send(flood, frames, end, answers) for frames in flood.sockets]
    await asyncio.gather(*tasks)
    return answers


async def _ask(flood: Flood, asked: Asked, end: float, answers: Counter[str]) -> None:
    where, rng = urlsplit(flood.url), random.Random(1)
    reader = writer = None
    while time.monotonic() < end:
        try:
            if reader is None or writer is None:
                local = (flood.address, 0)
                reader, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=local)
            head = f"{asked.method} {rng.choice(asked.paths)} HTTP/1.1\r\nhost: {where.netloc}\r\n"
            head += f"cookie: {asked.cookie}\r\ncontent-type: application/json\r\n"
            writer.write(f"{head}content-length: {len(asked.body)}\r\n\r\n".encode() + asked.body)
            status = await _answer(reader)
            answers[str(status)] += 1
            if status == 429:
                await asyncio.sleep(PAUSE)
        except (OSError, asyncio.IncompleteReadError):
            answers["cut off"] += 1
            reader = None
            await asyncio.sleep(PAUSE)
    if writer is not None:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> int:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
    length = next((line for line in lines if line.startswith("content-length:")), "content-length: 0")
    await reader.readexactly(int(length.partition(":")[2]))
    return int(lines[0].split()[1])


async def _send(flood: Flood, frames: bytes, end: float, answers: Counter[str]) -> None:
    """Send frames to a socket that is never read, reconnecting whenever it is closed."""
    while time.monotonic() < end:
        try:
            one = await RawSocket.dial(flood.url, "/api/open/live", flood.address)
        except (OSError, AssertionError, asyncio.IncompleteReadError):
            answers["not let in"] += 1
            await asyncio.sleep(PAUSE)
            continue
        try:
            if frames == EMPTY:
                one.writer.write(frame(TEXT, last=False))
            while time.monotonic() < end:
                one.writer.write(frames * FRAMES)
                await asyncio.wait_for(one.writer.drain(), max(end - time.monotonic(), 0.01))
                await asyncio.sleep(0)
                answers["frames"] += FRAMES
        except (OSError, TimeoutError):
            answers["cut off"] += 1
            await asyncio.sleep(PAUSE)
        finally:
            one.writer.close()


def long_record(record: dict[str, Any], again: object, lines: int) -> bytes:
    """Return a record with about so many lines, made of repetitions of a finished match.

    `again` is the position from which each repetition starts.
    """
    log = record["log"]
    long = log[:-1]
    while len(long) + len(log) < lines:
        long += [{"position": again}, *log[1:-1]]
    return json.dumps({**record, "log": long, "result": None}).encode()
