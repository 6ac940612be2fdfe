"""Bots and coach think in worker processes, never in the event loop."""

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

import msgspec
import structlog

from ludotheque.bots import bot, levels
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.games import game as find_game
from ludotheque.server.metrics import THOUGHTS
from ludotheque.server.refusals import Unavailable
from ludotheque.table.analysis import Advice, Analysis, Thought, advise, analyse
from ludotheque.table.check import random_choice
from ludotheque.table.table import Table

P = ParamSpec("P")
T = TypeVar("T")

MAX_WAITING: Final = 200
"""Thoughts that may wait for a worker; whoever asks then has to ask again."""

KEPT_ANALYSES: Final = 200

GLANCE: Final = 0.1
"""Seconds for each decision of a match that is analysed: there are a hundred, and somebody waits."""

log = structlog.get_logger()


def levels_of(game: str) -> tuple[str, ...]:
    """The levels of a game's bots; none for a game that has no bots."""
    return levels(game)


def stand_in(position: Position) -> str | None:
    """The level that plays for whoever is away: neither the weakest nor the strongest."""
    name = position.game.name
    able = [level for level in levels_of(name) if bot(name, level).refusal(position) is None]
    return able[len(able) // 2] if able else None


class WorkerPool:
    """A pool of worker processes, started with the first thought."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def move(self, game: str, level: str, view: Json, seat: int) -> Json:
        """The move of a bot that knows what its seat may know."""
        move = await self._think(_choose, game, level, msgspec.json.encode(view), seat, secrets.randbits(62))
        return _json(move)

    async def advice(self, game: str, view: Json, seat: int) -> Advice:
        """The coach's opinion on the moves of a seat."""
        told = await self._think(_advise, game, msgspec.json.encode(view), seat, secrets.randbits(62))
        return msgspec.json.decode(told, type=Advice)

    async def analysis(self, record: dict[str, Json]) -> Analysis:
        """The coach's judgement on a match."""
        told = await self._think(_analyse, msgspec.json.encode(record))
        return msgspec.json.decode(told, type=Analysis)

    async def check_record(self, record: bytes) -> dict[str, Json]:
        """A record that somebody sent, played through once; a broken one is refused."""
        checked = await self._think(_check_record, record)
        return msgspec.json.decode(checked, type=dict[str, Json])

    async def simulate(self, position: Position) -> Json:
        """An outcome of chance that takes a while, such as the result of a flick."""
        drawn = await self._think(
            _draw, position.game.name, msgspec.json.encode(position.to_json()), secrets.randbits(62)
        )
        return _json(drawn)

    def close(self) -> None:
        """Let the workers go; what they think about now is not waited for."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _think(self, thought: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._waiting >= MAX_WAITING:
            raise Unavailable("server.busy")
        self._waiting += 1
        try:
            with THOUGHTS.time():
                return await self._submit(thought, *args, **kwargs)
        except BrokenProcessPool:
            log.error("a worker process died; starting anew")
            self.close()
            return await self._submit(thought, *args, **kwargs)
        finally:
            self._waiting -= 1

    async def _submit(self, thought: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=multiprocessing.get_context("spawn"), initializer=_stay_with_parent
            )
        return await asyncio.wrap_future(self._pool.submit(thought, *args, **kwargs))


class AnalysisCache:
    """Judgements on matches: asked for twice, thought once."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._tasks: OrderedDict[tuple[str, int], asyncio.Task[Analysis]] = OrderedDict()

    async def of(self, table: str, version: int, record: dict[str, Json]) -> Analysis:
        """The judgement on a match at a version."""
        task = self._tasks.get((table, version))
        if task is None or (task.done() and task.exception() is not None):
            task = asyncio.get_running_loop().create_task(self._workers.analysis(record))
            self._tasks[table, version] = task
            while len(self._tasks) > KEPT_ANALYSES:
                self._tasks.popitem(last=False)
        return await asyncio.shield(task)


def _stay_with_parent() -> None:
    """A worker leaves the stop signals to the server, and ends when the server has been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    parent = multiprocessing.parent_process()
    assert parent is not None  # a worker has one

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _json(text: bytes) -> Json:
    value: Json = msgspec.json.decode(text)
    return value


def _choose(game: str, level: str, view: bytes, seat: int, seed: int) -> bytes:
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    try:
        chosen = bot(game, level).choose(position, seat, rng)
    except Exception:
        # A table must not stand still because a bot has a fault; the fault is told in the log.
        log.exception("a bot failed", game=game, level=level, seat=seat)
        chosen = random_choice(position, seat, rng)
    return msgspec.json.encode(chosen)


def _advise(game: str, view: bytes, seat: int, seed: int) -> bytes:
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    return msgspec.json.encode(advise(position, seat, rng))


def _analyse(record: bytes) -> bytes:
    return msgspec.json.encode(analyse(record, thought=Thought(seconds=GLANCE)))


def _check_record(record: bytes) -> bytes:
    return msgspec.json.encode(Table.replay(record).record())


def _draw(game: str, position: bytes, seed: int) -> bytes:
    return msgspec.json.encode(find_game(game).at(msgspec.json.decode(position)).draw(seeded(seed)))
