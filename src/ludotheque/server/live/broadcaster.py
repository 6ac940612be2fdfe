"""Who is told that something changed: in one process at once, in several through channels of Redis.

A channel of its own for every table would never be given up again, so tables and people share some.
Only that something changed is told: what, everybody's own socket reads, as much as its owner may know.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.redis import RedisChannelsPubSubBackend

if TYPE_CHECKING:
    from redis.asyncio import Redis

AtOnce: TypeAlias = Callable[[bool], bool]
"""Tells at once, asked first whether it can be done with little work; says whether all is told."""
LIGHTLY: Final = True
CHANNELS: Final = tuple(f"NEWS{number:03}" for number in range(256))


def table_name(table: str) -> str:
    """What a table is called on the channels."""
    return f"table:{table}"


def person_name(person: str) -> str:
    """What a person is called on the channels."""
    return f"person:{person}"


class Broadcaster:
    """Tells, and listens: in memory, or through Redis where several processes serve."""

    def __init__(self, redis: str | None = None) -> None:
        self._redis = _client(redis) if redis is not None else None
        self.plugin: ChannelsPlugin | None = None
        if self._redis is not None:
            backend = RedisChannelsPubSubBackend(redis=self._redis)
            self.plugin = ChannelsPlugin(backend=backend, channels=CHANNELS)
        self._listening: dict[str, set[Bell]] = {}
        """Who listens in this process, by what about; nobody but they need to know if it is the only one."""
        self._untold: set[str] = set()
        self._held = False

    async def close(self) -> None:
        """Let go of Redis, after the channels have stopped."""
        if self._redis is not None:
            await self._redis.aclose()

    def tell(self, names: Iterable[str]) -> None:
        """Something about these has changed; who listens is told when this turn of the event loop is over."""
        if self.plugin is not None:
            told = sorted(names)
            self.plugin.publish(" ".join(told), sorted({_channel(name) for name in told}))
            return
        heard = [name for name in names if name in self._listening]
        if heard and not self._untold and not self._held:
            asyncio.get_running_loop().call_soon(self._ring)
        self._untold.update(heard)

    def hold(self) -> None:
        """What is told from now on is passed on at the next `let_go`."""
        self._held = True

    def let_go(self) -> None:
        """What was told is passed on at once."""
        self._held = False
        self._ring()

    @asynccontextmanager
    async def about(self, name: str, at_once: AtOnce | None = None) -> AsyncIterator[AsyncIterator[None]]:
        """Wakes whoever iterates after every change; several changes may be one awakening.

        `at_once` is called first, where that can be; whoever iterates sleeps on if it says that all is done.
        Those who can be told with little work come first, so that they need not wait for the others' work.
        """
        if self.plugin is not None:
            async with self.plugin.start_subscription(_channel(name)) as subscriber:
                yield _wake(subscriber, name)
            return
        bell = Bell(at_once)
        self._listening.setdefault(name, set()).add(bell)
        try:
            yield bell
        finally:
            self._listening[name].discard(bell)
            if not self._listening[name]:
                del self._listening[name]

    def _ring(self) -> None:
        names, self._untold = self._untold, set()
        bells = [bell for name in names for bell in self._listening.get(name, ())]
        for bell in [bell for bell in bells if not bell.ring_lightly()]:
            bell.ring()


class Bell(AsyncIterator[None]):
    """Wakes the one who iterates over it; rung several times before, it wakes once."""

    def __init__(self, at_once: AtOnce | None = None) -> None:
        self._at_once = at_once
        self._rung = False
        self._waiting: asyncio.Future[None] | None = None

    def ring_lightly(self) -> bool:
        """Something has changed; whether it could be told at once and with little work."""
        waiting = self._waiting
        idle = waiting is not None and not waiting.done()
        return idle and self._at_once is not None and self._at_once(LIGHTLY)

    def ring(self) -> None:
        """Something has changed."""
        waiting = self._waiting
        idle = waiting is not None and not waiting.done()
        if idle and self._at_once is not None and self._at_once(not LIGHTLY):
            return
        self._rung = True
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def __anext__(self) -> None:
        if not self._rung:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._rung = False


async def _wake(subscriber: Subscriber, name: str) -> AsyncIterator[None]:
    events = subscriber.iter_events()
    async for told in events:
        heard = name in told.decode().split()
        for _ in range(subscriber.qsize):
            more = await anext(events, b"")
            heard = heard or name in more.decode().split()
        if heard:
            yield


def _client(address: str) -> "Redis":
    from redis.asyncio import Redis

    return Redis.from_url(address)


def _channel(name: str) -> str:
    return CHANNELS[zlib.crc32(name.encode()) % len(CHANNELS)]
