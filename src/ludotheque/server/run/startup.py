"""Checks before the server opens: database, Redis, pages and port; each failure raises a clear refusal."""

import asyncio
import errno
import os
import re
import socket
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from itertools import count
from typing import Final

import structlog
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.server.run.environment import has_loose_password
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage.database import Database, DatabaseAway
from ludotheque.server.storage.ownership import create_database
from ludotheque.server.storage.revisions import current, is_known

REDIS_SECONDS: Final = 5.0
POSTGRES_PORT: Final = 5432
POSTGRES_ANSWERED: Final = "FATAL"
"""Prefix of error messages sent by a PostgreSQL server."""
POSTGRES_AWAY: Final = (
    "refused",
    "resolve",
    "timeout",
    "timed out",
    "no route",
    "no such file",
    "unreachable",
)
"""Parts of error messages that mean that no server answered."""
POSTGRES_STARTS: Final = ("is starting up", "is shutting down", "recovery")
"""Parts of messages that PostgreSQL sends while it is starting or stopping."""
WRONG_NAME: Final = ("name or service not known", "no address associated", "nodename nor servname")
"""Parts of messages about a host name that does not exist, which no retry would cure."""
POSTGRES_SECONDS: Final = "10"
AGAIN_SECONDS: Final = 2.0
"""Seconds between two attempts to reach a service."""
TOLD_EVERY: Final = 15
"""Attempts between two warnings in the log."""
TRIES: int | None = None
"""Attempts to reach a service; None for no limit."""
SCHEMES: Final = frozenset({"sqlite", "sqlite+aiosqlite", "postgresql", "postgresql+psycopg"})
"""Accepted URL schemes of databases, with or without the driver."""
IS_SCHEME: Final = re.compile(r"[a-zA-Z][\w.+]{0,19}")
"""Pattern of a scheme that may be quoted in an error; anything else could contain a password."""

log = structlog.get_logger()


class Away(NotAllowed):
    """Refusal because a required service does not answer yet; waiting may help."""


async def check(settings: Settings) -> None:
    """Wait until the database and Redis answer, and migrate the database; raise a refusal on a real error."""
    if settings.web is not None and not (settings.web / "index.html").is_file():
        raise NotAllowed("cli.start_web", params={"folder": str(settings.web)})
    await wait_for(partial(check_database, settings))
    if settings.redis is not None:
        await wait_for(partial(check_redis, settings.redis))


async def wait_for(needed: Callable[[], Awaitable[None]]) -> None:
    """Call a check until it stops raising `Away`; any other refusal is raised at once."""
    for tries in count(1):
        try:
            await needed()
        except Away as away:
            if tries == TRIES:
                raise
            if tries % TOLD_EVERY == 1:
                log.warning(str(away), waiting_s=round((tries - 1) * AGAIN_SECONDS))
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            return


def check_sharing(settings: Settings) -> None:
    """Raise `NotAllowed` unless Redis and PostgreSQL are configured, as several processes need them."""
    if settings.redis is None or settings.database.startswith("sqlite"):
        raise NotAllowed("cli.start_workers")


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address but not yet listening; raise `NotAllowed` if that fails."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise NotAllowed("cli.start_host", params={"host": host}) from None
    family, kind, protocol, _, address = found[0]
    bound = socket.socket(family, kind, protocol)
    # Allow a restart while connections of the previous server are still in TIME_WAIT.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _not_bound(host, port, error) from None
    return bound


def _not_bound(host: str, port: int, error: OSError) -> NotAllowed:
    if error.errno == errno.EADDRNOTAVAIL:
        return NotAllowed("cli.start_host", params={"host": host})
    if error.errno in (errno.EACCES, errno.EPERM):
        return NotAllowed("cli.start_port_forbidden", params={"port": str(port)})
    return NotAllowed("cli.port", params={"port": str(port)})


async def check_database(settings: Settings) -> None:
    """Check that the database is usable and not newer than this version, then migrate it.

    Raises `Away` if it does not answer, another `NotAllowed` for lasting errors.
    """
    url = read_address(settings.database)
    try:
        if url.get_backend_name() == "sqlite":
            _check_file(url)
        elif "connect_timeout" not in url.query:
            url = url.update_query_dict({"connect_timeout": POSTGRES_SECONDS})
        database = Database(url.render_as_string(hide_password=False), settings.sync)
        try:
            await _check_revision(database)
            await database.open()
        finally:
            await database.close()
    except DatabaseAway as away:
        raise unusable(url, away.__cause__ or away) from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise unusable(url, error) from None


def _check_file(url: URL) -> None:
    """Check that the SQLite file can be opened and locked for writing."""
    create_database(url.database)
    with closing(sqlite3.connect(url.database or "", isolation_level=None)) as db:
        db.execute("pragma journal_mode=wal")
        db.execute("begin immediate")
        db.execute("rollback")


def read_address(address: str) -> URL:
    """Parse the URL of a database; raise `Unreadable` if it is malformed or of an unknown kind."""
    scheme = address.partition(":")[0]
    # The URL itself is never shown, as it may contain a password at an unexpected place.
    unreadable = Unreadable("cli.start_address", params={"name": "LUDOTHEQUE_DATABASE"})
    if scheme not in SCHEMES:
        if not IS_SCHEME.fullmatch(scheme):
            raise unreadable
        raise Unreadable("cli.start_scheme", params={"scheme": scheme})
    if scheme.startswith("postgresql") and has_loose_password(address):
        raise unreadable
    try:
        return make_url(address)
    except (ArgumentError, ValueError):
        raise unreadable from None


async def _check_revision(database: Database) -> None:
    async with database.reading() as connection:
        revision = await connection.run_sync(current)
    if not is_known(revision):
        raise NotAllowed("cli.start_newer", params={"version": str(revision)})


def unusable(url: URL, error: BaseException) -> NotAllowed:
    """Return the refusal that explains a database error; `Away` if a retry may help."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    why = _reason(cause)
    if url.get_backend_name() == "sqlite":
        return NotAllowed("cli.start_sqlite", params={"file": url.database or "", "why": why})
    where = f"{url.host or os.environ.get('PGHOST', 'localhost')}:{url.port or POSTGRES_PORT}"
    if POSTGRES_ANSWERED in why:
        told = why.partition(POSTGRES_ANSWERED)[2].lstrip(": ")
        if any(sign in told for sign in POSTGRES_STARTS):
            return Away("cli.start_postgres", params={"where": where, "why": told})
        return _refused_by_postgres(url, where, told)
    if any(sign in why.lower() for sign in POSTGRES_AWAY):
        kind = NotAllowed if any(sign in why.lower() for sign in WRONG_NAME) else Away
        return kind("cli.start_postgres_away", params={"where": where})
    return NotAllowed("cli.start_postgres", params={"where": where, "why": why})


def _reason(cause: BaseException) -> str:
    """Return the most informative line of an error message."""
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return next((line for line in lines if POSTGRES_ANSWERED in line), lines[0])


def _refused_by_postgres(url: URL, where: str, told: str) -> NotAllowed:
    if "password" in told:
        return NotAllowed("cli.start_postgres_password", params={"where": where, "user": url.username or ""})
    if "does not exist" in told and told.startswith("database"):
        named = {"where": where, "database": url.database or ""}
        return NotAllowed("cli.start_postgres_database", params=named)
    return NotAllowed("cli.start_postgres", params={"where": where, "why": told})


async def check_redis(address: str) -> None:
    """Check that Redis answers.

    Raises `Unreadable` for an invalid URL, `Away` if there is no answer, `NotAllowed` for lasting errors.
    """
    from redis.asyncio import Redis
    from redis.exceptions import AuthenticationError, RedisError

    if has_loose_password(address):
        raise Unreadable("cli.start_redis_address")
    try:
        client = Redis.from_url(address, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS)
    except ValueError:
        raise Unreadable("cli.start_redis_address") from None
    known = client.connection_pool.connection_kwargs
    where = str(known.get("path") or f"{known.get('host', 'localhost')}:{known.get('port', 6379)}")
    try:
        await client.ping()
    except AuthenticationError:
        raise NotAllowed("cli.start_redis_password", params={"where": where}) from None
    except TypeError:  # an option that the client does not have
        raise Unreadable("cli.start_redis_address") from None
    except (RedisError, OSError) as error:
        kind = NotAllowed if any(sign in str(error).lower() for sign in WRONG_NAME) else Away
        raise kind("cli.start_redis_away", params={"where": where}) from None
    finally:
        await client.aclose()
