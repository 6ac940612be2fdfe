"""Checks of every request and response: host, origin, rate, body, security headers, error responses."""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import structlog
from litestar import MediaType, Response
from litestar.enums import ScopeType
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.status_codes import (
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.host.command_parsing import refuse_nul
from ludotheque.host.protocol import Refused
from ludotheque.host.refusals import (
    Forbidden,
    InternalError,
    NotFound,
    TooLarge,
    UnsupportedMediaType,
    refused,
)
from ludotheque.server.metrics import REFUSALS
from ludotheque.server.web.requests import AnyConnection, AnyRequest, address_of
from ludotheque.server.web.status import status

UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

HEADERS: Final = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
}
OF_DOCUMENTS: Final = {  # not for scripts and fonts, of which the first page loads forty
    b"cross-origin-opener-policy": b"same-origin",
    b"x-frame-options": b"DENY",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
POLICY: Final = b"default-src 'none'; frame-ancestors 'none'"
"""Content security policy of all responses that are not pages: nothing may be loaded."""

MONITORED: Final = ("/health", "/metrics")
"""Paths that monitors may request by IP address, whatever host names are configured."""
LATER: Final = (HTTP_429_TOO_MANY_REQUESTS, HTTP_503_SERVICE_UNAVAILABLE)
"""Statuses with a `Retry-After` header, if the refusal has a number of seconds."""
HUNG_UP: Final = "client disconnected prematurely"
"""Detail of the framework's exception for a closed connection, which is not a fault of the server."""

log = structlog.get_logger()


def same_origin(connection: AnyConnection, url: str | None) -> bool:
    """Return whether the `Origin` header is missing or names this site."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = {connection.headers.get("host", "").lower()}
    if url is not None:
        allowed.add(urlsplit(url).netloc.lower())
    try:
        return urlsplit(origin).netloc.lower() in allowed and origin != "null"
    except ValueError:  # invalid IPv6 address
        return False


async def check_request(request: AnyRequest) -> None:
    """Check host, rate limit and NUL characters; for unsafe methods also origin and body.

    Runs before each handler and raises a refusal.
    """
    services = request.app.state.services
    if request.url.path not in MONITORED or not asked_by_address(request):
        check_host(request, services.settings.hosts)
    refuse_nul_in_address(request.scope["raw_path"] + b"?" + request.scope["query_string"])
    if not request.url.path.startswith("/assets/"):
        await check_pace(request)
    if request.method in UNSAFE:
        if not same_origin(request, services.settings.url):
            raise Forbidden("server.foreign_origin")
        await _check_body(request)


def check_host(connection: AnyConnection, hosts: Collection[str]) -> None:
    """Raise `Unreadable` if host names are configured and the request's is not among them."""
    if hosts and asked_host(connection) not in hosts:
        raise Unreadable("server.foreign_host")


def asked_host(connection: AnyConnection) -> str | None:
    """Return the host in the `Host` header without its port; None if it is invalid."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname
    except ValueError:  # invalid IPv6 address
        return None


def asked_by_address(connection: AnyConnection) -> bool:
    """Return whether the `Host` header is an IP address or `localhost`, as in requests of monitors.

    Another site can't make a browser send one by pointing its own name to this server.
    """
    host = asked_host(connection)
    try:
        return host == "localhost" or bool(ip_address(host or ""))
    except ValueError:
        return False


async def check_pace(connection: AnyConnection) -> None:
    """Apply the rate limit of requests to the person and to the address; raise `TooManyRequests` above it."""
    services = connection.app.state.services
    ticket = services.cookies.read(connection.cookies)
    person = ticket.person if ticket is not None else None
    await services.limits.check_shared(services.limits.requests, address_of(connection), person)


def refuse_nul_in_address(address: bytes) -> None:
    """Raise `Unreadable` if a request target contains a NUL character, plain or percent-encoded."""
    if b"\0" in address or b"%00" in address:
        raise Unreadable("server.nul")


async def _check_body(request: AnyRequest) -> None:
    """Raise a refusal unless the body is empty or UTF-8 JSON with its content type.

    A form on another site can't send that content type.
    """
    body = await request.body()
    if body and request.content_type[0] != MediaType.JSON:
        raise UnsupportedMediaType("server.content_type", params={"wanted": MediaType.JSON.value})
    try:
        body.decode()
    except UnicodeDecodeError as error:
        detail = f"not UTF-8 at byte {error.start}"
        raise Unreadable("core.unreadable", params={"where": "$", "detail": detail}) from None
    refuse_nul(body)


class StrictHeaders:
    """ASGI middleware that adds security headers to every response; pages set a policy of their own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its response; WebSockets are passed on unchanged."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, scope)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _add_headers(message: HTTPResponseStartEvent, scope: Scope) -> None:
    headers = list(message["headers"])
    present = {name.lower() for name, _ in headers}
    wanted = HEADERS if scope["path"].startswith("/assets/") else HEADERS | OF_DOCUMENTS
    headers += [(name, value) for name, value in wanted.items() if name not in present]
    if b"content-security-policy" not in present:
        headers.append((b"content-security-policy", POLICY))
    if scope["path"].startswith("/api") and b"cache-control" not in present:
        headers.append((b"cache-control", b"no-store"))
    message["headers"] = headers


def answer(refusal: Refusal) -> Response[Refused]:
    """Return the HTTP response for a refusal and count it."""
    REFUSALS.labels(refusal.kind).inc()
    code = status(refusal)
    later = code in LATER and "seconds" in refusal.params
    headers = {"retry-after": str(refusal.params["seconds"])} if later else {}
    return Response(refused(refusal), status_code=code, headers=headers)


def on_refusal(_request: AnyRequest, refusal: Refusal) -> Response[Refused]:
    """Handle a refusal raised by a handler."""
    return answer(refusal)


def on_http(request: AnyRequest, error: HTTPException) -> Response[Refused]:
    """Handle an exception of the framework and answer in the format of refusals."""
    return answer(_translated(request, error))


def on_nesting(_request: AnyRequest, _error: RecursionError) -> Response[Refused]:
    """Handle JSON that is nested too deeply to parse."""
    return answer(Unreadable("core.unreadable", params={"where": "$", "detail": "nested too deeply"}))


def on_fault(request: AnyRequest, error: Exception) -> Response[Refused]:
    """Handle an unexpected exception: log it with its traceback and answer without details."""
    log.error("a request failed", path=request.url.path, method=request.method, exc_info=error)
    return answer(InternalError("server.failed"))


def _translated(request: AnyRequest, error: HTTPException) -> Refusal:
    if isinstance(error, NotFoundException | MethodNotAllowedException):
        return NotFound("server.no_page")
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        return TooLarge("server.too_large")
    if error.detail == HUNG_UP:
        return InternalError("server.failed")
    if error.status_code >= 500:
        log.error("a request failed", path=request.url.path, method=request.method, exc_info=error)
        return InternalError("server.failed")
    return Unreadable("core.unreadable", params={"where": _where(error), "detail": error.detail[:200]})


def _where(error: HTTPException) -> str:
    """Return the JSON path of a validation error, `$` if the framework names none."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict):
            return str(first.get("key", "$"))[:100]
    return "$"
