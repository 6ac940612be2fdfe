"""Liveness probe for proxies, independent of the database."""

from typing import Final

from litestar.enums import ScopeType
from litestar.status_codes import HTTP_204_NO_CONTENT
from litestar.types import ASGIApp, Receive, Scope, Send

ALIVE: Final = "/alive"


class AnswersProbe:
    """ASGI middleware that answers `/alive` with 204 at once, before rate limits and without the database."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for `/alive`; pass any other on to the application."""
        if scope["type"] != ScopeType.HTTP or scope["path"] != ALIVE:
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": HTTP_204_NO_CONTENT, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
