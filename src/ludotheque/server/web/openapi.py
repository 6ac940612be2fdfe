"""Additions to the OpenAPI schema: refusals as responses of every route, and `anyOf` for unions."""

from typing import Final

from litestar import Response, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute
from litestar.status_codes import HTTP_404_NOT_FOUND

from ludotheque.host.protocol import Refused
from ludotheque.host.refusals import NotFound
from ludotheque.server.web.requests import AnyRequest
from ludotheque.server.web.status import STATUS

KINDS: Final = {
    status: ", ".join(kind for kind, its in STATUS.items() if its == status)
    for status in sorted(set(STATUS.values()))
}
REFUSALS: Final = {
    status: ResponseSpec(Refused, generate_examples=False, description=f"Refused: {kinds}")
    for status, kinds in KINDS.items()
}


class DocumentedRefusals(ReceiveRoutePlugin):
    """Litestar plugin that adds the possible refusals to the schema of every route."""

    def receive_route(self, route: BaseRoute) -> None:
        """Add the refusals to a route; called by Litestar for each."""
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if isinstance(handler, HTTPRouteHandler):
                    handler.responses = REFUSALS


class SchemaPage(JsonRenderPlugin):
    """JSON renderer of the schema that writes unions as `anyOf`, since a value may match several members."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, object]) -> bytes:
        """Return the schema as JSON."""
        return super().render(request, {key: _any_of(part) for key, part in openapi_schema.items()})


def schema_router() -> Router:
    """Return the router of the schema; unknown paths below it get the usual JSON refusal."""

    def refuse_unknown(response: Response[bytes]) -> Response[bytes]:
        if response.status_code == HTTP_404_NOT_FOUND:
            raise NotFound("server.no_page")
        return response

    return Router("/api/schema", route_handlers=[], include_in_schema=False, after_request=refuse_unknown)


def _any_of(part: object) -> object:
    if isinstance(part, dict):
        return {"anyOf" if key == "oneOf" else key: _any_of(inner) for key, inner in part.items()}
    return [_any_of(inner) for inner in part] if isinstance(part, list) else part
