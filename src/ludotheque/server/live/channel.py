"""Publish and subscribe on a Redis channel, with reconnection."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from redis.asyncio import Redis

SILENCE: Final = 5.0
"""Seconds without any message, including our own, after which the connection counts as broken."""
FIRST_WAIT: Final = 0.05
LONGEST_WAIT: Final = 2.0

log = structlog.get_logger()


class Backoff:
    """Exponential backoff with jitter."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._failures = 0

    def succeed(self) -> None:
        """Reset the delay after a success."""
        self._failures = 0

    async def wait(self) -> None:
        """Sleep for the current delay and double it, up to `LONGEST_WAIT` seconds."""
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._failures, 10))
        self._failures += 1
        await asyncio.sleep(longest * self._random.uniform(0.5, 1))


class RedisChannel:
    """Publisher and subscriber of one Redis channel, one task each; both reconnect after a failure."""

    def __init__(
        self,
        redis: "Redis",
        name: str,
        gather: Callable[[], bytes | None],
        heard: Callable[[bytes], None],
        opened: Callable[[], None],
        random: Random,
    ) -> None:
        self._redis = redis
        self._name = name
        self._gather = gather
        """Callback that returns all pending changes as one message, or None if there are none."""
        self._heard = heard
        self._opened = opened
        """Callback after each new subscription; messages before it may have been missed."""
        self._random = random
        """Source of jitter, so that processes don't reconnect at the same moment."""
        self._waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.up = False
        """True while messages are received."""

    def open(self) -> None:
        """Start both tasks."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._listen()), loop.create_task(self._publish())]

    async def close(self) -> None:
        """Cancel both tasks and publish the pending changes, if Redis is reachable."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        message = self._gather() if self.up else None
        if message is not None:
            await asyncio.gather(self._redis.publish(self._name, message), return_exceptions=True)

    def wake(self) -> None:
        """Wake the publisher task, which gathers the pending changes and publishes them."""
        self._waiting.set()

    async def _publish(self) -> None:
        backoff = Backoff(self._random)
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            message = self._gather()
            while message is not None:
                try:
                    await self._redis.publish(self._name, message)
                except Exception as error:
                    _tell_failure("publish", error)
                    await backoff.wait()
                else:
                    backoff.succeed()
                    message = None

    async def _listen(self) -> None:
        backoff = Backoff(self._random)
        while True:
            try:
                await self._hear_all(backoff)
            except Exception as error:
                _tell_failure("listen", error)
            self.up = False
            await self._drop_idle()
            await backoff.wait()

    async def _drop_idle(self) -> None:
        """Close idle connections, which are probably broken as well and would each fail once later."""
        with suppress(Exception):
            await self._redis.connection_pool.disconnect(inuse_connections=False)

    async def _hear_all(self, backoff: Backoff) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(self._name)
            while True:
                message = await subscription.get_message(timeout=SILENCE)
                if message is None:
                    raise TimeoutError
                if message["type"] == "subscribe":
                    self.up = True
                    backoff.succeed()
                    self._opened()
                elif message["type"] == "message":
                    self._heard(message["data"])


def _tell_failure(doing: str, error: Exception) -> None:
    log.warning("Redis does not answer", doing=doing, error=type(error).__name__)
