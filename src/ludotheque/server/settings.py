"""What can be set from outside: a handful of environment variables, each with a default that just works."""

import os
import secrets
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ludotheque.server.environment import check_names, choice, number, prepare_folder, web_address

SECRET_BYTES: Final = 32

Sync: TypeAlias = Literal["normal", "full"]
"""What SQLite waits for: that the system has a commit (a crash loses nothing), or that the disk has it."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where things are kept and how much is allowed."""

    data: Path
    database: str
    sync: Sync = "normal"
    redis: str | None = None
    web: Path | None = None
    """Folder of the built browser files; found by itself if None."""
    url: str | None = None
    """Where the outside world reaches us, if a proxy stands between."""
    neighbours: str | None = None
    """Where other machines of the house reach us; put into links that are shown on this one."""
    secret: bytes
    bot_workers: int = 2
    requests_a_minute: int = 600
    logins_a_minute: int = 10
    messages_a_second: int = 20
    tables_a_person: int = 300


def data_folder() -> Path:
    """`LUDOTHEQUE_DATA`, or where this user's programs keep what must not be lost."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    if named:
        return Path(named)
    shared = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(shared) / "ludotheque"


def read_settings() -> Settings:
    """The settings of the environment; the data folder and the secret are made at the first start."""
    check_names()
    data = data_folder()
    prepare_folder(data)
    web = os.environ.get("LUDOTHEQUE_WEB")
    return Settings(
        data=data,
        database=database_url(os.environ.get("LUDOTHEQUE_DATABASE") or f"sqlite:///{data / 'ludotheque.db'}"),
        sync="full" if choice("LUDOTHEQUE_SYNC", ("normal", "full"), "normal") == "full" else "normal",
        redis=os.environ.get("LUDOTHEQUE_REDIS") or None,
        web=Path(web) if web else None,
        url=web_address("LUDOTHEQUE_URL"),
        secret=stored_secret(data / "secret"),
        bot_workers=number("LUDOTHEQUE_BOT_WORKERS", max(1, min(4, (os.cpu_count() or 2) - 1))),
        requests_a_minute=number("LUDOTHEQUE_REQUESTS_A_MINUTE", 600),
        logins_a_minute=number("LUDOTHEQUE_LOGINS_A_MINUTE", 10),
        messages_a_second=number("LUDOTHEQUE_MESSAGES_A_SECOND", 20),
        tables_a_person=number("LUDOTHEQUE_TABLES_A_PERSON", 300),
    )


def database_url(url: str) -> str:
    """The driver behind a plain address: `sqlite:///file` or `postgresql://host/name`.

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


def stored_secret(path: Path) -> bytes:
    """The key that signs cookies and links; made at the first start, readable by its owner alone."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return bytes.fromhex(path.read_text(encoding="ascii").strip())
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
    return stored_secret(path)
