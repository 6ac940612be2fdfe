"""Bots and coach think in worker processes, never in the event loop."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractAsyncContextManager
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

import msgspec
import structlog

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.tries import End
from ludotheque.host.limits import Limiter, MemoryLimiter, under_way
from ludotheque.host.refusals import Unavailable
from ludotheque.host.thinkers import Moved, Place
from ludotheque.host.thinking import Argument, perform, quick_move
from ludotheque.server.logs import configure_log, log_level
from ludotheque.server.metrics import THOUGHTS, WORKER_DIED, WORKER_NOT_STARTED, WORKER_TOO_SLOW
from ludotheque.server.work.queue import SHORT, Kind, Request, ThoughtQueue
from ludotheque.server.world import WORLD, World
from ludotheque.table.analysis import Advice, Part, Thought
from ludotheque.table.study import Studied

ROUND: Final = 2.5
"""Seconds in which every bot that waits shall have had its turn; the top levels think shorter for it."""
LEAST: Final = 0.01
"""Seconds that a search always has."""
TIMES: Final = {
    "draw": 20.0,
    "choose": 10.0,
    "hint": 60.0,
    "tries": 60.0,
    "check_record": 60.0,
    "judge": 60.0,
    "study": 60.0,
}
"""Seconds after which a thought is given up and its worker replaced; without company none takes ten."""
START: Final = 30.0
"""Seconds in which a worker has to come up; a busy machine takes its time for that."""
RENEWAL: Final = 1.0
"""Seconds between two looks whether anybody still waits for a thought."""
FULL_THOUGHT: Final = 3.0
"""Seconds that a level bounded by iterations may take for them while there is room in the house."""
UNDER_WAY: Final = {Kind.HINT: 2, Kind.IMPORT: 1, Kind.ANALYSIS: 2}
"""What one person may have waiting and running at once, of what people ask for."""
STUDIES: Final = 2
"""Positions that one person may look at at once: the one just left, and the next."""
STARTS: Final = 2
"""How often a thought is begun if its worker dies."""

NICE: Final = 5
"""Added to the niceness of workers: answers to people go first."""

T = TypeVar("T")

log = structlog.get_logger()


class GivenUp(Unavailable):
    """A thought took longer than it may, or its worker died over it or could not be started."""


class CannotStart(Exception):
    """The machine has no room for another process now."""


class WorkerPool:
    """Asks of the queue, and workers that take from it; they start with the first thought."""

    def __init__(
        self,
        workers: int,
        worker: "Callable[[], Worker] | None" = None,
        limiter: Limiter | None = None,
        world: World = WORLD,
    ) -> None:
        self._world = world
        self.queue = ThoughtQueue(world.clock)
        self._limiter = limiter if limiter is not None else MemoryLimiter(world.clock)
        make = worker or Worker
        self._thinkers = [make() for _ in range(workers)]
        self._flicker = make()
        """Simulates flicks while all others think: who has flicked does not wait for a bot's long thought."""
        self._runners: list[asyncio.Task[None]] = []
        self._closed = False

    def under_way(self, kind: Kind, person: str) -> AbstractAsyncContextManager[None]:
        """While a person has one more of a kind under way; refused if it is too much."""
        return under_way(self._limiter, f"{kind.name.lower()}/{person}", UNDER_WAY[kind])

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count an analysis of a person while it runs; refuse one too many."""
        return self.under_way(Kind.ANALYSIS, person)

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """While a person looks at a position of a match; an analysis may be under way beside it."""
        return under_way(self._limiter, f"study/{person}", STUDIES)

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """The move of a bot that knows what its seat may know; if nothing comes of its thought, a quick one.

        The quick one is any move and is made here, so that a bot moves whatever happens to its worker.
        """
        seen = msgspec.json.encode(view)
        seed = self._world.seed()
        try:
            told = await self._think(Kind.MOVE, person, table, "choose", game, level, seen, seat, seed)
        except GivenUp:
            log.warning(
                "nothing came of a bot's thought; it makes a quick move", table=table, game=game, level=level
            )
            told = quick_move(game, seen, seat, seed)
        return msgspec.json.decode(told, type=Moved)

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """The coach's opinion on the moves of a seat."""
        seen = msgspec.json.encode(view)
        async with self.under_way(Kind.HINT, person):
            told = await self._think(Kind.HINT, person, table, "hint", game, seen, seat, self._world.seed())
        return msgspec.json.decode(told, type=Advice)

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Return where many tries of a move with continuous parts end."""
        seen, made, seed = msgspec.json.encode(view), msgspec.json.encode(move), self._world.seed()
        async with self.under_way(Kind.HINT, person):
            told = await self._think(Kind.HINT, person, table, "tries", game, seen, seat, made, seed)
        return msgspec.json.decode(told, type=list[End])

    async def judge(
        self,
        record: bytes,
        first: int,
        *,
        person: str,
        table: str,
        asked: Callable[[Place], None] = lambda _: None,
    ) -> Part:
        """The coach's judgement on some decisions of a match, from a step on."""
        told = await self._think(
            Kind.ANALYSIS,
            person,
            table,
            "judge",
            record,
            first,
            asked=lambda request: asked(lambda: self.queue.place(request)),
        )
        return msgspec.json.decode(told, type=Part)

    async def study(self, record: bytes, step: int, *, person: str, table: str) -> Studied:
        """The coach's opinion on one position of a match, after a little more thought than the last time."""
        told = await self._think(Kind.ANALYSIS, person, table, "study", record, step)
        return msgspec.json.decode(told, type=Studied)

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Return a record that somebody sent, played through once, as our own record of it.

        A broken one is refused, and one of more lines than `most`.
        """
        async with self.under_way(Kind.IMPORT, person):
            return await self._think(Kind.IMPORT, person, "", "check_record", record, most)

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """An outcome of chance that takes a while, such as the result of a flick."""
        name, written = position.game.name, msgspec.json.encode(position.to_json())
        drawn = await self._think(Kind.FLICK, person, table, "draw", name, written, self._world.seed())
        outcome: Json = msgspec.json.decode(drawn)
        return outcome

    def close(self) -> None:
        """Let the workers go; what they think about now is not waited for."""
        self._closed = True
        for runner in self._runners:
            runner.cancel()
        self._runners.clear()
        self.queue.close()
        for worker in (*self._thinkers, self._flicker):
            worker.stop()

    async def _think(
        self,
        kind: Kind,
        person: str,
        table: str,
        work: str,
        *args: Argument,
        asked: Callable[[Request], None] = lambda _: None,
    ) -> bytes:
        """Ask and wait; whoever does not wait any longer has cancelled."""
        if self._closed:
            raise Unavailable("server.busy")
        request, answer = self.queue.put(kind, person, table, work, args)
        asked(request)
        if not self._runners:
            turns = [
                (worker, SHORT if number else tuple(Kind)) for number, worker in enumerate(self._thinkers)
            ]
            turns.append((self._flicker, (Kind.FLICK,)))
            self._runners = [asyncio.create_task(self._take_turns(*turn)) for turn in turns]
        try:
            with THOUGHTS.time():
                return await answer
        finally:
            self.queue.cancel(request)

    async def _take_turns(self, worker: "Worker", kinds: tuple[Kind, ...]) -> None:
        """What one worker does all day."""
        while True:
            self.queue.news.clear()
            request = self.queue.claim(kinds)
            if request is None:
                await self.queue.news.wait()
                continue
            try:
                self.queue.complete(request, await self._perform(worker, request))
            except Exception as error:  # whatever it is, it is for whoever asked
                self.queue.complete(request, error)

    def seconds_for(self, request: Request) -> float:
        """How long a thought may take so that everybody who waits has a turn in time."""
        share = ROUND * len(self._thinkers) / (1 + self.queue.waiting(Kind.MOVE))
        return (
            min(FULL_THOUGHT, max(LEAST, share)) if request.kind in (Kind.MOVE, Kind.HINT) else FULL_THOUGHT
        )

    async def _perform(self, worker: "Worker", request: Request) -> bytes:
        for left in reversed(range(STARTS)):
            try:
                await self._watch(worker, request, worker.start(), START)
                answer = worker.begin(request, self.seconds_for(request))
                return await self._watch(worker, request, answer, TIMES[request.work])
            except BrokenProcessPool:
                log.error("a worker process died; starting anew")
                WORKER_DIED.inc()
                worker.stop()
            except CannotStart as error:
                log.error("a worker process can't be started", error=str(error))
                WORKER_NOT_STARTED.inc()
                worker.stop()
                if left:
                    await asyncio.sleep(RENEWAL)  # memory, processes or files may be short for a moment only
        raise GivenUp("server.busy")

    async def _watch(
        self, worker: "Worker", request: Request, answer: asyncio.Future[T], seconds: float
    ) -> T:
        """Wait for a worker as long as its thought is wanted and has time."""
        for _ in range(int(seconds / RENEWAL)):
            done, _ = await asyncio.wait({answer}, timeout=RENEWAL)
            if done:
                return answer.result()
            if not self.queue.renew(request):
                break
        else:
            WORKER_TOO_SLOW.inc()
        worker.stop()
        raise GivenUp("server.busy")


class Worker:
    """One process that thinks about one thing at a time; it is killed if that takes too long."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Future[int]
        self._process: list[BaseProcess] = []

    def start(self) -> asyncio.Future[int]:
        """Let it come up, if it does not run yet; done as soon as it can think."""
        if self._pool is None:
            before = multiprocessing.active_children()
            try:
                self._pool = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), prepare, (log_level(),)
                )
                self._ready = _watched(self._pool.submit(os.getpid))
            except (OSError, RuntimeError) as error:  # no process, or no thread to talk to it
                raise CannotStart(str(error)) from error
            finally:
                # One that hangs before it says anything has to be killed, too.
                self._process = [child for child in multiprocessing.active_children() if child not in before]
        return self._ready

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        """Let it think, once it has come up."""
        assert self._pool is not None  # it was started
        return _watched(self._pool.submit(perform, request.work, request.args, Thought(seconds)))

    def stop(self) -> None:
        """End it at once, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in self._process:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def prepare(level: str) -> None:
    """Log as the server does, leave the stop signals to it, and end when it has been killed."""
    configure_log(level)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    parent = multiprocessing.parent_process()
    assert parent is not None  # a worker has one

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _watched(answer: Future[T]) -> asyncio.Future[T]:
    """An answer for the event loop; one that nobody waits for any more is no fault."""
    watched = asyncio.wrap_future(answer)
    watched.add_done_callback(lambda done: done.cancelled() or done.exception())
    return watched
