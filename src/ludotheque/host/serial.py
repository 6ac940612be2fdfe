"""Long functions that run in a thread, one at a time."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from ludotheque.host.world import World

P = ParamSpec("P")
R = TypeVar("R")

SWITCH: Final = 0.0002
"""Seconds after which a thread gives the interpreter lock to the event loop (5 ms if nothing is said)."""


class SerialThread:
    """Runs functions that would hold the event loop; the shares of people take turns.

    Several threads at once would not be faster, since they share the interpreter lock, but the event loop
    would wait for each of them.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._free = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Kept as long as something of that share waits or runs."""

    async def run(self, share: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in the thread when it is the turn of a share."""
        turn = self._turns.setdefault(share, asyncio.Lock())
        async with turn, self._free:
            return await self._world.in_thread(function, *args, **kwargs)
