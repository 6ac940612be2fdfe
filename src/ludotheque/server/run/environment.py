"""Reading and validation of environment variables; unknown names and invalid values are refused."""

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
"""Variables that are read by the terminal, the games or the tests, not by the server."""

MAIL: Final = re.compile(r"[^\s:/@]+@[^\s:/@]+")
CONTACT: Final = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/][!-~]*|tel:\+[0-9-]+", re.ASCII)


def check_names(environment: Mapping[str, str] = os.environ) -> None:
    """Raise `Unreadable` for an unknown `LUDOTHEQUE_` variable, suggesting the most similar known one."""
    known = SETTINGS | OTHERS
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            near = get_close_matches(name[len(PREFIX) :], [one[len(PREFIX) :] for one in sorted(known)], 1)
            if near:
                raise Unreadable("cli.start_misspelt", params={"name": name, "near": PREFIX + near[0]})
            raise Unreadable("cli.start_unknown", params={"name": name, "allowed": sorted(SETTINGS)})


def choice(name: str, allowed: Sequence[str], default: str) -> str:
    """Return a variable's value in lower case; raise `Unreadable` unless it is one of the allowed words."""
    value = os.environ.get(name, "").strip() or default
    if value.lower() not in allowed:
        raise Unreadable("cli.start_choice", params={"name": name, "value": value, "allowed": [*allowed]})
    return value.lower()


def log_level() -> str:
    """Return the log level in `LUDOTHEQUE_LOG`, by default `info`."""
    return choice("LUDOTHEQUE_LOG", LOG_LEVELS, "info")


def number(name: str, default: int, least: int = 1) -> int:
    """Return a variable as an integer, or `default` if it is unset.

    Raises `Unreadable` if it is not a number or less than `least`.
    """
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit()) or int(value) < least:
        raise Unreadable("cli.start_number", params={"name": name, "value": value, "least": least})
    return int(value)


def addresses(name: str, default: str) -> str:
    """Return a list of IP addresses and networks, separated by commas; raise `Unreadable` for others."""
    value = os.environ.get(name, "").strip() or default
    for one in value.split(","):
        try:
            ip_network(one.strip(), strict=False)
        except ValueError:
            raise Unreadable("cli.start_addresses", params={"name": name, "value": one.strip()}) from None
    return ",".join(one.strip() for one in value.split(","))


def web_address(name: str) -> str | None:
    """Return an http or https URL without a final slash, None if unset; raise `Unreadable` for others."""
    value = os.environ.get(name, "").strip().rstrip("/")
    if not value:
        return None
    try:
        parts = urlsplit(value)
        readable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        readable = False
    if not readable:
        # Credentials may stand before an @.
        shown = value.rpartition("@")[2] if "@" in value else value
        raise Unreadable("cli.start_url", params={"name": name, "value": shown})
    return value


def contact(name: str) -> str | None:
    """Return a contact as a `mailto:`, `https:` or `tel:` URI (RFC 9116); a plain mail address is converted.

    Returns None if unset; raises `Unreadable` for anything else.
    """
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    if MAIL.fullmatch(value):
        return f"mailto:{value}"
    if not CONTACT.fullmatch(value):
        raise Unreadable("cli.start_contact", params={"name": name, "value": value[:100]})
    return value


def has_loose_password(address: str) -> bool:
    """Return whether a URL's password contains an unescaped delimiter, so that its rest is parsed as host.

    >>> has_loose_password("redis://:pa/ss@host:6379"), has_loose_password("redis://:pa%2Fss@host:6379")
    (True, False)
    """
    rest = address.partition("://")[2]
    secret = rest.rpartition("@")[0]
    return any(sign in secret for sign in "@/?#")


def prepare_folder(folder: Path) -> None:
    """Create a private folder if it is missing; raise `NotAllowed` if no file can be created there."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        raise NotAllowed("cli.start_folder", params={"folder": str(folder), "why": why}) from None
