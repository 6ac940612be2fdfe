"""Who may connect: so many from one address and in all, and nobody who never asks anything.

uvicorn takes every connection and waits for its request without end, so that a thousand requests of which
only the half is sent would keep everybody else out. Here a connection has to ask in time, an address may have
a few that have not asked yet, and when the room gets scarce one address gets less of it. Where an address has
no room left, the one of its connections that has kept us waiting for the longest time ends, so that whoever
shares the address with an attacker still comes in; those at work, such as sockets, stay. Nobody is counted
who comes through a proxy on this machine: the proxy counts.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.host.limits import address_key
from ludotheque.server.run.settings import Settings

HEAD_SECONDS: Final = 10.0
"""In which a new connection has to send the head of a request."""
IDLE_SECONDS: Final = 40.0
"""In which a connection that was answered has to ask again."""
CLOSE_SECONDS: Final = 3.0
"""In which a socket that has ended has to be gone, also where the other side does not read."""
BODY_SECONDS: Final = 30.0
"""In which the body of a request has to be there."""
SILENT: Final = 64
"""Connections of one address that have not asked anything yet."""
SCARCE: Final = 0.75
"""Part of the room from which on one address gets only a tenth of what it may have else."""


Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]


class Guest(msgspec.Struct):
    """A connection."""

    address: str
    transport: asyncio.Transport
    asked: bool = False
    """Whether it has ever sent a whole head."""
    timer: asyncio.TimerHandle | None = None
    """Runs while it keeps us waiting for a request."""


class ConnectionLimits:
    """Counts the connections of this process."""

    def __init__(self, settings: Settings, most: int) -> None:
        self._most = max(1, min(settings.connections, most))
        self._an_address = settings.connections_an_address
        self._proxied = settings.url is not None
        self._guests: dict[object, Guest] = {}
        self._of: Counter[str] = Counter()
        self._waiting: dict[str, dict[object, Guest]] = {}
        """Connections of an address that have not asked yet or not again, the longest waiting first."""

    def admit(self, transport: asyncio.Transport) -> bool:
        """Whether one more connection has room; it has to ask in time."""
        client = _client(transport)
        if client is None or (self._proxied and ip_address(client[0]).is_loopback):
            return True
        address = address_key(client[0])
        if not self._room(address) and not self._make_room(address):
            return False
        guest = Guest(address, transport)
        self._guests[client] = guest
        self._of[address] += 1
        self._expect(client, guest, HEAD_SECONDS)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        client = _client(transport)
        guest = self._guests.get(client)
        if guest is not None and guest.transport is transport:
            self._forget(client, guest)

    def asks(self, client: object) -> None:
        """A connection has sent the head of a request."""
        guest = self._guests.get(client)
        if guest is not None:
            self._quiet(client, guest)
            guest.asked = True

    def answered(self, client: object, seconds: float) -> None:
        """A connection has its answer, and has to ask again or go in time."""
        guest = self._guests.get(client)
        if guest is not None:
            self._expect(client, guest, seconds)

    def _room(self, address: str, leaving: int = 0) -> bool:
        """Whether one more fits, if so many of its address leave."""
        allowed = self._an_address
        if len(self._guests) >= SCARCE * self._most:
            allowed //= 10
        silent = sum(not guest.asked for guest in self._waiting.get(address, {}).values())
        there = len(self._guests) - leaving
        return there < self._most and self._of[address] - leaving < allowed and silent - leaving < SILENT

    def _make_room(self, address: str) -> bool:
        """Let go of the one that has kept us waiting longest, of those that never asked if there are any."""
        waiting = self._waiting.get(address, {})
        oldest = min(waiting.items(), key=lambda one: one[1].asked, default=None)
        if oldest is None or not self._room(address, leaving=1):
            return False
        self._forget(*oldest)
        oldest[1].transport.abort()
        return True

    def _expect(self, client: object, guest: Guest, seconds: float) -> None:
        self._quiet(client, guest)
        guest.timer = asyncio.get_running_loop().call_later(seconds, guest.transport.abort)
        self._waiting.setdefault(guest.address, {})[client] = guest

    def _quiet(self, client: object, guest: Guest) -> None:
        if guest.timer is not None:
            guest.timer.cancel()
            guest.timer = None
            del self._waiting[guest.address][client]
            if not self._waiting[guest.address]:
                del self._waiting[guest.address]

    def _forget(self, client: object, guest: Guest) -> None:
        self._quiet(client, guest)
        del self._guests[client]
        self._of[guest.address] -= 1
        if not self._of[guest.address]:
            del self._of[guest.address]


class LimitedConnections:
    """The application behind the door: whose head is there has asked, the body has to come in time."""

    def __init__(self, app: Any, limits: ConnectionLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """A request or a socket, from its head to its answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client, is_http = scope["client"], scope["type"] == "http"
        self._limits.asks(client)
        try:
            await self._app(scope, _in_time(receive) if is_http else receive, send)
        finally:
            self._limits.answered(client, IDLE_SECONDS if is_http else CLOSE_SECONDS)


def _in_time(receive: Receive) -> Receive:
    """Whoever does not send the body in time has hung up, as far as we care."""
    until = asyncio.get_running_loop().time() + BODY_SECONDS
    whole = False

    async def receive_in_time() -> dict[str, Any]:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return receive_in_time


def _client(transport: asyncio.Transport) -> tuple[str, int] | None:
    """Host and port of the other side, as the application gets them; None for a socket in the file system."""
    peer = transport.get_extra_info("peername")
    return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
