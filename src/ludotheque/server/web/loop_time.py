"""Metrics of the event loop: the delay of timers, and the time that each handler holds the loop."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from ludotheque.host.world import Clock
from ludotheque.server.metrics import HELD, LAG, LONGEST
from ludotheque.server.world import ServerWorld

EVERY: Final = 0.5
"""Interval in seconds between two measurements of the delay."""
PACKAGE: Final = "ludotheque.server."


class LoopLag:
    """Background task that measures the delay of a timer of the event loop."""

    def __init__(self, world: ServerWorld) -> None:
        self._clock = world.clock
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start measuring."""
        self._task = asyncio.create_task(self._measure())

    async def close(self) -> None:
        """Stop measuring."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _measure(self) -> None:
        while True:
            due = self._clock() + EVERY
            await asyncio.sleep(EVERY)
            LAG.observe(max(self._clock() - due, 0.0))


class HandlerTime:
    """ASGI middleware that measures how long each handler holds the event loop between its awaits."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application and record the time of its steps under the name of the handler."""
        held = Held.of(str(scope["route_handler"]).removeprefix(PACKAGE))
        await _Timed(self._app(scope, receive, send), self._clock, held)


class Held:
    """Metrics of one handler's use of the event loop: total time and longest single step."""

    _known: Final[dict[str, "Held"]] = {}

    def __init__(self, handler: str) -> None:
        self._all = HELD.labels(handler)
        self._longest = LONGEST.labels(handler)
        self._most = 0.0

    @classmethod
    def of(cls, handler: str) -> "Held":
        """Return the metrics of a handler, created at the first call."""
        found = cls._known.get(handler)
        if found is None:
            found = cls._known[handler] = cls(handler)
        return found

    def add(self, seconds: float) -> None:
        """Add the duration of one step, from one await to the next."""
        self._all.inc(seconds)
        if seconds > self._most:
            self._most = seconds
            self._longest.set(seconds)


class _Timed(Awaitable[None]):
    """Awaitable around a coroutine that measures each of its steps."""

    def __init__(self, awaited: Awaitable[None], clock: Clock, held: Held) -> None:
        assert isinstance(awaited, Coroutine)  # true for every application that is an async function
        self._coroutine: Coroutine[Any, Any, None] = awaited
        self._clock = clock
        self._held = held

    def __await__(self) -> Generator[Any, Any, None]:
        step: Callable[[Any], Any] = self._coroutine.send
        given: Any = None
        while True:
            begun = self._clock()
            try:
                awaited = step(given)
            except StopIteration:
                return
            finally:
                given = None
                self._held.add(self._clock() - begun)
            try:
                given = yield awaited
                step = self._coroutine.send
            except BaseException as error:  # such as a cancellation, to be raised inside the coroutine
                step, given = self._coroutine.throw, error
