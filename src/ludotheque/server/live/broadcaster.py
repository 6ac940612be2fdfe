"""Who is told that something changed: in one process at once, in several through a channel of Redis.

Only that something changed is told: what, everybody's own connection reads, as much as its owner may know.
So a message that is lost costs a look, never a move.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.redis import RedisChannelsPubSubBackend

if TYPE_CHECKING:
    from redis.asyncio import Redis

CHANNEL: Final = "changes"


class Broadcaster:
    """Wakes the connections that follow a topic: in this process, or through Redis in all of them."""

    def __init__(self, redis: str | None = None) -> None:
        self._redis = _client(redis) if redis is not None else None
        self.plugin: ChannelsPlugin | None = None
        if self._redis is not None:
            backend = RedisChannelsPubSubBackend(redis=self._redis)
            self.plugin = ChannelsPlugin(backend=backend, channels=[CHANNEL])
        self._followers: dict[str, set[Callable[[], None]]] = {}
        self._listening: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Listen to the other processes, if there are any; the channel is up."""
        if self.plugin is not None:
            self._listening = asyncio.get_running_loop().create_task(self._listen(self.plugin))

    async def close(self) -> None:
        """Let go of Redis."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()

    @contextmanager
    def following(self, topic: str, wake: Callable[[], None]) -> Iterator[None]:
        """`wake` is called after every change of a topic."""
        self._followers.setdefault(topic, set()).add(wake)
        try:
            yield
        finally:
            self._followers[topic].discard(wake)
            if not self._followers[topic]:
                del self._followers[topic]

    def publish(self, topics: Iterable[str]) -> None:
        """Something about these has changed."""
        if self.plugin is not None:
            self.plugin.publish(" ".join(topics), CHANNEL)
            return
        for topic in topics:
            for wake in self._followers.get(topic, ()):
                wake()

    async def _listen(self, plugin: ChannelsPlugin) -> None:
        async with plugin.start_subscription(CHANNEL) as subscriber:
            async for told in subscriber.iter_events():
                for topic in told.decode().split():
                    for wake in self._followers.get(topic, ()):
                        wake()


def _client(address: str) -> "Redis":
    from redis.asyncio import Redis

    return Redis.from_url(address)
