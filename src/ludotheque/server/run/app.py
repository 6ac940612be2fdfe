"""ASGI application: routes, checks and services put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.types import ExceptionHandlersMap

from ludotheque.core.refusal import Refusal
from ludotheque.host.protocol import MAX_BODY
from ludotheque.server.run.machine import MACHINE, Machine
from ludotheque.server.run.services import Services
from ludotheque.server.run.settings import Settings
from ludotheque.server.web.accounts import AccountController
from ludotheque.server.web.guard import check_request, on_fault, on_http, on_nesting, on_refusal
from ludotheque.server.web.lessons import LessonsController, PracticeController
from ludotheque.server.web.licences import licences, version
from ludotheque.server.web.loop_time import HandlerTime
from ludotheque.server.web.openapi import DocumentedRefusals, SchemaPage, schema_router
from ludotheque.server.web.pages import health, metrics, page
from ludotheque.server.web.passkeys import PasskeyController
from ludotheque.server.web.people import PeopleController
from ludotheque.server.web.proofs import ProofController
from ludotheque.server.web.recovery import RecoveryController
from ludotheque.server.web.sockets import live, my_tables_live, open_tables_live
from ludotheque.server.web.tables import (
    GamesController,
    MatchController,
    RecordsController,
    TablesController,
)
from ludotheque.server.web.wellknown import robots, security, sitemap

HANDLERS: Final = (
    GamesController,
    PeopleController,
    AccountController,
    PasskeyController,
    ProofController,
    RecoveryController,
    TablesController,
    MatchController,
    RecordsController,
    LessonsController,
    PracticeController,
    live,
    my_tables_live,
    open_tables_live,
    health,
    licences,
    metrics,
    robots,
    security,
    sitemap,
    version,
    page,
)

UNCOMPRESSED: Final = "^/api/(?!games$)"
"""Pattern of paths whose responses are not compressed.

They may contain a secret beside user input, which the compressed size would leak.
"""
ANSWERS: Final[ExceptionHandlersMap] = {
    Refusal: on_refusal,
    HTTPException: on_http,
    RecursionError: on_nesting,
    Exception: on_fault,
}


def create_app(settings: Settings, world: Machine = MACHINE) -> Litestar:
    """Return the ASGI application of the server, with its services."""
    services = Services(settings, world)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:  # noqa: ARG001 - passed by Litestar
        await services.open()
        try:
            yield
        finally:
            await services.close()

    def provide() -> Services:
        return services

    return Litestar(
        route_handlers=HANDLERS,
        dependencies={"services": Provide(provide, sync_to_thread=False)},
        state=State({"services": services}),
        lifespan=[lifespan],
        plugins=[DocumentedRefusals()],
        middleware=[DefineMiddleware(HandlerTime, clock=world.clock)],
        before_request=check_request,
        exception_handlers=ANSWERS,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=[UNCOMPRESSED]),
        openapi_config=OpenAPIConfig(
            title="Ludothèque",
            version="1",
            openapi_router=schema_router(),
            render_plugins=[SchemaPage(path="/openapi.json")],
        ),
        request_max_body_size=MAX_BODY,
        logging_config=None,
        debug=False,
    )
