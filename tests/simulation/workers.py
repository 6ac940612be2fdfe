"""Workers that think on the loop: real bots at once, answered after a while, sometimes never."""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, Final

import msgspec

from ludotheque.host.thinking import perform
from ludotheque.server.work.pool import CannotStart
from ludotheque.server.work.queue import Request
from ludotheque.table.analysis import Thought
from tests.simulation.loop import SimulatedLoop
from tests.simulation.trace import Trace

ITERATIONS: Final = 12
"""Bounds every search: a run must not depend on the clock of this machine."""


class Rates(msgspec.Struct):
    """How often a worker fails, and in which way."""

    dies: float = 0.0
    hangs: float = 0.0
    cannot_start: float = 0.0
    raises: float = 0.0
    delay: float = 0.3
    """Mean seconds of a thought."""


class SimulatedWorker:
    """Thinks about one thing at a time."""

    def __init__(self, loop: SimulatedLoop, random: Random, rates: Rates, trace: Trace) -> None:
        self._loop = loop
        self._random = random
        self._rates = rates
        self._trace = trace
        self._up: asyncio.Future[int] | None = None
        self._answer: asyncio.Future[bytes] | None = None

    def start(self) -> asyncio.Future[int]:
        """Come up, if it does not run yet."""
        if self._up is None:
            if self._random.random() < self._rates.cannot_start:
                self._trace.note("worker", "can't start")
                raise CannotStart("simulated")
            up = self._up = self._loop.create_future()
            self._loop.call_later(self._random.uniform(0.1, 1.5), _resolve, up, 0)
        return self._up

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        """Think, and answer after a while."""
        assert seconds > 0
        answer = self._answer = self._loop.create_future()
        delay = self._random.expovariate(1 / self._rates.delay)
        drawn = self._random.random()
        if drawn < self._rates.dies:
            self._trace.note("worker", "dies", request.work)
            self._loop.call_later(delay, _fail, answer, BrokenProcessPool("simulated"))
        elif drawn < self._rates.dies + self._rates.hangs:
            self._trace.note("worker", "hangs", request.work)
        else:
            result = self._result(request)
            self._loop.call_later(delay, _fail if isinstance(result, Exception) else _resolve, answer, result)
        return answer

    def _result(self, request: Request) -> bytes | Exception:
        if request.work == "choose" and self._random.random() < self._rates.raises:
            self._trace.note("worker", "raises", request.work)
            return RuntimeError("simulated")
        try:
            return perform(request.work, request.args, Thought(seconds=1.0, iterations=ITERATIONS))
        except Exception as error:
            return error

    def stop(self) -> None:
        """End, whatever it does."""
        self._up = self._answer = None


def _resolve(future: asyncio.Future[Any], result: object) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # nobody may wait for it any more
