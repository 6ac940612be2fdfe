"""Routes for the pages, and for monitoring: health and metrics."""

import re
from typing import Final, Literal

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND
from prometheus_client import CONTENT_TYPE_LATEST

from ludotheque.core.words import best_language
from ludotheque.games import game as find_game
from ludotheque.host.refusals import NotFound, Unavailable
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.host.views import may_see
from ludotheque.server.metrics import counted
from ludotheque.server.web.people import link_base
from ludotheque.server.web.pictures import table_png
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices
from ludotheque.server.web.site import ALWAYS_ASK, is_page, preview_of, seat_name

MAX_PATH: Final = 300
ID_LENGTH: Final = 32
TABLE: Final = re.compile(r"/t/(?P<table>[\w-]+)")
PICTURE: Final = re.compile(r"/t/(?P<table>[\w-]+)/picture\.png")


class Health(msgspec.Struct, frozen=True):
    """State of the server, for monitoring."""

    status: Literal["ok", "degraded"]
    """`degraded` if Redis is away or fewer processes are heard than were started; games go on."""
    database: str
    clock_ahead_ms: float | None = None
    """Milliseconds by which this machine's clock is ahead of the database's; None for SQLite."""
    redis: Literal["ok", "away"] | None = None
    """State of Redis; None if none is configured."""
    processes: int = 1
    """Number of server processes that share the tables, as heard by this one."""
    lag_ms: float | None = None
    """Round-trip time of the last message through Redis, in milliseconds."""


@get("/health", tags=["house"])
async def health(services: Served) -> Health:
    """Return the state of the server; raise `Unavailable` if the database can't be written."""
    if not await services.heartbeat.beats():
        raise Unavailable("server.busy")
    database = "sqlite" if services.database.is_sqlite else "postgresql"
    others = services.broadcaster
    if others.redis is None:
        return Health(status="ok", database=database, clock_ahead_ms=_milliseconds(services.time.ahead))
    return Health(
        status="ok" if others.up and others.processes >= services.settings.workers else "degraded",
        database=database,
        clock_ahead_ms=_milliseconds(services.time.ahead),
        redis="ok" if others.up else "away",
        processes=others.processes,
        lag_ms=_milliseconds(others.lag),
    )


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


@get("/metrics", include_in_schema=False)
async def metrics(services: Served) -> Response[bytes]:
    """Return the metrics of all processes at this port, in Prometheus text format."""
    await services.size.measure()
    await services.heartbeat.measure()
    return Response(counted(), media_type=CONTENT_TYPE_LATEST)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, services: Served, path: FromPath[str] = "") -> Response[bytes]:
    """Return a built file, a preview picture, or the browser application with a link preview in its head.

    For an unknown page it is the same application, with status 404.
    """
    if path.startswith("/api/") or len(path) > MAX_PATH or "\0" in path:
        raise NotFound("server.no_page")
    language = best_language(request.headers.get("accept-language", ""))
    shown = PICTURE.fullmatch(path)
    if shown is not None:
        await services.limits.check_shared(services.limits.pictures, address_of(request), None)
        return await _picture(services, shown["table"], language)
    file = services.pages.file(path) if path != "/index.html" else None
    if file is not None:
        return Response(file.content, media_type=file.media_type, headers={"cache-control": file.cache})
    if path.startswith("/assets/"):
        raise NotFound("server.no_page")
    there, preview = is_page(path or "/"), None
    headers = {"cache-control": ALWAYS_ASK, "vary": "accept-language"}
    if there and (table := TABLE.match(path)) is not None:
        found = await services.repository.table(table["table"][:ID_LENGTH])
        there = found is not None
        if found is not None and may_see(*found, None):
            preview = preview_of(*found, link_base(services, request), language)
        headers["x-robots-tag"] = "noindex"  # tables are not meant for search engines
    html, policy = services.pages.page(preview, language)
    headers["content-security-policy"] = policy
    status = HTTP_200_OK if there else HTTP_404_NOT_FOUND
    return Response(html, media_type=MediaType.HTML, headers=headers, status_code=status)


async def _picture(services: WebServices, table: str, language: str) -> Response[bytes]:
    """Return the preview picture of a table; raise `NotFound` unless the table is visible to all."""
    found = await _shown(services, table)
    if found is None:
        raise NotFound("server.no_table")
    row, sitting = found
    names = tuple(seat_name(seat, language) for seat in sitting)
    title = find_game(row.game).title
    async with services.drawing:
        drawn = await services.world.in_thread(table_png, title, names, services.pages.display_font)
    headers = {"cache-control": "max-age=60", "vary": "accept-language"}
    return Response(drawn, media_type="image/png", headers=headers)


async def _shown(services: WebServices, table: str) -> tuple[TableRow, list[SeatRow]] | None:
    """Return a table and its seats if it is visible without a seat, else None."""
    found = await services.repository.table(table[:ID_LENGTH])
    return found if found is not None and may_see(*found, None) else None
