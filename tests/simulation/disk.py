"""SQLite on the event loop, with real statements and simulated answers: late, failed, or lost."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import aiosqlite
import msgspec

from ludotheque.server.world import SqliteConnection
from tests.simulation.loop import HOST, Host, SimulatedLoop
from tests.simulation.power import Machine
from tests.simulation.trace import Trace

BUSY_SECONDS: Final = 10.0
"""How long SQLite waits for a lock; here it waits in virtual time."""
RETRY: Final = 0.01
FULL: Final = "database or disk is full"
BROKEN: Final = "disk I/O error"


class Died(BaseException):
    """Ends the callback of a host that died in the midst of it."""


LEASES: Final = """
create temp trigger lease_inserted after insert on main.leases begin
  select lease_changed(null, null, null, new."table", new.owner, new.until); end;
create temp trigger lease_updated after update on main.leases begin
  select lease_changed(old."table", old.owner, old.until, new."table", new.owner, new.until); end;
create temp trigger lease_deleted after delete on main.leases begin
  select lease_changed(old."table", old.owner, old.until, null, null, null); end;
"""


class Lease(NamedTuple):
    """A row of `leases`."""

    table: str
    owner: str
    until: int


class Rates(msgspec.Struct):
    """How often a commit goes wrong, and in which way."""

    fails: float = 0.0
    answer_lost: float = 0.0
    slow: float = 0.0
    dies_before: float = 0.0
    dies_behind: float = 0.0


class Disk:
    """The file of a database, and the faults of whoever writes to it."""

    def __init__(
        self, loop: SimulatedLoop, random: Random, path: Path, trace: Trace, machine: Machine
    ) -> None:
        self.loop = loop
        self.random = random
        self.path = path
        self.trace = trace
        self.machine = machine
        self.rates = Rates()
        self.full = False
        self.delay = 0.001
        """Mean seconds until a statement that runs in a thread is answered."""
        self.die: Callable[[Host], None] = lambda _: None
        """Ends a host; set by the simulation."""
        self.power_fails: Callable[[], None] = lambda: None
        """Ends all hosts; set by the simulation."""
        self.lease_changed: Callable[[Host, Lease | None, Lease | None], None] = lambda *_: None
        """Called when a host changes a row of `leases`; set by the simulation."""
        self.open: dict[Host, dict[Statements, None]] = {}
        """Connections of each host: its death closes them."""
        self.commits = 0

    def connect(self, path: str) -> sqlite3.Connection:
        """Return a connection of the host that calls, whose statements run at once."""
        host = HOST.get()
        connection = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False, factory=Statements
        )
        connection.prepare(self, host)
        self.open.setdefault(host, {})[connection] = None
        return connection

    async def connect_in_thread(self, path: str) -> aiosqlite.Connection:
        """Return a connection as SQLAlchemy uses it, whose statements are answered after a while."""
        connection = InlineConnection(partial(self.connect, path), self)
        return await connection

    def host_died(self, host: Host) -> None:
        """Close what a host had open; what it had not committed is gone."""
        for connection in self.open.pop(host, {}):
            SqliteConnection.close(connection)

    @contextmanager
    def powered(self) -> Iterator[None]:
        """Run a statement; if the power is cut meanwhile, all hosts end in the midst of it."""
        try:
            yield
        except sqlite3.Error:
            if not self.machine.off:
                raise
        if self.machine.off:
            self.power_fails()
            raise Died

    def check_room(self) -> None:
        """Refuse to write while the disk is full."""
        if self.full:
            raise sqlite3.OperationalError(FULL)

    def commit(self, host: Host, commit: Callable[[], None], roll_back: Callable[[], None]) -> None:
        """Commit, or fail in one of the ways a disk or a machine can."""
        self.commits += 1
        if self.full:
            roll_back()
            raise sqlite3.OperationalError(FULL)
        drawn, rates = self.random.random(), self.rates
        for rate, fault in (
            (rates.fails, "fails"),
            (rates.answer_lost, "answer lost"),
            (rates.slow, "slow"),
            (rates.dies_before, "dies before"),
            (rates.dies_behind, "dies behind"),
        ):
            if drawn < rate:
                self.trace.note("commit", host.name, fault)
                self._fault(host, fault, commit, roll_back)
                return
            drawn -= rate
        commit()

    def _fault(
        self, host: Host, fault: str, commit: Callable[[], None], roll_back: Callable[[], None]
    ) -> None:
        match fault:
            case "fails":
                roll_back()
                raise sqlite3.OperationalError(BROKEN)
            case "answer lost":
                commit()
                raise sqlite3.OperationalError(BROKEN)
            case "slow":
                commit()
                self.loop.freeze(host, self.random.uniform(0.5, 6.0))
            case "dies before":
                self.die(host)
                raise Died
            case "dies behind":
                commit()
                self.die(host)
                raise Died


class Statements(SqliteConnection):
    """A connection to SQLite that never waits in real time, and whose commits may fail."""

    _disk: Disk
    _host: Host

    def prepare(self, disk: Disk, host: Host) -> None:
        """Say whose it is."""
        self._disk = disk
        self._host = host
        self._watches_leases = False

    def _watch_leases(self) -> None:
        """Hear of every change of a lease, whatever statement makes it."""
        self._watches_leases = True
        self.create_function("lease_changed", 6, self._lease_changed)
        for statement in LEASES.split("end;")[:-1]:
            super().cursor().execute(f"{statement}end")

    def _lease_changed(self, *values: Any) -> None:
        before, after = (Lease(*part) if part[0] is not None else None for part in (values[:3], values[3:]))
        self._disk.lease_changed(self._host, before, after)

    def cursor(self, factory: Any = None) -> Any:
        """Return a cursor that checks every statement."""
        return super().cursor(factory or Cursor)

    def commit(self) -> None:
        """Commit, if something was begun."""
        if self.in_transaction:
            with self.powered():
                self._disk.commit(self._host, super().commit, super().rollback)

    def powered(self) -> AbstractContextManager[None]:
        """Run a statement, as `Disk.powered` does."""
        return self._disk.powered()

    def check(self, sql: str) -> str:
        """Refuse what can't be written, and return the statement as it is to run."""
        start = sql.lstrip()[:20].lower()
        if start.startswith("pragma busy_timeout"):
            return "pragma busy_timeout=0"
        if start.startswith(("begin immediate", "insert", "update", "delete")):
            self._disk.check_room()
            if "leases" in sql[:40] and not self._watches_leases:
                self._watch_leases()
        return sql

    def close(self) -> None:
        """Close it."""
        self._disk.open.get(self._host, {}).pop(self, None)
        super().close()


class Cursor(sqlite3.Cursor):
    """A cursor of such a connection."""

    def execute(self, sql: str, *parameters: Any) -> "Cursor":
        """Run a statement."""
        connection = self.connection
        assert isinstance(connection, Statements)
        with connection.powered():
            super().execute(connection.check(sql), *parameters)
        return self

    def executemany(self, sql: str, parameters: Any) -> "Cursor":
        """Run a statement for many rows."""
        connection = self.connection
        assert isinstance(connection, Statements)
        with connection.powered():
            super().executemany(connection.check(sql), parameters)
        return self


class InlineConnection(aiosqlite.Connection):
    """aiosqlite's connection without its thread: functions run on the loop and are answered later."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], disk: Disk) -> None:
        super().__init__(connector, 64)
        self._tx: Any = Inline(disk)
        self._thread: Any = self._tx

    def __del__(self) -> None:
        """Nothing runs on."""


class Inline:
    """The queue and the thread of a connection: one function after the other."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._waiting: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()
        self._busy = False
        self._since = 0.0
        self.daemon = True

    def start(self) -> None:
        """The thread has nothing to do."""

    def is_alive(self) -> bool:
        """Whether there is a thread."""
        return True

    def put_nowait(self, job: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Run a function after those before it."""
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            self._next()

    def _next(self) -> None:
        disk = self._disk
        self._since = disk.loop.now
        disk.loop.call_later(disk.random.expovariate(1 / disk.delay), self._run)

    def _run(self) -> None:
        future, function = self._waiting[0]
        disk = self._disk
        try:
            result = function()
        except sqlite3.OperationalError as error:
            if "locked" in str(error) and disk.loop.now - self._since < BUSY_SECONDS:
                disk.loop.call_later(RETRY, self._run)
                return
            self._answer(future, error=error)
        except Died:
            raise
        except BaseException as error:
            self._answer(future, error=error)
        else:
            self._answer(future, result)
        self._waiting.popleft()
        self._busy = bool(self._waiting)
        if self._busy:
            self._next()

    @staticmethod
    def _answer(
        future: asyncio.Future[Any] | None, result: object = None, error: BaseException | None = None
    ) -> None:
        if future is None or future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
