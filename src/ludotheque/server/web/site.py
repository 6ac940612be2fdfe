"""Built files of the browser application, and its page with previews for shared links."""

import base64
import hashlib
import mimetypes
import re
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final

import msgspec

import ludotheque
from ludotheque.core.words import knows, say
from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.server.web.pictures import PICTURE_SIZE

FOREVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
MISSING: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ludothèque</title></head>'
    "<body><p>The pages are not built yet: run <code>make web</code>. The interface for programs is at "
    "<code>/api</code>.</p></body></html>"
)
INLINE: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)

ROUTES: Final = (
    r"/",
    r"/games/([\w-]+)",
    r"/t/([\w-]+)",
    r"/t/([\w-]+)/seat/(\d+)/([\w-]+)",
    r"/t/([\w-]+)/replay",
    r"/tables",
    r"/tables/([\w-]+)",
    r"/learn/([\w-]+)",
    r"/learn/([\w-]+)/([\w-]+)",
    r"/practice/([\w-]+)",
    r"/rules",
    r"/rules/([\w-]+)",
    r"/profile",
    r"/licences",
)
"""Paths of the browser application, the same as in `web/src/lib/route.svelte.ts`."""
KNOWN: Final = tuple(re.compile(route, re.ASCII) for route in ROUTES)

# Message keys of the description in a preview, by the state of the table.
SAID: Final = {
    "waiting": "server_preview_waiting",
    "running": "server_preview_running",
    "finished": "server_preview_finished",
}


class File(msgspec.Struct, frozen=True):
    """Built file with its media type and `Cache-Control` header."""

    content: bytes
    media_type: str
    cache: str


class Preview(msgspec.Struct, frozen=True):
    """Content of a link preview: texts, URL of the picture, and link."""

    title: str
    description: str
    picture: str
    url: str


class Pages:
    """Built files of the browser application, cached in memory."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder if folder is not None else _find()
        self._kept: dict[Path, tuple[float, File]] = {}

    def file(self, path: str) -> File | None:
        """Return a built file by its path; None if there is none or the path is not in canonical form."""
        if self.folder is None or not path.strip("/"):
            return None
        folder = self.folder.resolve()
        found = (folder / path.lstrip("/")).resolve()
        if not found.is_relative_to(folder) or path != f"/{found.relative_to(folder)}" or not found.is_file():
            return None
        changed = found.stat().st_mtime
        kept = self._kept.get(found)
        if kept is None or kept[0] != changed:
            media_type = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
            hashed = "assets" in found.relative_to(folder).parts[:1]
            kept = changed, File(found.read_bytes(), media_type, FOREVER if hashed else ALWAYS_ASK)
            self._kept[found] = kept
        return kept[1]

    @cached_property
    def display_font(self) -> Path | None:
        """Path of the font of titles among the built files, or None."""
        if self.folder is None:
            return None
        return next(iter(sorted(self.folder.glob("assets/fraunces-latin-600-normal*.woff2"))), None)

    def page(self, preview: Preview | None, language: str) -> tuple[bytes, str]:
        """Return the page, with the tags of a preview if given, and its content security policy."""
        index = self.file("/index.html")
        html = index.content if index is not None else MISSING.encode()
        policy = content_policy(html)
        if preview is not None:
            html = html.replace(b"</head>", _tags(preview, language).encode() + b"</head>", 1)
        return html, policy


def is_page(path: str) -> bool:
    """Return whether the browser application has a page at a path; a game in the path must exist.

    >>> [is_page(path) for path in ("/", "/rules/targi/", "/rules/chess", "/t/x/replay", "/wp-login.php")]
    [True, True, False, True, False]
    """
    clean = path.removesuffix("/") or "/"
    found = next((match for route in KNOWN if (match := route.fullmatch(clean)) is not None), None)
    if found is None:
        return False
    return clean.startswith("/t/") or not found.groups() or found[1] in REGISTRY


def content_policy(html: bytes) -> str:
    """Return a policy that allows content from this site only, and the inline scripts of the built page."""
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in INLINE.findall(html)
    )
    return (
        f"default-src 'none'; script-src 'self'{hashes}; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "media-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


def seat_name(seat: SeatRow, language: str) -> str:
    """Return the name shown at a seat: for a bot its level in the given language, empty if unnamed."""
    if seat.level is None or seat.kind != "bot":
        return seat.name
    level = f"core_level_{seat.level}"
    return say("core_bot_name", language, {"level": f"@{level}" if knows(level, language) else seat.level})


def preview_of(row: TableRow, sitting: list[SeatRow], base: str, language: str) -> Preview:
    """Return the preview of a link to a table: the game, the players and the state."""
    names = [seat_name(seat, language) for seat in sitting if not seat.free]
    title = find_game(row.game).title
    shown = [name for name in names if name] or ["Ludothèque"]
    return Preview(
        title=f"{row.title or title} – Ludothèque",
        description=say(SAID[row.state], language, {"game": title, "players": shown}),
        picture=f"{base}/t/{row.id}/picture.png",
        url=f"{base}/t/{row.id}",
    )


def _tags(preview: Preview, language: str) -> str:
    meta = {
        "og:type": "website",
        "og:site_name": "Ludothèque",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": preview.picture,
        "og:image:type": "image/png",
        "og:image:width": str(PICTURE_SIZE[0]),
        "og:image:height": str(PICTURE_SIZE[1]),
        "og:url": preview.url,
        "og:locale": {"en": "en_GB", "fr": "fr_FR", "de": "de_DE"}[language],
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in meta.items()]
    return "".join([*lines, f'<meta name="description" content="{escape(preview.description)}">'])


def _find() -> Path | None:
    """Return the folder of the built pages, of the source tree or the installed package, or None."""
    package = Path(ludotheque.__file__).resolve().parent
    for folder in (package.parents[1] / "web" / "dist", package / "pages"):
        if (folder / "index.html").is_file():
            return folder
    return None
