"""Faults planted into the server one by one: the simulation has to notice each of them.

`python -m tests.simulation.planted` plants each and runs seeds until one is violated, and prints a table.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec
from sqlalchemy import update

from ludotheque.host import commands, review, service, views
from ludotheque.host import messages as m
from ludotheque.host.cache import LoadedTable, Locked, TableCache
from ludotheque.host.clock import TurnClock
from ludotheque.host.commands import HANDLERS, Change, Context, resolve_chance, undo
from ludotheque.host.match import LiveMatch
from ludotheque.host.pending_call import PendingCall
from ludotheque.host.presence import PresenceBoard
from ludotheque.host.rows import ChatRow, TableRow
from ludotheque.host.scheduler import Scheduler
from ludotheque.host.service import Accepted, Judge, Judged, Nothing, Repeated, TableService
from ludotheque.host.store import LEASE, Overtaken
from ludotheque.host.thinkers import Moved
from ludotheque.server.live.broadcaster import News, SharedBroadcaster
from ludotheque.server.live.table_connection import TableConnection
from ludotheque.server.storage import sqlite_log
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.leases import LeaseRepository
from ludotheque.server.storage.schema import leases
from ludotheque.server.storage.sqlite_log import SqliteLog
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.work.pool import WorkerPool
from ludotheque.server.work.queue import ThoughtQueue
from ludotheque.table.line import Line
from tests.simulation.simulation import Report, simulate_until

LIMIT: Final = 600.0
"""Seconds of one core within which a fault has to be noticed."""


class Planted(NamedTuple):
    """A fault: where it is planted, and the code that stands there instead."""

    told: str
    target: Any
    name: str
    code: Any


def _changing(*, tells_first: bool = False, keeps: bool = False) -> Any:
    """Return `TableService._change` with one fault."""

    async def change(self: TableService, table: str, judge: Judge, client: str | None = None) -> m.Done:
        async with self.cache.locked(table) as loaded:
            now, judged = self.now(), judge(loaded)
            if not isinstance(judged, Accepted):
                return self._done(loaded, client, judged.version if isinstance(judged, Repeated) else None)
            if loaded.match is None and judged.changes:
                return await self._stand_up(loaded, judged.changes[0], client)
            trial = LiveMatch(loaded.row, loaded.seats) if loaded.match is None else loaded.match.copy()
            version = trial.version
            for one in judged.changes:
                trial.apply(trial.line(one.kind, one.seat, one.body, now))
            if trial.table.awaits_chance:
                await resolve_chance(trial, now, self._draw(loaded))
            lines, row = trial.sign_and_list(version, client), self._progress(loaded.row, trial)
            if tells_first or keeps:
                loaded.install(row, trial, lines)
            if tells_first:
                self._wake(loaded.topics())
                self.on_change(loaded)
                await asyncio.sleep(0)
            cancelled = await self.log.append(row, lines, loaded.expected_changed)
            loaded.install(row, trial, lines)
            self._wake(loaded.topics())
            self.on_change(loaded)
            if cancelled:
                raise asyncio.CancelledError
            return self._done(loaded, client)

    async def try_again(self: TableService, table: str, judge: Judge, client: str | None = None) -> m.Done:
        for _ in range(service.TRIES - 1):  # as the real one does where another process was quicker
            with suppress(Overtaken):
                return await change(self, table, judge, client)
        return await change(self, table, judge, client)

    return try_again


async def _append_unless_cancelled(
    self: EventLog, table: TableRow, lines: Sequence[Line], expected_changed: datetime | None = None
) -> bool:
    loop = asyncio.get_running_loop()
    waiting = Append(table, lines, loop.create_future(), expected_changed)
    self._waiting.append(waiting)
    if self._writer is None:
        self._writer = loop.create_task(self._commit_waiting())
    try:
        await waiting.written
    except asyncio.CancelledError:
        if waiting in self._waiting:
            self._waiting.remove(waiting)
        return True
    return False


async def _acknowledge_before_store(
    self: EventLog, table: TableRow, lines: Sequence[Line], expected_changed: datetime | None = None
) -> bool:
    loop = asyncio.get_running_loop()
    self._waiting.append(Append(table, lines, loop.create_future(), expected_changed))
    if self._writer is None:
        self._writer = loop.create_task(self._commit_waiting())
    return False


_push = TableConnection.push


async def _push_only_to_newcomers(self: TableConnection) -> None:
    if not self._version:
        await _push(self)
    await self._send_whole(self._version)
    await asyncio.Event().wait()


async def _renew_anyones(self: LeaseRepository, held: Collection[str], now: Any) -> None:
    async with self._database.writing() as db:
        await db.execute(update(leases).where(leases.c.table.in_(held)).values(until=now + LEASE))


def _lines_without_client(self: LiveMatch, version: int, client: str | None = None) -> list[Line]:
    return self.table.lines[version:]


async def _scan_nothing(self: Scheduler) -> None:
    return None


async def _play_for_any_position(
    self: TableService, table: str, position: int, seat: int, moved: Moved
) -> None:
    def judge(loaded: LoadedTable) -> Judged:
        match = loaded.match
        if match is None or not match.awaits_bot(seat, self.now()):
            return Nothing()
        return Accepted(commands.play_for(self._context(loaded, match), seat, moved.move))

    await self._change(table, judge)


def _undo_whatever_is_there(context: Context, command: m.Undo) -> list[Change]:
    return undo(context, msgspec.structs.replace(command, version=context.match.version))


def _without_a_sync(self: SqliteLog) -> sqlite3.Connection:
    connection = _connect_log(self)
    connection.execute("pragma synchronous=normal")
    return connection


_connect_log = SqliteLog._connect


def _hear_only_beats(self: SharedBroadcaster, message: bytes) -> None:
    news = msgspec.json.decode(message, type=News)
    if news.sender != self.process:
        self._others[news.sender] = self._clock()


_view = LiveMatch.view


def _view_of_the_first(self: LiveMatch, seat: int | None) -> msgspec.Raw:
    return _view(self, 0 if seat is None else seat)


def _all_lines(lines: Iterable[ChatRow], row: TableRow, held: Sequence[int], person: str | None) -> Any:
    return views_lines(lines, row, (), person)


views_lines = views.lines_for


def _deadlines_too_soon(self: TurnClock, seats: Iterable[int]) -> Any:
    return {seat: at - 3 * (at - self.since[seat]) / 4 for seat, at in _deadlines(self, seats).items()}


_deadlines = TurnClock.deadlines


async def _watch_for_ever(self: WorkerPool, _worker: Any, _request: Any, answer: Any, _seconds: float) -> Any:
    return await answer


async def _commit_each_swallowing(self: EventLog, batch: list[Append]) -> None:
    for one in batch:
        one.end()


@contextmanager
def _following_for_ever(self: SharedBroadcaster, topic: str, news: asyncio.Event) -> Iterator[None]:
    self.follow(topic, news)
    yield


async def _release_only_when_well(self: Locked, *error: object) -> None:
    if error[0] is None:
        self._loaded.lock.release()


async def _refresh_nothing(self: TableCache, loaded: LoadedTable) -> None:
    loaded.doubtful = False


def _install_without_commands(
    self: LoadedTable, row: TableRow, match: LiveMatch, lines: Iterable[Line]
) -> None:
    self.row, self.match, self.updates = row, match, {}


PLANTED: Final[dict[str, Planted]] = {
    "tell before store": Planted(
        "a move is broadcast before it is in the database",
        TableService,
        "_change",
        _changing(tells_first=True),
    ),
    "acknowledge before store": Planted(
        "a command is answered before it is in the database", EventLog, "append", _acknowledge_before_store
    ),
    "deaf after a reconnect": Planted(
        "a client that comes back hears of nothing that happens from then on",
        TableConnection,
        "push",
        _push_only_to_newcomers,
    ),
    "gaps unnoticed": Planted(
        "a broadcast that was lost is not noticed", SharedBroadcaster, "_has_missed", lambda *_: False
    ),
    "no catching up": Planted(
        "a process that could not hear the others does not look",
        SharedBroadcaster,
        "_catch_up",
        lambda _: None,
    ),
    "anyone's lease": Planted(
        "a lease is renewed without a check whose it is", LeaseRepository, "renew", _renew_anyones
    ),
    "no client's id": Planted(
        "a command is stored without the client's id", LiveMatch, "sign_and_list", _lines_without_client
    ),
    "no scan": Planted("a timer is lost when its process dies", Scheduler, "_scan", _scan_nothing),
    "any position": Planted(
        "a bot's move is played at another position than it saw",
        TableService,
        "play_for",
        _play_for_any_position,
    ),
    "swallowed by a hang-up": Planted(
        "who hangs up while a move waits to be stored has moved in memory alone",
        EventLog,
        "append",
        _append_unless_cancelled,
    ),
    "undo races a bot": Planted(
        "an undo takes back what a bot has done since",
        service,
        "HANDLERS",
        {**HANDLERS, m.Undo: _undo_whatever_is_there},
    ),
    "late calls count": Planted("a call counts whenever it comes", PendingCall, "check", lambda *_: None),
    "machine's clock": Planted(
        "the clock of each machine counts, right or wrong", SharedTime, "now", lambda self: self._machine()
    ),
    "no wait for the disk": Planted(
        "a move is acknowledged before it is on the disk, though the settings say so",
        SqliteLog,
        "_connect",
        _without_a_sync,
    ),
    "hints for anybody": Planted(
        "whoever asks gets a hint for any seat", review, "seats_of", lambda seats, _: range(len(seats))
    ),
    "deaf": Planted("what other processes change is not heard", SharedBroadcaster, "_hear", _hear_only_beats),
    "view of another": Planted("a spectator gets the view of seat 0", LiveMatch, "view", _view_of_the_first),
    "open chat": Planted("players read spectators", service, "lines_for", _all_lines),
    "kept after a failure": Planted(
        "memory is kept though its change was not stored", TableService, "_change", _changing(keeps=True)
    ),
    "presence kept": Planted("who left is still there", PresenceBoard, "go", lambda *_: None),
    "followers kept": Planted(
        "what a socket followed is not let go", SharedBroadcaster, "following", _following_for_ever
    ),
    "early clock": Planted("a clock runs out too early", TurnClock, "deadlines", _deadlines_too_soon),
    "no limit of thought": Planted(
        "a worker that hangs is waited for without end", WorkerPool, "_watch", _watch_for_ever
    ),
    "cancelled thoughts kept": Planted(
        "a thought nobody waits for stays in the queue", ThoughtQueue, "cancel", lambda *_: None
    ),
    "overtaken and told stored": Planted(
        "a line that another process was quicker than counts as stored",
        EventLog,
        "_commit_each",
        _commit_each_swallowing,
    ),
    "log without its table": Planted(
        "a table does not say how far its log is",
        sqlite_log,
        "PROGRESS",
        "update tables set state = ?, version = version + 0 * ?, summary = ?, due = ?, changed = ?, "
        "bytes = bytes + ? where id = ? and ? >= 0 and changed = coalesce(?, changed)",
    ),
    "lines written over": Planted(
        "a late process writes over what is there",
        sqlite_log,
        "ADD",
        sqlite_log.ADD.replace("insert into", "insert or replace into"),
    ),
    "lock kept": Planted(
        "a command that fails keeps its table locked", Locked, "__aexit__", _release_only_when_well
    ),
    "stale cache": Planted(
        "what other processes wrote is not read", TableCache, "_refresh", _refresh_nothing
    ),
    "doubled commands": Planted(
        "a command that comes twice is not recognised", LoadedTable, "install", _install_without_commands
    ),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plant a fault for a while."""
    fault = PLANTED[name]
    with patch.object(fault.target, fault.name, fault.code):
        yield


def hunt(name: str, limit: float = LIMIT, first: int = 1) -> list[Report]:
    """Run seeds until a planted fault is noticed, or for so many seconds; the last one noticed it."""
    with planted(name):
        return simulate_until(limit, first)


def main() -> int:
    """Plant each fault and print whether and when it is noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(PLANTED), help="names of faults")
    parser.add_argument(
        "--seconds", type=float, default=LIMIT, help="seconds of one core for each (default: 600)"
    )
    options = parser.parse_args()
    missed = 0
    for name in options.only:
        reports = hunt(name, options.seconds)
        simulated, real = sum(one.simulated for one in reports), sum(one.real for one in reports)
        last = reports[-1]
        missed += last.violation is None
        noticed = "NOT NOTICED" if last.violation is None else f"seed {last.seed}: {last.violation}"
        print(f"{name:28} {simulated:8.0f} simulated s {real:6.1f} s  {noticed[:150]}", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
