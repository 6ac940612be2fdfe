"""Backup and restore through one file, between any two databases.

The file is a SQLite database with the schema of its source and a table `backup` for metadata. All rows are
read in one snapshot, so the backup is consistent while people play.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec
from alembic import command
from sqlalchemy import (
    JSON,
    URL,
    Connection,
    Engine,
    MetaData,
    Table,
    create_engine,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import OperationalError, SQLAlchemyError

import ludotheque
from ludotheque.core.files import replacing
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.host.world import utc_now
from ludotheque.server.run.environment import prepare_folder
from ludotheque.server.run.settings import SECRET_BYTES, Settings
from ludotheque.server.run.startup import read_address, unusable
from ludotheque.server.storage.ownership import create_database, tighten_database
from ludotheque.server.storage.revisions import current, is_known, migrations

CHUNK: Final = 1000
"""Rows copied at once."""
OWN: Final = frozenset({"alembic_version", "backup"})
"""Tables that are not copied, as each database has its own."""
FORMAT: Final = "1"
COUNTED: Final = ("people", "tables", "log")


class Contents(msgspec.Struct, frozen=True):
    """Numbers of people, tables and log lines in a backup."""

    people: int
    tables: int
    lines: int


def back_up(settings: Settings, file: Path, *, replace: bool = False) -> Contents:
    """Write a backup, atomically; raise `NotAllowed` if the file exists and `replace` is false.

    The file contains the secret key and is readable by its owner only.
    """
    if file.exists() and not replace:
        raise NotAllowed("cli.backup_exists", params={"file": str(file)})
    with replacing(file) as beside:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with _snapshot(settings.database) as source:
            contents = _write(source, beside, settings.secret)
        with beside.open("rb") as written:
            os.fsync(written.fileno())
    return contents


def restore(settings: Settings, file: Path, *, replace: bool = False) -> Contents:
    """Restore a backup in one transaction and migrate it to the newest schema; also restore the secret key.

    Raises `NotAllowed` if a server is running, or if the database has data and `replace` is false.
    """
    with _opened(file) as source:
        facts = _facts(source, file)
        with _alone(settings.database) as target:
            if not replace and _holds_something(target):
                raise NotAllowed("cli.restore_not_empty")
            layout_of(target).drop_all(target)
            _migrate(target, facts["revision"])
            _copy(source, target)
            _migrate(target, "head")
            contents = _count(target)
    prepare_folder(settings.data)
    _write_secret(settings.data / "secret", facts["secret"])
    return contents


def _write_secret(path: Path, secret: str) -> None:
    """Write the secret key, so that sign-ins and invitation links stay valid."""
    with (
        replacing(path) as beside,
        os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file,
    ):
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())


def _write(source: Connection, file: Path, secret: bytes) -> Contents:
    revision = current(source)
    if revision is None:
        raise NotAllowed("cli.backup_empty")
    if not is_known(revision):
        raise NotAllowed("cli.start_newer", params={"version": revision})
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        with engine.begin() as target:
            _migrate(target, revision)
            _copy(source, target)
            target.execute(text("create table backup (name text primary key, value text not null)"))
            facts = {
                "format": FORMAT,
                "version": ludotheque.__version__,
                "created": utc_now().isoformat(),
                "revision": revision,
                "secret": secret.hex(),
            }
            rows = [{"name": name, "value": value} for name, value in facts.items()]
            target.execute(text("insert into backup (name, value) values (:name, :value)"), rows)
        with engine.connect() as written:
            if written.execute(text("pragma integrity_check")).scalar_one() != "ok":
                raise NotAllowed("cli.backup_damaged", params={"file": str(file)})
            return _count(written)
    finally:
        engine.dispose()


def _copy(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables, referenced tables first."""
    there = layout_of(source)
    for table in layout_of(target).sorted_tables:
        if table.name in OWN:
            continue
        rows = source.execute(select(there.tables[table.name]), execution_options={"yield_per": CHUNK})
        for chunk in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in chunk])


def layout_of(connection: Connection) -> MetaData:
    """Return the tables that exist in a database."""
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        _mend_json(table)
    return found


def _mend_json(table: Table) -> None:
    """Make the JSON columns of a table store None as SQL null and not as JSON null."""
    for column in table.columns:
        if isinstance(column.type, JSON):
            column.type = JSON(none_as_null=True)


def _count(connection: Connection) -> Contents:
    found = layout_of(connection).tables
    numbers = (connection.execute(select(func.count()).select_from(found[name])) for name in COUNTED)
    return Contents(*(int(number.scalar_one()) for number in numbers))


def _holds_something(connection: Connection) -> bool:
    found = layout_of(connection).tables
    parts = [found[name] for name in COUNTED if name in found]
    return any(connection.execute(select(part).limit(1)).first() is not None for part in parts)


def _migrate(connection: Connection, revision: str) -> None:
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@contextmanager
def _snapshot(address: str) -> Iterator[Connection]:
    """Open a read transaction that sees the database at one moment and blocks no writer."""
    url = read_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise NotAllowed("cli.backup_empty")
    with _engine(url) as engine:
        if url.get_backend_name() == "sqlite":
            with engine.connect() as connection:
                connection.execute(text("begin"))
                yield connection
            return
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with engine.connect().execution_options(**options) as connection:
            yield connection


@contextmanager
def _alone(address: str) -> Iterator[Connection]:
    """Open a write transaction; raise `NotAllowed` if another process uses the database.

    A running server would overwrite the restored data with what it has in memory.
    """
    url = read_address(address)
    with _engine(url) as engine:
        if url.get_backend_name() == "sqlite":
            create_database(url.database)
            with engine.connect() as connection:
                _refuse_company_in_sqlite(connection)
                connection.execute(text("begin immediate"))
                yield connection
                connection.execute(text("commit"))
                tighten_database(url.database)
            return
        with engine.begin() as connection:
            others = text(
                "select count(*) from pg_stat_activity where datname = current_database() "
                "and backend_type = 'client backend' and pid <> pg_backend_pid()"
            )
            if connection.execute(others).scalar_one():
                raise NotAllowed("cli.restore_in_use")
            yield connection


def _refuse_company_in_sqlite(connection: Connection) -> None:
    """Raise `NotAllowed` if another process has the database open.

    SQLite leaves WAL mode only on the last connection.
    """
    connection.execute(text("pragma journal_mode=wal"))
    connection.execute(text("pragma busy_timeout=0"))
    try:
        connection.execute(text("pragma journal_mode=delete"))
    except OperationalError:
        raise NotAllowed("cli.restore_in_use") from None
    connection.execute(text("pragma journal_mode=wal"))


@contextmanager
def _engine(url: URL) -> Iterator[Engine]:
    is_sqlite = url.get_backend_name() == "sqlite"
    # Explicit statements begin and end transactions, since SQLite's driver would do so implicitly.
    options = {"connect_args": {"isolation_level": None, "timeout": 10}} if is_sqlite else {}
    engine = create_engine(
        url.set(drivername="sqlite") if is_sqlite else url, hide_parameters=True, **options
    )
    try:
        yield engine
    except SQLAlchemyError as error:
        raise unusable(url, error) from None
    finally:
        engine.dispose()


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    if not file.is_file():
        raise NotAllowed("cli.no_backup", params={"file": str(file)})
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            sound = db.execute("pragma integrity_check").fetchone() == ("ok",)
            marked = db.execute("select 1 from sqlite_master where name = 'backup'").fetchone()
    except sqlite3.DatabaseError:
        raise Unreadable("cli.not_a_backup", params={"file": str(file)}) from None
    if not sound:
        raise NotAllowed("cli.backup_damaged", params={"file": str(file)})
    if marked is None:
        raise Unreadable("cli.not_a_backup", params={"file": str(file)})
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _facts(source: Connection, file: Path) -> dict[str, str]:
    rows = source.execute(text("select name, value from backup"))
    facts = {str(row[0]): str(row[1]) for row in rows}
    if facts.get("format") != FORMAT or not is_known(facts.get("revision")):
        raise NotAllowed("cli.backup_newer", params={"file": str(file), "version": facts.get("version", "?")})
    if len(facts.get("secret", "")) != 2 * SECRET_BYTES or facts["revision"] != current(source):
        raise NotAllowed("cli.backup_damaged", params={"file": str(file)})
    return facts
