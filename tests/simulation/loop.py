"""An event loop with virtual time, several simulated hosts, and an order of callbacks drawn from a seed.

Callbacks of one host run in the order in which they were scheduled, as asyncio promises; tasks of a host that
are ready together may be swapped. Between hosts the order is drawn. Time stands still while anything can run,
and jumps to the next timer otherwise.
"""

import asyncio
import heapq
import itertools
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final, TypeVar, cast
from warnings import catch_warnings

T = TypeVar("T")

STEP_SECONDS: Final = 2e-6
"""Virtual time that a callback takes."""
AWAITS: Final = 50
"""How often a coroutine may go on to another await while it is dropped."""
WINDOW: Final = 8
"""Ready callbacks among which the order of tasks is drawn."""


class Deadlock(Exception):
    """Nothing can run any more and no timer is set."""


class Host:
    """A machine's process: its callbacks run, wait while it is frozen, and are dropped once it is dead."""

    def __init__(self, name: str, rate: float = 1.0) -> None:
        self.name = name
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: dict[int, Task[Any]] = {}
        """Unfinished tasks by number, in the order in which they began."""
        self.dead = False
        self.frozen_until = 0.0
        self.rate = rate
        """Seconds that its clock counts in one second."""
        self.context = copy_context()
        self.context.run(HOST.set, self)

    def __repr__(self) -> str:
        return f"<{self.name}>"


HOST: Final[ContextVar[Host]] = ContextVar("host")


class Task(asyncio.Task[T]):
    """A task with a number, so that sets of tasks have the same order in every run."""

    number: int
    host: "Host"

    def __new__(cls, _coro: object, *, loop: "SimulatedLoop", **_more: object) -> "Task[T]":
        task = super().__new__(cls)
        task.number, task.host = next(loop.numbers), HOST.get(loop.outside)
        return task

    def __hash__(self) -> int:
        return self.number


class Future(asyncio.Future[T]):
    """A future with a number, for the same reason."""

    number: int
    host: "Host"

    def __new__(cls, *, loop: "SimulatedLoop") -> "Future[T]":
        future = super().__new__(cls)
        future.number, future.host = next(loop.numbers), HOST.get(loop.outside)
        return future

    def __hash__(self) -> int:
        return self.number


class SimulatedLoop:
    """Runs callbacks of all hosts in virtual time."""

    def __init__(self, random: Random, reorder: float = 0.0) -> None:
        self.asyncio = cast("asyncio.AbstractEventLoop", self)
        """The same object, as asyncio's types want it: it has what the server calls, and no more."""
        self._random = random
        self._reorder = reorder
        """How often a task goes before another that was ready earlier."""
        self.now = 0.0
        """Seconds since the start of the simulation."""
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._order = itertools.count()
        self.numbers = itertools.count(1)
        """Of tasks and futures."""
        self._stopping = False
        self._running = False
        self._closed = False
        self.outside = Host("outside")
        """Clients, faults and checks."""
        self.hosts = [self.outside]
        self.steps = 0
        self.failed: Callable[[Host, dict[str, Any]], None] = lambda *_: None
        """Called with errors that no task or callback took care of."""
        self.listen: Callable[[Host, Callable[[], asyncio.Protocol]], object]
        """Opens a server of a host for connections; set by the network."""

    # Time

    def time(self) -> float:
        """Return the seconds since the start of the simulation, as the clock of the host counts them."""
        return self.now * HOST.get(self.outside).rate

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Run a callback as soon as its host gets to it."""
        handle = asyncio.Handle(callback, args, self.asyncio, context)
        self._put(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run a callback after some seconds of its host."""
        rate = (HOST.get(self.outside) if context is None else context[HOST]).rate
        return self.at(self.now + delay / rate, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run a callback at a time of its host."""
        rate = (HOST.get(self.outside) if context is None else context[HOST]).rate
        return self.at(when / rate, callback, *args, context=context)

    def at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run a callback at a time of the simulation."""
        timer = asyncio.TimerHandle(when, callback, args, self.asyncio, context)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A cancelled timer is dropped when its time comes."""

    def timers_of(self, host: Host) -> list[asyncio.TimerHandle]:
        """Return the timers that a host has set, the next first."""
        own = [timer for _, _, timer in sorted(self._timers) if not timer.cancelled()]
        return [timer for timer in own if _host_of(timer) is host]

    # Running

    def run_until_complete(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run until a coroutine of the outside is done."""
        task = self.create_task(coroutine, context=self.outside.context)
        task.add_done_callback(lambda _: self.stop(), context=self.outside.context)
        self.run_forever()
        return task.result()

    def run_forever(self) -> None:
        """Run until stopped."""
        self._stopping, self._running = False, True
        asyncio._set_running_loop(self.asyncio)
        try:
            while not self._stopping:
                self._step()
        finally:
            asyncio._set_running_loop(None)
            self._running = False

    def _step(self) -> None:
        while self._timers and self._timers[0][0] <= self.now:
            self._put(heapq.heappop(self._timers)[2])
        able = [host for host in self.hosts if host.ready and host.frozen_until <= self.now]
        if not able:
            if not self._timers:
                raise Deadlock
            self.now = self._timers[0][0]
            return
        host = able[0] if len(able) == 1 else self._random.choice(able)
        handle = self._take(host)
        self.steps += 1
        self.now += STEP_SECONDS
        if not handle.cancelled():
            handle._run()

    def _put(self, handle: asyncio.Handle) -> None:
        host = _host_of(handle)
        if not host.dead and not handle.cancelled():
            host.ready.append(handle)

    def _take(self, host: Host) -> asyncio.Handle:
        """Take the next callback of a host; tasks that are ready together may be swapped."""
        ready = host.ready
        if self._reorder and len(ready) > 1 and _is_task(ready[0]) and self._random.random() < self._reorder:
            near = [place for place in range(min(WINDOW, len(ready))) if _is_task(ready[place])]
            place = self._random.choice(near)
            handle = ready[place]
            del ready[place]
            return handle
        return ready.popleft()

    def freeze(self, host: Host, seconds: float) -> None:
        """Let a host do nothing for a while; what arrives meanwhile waits."""
        host.frozen_until = max(host.frozen_until, self.now + seconds)
        # The loop must not jump over the end of it.
        self.at(host.frozen_until, lambda: None, context=self.outside.context)

    def kill(self, host: Host) -> None:
        """End a host between two callbacks: nothing of it runs any more."""
        host.dead = True
        host.ready.clear()
        if host in self.hosts:
            self.hosts.remove(host)
        for task in list(host.tasks.values()):
            _discard(host, task)
        host.tasks.clear()

    def stop(self) -> None:
        """End `run_forever` after this callback."""
        self._stopping = True

    def close(self) -> None:
        """End all hosts."""
        for host in list(self.hosts):
            self.kill(host)
        self._timers.clear()
        self._closed = True

    def is_running(self) -> bool:
        """Whether callbacks run now."""
        return self._running

    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def get_debug(self) -> bool:
        """Return that asyncio's debug mode is off."""
        return False

    # Tasks, futures, servers

    def create_future(self) -> asyncio.Future[Any]:
        """Return a new future."""
        return Future(loop=self)

    def create_task(
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """Begin a task of the host that calls, or of the host of a context."""
        host = HOST.get() if context is None else context[HOST]
        if host.dead:
            coro.close()
            gone: asyncio.Future[T] = self.create_future()
            return gone  # type: ignore[return-value]  # nobody waits for it: its host is dead
        task: Task[T] = Task(coro, loop=self, name=name, context=context)
        task.host = host
        host.tasks[task.number] = task
        task.add_done_callback(lambda _: host.tasks.pop(task.number, None), context=self.outside.context)
        return task

    def get_task_factory(self) -> None:
        """Return that there is none."""

    async def create_server(
        self, protocol_factory: Callable[[], asyncio.Protocol], *_args: object, **_more: object
    ) -> object:
        """Listen for connections of the simulated network."""
        return self.listen(HOST.get(), protocol_factory)

    async def shutdown_asyncgens(self) -> None:
        """Nothing to end."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Hand an error that nobody took care of to the checks."""
        handle, awaited = context.get("handle"), context.get("task") or context.get("future")
        host = _host_of(handle) if handle is not None else getattr(awaited, "host", self.outside)
        self.failed(host, context)


def _host_of(handle: asyncio.Handle) -> Host:
    context: Context = handle._context  # type: ignore[attr-defined]  # asyncio does not show it
    return context[HOST]


def _is_task(handle: asyncio.Handle) -> bool:
    """Whether a callback goes on with a task."""
    callback = handle._callback  # type: ignore[attr-defined]
    return isinstance(getattr(callback, "__self__", None), Task)


def _discard(host: Host, task: Task[Any]) -> None:
    """Drop a task of a dead host; what its `finally` blocks do reaches nothing outside of that host."""
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    coroutine = task.get_coro()
    for _ in range(AWAITS):
        try:
            if coroutine is not None:
                host.context.run(coroutine.close)
        except RuntimeError:  # it awaits something in a `finally` block
            continue
        except BaseException:
            return
        return


@contextmanager
def dying_quietly() -> Iterator[None]:
    """Say nothing of what coroutines do that are dropped before their end."""
    before, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with catch_warnings(action="ignore"):
            yield
    finally:
        sys.unraisablehook = before
