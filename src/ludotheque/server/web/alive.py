"""The probe of a proxy: whether this process does anything at all, whatever its database does."""

from typing import Final

from litestar.enums import ScopeType
from litestar.status_codes import HTTP_204_NO_CONTENT
from litestar.types import ASGIApp, Receive, Scope, Send

ALIVE: Final = "/alive"


class AnswersProbe:
    """An application whose event loop answers `/alive` at once, before limits and without the database."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe, and leave everything else to the application."""
        if scope["type"] != ScopeType.HTTP or scope["path"] != ALIVE:
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": HTTP_204_NO_CONTENT, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
