"""A cache of tables in memory, each locked by one task at a time.

The store is the truth. A cached table that another process may have changed is marked doubtful, and refreshed
when it is locked next.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import nullcontext
from datetime import datetime
from functools import cached_property
from itertools import count
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import msgspec

from ludotheque.host.match import POSITION_EVERY, LiveMatch, encode
from ludotheque.host.messages import Done, Update
from ludotheque.host.meters import Meters
from ludotheque.host.presence import Presence, PresenceBoard
from ludotheque.host.rebuild import follow, rebuilt
from ludotheque.host.refusals import NotFound
from ludotheque.host.rows import SeatRow, Summary, TableRow
from ludotheque.host.store import LogStore, Overtaken, TableStore
from ludotheque.host.topics import OPEN_TABLES, person_topic, table_topic
from ludotheque.host.world import World
from ludotheque.table.line import Kind, Line

KEPT_LINES: Final = 10_000
"""Maximum number of log lines kept for tables without connections; a line takes about a kilobyte."""
BARE: Final = 20
"""Size of a table without a match, measured in log lines."""
LONG: Final = 1000
"""Log length above which only one table loads at a time: its thread competes with the event loop."""
LOOK_EVERY: Final = 16
"""Number of loads between two evictions."""

REVISIONS: Final = count(1)

SEEN_OUTSIDE: Final = frozenset[Kind](("resign", "leave", "return"))
"""Kinds of lines after which the public description of a seat changes, since another player plays it."""


class EncodedUpdate:
    """An update for all viewers with the same knowledge, encoded once."""

    def __init__(self, update: Update) -> None:
        self.update = update

    @cached_property
    def text(self) -> str:
        """The encoded update for a client that made none of its changes."""
        return encode(self.update).decode()

    def with_done(self, done: Sequence[Done]) -> str:
        """Return the encoded update with the confirmations of a client's own commands."""
        if not done:
            return self.text
        return encode(msgspec.structs.replace(self.update, done=tuple(done))).decode()


class LoadedTable:
    """A table in memory: its row, its seats, its match and its presence."""

    def __init__(self, row: TableRow, seats: list[SeatRow], presence: PresenceBoard, meters: Meters) -> None:
        self.row = row
        self.seats = seats
        self.match: LiveMatch | None = None
        self.commands: dict[str, int] = {}
        """Executed commands, by person and client id, with the version each led to."""
        self.lock = asyncio.Lock()
        self._presence = presence
        self._meters = meters
        self.revision = next(REVISIONS)
        """Changes whenever something outside the log changes: seats, names, presence or rematch."""
        self.chat_lines = 0
        """Number of the last line of chat."""
        self.chat_removed = 0
        """Number of removed lines of chat."""
        self.updates: dict[tuple[tuple[int, ...], int], EncodedUpdate] = {}
        """Updates to the last version, by the seats that a viewer holds and the version it knows."""
        self.hurried = False
        """True if its bot had less time for its last move than its level needs."""
        self.dead = False
        """True once it was dropped from the cache; a task that waited for its lock has to load it again."""
        self.doubtful = False
        """True if another process may have changed the table since it was read."""

    @property
    def presence(self) -> Presence:
        """The people connected to the table."""
        return self._presence.of(self.row.id)

    @property
    def size(self) -> int:
        """Approximate size in memory, in log lines."""
        return BARE + (self.match.version if self.match is not None else 0)

    @property
    def expected_changed(self) -> datetime | None:
        """Time of the last change of a table whose match has not begun; None afterwards."""
        return self.row.changed if self.match is None else None

    def install(self, row: TableRow, match: LiveMatch | None, lines: Iterable[Line]) -> None:
        """Install a row and a match that have been stored; index the commands of the new lines."""
        self.row, self.match = row, match
        self.updates = {}
        for line in lines:
            self._meters.stored(line.kind)
            if line.kind in SEEN_OUTSIDE:
                self.revise()
            if line.client is not None:
                self.commands[line.client] = line.number

    def copy_of_match(self) -> LiveMatch:
        """Return a copy of the match to judge changes on; a new match if none has begun."""
        return LiveMatch(self.row, self.seats) if self.match is None else self.match.copy()

    def topics(self, also: Sequence[SeatRow] = ()) -> list[str]:
        """Return the topics to publish after a change; with seats in `also` their people are notified too."""
        return topics_of(self.row, (*self.seats, *also))

    def revise(self) -> None:
        """Set a new revision after a change outside the log."""
        self.revision = next(REVISIONS)


def topics_of(row: TableRow, seats: Iterable[SeatRow]) -> list[str]:
    """Return the topics to publish after a change of a table with these seats."""
    people = {row.owner, *(seat.person for seat in seats)}
    everybody = [OPEN_TABLES] if row.public else []
    return [
        table_topic(row.id),
        *everybody,
        *(person_topic(one) for one in people if one is not None),
    ]


Renew: TypeAlias = Callable[[LoadedTable, LiveMatch], Awaitable[None]]
"""Function that switches a match of earlier rules to the current ones, and stores that."""


class TableCache:
    """Tables by id, loaded on demand."""

    def __init__(
        self,
        repository: TableStore,
        log: LogStore,
        renew: Renew,
        presence: PresenceBoard,
        world: World,
        meters: Meters,
        *,
        shared: bool,
    ) -> None:
        self._repository = repository
        self._log = log
        self._renew = renew
        self._world = world
        self._meters = meters
        self._shared = shared
        """True if other processes write to the same tables."""
        self._loaded: OrderedDict[str, LoadedTable] = OrderedDict()
        self._presence = presence
        self._loads = count(1)
        self._one_long = asyncio.Lock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each table that is being loaded."""
        self._reported_early: set[str] = set()
        """Tables reported as changed while they were being loaded."""

    def locked(self, table: str, *, as_told: bool = False) -> "Locked":
        """Return an async context manager that locks a table; inside, it is as current as the store.

        With `as_told` the store is not read if no other process has reported a change; for readers that are
        woken by every change anyway.
        """
        return Locked(self, table, as_told=as_told)

    def doubt(self, table: str | None) -> None:
        """Mark a table as possibly changed by another process; None marks all tables."""
        for one in [*self._loaded, *self._loading] if table is None else [table]:
            if one in self._loaded:
                self._loaded[one].doubtful = True
            elif one in self._loading:
                self._reported_early.add(one)

    def holds(self, table: str) -> bool:
        """Return whether a table is in memory or being loaded."""
        return table in self._loaded or table in self._loading

    def revise(self, table: str) -> None:
        """Note a change of presence at a table, if it is in memory."""
        if table in self._loaded:
            self._loaded[table].revise()

    async def look(self, table: str) -> LoadedTable:
        """Return the current state of a table without keeping its lock; read it before the next `await`."""
        loaded = self._loaded.get(table)
        # While it is locked, changes of others may be being read.
        if loaded is None or loaded.doubtful or loaded.lock.locked():
            async with self.locked(table, as_told=True) as loaded:
                pass
        return loaded

    async def lock(self, table: str, *, as_told: bool = False) -> LoadedTable:
        """Load and lock a table, and refresh it if it may have changed; raise `NotFound` if it is deleted."""
        while True:
            loaded = self._loaded.get(table)
            if loaded is None:
                loaded = await self._load(table)
            await loaded.lock.acquire()
            if not loaded.dead:
                break
            loaded.lock.release()
        self._loaded.move_to_end(table)
        if loaded.doubtful or (self._shared and not as_told):
            try:
                await self._refresh(loaded)
            except BaseException:
                loaded.lock.release()
                raise
        return loaded

    def forget(self, loaded: LoadedTable) -> None:
        """Drop a table from memory, so that the next task loads it from the store."""
        loaded.dead = True
        if self._loaded.get(loaded.row.id) is loaded:
            del self._loaded[loaded.row.id]

    async def _load(self, table: str) -> LoadedTable:
        alone = self._loading.setdefault(table, asyncio.Lock())
        async with alone:
            loaded = self._loaded.get(table)
            if loaded is None:
                self._reported_early.discard(table)
                try:
                    loaded = await self._read(table)
                    loaded.doubtful = table in self._reported_early
                finally:
                    self._reported_early.discard(table)
                self._loaded[table] = loaded
                if next(self._loads) % LOOK_EVERY == 0:
                    self._make_space()
                self._meters.loaded(len(self._loaded))
        return loaded

    async def _read(self, table: str) -> LoadedTable:
        found = await self._repository.look(table)
        if found is None:
            raise NotFound("server.no_table")
        loaded = LoadedTable(*found[:2], self._presence, self._meters)
        loaded.chat_lines = found[2]
        async with self._one_long if loaded.row.version > LONG else nullcontext():
            lines = await self._log.read(table, 0, loaded.row.version)
            if loaded.row.state != "waiting":
                loaded.match = await self._rebuilt(loaded.row, loaded.seats, lines)
        loaded.commands = {line.client: line.number for line in lines if line.client is not None}
        if loaded.row.state == "running" and loaded.match is not None and loaded.match.outdated:
            try:
                await self._renew(loaded, loaded.match)
            except Overtaken:
                return await self._read(table)
        loaded.chat_removed = await self._repository.removed_chat(table)
        return loaded

    async def _rebuilt(self, row: TableRow, seats: list[SeatRow], lines: list[Line]) -> LiveMatch:
        """Rebuild a match from its log; in a thread if the log is long."""
        if len(lines) <= POSITION_EVERY:
            return rebuilt(row, seats, lines)
        return await self._world.in_thread(rebuilt, row, seats, lines)

    async def _refresh(self, loaded: LoadedTable) -> None:
        """Take over changes that another process has stored."""
        # A change reported from here on may be missing in what is read now.
        loaded.doubtful = False
        try:
            since = 0 if loaded.match is None else loaded.match.version
            found = await self._repository.changes(loaded.row.id, since, POSITION_EVERY + 1)
            if found is None:
                self.forget(loaded)
                raise NotFound("server.no_table")
            row, seats, loaded.chat_lines, lines = found
            if (row, seats) == (loaded.row, loaded.seats):
                return
            lines, match = await self._followed(loaded, row, seats, lines)
        except BaseException:
            loaded.doubtful = True
            raise
        if seats != loaded.seats or _outside(row) != _outside(loaded.row):
            loaded.revise()
        loaded.seats = seats
        loaded.install(row, match, lines)

    async def _followed(
        self, loaded: LoadedTable, row: TableRow, seats: list[SeatRow], lines: list[Line]
    ) -> tuple[list[Line], LiveMatch | None]:
        """Return the lines stored by others and a match that includes them; no match if none has begun.

        If there are many new lines, the match is rebuilt from its whole log.
        """
        if row.state == "waiting":
            return [], None
        if len(lines) > POSITION_EVERY:
            lines = await self._log.read(row.id, 0, row.version)
            return lines, await self._rebuilt(row, seats, lines)
        match = LiveMatch(row, seats) if loaded.match is None else loaded.match.copy()
        follow(match, lines)
        return lines, match

    def _make_space(self) -> None:
        """Evict tables without connections, least recently used first, until `KEPT_LINES` are left."""
        *before, _ = self._loaded.values()
        unattended = [one for one in before if one.presence.empty and not one.lock.locked()]
        spare = sum(one.size for one in unattended) - KEPT_LINES
        for loaded in unattended:
            if spare <= 0:
                return
            self.forget(loaded)
            spare -= loaded.size


class Locked:
    """Async context manager of `TableCache.locked`; it holds the lock of a table."""

    __slots__ = ("_as_told", "_cache", "_loaded", "_table")

    def __init__(self, cache: TableCache, table: str, *, as_told: bool) -> None:
        self._cache = cache
        self._table = table
        self._as_told = as_told
        self._loaded: LoadedTable

    async def __aenter__(self) -> LoadedTable:
        self._loaded = await self._cache.lock(self._table, as_told=self._as_told)
        return self._loaded

    async def __aexit__(self, *_: object) -> None:
        self._loaded.lock.release()


def _outside(row: TableRow) -> TableRow:
    """Return a row reduced to the fields that do not follow from the log, for comparison."""
    return msgspec.structs.replace(row, version=0, summary=Summary(), due=None, changed=row.created)
