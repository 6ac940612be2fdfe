"""Limits on connections: per address, in total, and in time for connections without a request.

uvicorn accepts every connection and waits for its request without a timeout, so that a thousand half-sent
requests would keep all other clients out. Here a connection has to send its request in time, an address may
have only a few that have not, and each address gets less when connections become scarce. If an address has
reached its limit, its longest idle connection is closed, so that others behind the same address still get in;
active ones, such as sockets, stay. Connections from a proxy on this machine are not counted: the proxy has
limits of its own.
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
"""Seconds within which a new connection has to send the head of a request."""
IDLE_SECONDS: Final = 40.0
"""Seconds after a response within which a connection has to send the next request."""
CLOSE_SECONDS: Final = 3.0
"""Seconds after its end within which a socket has to be closed, even if the client does not read."""
BODY_SECONDS: Final = 30.0
"""Seconds within which the body of a request has to arrive."""
SILENT: Final = 64
"""Most connections of one address that have not sent a request yet."""
SCARCE: Final = 0.75
"""Share of all connections above which one address gets a tenth of its usual limit."""


Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]


class Guest(msgspec.Struct):
    """Connection counted by `ConnectionLimits`, with its client address and idle timer."""

    address: str
    transport: asyncio.Transport
    asked: bool = False
    """True if the connection has sent the complete head of a request."""
    timer: asyncio.TimerHandle | None = None
    """Timer that closes the connection while it is idle."""


class ConnectionLimits:
    """Counter of this process's connections, by address.

    `most` is the number that the system's limit on open files allows.
    """

    def __init__(self, settings: Settings, most: int) -> None:
        self._most = max(1, min(settings.connections, most))
        self._an_address = settings.connections_an_address
        self._proxied = settings.url is not None
        self._guests: dict[object, Guest] = {}
        self._of: Counter[str] = Counter()
        self._waiting: dict[str, dict[object, Guest]] = {}
        """Connections without a pending request by client address, the longest idle first."""

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a new connection and start its timeout; return False if there is no room for it."""
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
        """Stop counting a connection that was closed."""
        client = _client(transport)
        guest = self._guests.get(client)
        if guest is not None and guest.transport is transport:
            self._forget(client, guest)

    def asks(self, client: object) -> None:
        """Note that a connection has sent the head of a request, which stops its timeout."""
        guest = self._guests.get(client)
        if guest is not None:
            self._quiet(client, guest)
            guest.asked = True

    def answered(self, client: object, seconds: float) -> None:
        """Note that a connection got its response; it is closed unless a request follows within `seconds`."""
        guest = self._guests.get(client)
        if guest is not None:
            self._expect(client, guest, seconds)

    def _room(self, address: str, leaving: int = 0) -> bool:
        """Return whether a connection of this address fits, if `leaving` others of the address are closed."""
        allowed = self._an_address
        if len(self._guests) >= SCARCE * self._most:
            allowed //= 10
        silent = sum(not guest.asked for guest in self._waiting.get(address, {}).values())
        there = len(self._guests) - leaving
        return there < self._most and self._of[address] - leaving < allowed and silent - leaving < SILENT

    def _make_room(self, address: str) -> bool:
        """Close the address's longest idle connection, preferably one that never sent a request.

        Returns False if there is none or if that would not suffice.
        """
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
    """ASGI middleware that reports requests to the limits and puts a timeout on request bodies."""

    def __init__(self, app: Any, limits: ConnectionLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Run one request or socket, and report its beginning and its end."""
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
    """Return a `receive` that reports a disconnect if the request body does not arrive in time."""
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
    """Return host and port of the client as in the ASGI scope; None for a Unix socket."""
    peer = transport.get_extra_info("peername")
    return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
