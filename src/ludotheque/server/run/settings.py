"""Settings of the server, read from environment variables with working defaults."""

import os
import re
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ludotheque.core.refusal import NotAllowed
from ludotheque.server.run.environment import (
    addresses,
    check_names,
    choice,
    contact,
    number,
    prepare_folder,
    web_address,
)
from ludotheque.server.storage.database import Sync
from ludotheque.server.storage.ownership import keep_private
from ludotheque.server.web.services import SiteSettings

SECRET_BYTES: Final = 32
IS_SECRET: Final = re.compile(rb"[0-9a-fA-F]{%d}" % (2 * SECRET_BYTES))
GUEST_DAYS: Final = 400
"""Default retention of guests in days: the lifetime of their cookie, without which they can't return."""
IMPORT_DAYS: Final = 90
"""Default retention of unused imported matches in days; their owner still has the imported file."""


class Settings(SiteSettings, frozen=True, kw_only=True):
    """All settings of the server."""

    data: Path
    database: str
    sync: Sync = "normal"
    redis: str | None = None
    secret: bytes
    bot_workers: int = 2
    guest_days: int = 0
    """Days after which an inactive guest is deleted; 0 keeps guests."""
    import_days: int = 0
    """Days after which an imported match that was not opened is deleted; 0 keeps it."""
    finished_days: int = 0
    """Days after which a finished match is deleted; 0 keeps it."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose forwarded client address is trusted, separated by commas."""
    connections: int = 8000
    """Most connections in total; `connections_an_address` limits those of one address."""
    connections_an_address: int = 1000

    def __post_init__(self) -> None:
        """Raise `ValueError` unless the secret key has `SECRET_BYTES` bytes."""
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"the secret key has {len(self.secret)} bytes and should have {SECRET_BYTES}")


def data_folder() -> Path:
    """Return the folder in `LUDOTHEQUE_DATA`, else one in the user's XDG data directory."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    if named:
        return Path(named)
    shared = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(shared) / "ludotheque"


def read_settings() -> Settings:
    """Read and validate all settings; creates the data folder and the secret key if they are missing."""
    check_names()
    data = data_folder()
    prepare_folder(data)
    web = os.environ.get("LUDOTHEQUE_WEB")
    url = web_address("LUDOTHEQUE_URL")
    return Settings(
        data=data,
        database=database_url(os.environ.get("LUDOTHEQUE_DATABASE") or f"sqlite:///{data / 'ludotheque.db'}"),
        sync="full" if choice("LUDOTHEQUE_SYNC", ("normal", "full"), "normal") == "full" else "normal",
        redis=os.environ.get("LUDOTHEQUE_REDIS") or None,
        web=Path(web) if web else None,
        url=url,
        hosts=allowed_hosts(os.environ.get("LUDOTHEQUE_HOSTS", ""), url),
        secret=shared_secret() or stored_secret(data / "secret"),
        bot_workers=number("LUDOTHEQUE_BOT_WORKERS", max(2, min(4, os.cpu_count() or 2))),
        requests_a_minute=number("LUDOTHEQUE_REQUESTS_A_MINUTE", 600),
        logins_a_minute=number("LUDOTHEQUE_LOGINS_A_MINUTE", 10),
        messages_a_second=number("LUDOTHEQUE_MESSAGES_A_SECOND", 20),
        tables_a_person=number("LUDOTHEQUE_TABLES_A_PERSON", 300),
        public_tables_a_person=number("LUDOTHEQUE_PUBLIC_TABLES_A_PERSON", 10),
        public_tables_a_minute=number("LUDOTHEQUE_PUBLIC_TABLES_A_MINUTE", 10),
        lines_a_minute=number("LUDOTHEQUE_LINES_A_MINUTE", 30_000),
        stored_mb_a_person=number("LUDOTHEQUE_STORED_MB_A_PERSON", 500),
        stored_mb_a_day=number("LUDOTHEQUE_STORED_MB_A_DAY", 200),
        pictures_a_minute=number("LUDOTHEQUE_PICTURES_A_MINUTE", 30),
        guests_a_minute=number("LUDOTHEQUE_GUESTS_A_MINUTE", 60),
        guest_days=number("LUDOTHEQUE_GUEST_DAYS", GUEST_DAYS, 0),
        import_days=number("LUDOTHEQUE_IMPORT_DAYS", IMPORT_DAYS, 0),
        finished_days=number("LUDOTHEQUE_FINISHED_DAYS", 0, 0),
        security_contact=contact("LUDOTHEQUE_SECURITY_CONTACT"),
        proxies=addresses("LUDOTHEQUE_PROXIES", "127.0.0.1,::1"),
        connections=number("LUDOTHEQUE_CONNECTIONS", 8000),
        connections_an_address=number("LUDOTHEQUE_CONNECTIONS_AN_ADDRESS", 1000),
    )


def database_url(url: str) -> str:
    """Return a database URL with the name of the driver.

    >>> database_url("postgres://ada@localhost/games")
    'postgresql+psycopg://ada@localhost/games'
    """
    scheme, colon, rest = url.partition(":")
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+psycopg",
        "postgresql": "postgresql+psycopg",
    }
    return drivers.get(scheme, scheme) + colon + rest


def allowed_hosts(listed: str, url: str | None) -> tuple[str, ...]:
    """Return the host names that the server accepts: those listed, else that of the public URL.

    >>> allowed_hosts("play.example.org, localhost", None), allowed_hosts("", "https://play.example.org:8443")
    (('play.example.org', 'localhost'), ('play.example.org',))
    """
    if listed.strip():
        return tuple(host.strip().lower() for host in listed.split(",") if host.strip())
    named = urlsplit(url or "").hostname
    return (named,) if named else ()


def shared_secret() -> bytes | None:
    """Return the key in `LUDOTHEQUE_SECRET`, which holds 64 hexadecimal digits or the path of a file.

    Servers on several machines share it. Returns None if unset.
    """
    given = os.environ.get("LUDOTHEQUE_SECRET", "").strip()
    if not given:
        return None
    written = given.encode() if IS_SECRET.fullmatch(given.encode()) else _read_secret(Path(given))
    return bytes.fromhex(written.decode())


def _read_secret(path: Path) -> bytes:
    try:
        written = path.read_bytes().strip()
    except (OSError, ValueError):
        raise NotAllowed("cli.start_secret_setting") from None
    if not IS_SECRET.fullmatch(written):
        raise NotAllowed("cli.start_secret", params={"file": str(path)})
    return written


def stored_secret(path: Path) -> bytes:
    """Return the key that signs cookies and links; it is created at the first start, readable by its owner.

    The file is created atomically, so that a full disk or a crash leaves no partial key. A file without a
    whole key is refused, since signatures with an empty key could be forged.
    """
    if not path.exists():
        try:
            _make_secret(path)
        except OSError as error:
            why = error.strerror or str(error)
            raise NotAllowed("cli.start_folder", params={"folder": str(path.parent), "why": why}) from None
    keep_private(path)
    return bytes.fromhex(_read_secret(path).decode())


def _make_secret(path: Path) -> None:
    handle, beside = tempfile.mkstemp(prefix=".secret-", dir=path.parent)  # with mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, path)  # unlike rename, never replaces another process's key
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            os.rename(beside, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)
