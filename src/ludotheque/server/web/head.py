"""HEAD: the head of the answer that GET would give, for monitors, proxies and checkers of links."""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


class AnswersHead:
    """An application that answers HEAD wherever it answers GET."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the application with GET; uvicorn, which knows better, leaves the body out."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = scope | {"method": "GET"}
        await self._app(scope, receive, send)
