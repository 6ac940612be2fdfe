"""Environment variables that set the server up: what is misspelt is refused, never silently left out."""

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.server.logs import LOG_LEVELS

PREFIX: Final = "LUDOTHEQUE_"
SETTINGS: Final = frozenset(
    PREFIX + name
    for name in (
        "BOT_WORKERS",
        "CONNECTIONS",
        "CONNECTIONS_AN_ADDRESS",
        "DATA",
        "DATABASE",
        "FINISHED_DAYS",
        "GUESTS_A_MINUTE",
        "GUEST_DAYS",
        "HOSTS",
        "IMPORT_DAYS",
        "LINES_A_MINUTE",
        "LOG",
        "LOGINS_A_MINUTE",
        "MESSAGES_A_SECOND",
        "PICTURES_A_MINUTE",
        "PROXIES",
        "PUBLIC_TABLES_A_MINUTE",
        "PUBLIC_TABLES_A_PERSON",
        "REDIS",
        "REQUESTS_A_MINUTE",
        "SECRET",
        "SECURITY_CONTACT",
        "STORED_MB_A_DAY",
        "STORED_MB_A_PERSON",
        "SYNC",
        "TABLES_A_PERSON",
        "URL",
        "WEB",
    )
)
OTHERS: Final = frozenset(
    PREFIX + name for name in ("BOTS", "GAMES", "GOLDEN", "LANGUAGE", "MOTION", "NAME", "PURE", "RAY")
)
"""Not the server's: the terminal, the games or the tests read them."""

MAIL: Final = re.compile(r"[^\s:/@]+@[^\s:/@]+")
CONTACT: Final = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/][!-~]*|tel:\+[0-9-]+", re.ASCII)


def check_names(environment: Mapping[str, str] = os.environ) -> None:
    """Refuse a setting that does not exist; the nearest one is named."""
    known = SETTINGS | OTHERS
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            near = get_close_matches(name[len(PREFIX) :], [one[len(PREFIX) :] for one in sorted(known)], 1)
            if near:
                raise Unreadable("cli.start_misspelt", params={"name": name, "near": PREFIX + near[0]})
            raise Unreadable("cli.start_unknown", params={"name": name, "allowed": sorted(SETTINGS)})


def choice(name: str, allowed: Sequence[str], default: str) -> str:
    """One of a few words; upper and lower case are the same."""
    value = os.environ.get(name, "").strip() or default
    if value.lower() not in allowed:
        raise Unreadable("cli.start_choice", params={"name": name, "value": value, "allowed": [*allowed]})
    return value.lower()


def log_level() -> str:
    """`LUDOTHEQUE_LOG`."""
    return choice("LUDOTHEQUE_LOG", LOG_LEVELS, "info")


def number(name: str, default: int, least: int = 1) -> int:
    """A whole number."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit()) or int(value) < least:
        raise Unreadable("cli.start_number", params={"name": name, "value": value, "least": least})
    return int(value)


def addresses(name: str, default: str) -> str:
    """Addresses and networks, with commas between."""
    value = os.environ.get(name, "").strip() or default
    for one in value.split(","):
        try:
            ip_network(one.strip(), strict=False)
        except ValueError:
            raise Unreadable("cli.start_addresses", params={"name": name, "value": one.strip()}) from None
    return ",".join(one.strip() for one in value.split(","))


def web_address(name: str) -> str | None:
    """An address of the web, without a slash at its end."""
    value = os.environ.get(name, "").strip().rstrip("/")
    if not value:
        return None
    try:
        parts = urlsplit(value)
        readable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        readable = False
    if not readable:
        # A name and a password may stand before an @.
        shown = value.rpartition("@")[2] if "@" in value else value
        raise Unreadable("cli.start_url", params={"name": name, "value": shown})
    return value


def contact(name: str) -> str | None:
    """An address to write to or to call, as RFC 9116 wants it; a plain mail address is one, too."""
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    if MAIL.fullmatch(value):
        return f"mailto:{value}"
    if not CONTACT.fullmatch(value):
        raise Unreadable("cli.start_contact", params={"name": name, "value": value[:100]})
    return value


def has_loose_password(address: str) -> bool:
    """Whether a password in an address holds a sign that ends it early, so that its rest is taken for a host.

    >>> has_loose_password("redis://:pa/ss@host:6379"), has_loose_password("redis://:pa%2Fss@host:6379")
    (True, False)
    """
    rest = address.partition("://")[2]
    secret = rest.rpartition("@")[0]
    return any(sign in secret for sign in "@/?#")


def prepare_folder(folder: Path) -> None:
    """Make a folder for its owner alone, and see that files can be made there."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        raise NotAllowed("cli.start_folder", params={"folder": str(folder), "why": why}) from None
