"""Support for HEAD requests, which monitors, proxies and link checkers send."""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


class AnswersHead:
    """ASGI middleware that answers HEAD wherever the application answers GET."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a HEAD request on as GET; uvicorn, which has seen the original method, omits the body."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = scope | {"method": "GET"}
        await self._app(scope, receive, send)
