"""A Redis of our own, as far as the server uses it: a channel between processes, and counted limits."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from tests.simulation.loop import HOST, Host, SimulatedLoop
from tests.simulation.trace import Trace

PATIENCE: Final = 3.0
"""Seconds after which a client gives an answer up."""


class Broker:
    """The server of Redis: it may be away, or lose a message."""

    def __init__(self, loop: SimulatedLoop, random: Random, trace: Trace) -> None:
        self.loop = loop
        self.random = random
        self.trace = trace
        self.up = True
        self.silent = False
        """It takes what it is sent and answers nothing."""
        self.losing = 0.0
        """How often a message gets lost on its way to one process."""
        self.delay = 0.002
        self.subscriptions: dict[Subscription, None] = {}
        self.full_at: dict[str, float] = {}

    def go_away(self) -> None:
        """End all connections, and refuse new ones."""
        self.up = False
        self.cut()

    def cut(self, host: Host | None = None) -> None:
        """Break the subscriptions of one process, or of all."""
        for subscription in [one for one in self.subscriptions if host in (None, one.host)]:
            subscription.fail()

    def host_died(self, host: Host) -> None:
        """Forget a process."""
        for subscription in [one for one in self.subscriptions if one.host is host]:
            del self.subscriptions[subscription]

    async def answer(self) -> None:
        """Let the time of a question and its answer pass."""
        await asyncio.sleep(self.random.expovariate(1 / self.delay))
        if self.silent:
            await asyncio.sleep(PATIENCE)
            raise RedisTimeoutError("simulated")
        if not self.up:
            raise RedisConnectionError("simulated")

    def publish(self, channel: str, message: bytes) -> None:
        """Send a message to all that listen."""
        for subscription in list(self.subscriptions):
            if subscription.channel != channel:
                continue
            if self.random.random() < self.losing:
                self.trace.note("broadcast lost", subscription.host.name)
                continue
            subscription.send({"type": "message", "data": message})


class Client:
    """A client of one process, with the methods of `redis.asyncio.Redis` that the server calls."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self.connection_pool = self

    async def publish(self, channel: str, message: bytes) -> None:
        """Send a message to all that listen."""
        await self._broker.answer()
        self._broker.publish(channel, message)

    def pubsub(self) -> "Subscription":
        """Return a subscription that is still to be opened."""
        return Subscription(self._broker)

    def register_script(self, _script: str) -> "Script":
        """Return the one script there is: it takes from a limit."""
        return Script(self._broker)

    async def disconnect(self, *, inuse_connections: bool = True) -> None:
        """Let go of idle connections."""
        assert not inuse_connections  # the server lets go of idle ones alone

    async def aclose(self) -> None:
        """Let go of all."""


class Script:
    """The script of `redis_limiter`, in Python."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker

    async def __call__(self, keys: Sequence[str], args: Sequence[bytes]) -> list[bytes]:
        """Take from limits, or return how long to wait."""
        await self._broker.answer()
        names, waits = iter(keys), []
        for takes in json.loads(args[0]):
            wait = 0.0
            for (cost, burst), name in zip(takes, [next(names) for _ in takes], strict=True):
                wait = wait or self._take(name, cost, burst)
            waits.append(str(wait).encode())
        return waits

    def _take(self, key: str, cost: float, burst: float) -> float:
        now = self._broker.loop.now
        full_at = max(self._broker.full_at.get(key, now), now) + cost
        if full_at - now - burst > 0:
            return full_at - now - burst
        self._broker.full_at[key] = full_at
        return 0.0


class Subscription:
    """What one process hears of a channel."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self.host = HOST.get()
        self.channel = ""
        self._messages: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._last = 0.0

    async def __aenter__(self) -> "Subscription":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._broker.subscriptions.pop(self, None)

    async def subscribe(self, channel: str) -> None:
        """Begin to listen."""
        await self._broker.answer()
        self.channel = channel
        self._broker.subscriptions[self] = None
        self._messages.put_nowait({"type": "subscribe", "data": 1})

    async def get_message(self, timeout: float) -> dict[str, Any] | None:
        """Return the next message, or None if none came in time."""
        try:
            async with asyncio.timeout(timeout):
                message = await self._messages.get()
        except TimeoutError:
            return None
        if message is None:
            raise RedisConnectionError("simulated")
        return message

    def send(self, message: dict[str, Any]) -> None:
        """Let a message arrive after those before it."""
        loop = self._broker.loop
        self._last = max(self._last, loop.now + self._broker.random.expovariate(1 / self._broker.delay))
        loop.at(self._last, self._messages.put_nowait, message, context=self.host.context)

    def fail(self) -> None:
        """Break the connection."""
        del self._broker.subscriptions[self]
        self._broker.loop.call_soon(self._messages.put_nowait, None, context=self.host.context)
