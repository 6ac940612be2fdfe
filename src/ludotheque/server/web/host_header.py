"""Rejection of malformed `Host` headers before anything builds a URL from them."""

import re
from collections.abc import Iterable
from ipaddress import IPv6Address
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send, WebSocketScope

from ludotheque.core.refusal import Unreadable
from ludotheque.host.refusals import refused
from ludotheque.server.web.status import status

MAX_NAME: Final = 253
"""Longest DNS name in characters."""
HOST: Final = re.compile(
    rb"(?P<name>[A-Za-z0-9_][A-Za-z0-9._-]*|\[(?P<address>[0-9A-Fa-f:.]+)\])(?::(?P<port>\d{1,5}))?"
)
REFUSAL: Final = Unreadable("core.unreadable", params={"where": "Host", "detail": "no name with a port"})


def is_host(sent: bytes) -> bool:
    """Return whether a `Host` header is a name or an IP address with an optional port.

    >>> is_host(b"play.example.org:8443"), is_host(b"[::1]"), is_host(b"a:99999"), is_host(b"a b")
    (True, True, False, False)
    """
    read = HOST.fullmatch(sent)
    if read is None or len(read["name"]) > MAX_NAME or int(read["port"] or 0) >= 1 << 16:
        return False
    try:
        return read["address"] is None or bool(IPv6Address(read["address"].decode()))
    except ValueError:
        return False


class ReadsHost:
    """ASGI middleware that rejects requests with a malformed `Host` header or several of them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if its `Host` header is valid, or missing as in HTTP/1.0."""
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET) and not _readable(scope["headers"]):
            await _refuse(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _readable(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    hosts = [value for name, value in headers if name == b"host"]
    return not hosts or (len(hosts) == 1 and is_host(hosts[0]))


async def _refuse(scope: HTTPScope | WebSocketScope, receive: Receive, send: Send) -> None:
    """Answer with a refusal; a WebSocket is closed before it is accepted, which uvicorn answers with 403."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    body = msgspec.json.encode(refused(REFUSAL))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status(REFUSAL), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
