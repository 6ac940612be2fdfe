"""Tables in memory: a cache of what the database holds, one room a table, entered by one at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeAlias

from ludotheque.server.metrics import ROOMS
from ludotheque.server.refusals import NotFound
from ludotheque.server.storage.schema import LogRow, SeatRow, TableRow
from ludotheque.server.storage.tables import Overtaken, TableRepository
from ludotheque.server.tables.match import LiveMatch
from ludotheque.server.tables.rebuild import rebuilt
from ludotheque.server.tables.views import Presence

KEPT: Final = 1000
"""Rooms that stay in memory though nobody is connected."""
LONG: Final = 1000
"""Lines of a log from which on a match is rebuilt beside the event loop."""

REVISIONS: Final = count(1)


class LoadedTable:
    """A table in memory."""

    def __init__(self, row: TableRow, sitting: list[SeatRow], guests: Presence) -> None:
        self.row = row
        self.sitting = sitting
        self.match: LiveMatch | None = None
        self.clients: dict[str, int] = {}
        """Commands that are in the log, and the version they led to."""
        self.lock = asyncio.Lock()
        self.guests = guests
        self.revision = next(REVISIONS)
        """Another number after every change outside the log: seats, names, presence, a rematch."""
        self.lines = 0
        """Number of the last line of chat."""
        self._updates: dict[tuple[tuple[int, ...], int], bytes] = {}
        self._updates_at = 0
        self.unsaved = False
        """A move is made and not stored yet."""
        self.dead = False
        """What is in memory may differ from the database: it has to be read anew."""

    def updates_at(self, version: int) -> dict[tuple[tuple[int, ...], int], bytes]:
        """Updates to a version that are written already, by the seats held and the version known before."""
        if version != self._updates_at:
            self._updates = {}
            self._updates_at = version
        return self._updates

    async def enter(self) -> bool:
        """Be alone in the room; False if it is dead and another one has to be opened."""
        await self.lock.acquire()
        if self.dead:
            self.lock.release()
        return not self.dead

    def changed_outside(self) -> None:
        """Something other than the log has changed."""
        self.revision = next(REVISIONS)


Renew: TypeAlias = Callable[[LoadedTable, LiveMatch], Awaitable[None]]


class TableCache:
    """The rooms, opened when somebody enters."""

    def __init__(self, repository: TableRepository, renew: Renew, *, shared: bool) -> None:
        self._repository = repository
        self._renew = renew
        """Lets a match that was played under earlier rules go on under today's."""
        self._shared = shared
        """Whether other processes write to the same tables."""
        self._rooms: OrderedDict[str, LoadedTable] = OrderedDict()
        self._guests: dict[str, Presence] = {}
        """Who is connected outlives what is in memory of a table."""
        self._opening: dict[str, asyncio.Lock] = {}

    def entered(self, table: str) -> "Visit":
        """A room, alone in it; what is seen there is what the database holds."""
        return Visit(self, table)

    def at_hand(self, table: str) -> LoadedTable | None:
        """A room that can be looked into without waiting: in memory, up to date, nobody alone in it."""
        room = self._rooms.get(table)
        if room is None or self._shared or room.unsaved or room.lock.locked():
            return None
        self._rooms.move_to_end(table)
        return room

    async def enter(self, table: str) -> LoadedTable:
        """Open a room and lock it."""
        while True:
            room = await self._open(table)
            if not await room.enter():
                continue
            try:
                if self._shared:
                    await self._refresh(room)
            except BaseException:
                room.lock.release()
                raise
            return room

    def forget(self, room: LoadedTable) -> None:
        """Memory and database may differ: whoever enters next reads the database."""
        room.dead = True
        if self._rooms.get(room.row.id) is room:
            del self._rooms[room.row.id]
        if room.guests.empty:
            self._guests.pop(room.row.id, None)

    async def _open(self, table: str) -> LoadedTable:
        room = self._rooms.get(table)
        if room is not None:
            self._rooms.move_to_end(table)
            return room
        async with self._opening.setdefault(table, asyncio.Lock()):
            room = self._rooms.get(table)
            if room is None:
                try:
                    room = await self._read(table)
                finally:
                    self._opening.pop(table, None)
                self._rooms[table] = room
                self._make_space()
                ROOMS.set(len(self._rooms))
        return room

    async def _read(self, table: str) -> LoadedTable:
        found = await self._repository.table(table)
        if found is None:
            raise NotFound("server.no_table")
        room = LoadedTable(*found, self._guests.setdefault(table, Presence()))
        lines = await self._repository.log(table, 0, room.row.version)
        if room.row.state != "waiting":
            room.match = await _rebuilt(room.row, room.sitting, lines)
        room.clients = {line.client: line.number for line in lines if line.client is not None}
        if room.row.state == "running" and room.match is not None and room.match.outdated:
            try:
                await self._renew(room, room.match)
            except Overtaken:
                return await self._read(table)
        chat = await self._repository.chat(table)
        room.lines = chat[-1].number if chat else 0
        return room

    async def _refresh(self, room: LoadedTable) -> None:
        """Take over what another process has written."""
        found = await self._repository.table(room.row.id)
        if found is None:
            self.forget(room)
            raise NotFound("server.no_table")
        if found == (room.row, room.sitting):
            return
        room.row, room.sitting = found
        room.changed_outside()
        if room.row.state == "waiting":
            return
        if room.match is None:
            room.match = LiveMatch(room.row, room.sitting)
        # Another process may write meanwhile: what the row does not know yet comes with the next look.
        for line in await self._repository.log(room.row.id, room.match.version, room.row.version):
            room.match.follow(line)
            if line.client is not None:
                room.clients[line.client] = line.number

    def _make_space(self) -> None:
        """Rooms that were not entered for the longest time go first."""
        spare = len(self._rooms) - KEPT
        for table in list(self._rooms):
            if spare <= 0:
                return
            room = self._rooms[table]
            if room.guests.empty and not room.lock.locked():
                self.forget(room)
                spare -= 1


class Visit:
    """While somebody is in a room."""

    __slots__ = ("_room", "_rooms", "_table")

    def __init__(self, rooms: TableCache, table: str) -> None:
        self._rooms = rooms
        self._table = table
        self._room: LoadedTable

    async def __aenter__(self) -> LoadedTable:
        room = self._rooms.at_hand(self._table)
        if room is None or not await room.enter():
            room = await self._rooms.enter(self._table)
        self._room = room
        return room

    async def __aexit__(self, *_: object) -> None:
        self._room.lock.release()


async def _rebuilt(row: TableRow, sitting: list[SeatRow], lines: list[LogRow]) -> LiveMatch:
    """A match from its log; a long one beside the event loop."""
    if len(lines) < LONG:
        return rebuilt(row, sitting, lines)
    return await asyncio.to_thread(rebuilt, row, sitting, lines)
