"""Tests count work, not seconds: how long a busy machine takes for something is never a reason to fail."""

import asyncio
import gc
import time
import traceback
from collections.abc import AsyncIterator, Iterator
from types import FrameType
from typing import Final

HANG: Final = 600.0
"""After so many seconds something hangs; the only limit of time in the tests."""

LOOK: Final = 0.02
"""Seconds between two looks at something that is waited for."""

STANDS_STILL: Final = 5.0
"""Seconds after which a look that comes so late tells more of the machine than of what is waited for."""

A_WHILE: Final = 1.0
"""Seconds in which something that must not happen could; on a busy machine the test sees less, and passes."""

RECALL: Final = 5.0
"""Seconds after which a client that hears nothing calls again, as the page does; nothing fails by it."""


class Hangs(AssertionError):
    """What is waited for does not come."""


class Patience:
    """Counts how long something is waited for; while the machine itself stands still, nobody waits."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._left = HANG
        self._looked = time.monotonic()

    def look(self) -> None:
        """One more look; raises when all patience is spent."""
        now = time.monotonic()
        self._left -= min(now - self._looked, STANDS_STILL)
        self._looked = now
        if self._left <= 0:
            raise Hangs(f"waited {HANG:.0f} seconds for {self._what}")


def looks(what: str, every: float = LOOK) -> Iterator[None]:
    """As many looks as it takes; fails only when what is waited for hangs."""
    patience = Patience(what)
    while True:
        yield
        time.sleep(every)
        patience.look()


async def looks_async(what: str, every: float = LOOK) -> AsyncIterator[None]:
    """The same where a server runs beside the test in one event loop."""
    patience = Patience(what)
    while True:
        yield
        await asyncio.sleep(every)
        patience.look()


def is_hang(error: BaseException) -> bool:
    """Whether a test has failed because it waited in vain, whatever it waited with."""
    return isinstance(error, Hangs | TimeoutError) or "Timeout" in type(error).__name__


def waiting_tasks() -> str:
    """Where every task of every event loop waits, the innermost call last; our own tasks first."""
    # By type: looking into a weak proxy whose object has gone raises.
    loops = [one for one in gc.get_objects() if issubclass(type(one), asyncio.AbstractEventLoop)]
    tasks = [task for loop in loops if not loop.is_closed() for task in asyncio.all_tasks(loop)]
    told = sorted(_told(task) for task in tasks)
    return "\n".join(sorted(told, key=lambda text: "ludotheque" not in "".join(text.splitlines()[1:2])))


def _told(task: "asyncio.Task[object]") -> str:
    """A task's own stack ends at its first await; the rest hangs on what it awaits."""
    frames: list[FrameType] = []
    awaited: object = task.get_coro()
    while awaited is not None:
        parts = [getattr(awaited, f"{kind}_frame", None) for kind in ("cr", "gi", "ag")]
        frames += [frame for frame in parts if frame is not None]
        following = [getattr(awaited, name, None) for name in ("cr_await", "gi_yieldfrom", "ag_await")]
        if frames and following[:2] == [None, None]:  # a coroutine that is stepped by hand, to be timed
            following.append(getattr(frames[-1].f_locals.get("self"), "_coroutine", None))
        last, awaited = awaited, next((one for one in following if one is not None), None)
    stack = traceback.StackSummary.extract((frame, frame.f_lineno) for frame in frames)
    return f"{task.get_name()} waits for {last!r}\n{''.join(stack.format())}"
