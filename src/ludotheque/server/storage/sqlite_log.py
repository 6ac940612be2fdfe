"""The log in SQLite, written by the shortest way: one plain connection, a handful of statements, no detour.

A commit in SQLite's write-ahead log is a write to a file and takes a tenth of a millisecond, less than giving
it to another thread. What waits for the disk (checkpoints, and every commit if the log has to survive a cut
of the power) happens in threads.
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec

from ludotheque.server.settings import Sync
from ludotheque.server.storage.schema import LogRow, TableRow, microseconds

ADD: Final = (
    'insert into log ("table", number, seat, kind, body, at, client, rules, position) '
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
PROGRESS: Final = "update tables set state = ?, version = ?, summary = ?, due = ?, changed = ? where id = ?"

_encode: Final = msgspec.json.Encoder().encode


class Busy(Exception):
    """Another process writes to the database at this moment."""


class Ledger:
    """A connection for appending to logs, used by one at a time."""

    def __init__(self, path: str, sync: Sync) -> None:
        self._db = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        # Whoever checkpoints waits for the disk, so it is done elsewhere.
        for pragma in (f"synchronous={sync}", "foreign_keys=on", "wal_autocheckpoint=0"):
            self._db.execute(f"pragma {pragma}")

    def write(self, batch: Sequence[tuple[TableRow, Sequence[LogRow]]]) -> None:
        """Lines of several logs and how far their tables are now: all of it or nothing."""
        db = self._db
        try:
            db.execute("begin immediate")
        except sqlite3.OperationalError as error:
            raise Busy from error
        try:
            db.executemany(ADD, [_line(table.id, line) for table, lines in batch for line in lines])
            db.executemany(PROGRESS, [_progress(table) for table, _ in batch])
            db.execute("commit")
        except BaseException:
            if db.in_transaction:
                db.execute("rollback")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _line(table: str, line: LogRow) -> tuple[object, ...]:
    return (
        table,
        line.number,
        line.seat,
        line.kind,
        _text(line.body),
        microseconds(line.at),
        line.client,
        line.rules,
        None if line.position is None else _text(line.position),
    )


def _progress(table: TableRow) -> tuple[object, ...]:
    return (
        table.state,
        table.version,
        _text(table.summary),
        _moment(table.due),
        _moment(table.changed),
        table.id,
    )


def _text(value: object) -> str:
    return _encode(value).decode()


def _moment(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)
