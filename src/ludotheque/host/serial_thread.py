"""Runs slow functions in a thread, one at a time."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from ludotheque.host.world import World

P = ParamSpec("P")
R = TypeVar("R")

SWITCH: Final = 0.0002
"""Switch interval of Python's threads in seconds; short, so that the event loop runs again soon."""


class SerialThread:
    """Runs functions that would block the event loop, one at a time; quota owners take turns.

    Several threads would not be faster, since they share the interpreter lock, but they would delay the event
    loop more.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._free = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each quota owner with a function that waits or runs."""

    async def run(self, share: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in the thread when it is the quota owner's turn, and return its result."""
        turn = self._turns.setdefault(share, asyncio.Lock())
        async with turn, self._free:
            return await self._world.in_thread(function, *args, **kwargs)
