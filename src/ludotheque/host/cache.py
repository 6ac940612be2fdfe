"""Tables in memory: a cache of what the database holds, each used by one at a time."""

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
"""Lines of logs that stay in memory though nobody is connected to their tables; one takes a good kilobyte."""
BARE: Final = 20
"""Lines as large as a table without any."""
LONG: Final = 1000
"""Lines of a log from which on one is read at a time: threads share the interpreter with the event loop."""
LOOK_EVERY: Final = 16
"""Tables that are loaded before somebody looks whether others can go."""

REVISIONS: Final = count(1)

SEEN_OUTSIDE: Final = frozenset[Kind](("resign", "leave", "return"))
"""Lines of a log after which a seat is described otherwise: who plays it has changed."""


class Told:
    """An update for all who may know the same: as a message, and as its text, written once."""

    def __init__(self, update: Update) -> None:
        self.update = update

    @cached_property
    def text(self) -> str:
        """The text for a client who made none of its changes."""
        return encode(self.update).decode()

    def with_done(self, done: Sequence[Done]) -> str:
        """Return the text for a client whose own commands led to it."""
        if not done:
            return self.text
        return encode(msgspec.structs.replace(self.update, done=tuple(done))).decode()


class LoadedTable:
    """A table in memory: how it was set up, who sits there, its match, and who is connected."""

    def __init__(self, row: TableRow, seats: list[SeatRow], presence: PresenceBoard, meters: Meters) -> None:
        self.row = row
        self.seats = seats
        self.match: LiveMatch | None = None
        self.commands: dict[str, int] = {}
        """Commands that are in the log, by person and the client's id, and the version they led to."""
        self.lock = asyncio.Lock()
        self._presence = presence
        self._meters = meters
        self.revision = next(REVISIONS)
        """Another number after every change outside the log: seats, names, presence, a rematch."""
        self.chat_lines = 0
        """Number of the last line of chat."""
        self.chat_removed = 0
        """How many lines of chat were removed."""
        self.updates: dict[tuple[tuple[int, ...], int], Told] = {}
        """Messages about the last version, by the seats held and the version known before."""
        self.hurried = False
        """Its bot's last move was thought about shorter than its level does."""
        self.dead = False
        """What is in memory may differ from the database: it has to be read anew."""
        self.doubtful = False
        """Another process may have changed it since it was read."""

    @property
    def presence(self) -> Presence:
        """Who is connected."""
        return self._presence.of(self.row.id)

    @property
    def size(self) -> int:
        """How much memory it takes, in lines of a log."""
        return BARE + (self.match.version if self.match is not None else 0)

    @property
    def begun_since(self) -> datetime | None:
        """When it was last changed, if its match is still to begin; else None."""
        return self.row.changed if self.match is None else None

    def install(self, row: TableRow, match: LiveMatch | None, lines: Iterable[Line]) -> None:
        """Take over what the store has now."""
        self.row, self.match = row, match
        self.updates = {}
        for line in lines:
            self._meters.stored(line.kind)
            if line.kind in SEEN_OUTSIDE:
                self.revise()
            if line.client is not None:
                self.commands[line.client] = line.number

    def copy_of_match(self) -> LiveMatch:
        """Return a copy of the match to judge changes on; a new match where there is none yet."""
        return LiveMatch(self.row, self.seats) if self.match is None else self.match.copy()

    def topics(self, also: Sequence[SeatRow] = ()) -> list[str]:
        """Who is to hear of a change: whoever is connected, and whose table it is or, in `also`, was."""
        return topics_of(self.row, (*self.seats, *also))

    def revise(self) -> None:
        """Something outside the log has changed."""
        self.revision = next(REVISIONS)


def topics_of(row: TableRow, seats: Iterable[SeatRow]) -> list[str]:
    """Return who is to hear of a change of a table with these people."""
    people = {row.owner, *(seat.person for seat in seats)}
    everybody = [OPEN_TABLES] if row.public else []
    return [
        table_topic(row.id),
        *everybody,
        *(person_topic(one) for one in people if one is not None),
    ]


Renew: TypeAlias = Callable[[LoadedTable, LiveMatch], Awaitable[None]]
"""Lets a match that was played under earlier rules go on under today's."""


class TableCache:
    """Tables by id, loaded when somebody asks for them."""

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
        """Whether other processes write to the same tables."""
        self._loaded: OrderedDict[str, LoadedTable] = OrderedDict()
        self._presence = presence
        self._loads = count(1)
        self._one_long = asyncio.Lock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Kept as long as somebody loads the table or waits for it."""
        self._told_early: set[str] = set()
        """Tables that may have changed while they were being loaded."""

    def locked(self, table: str, *, as_told: bool = False) -> "Locked":
        """A table, for one alone; what is seen there is what the database holds.

        Whoever is woken by every change may take it as told: then the database is asked only if another
        process has told of a change.
        """
        return Locked(self, table, as_told=as_told)

    def doubt(self, table: str | None) -> None:
        """Another process has changed a table, or may have changed any."""
        for one in [*self._loaded, *self._loading] if table is None else [table]:
            if one in self._loaded:
                self._loaded[one].doubtful = True
            elif one in self._loading:
                self._told_early.add(one)

    def holds(self, table: str) -> bool:
        """Tell whether a table is in memory, or will be soon."""
        return table in self._loaded or table in self._loading

    def revise(self, table: str) -> None:
        """Others are connected to a table now."""
        if table in self._loaded:
            self._loaded[table].revise()

    async def look(self, table: str) -> LoadedTable:
        """A table as it stands between two changes, for whoever reads it before waiting for anything."""
        loaded = self._loaded.get(table)
        if loaded is None or loaded.doubtful or loaded.lock.locked():  # it may be reading what others wrote
            async with self.locked(table, as_told=True) as loaded:
                pass
        return loaded

    async def lock(self, table: str, *, as_told: bool = False) -> LoadedTable:
        """Load a table and lock it."""
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
        """Memory and database may differ: whoever comes next reads the database."""
        loaded.dead = True
        if self._loaded.get(loaded.row.id) is loaded:
            del self._loaded[loaded.row.id]

    async def _load(self, table: str) -> LoadedTable:
        alone = self._loading.setdefault(table, asyncio.Lock())
        async with alone:
            loaded = self._loaded.get(table)
            if loaded is None:
                self._told_early.discard(table)
                try:
                    loaded = await self._read(table)
                    loaded.doubtful = table in self._told_early
                finally:
                    self._told_early.discard(table)
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
        """Build a match from its log; a long one beside the event loop."""
        if len(lines) <= POSITION_EVERY:
            return rebuilt(row, seats, lines)
        return await self._world.in_thread(rebuilt, row, seats, lines)

    async def _refresh(self, loaded: LoadedTable) -> None:
        """Take over what another process has written."""
        # A change that is told from here on may be one that the store does not show yet.
        loaded.doubtful = False
        try:
            found = await self._repository.look(loaded.row.id)
            if found is None:
                self.forget(loaded)
                raise NotFound("server.no_table")
            row, seats, loaded.chat_lines = found
            if (row, seats) == (loaded.row, loaded.seats):
                return
            lines, match = await self._followed(loaded, row, seats)
        except BaseException:
            loaded.doubtful = True
            raise
        if seats != loaded.seats or _outside(row) != _outside(loaded.row):
            loaded.revise()
        loaded.seats = seats
        loaded.install(row, match, lines)

    async def _followed(
        self, loaded: LoadedTable, row: TableRow, seats: list[SeatRow]
    ) -> tuple[list[Line], LiveMatch | None]:
        """Return the lines that others have written, and the match with them."""
        if row.state == "waiting":
            return [], None
        match = LiveMatch(row, seats) if loaded.match is None else loaded.match.copy()
        # Another process may write meanwhile: what the row does not know yet comes with the next look.
        lines = await self._log.read(row.id, match.version, row.version)
        if len(lines) <= POSITION_EVERY:
            follow(match, lines)
            return lines, match
        return lines, await self._rebuilt(row, seats, await self._log.read(row.id, 0, row.version))

    def _make_space(self) -> None:
        """Of the tables where nobody is connected, those that were not used for the longest time go first."""
        *before, _ = self._loaded.values()
        unattended = [one for one in before if one.presence.empty and not one.lock.locked()]
        spare = sum(one.size for one in unattended) - KEPT_LINES
        for loaded in unattended:
            if spare <= 0:
                return
            self.forget(loaded)
            spare -= loaded.size


class Locked:
    """While somebody is alone with a table."""

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
    """What of a table does not follow from its log."""
    return msgspec.structs.replace(row, version=0, summary=Summary(), due=None, changed=row.created)
