"""Pool of worker processes that run the bots, the coach and physics outside the event loop."""

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
from ludotheque.server.world import WORLD, ServerWorld
from ludotheque.table.analysis import Advice, Part, Thought
from ludotheque.table.study import Studied

ROUND: Final = 2.5
"""Target for the time in seconds until every waiting bot has moved; searches by time are shortened for it."""
LEAST: Final = 0.01
"""Minimum time of a search in seconds."""
TIMES: Final = {
    "draw": 20.0,
    "choose": 10.0,
    "hint": 60.0,
    "tries": 60.0,
    "check_record": 60.0,
    "judge": 60.0,
    "study": 60.0,
}
"""Timeout in seconds of each function of `thinking`, after which its worker is killed."""
START: Final = 30.0
"""Timeout for starting a worker process, in seconds; generous for a busy machine."""
RENEWAL: Final = 1.0
"""Interval in seconds at which a running request renews its lease and checks for cancellation."""
FULL_THOUGHT: Final = 3.0
"""Most seconds for one search, granted while few requests wait."""
UNDER_WAY: Final = {Kind.HINT: 2, Kind.IMPORT: 1, Kind.ANALYSIS: 2}
"""Requests of each kind that one person may have waiting and running at once."""
STUDIES: Final = 2
"""Studies that one person may have at once: of the position just left, and of the next."""
STARTS: Final = 2
"""Attempts for a request whose worker dies or can't be started."""

NICE: Final = 5
"""Increment of the workers' niceness, so that the server process has priority."""

T = TypeVar("T")

log = structlog.get_logger()


class GivenUp(Unavailable):
    """A request timed out, or its worker died or could not be started."""


class CannotStart(Exception):
    """The system refused to start another process or thread."""


class WorkerPool:
    """Queue of requests and the worker processes that serve it; workers start with the first request.

    The public methods run a function of `host.thinking` in a worker and return its decoded result. In all of
    them `person` is the quota owner, and `Unavailable` is raised if the pool is closed or the worker fails.
    """

    def __init__(
        self,
        workers: int,
        worker: "Callable[[], Worker] | None" = None,
        limiter: Limiter | None = None,
        world: ServerWorld = WORLD,
    ) -> None:
        self._world = world
        self.queue = ThoughtQueue(world.clock)
        self._limiter = limiter if limiter is not None else MemoryLimiter(world.clock)
        make = worker or Worker
        self._thinkers = [make() for _ in range(workers)]
        self._flicker = make()
        """Extra worker for simulating flicks, so that a player's flick never waits for a bot's search."""
        self._runners: list[asyncio.Task[None]] = []
        self._closed = False

    def under_way(self, kind: Kind, person: str) -> AbstractAsyncContextManager[None]:
        """Context manager that counts a request of a person; raises `TooManyRequests` above the limit."""
        return under_way(self._limiter, f"{kind.name.lower()}/{person}", UNDER_WAY[kind])

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Context manager that counts an analysis of a person; raises `TooManyRequests` above the limit."""
        return self.under_way(Kind.ANALYSIS, person)

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """Context manager that counts a study of a person, independently of analyses.

        Raises `TooManyRequests` if there are too many.
        """
        return under_way(self._limiter, f"study/{person}", STUDIES)

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """Return a bot's move, computed from the view of its seat.

        If the worker fails or times out, the result is a quick legal move, computed here.
        """
        seen = msgspec.json.encode(view)
        seed = self._world.seed()
        try:
            told = await self._think(Kind.MOVE, person, table, "choose", game, level, seen, seat, seed)
        except GivenUp:
            log.warning("a bot's search failed; it makes a quick move", table=table, game=game, level=level)
            told = quick_move(game, seen, seat, seed)
        return msgspec.json.decode(told, type=Moved)

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """Return the coach's assessment of a seat's moves."""
        seen = msgspec.json.encode(view)
        async with self.under_way(Kind.HINT, person):
            told = await self._think(Kind.HINT, person, table, "hint", game, seen, seat, self._world.seed())
        return msgspec.json.decode(told, type=Advice)

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Return the end of each of many simulated tries of a move, such as a flick."""
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
        """Return the coach's assessment of some decisions of a match, beginning with step `first`.

        `asked` is called with a function that returns the number of requests ahead in the queue.
        """
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
        """Return the coach's assessment of one position; repeated calls continue the search."""
        told = await self._think(Kind.ANALYSIS, person, table, "study", record, step)
        return msgspec.json.decode(told, type=Studied)

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Replay an imported record in a worker and return it, re-encoded.

        Raises a refusal if the record is invalid or has more than `most` lines.
        """
        async with self.under_way(Kind.IMPORT, person):
            return await self._think(Kind.IMPORT, person, "", "check_record", record, most)

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """Return a random outcome that is costly to compute, such as the result of a flick."""
        name, written = position.game.name, msgspec.json.encode(position.to_json())
        drawn = await self._think(Kind.FLICK, person, table, "draw", name, written, self._world.seed())
        outcome: Json = msgspec.json.decode(drawn)
        return outcome

    def close(self) -> None:
        """Kill the workers; requests waiting or running raise `Unavailable`."""
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
        """Queue a request and return its result, starting the workers if necessary.

        Cancelling the caller cancels the request.
        """
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
        """Serve requests of the given kinds with one worker, until cancelled."""
        while True:
            self.queue.news.clear()
            request = self.queue.claim(kinds)
            if request is None:
                await self.queue.news.wait()
                continue
            try:
                self.queue.complete(request, await self._perform(worker, request))
            except Exception as error:  # whatever failed, raise it for the caller of the request
                self.queue.complete(request, error)

    def seconds_for(self, request: Request) -> float:
        """Return the time limit of a search in seconds, which gets shorter the more moves are waiting."""
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
                log.error("a worker process died; starting another one")
                WORKER_DIED.inc()
                worker.stop()
            except CannotStart as error:
                log.error("a worker process can't be started", error=str(error))
                WORKER_NOT_STARTED.inc()
                worker.stop()
                if left:
                    await asyncio.sleep(RENEWAL)  # the lack of memory, processes or files may be temporary
        raise GivenUp("server.busy")

    async def _watch(
        self, worker: "Worker", request: Request, answer: asyncio.Future[T], seconds: float
    ) -> T:
        """Wait for a result; on a timeout or a cancelled request, kill the worker and raise `GivenUp`."""
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
    """One worker process, which runs one function at a time and is killed if that takes too long."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Future[int]
        self._process: list[BaseProcess] = []

    def start(self) -> asyncio.Future[int]:
        """Start the process if it isn't running; the future resolves when it is ready.

        Raises `CannotStart` if the system refuses.
        """
        if self._pool is None:
            before = multiprocessing.active_children()
            try:
                self._pool = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), prepare, (log_level(),)
                )
                self._ready = _watched(self._pool.submit(os.getpid))
            except (OSError, RuntimeError) as error:  # no process, or no thread to communicate with it
                raise CannotStart(str(error)) from error
            finally:
                # A process that hangs before it reports its id has to be killed, too.
                self._process = [child for child in multiprocessing.active_children() if child not in before]
        return self._ready

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        """Run the request's function in the process, with `seconds` as its search time.

        `start` must have been called before.
        """
        assert self._pool is not None  # it was started
        return _watched(self._pool.submit(perform, request.work, request.args, Thought(seconds)))

    def stop(self) -> None:
        """Kill the process."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in self._process:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def prepare(level: str) -> None:
    """Initialize a worker process: logging, signals, priority, and exit when the server process dies."""
    configure_log(level)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    parent = multiprocessing.parent_process()
    assert parent is not None  # a worker always has a parent

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _watched(answer: Future[T]) -> asyncio.Future[T]:
    """Wrap a future for the event loop, without a warning if its exception is never retrieved."""
    watched = asyncio.wrap_future(answer)
    watched.add_done_callback(lambda done: done.cancelled() or done.exception())
    return watched
