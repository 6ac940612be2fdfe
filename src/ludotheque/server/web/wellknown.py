"""Routes of files at well-known paths: robots.txt, sitemap.xml and security.txt."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from xml.sax.saxutils import escape

from litestar import Response, get

from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.host.refusals import NotFound
from ludotheque.server.web.people import link_base
from ludotheque.server.web.requests import AnyRequest
from ludotheque.server.web.services import Served
from ludotheque.table.lessons import lessons

PLAIN: Final = "text/plain"
XML: Final = "application/xml"
PAGES: Final = ("/", "/tables", "/rules", "/licences")
VALID: Final = timedelta(days=180)
"""Time until security.txt expires, renewed by every request; RFC 9116 recommends less than a year."""
CACHE: Final = {"cache-control": "max-age=3600"}


@get("/robots.txt", include_in_schema=False, media_type=PLAIN, sync_to_thread=False)
def robots(request: AnyRequest, services: Served) -> Response[str]:
    """Return robots.txt, which allows all pages and excludes the API (RFC 9309)."""
    lines = ("User-agent: *", "Disallow: /api/", "", f"Sitemap: {link_base(services, request)}/sitemap.xml")
    return Response(_lines(lines), media_type=PLAIN, headers=CACHE)


@get("/sitemap.xml", include_in_schema=False, media_type=XML, sync_to_thread=False)
def sitemap(request: AnyRequest, services: Served) -> Response[str]:
    """Return the sitemap in XML: all public pages, without those of single tables."""
    base = link_base(services, request)
    paths = [*PAGES, *(path for name in REGISTRY for path in _of_game(name))]
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        *(f"<url><loc>{escape(base + path)}</loc></url>" for path in paths),
        "</urlset>",
    )
    return Response(_lines(body), media_type=XML, headers=CACHE)


@get("/.well-known/security.txt", include_in_schema=False, media_type=PLAIN, sync_to_thread=False)
def security(services: Served) -> Response[str]:
    """Return security.txt with the configured contact (RFC 9116); raise `NotFound` if there is none."""
    contact, url = services.settings.security_contact, services.settings.url
    if contact is None:
        raise NotFound("server.no_page")
    expires = _midnight(services.now() + VALID).isoformat().replace("+00:00", "Z")
    lines = [f"Contact: {contact}", f"Expires: {expires}"]
    if url is not None:
        lines.append(f"Canonical: {url}/.well-known/security.txt")
    return Response(_lines(lines), media_type=PLAIN, headers=CACHE)


def _of_game(name: str) -> Iterable[str]:
    yield f"/games/{name}"
    yield f"/rules/{name}"
    if lessons(name):
        yield f"/learn/{name}"
    if find_game(name).practice() is not None:
        yield f"/practice/{name}"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
