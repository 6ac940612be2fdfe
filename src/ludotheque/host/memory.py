"""A store in memory: tables, logs, chat, leases and lessons of one process, lost when it ends."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.protocol import State
from ludotheque.host.rows import ChatRow, SeatRow, TableRow
from ludotheque.host.store import (
    AN_OWNER,
    CHAT_KEPT,
    CHAT_SHOWN,
    LEASE,
    PAGE,
    SCANNED,
    TABLE_BYTES,
    Changes,
    Due,
    Listed,
    Overtaken,
    Owned,
    bytes_of,
    mark_of,
    place_of,
)
from ludotheque.table.line import Line


class Kept:
    """A stored table with its seats, log and chat; `bytes` is its approximate size."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], lines: Sequence[Line], size: int) -> None:
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.lines = [_as_stored(line) for line in lines]
        self.chat: dict[int, ChatRow] = {}
        self.bytes = size

    @property
    def listed(self) -> Listed:
        """The table with its seats in order."""
        return self.row, [seat for _, seat in sorted(self.seats.items())]

    def has(self, person: str) -> bool:
        """Return whether a person sits here or has set the table up."""
        return self.row.owner == person or any(seat.person == person for seat in self.seats.values())


class MemoryStore:
    """All stores of a host in memory; implements the protocols of `store.py`."""

    def __init__(self, process: str = "alone") -> None:
        self._process = process
        self._tables: dict[str, Kept] = {}
        self._leases: dict[str, tuple[str, datetime]] = {}
        self._lessons: dict[tuple[str, str], dict[str, datetime]] = {}

    def beside(self, process: str) -> "MemoryStore":
        """Return a store that shares the data of this one, with the leases of another process."""
        other = MemoryStore(process)
        other._tables, other._leases, other._lessons = self._tables, self._leases, self._lessons
        return other

    # Tables

    async def create(
        self,
        table: TableRow,
        sitting: Sequence[SeatRow],
        lines: Sequence[Line] = (),
        size: int = TABLE_BYTES,
    ) -> None:
        """Add a table of `size` bytes with its log; raise `Overtaken` if its match already has a rematch."""
        taken = {kept.row.rematch_of for kept in self._tables.values()} - {None}
        if table.id in self._tables or table.rematch_of in taken:
            raise Overtaken
        self._tables[table.id] = Kept(table, sitting, lines, size)
        before = self._tables.get(table.rematch_of or "")
        if before is not None:
            before.row = msgspec.structs.replace(before.row, rematch=table.id)

    async def table(self, table: str) -> Listed | None:
        """Return a table and its seats; None if it does not exist."""
        kept = self._tables.get(table)
        return None if kept is None else kept.listed

    async def look(self, table: str) -> tuple[TableRow, list[SeatRow], int] | None:
        """Return a table, its seats and the number of its last line of chat; None if it does not exist."""
        kept = self._tables.get(table)
        return None if kept is None else (*kept.listed, max(kept.chat, default=0))

    async def changes(self, table: str, since: int, most: int) -> Changes | None:
        """Return a table with the first `most` log lines after version `since`; None if it does not exist."""
        found = await self.look(table)
        if found is None:
            return None
        return Changes(*found, (await self.read(table, since, found[0].version))[:most])

    async def save(self, table: TableRow, sitting: Sequence[SeatRow], expected_changed: datetime) -> None:
        """Write a table and seats; raise `Overtaken` unless it was last changed at `expected_changed`."""
        kept = self._tables.get(table.id)
        if kept is None or kept.row.changed != expected_changed:
            raise Overtaken
        kept.row = msgspec.structs.replace(table, rematch=kept.row.rematch, opened=kept.row.opened)
        kept.seats |= {seat.seat: seat for seat in sitting}

    async def open(self, table: str, at: datetime) -> None:
        """Store the time when a table was last viewed."""
        if table in self._tables:
            self._tables[table].row = msgspec.structs.replace(self._tables[table].row, opened=at)

    async def remove(self, table: str) -> None:
        """Delete a table with its seats, its log and its chat."""
        self._tables.pop(table, None)
        self._leases.pop(table, None)

    async def left(self, imported: datetime | None, finished: datetime | None) -> list[str]:
        """Return ids of imported matches unused since `imported`, and others finished before `finished`."""
        return [
            row.id for row in (kept.row for kept in self._tables.values()) if _left(row, imported, finished)
        ]

    async def public(
        self, game: str | None, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of public tables, most recently changed first, and the cursor of the next or None."""
        found = (kept for kept in self._tables.values() if kept.row.public)
        return _page((kept for kept in found if game in (None, kept.row.game)), state, before)

    async def open_tables(self, game: str | None) -> tuple[list[Listed], list[Listed]]:
        """Return the newest public tables with an open seat, and the newest running ones; a few per owner."""
        public = [kept for kept in self._tables.values() if kept.row.public and game in (None, kept.row.game)]
        free = [kept for kept in public if any(seat.kind == "open" for seat in kept.seats.values())]
        joinable, _ = _page(_few_of_each(free, "waiting"), "waiting", None)
        running, _ = _page(_few_of_each(public, "running"), "running", None)
        return joinable, running

    async def of_person(
        self, person: str, state: State | None, before: str | None
    ) -> tuple[list[Listed], str | None]:
        """Return a page of a person's tables, and the cursor of the next page or None."""
        return _page((kept for kept in self._tables.values() if kept.has(person)), state, before)

    async def several(self, wanted: Sequence[str]) -> list[Listed]:
        """Return the tables with these ids that exist, and their seats."""
        return [kept.listed for name, kept in self._tables.items() if name in wanted]

    async def without_hints(self, person: str, game: str) -> list[str]:
        """Return ids of the running tables of a game where a person sits and hints are off."""
        return [
            kept.row.id
            for kept in self._tables.values()
            if kept.row.game == game and kept.row.state == "running" and not kept.row.hints
            and any(seat.person == person for seat in kept.seats.values())
        ]  # fmt: skip

    async def lines_of(self, person: str) -> int:
        """Return the number of log lines of all tables of a person."""
        return sum(kept.row.version for kept in self._tables.values() if kept.has(person))

    async def seats_of(self, person: str) -> list[tuple[str, int]]:
        """Return table and number of each seat that a person holds at unfinished tables."""
        return [
            (kept.row.id, seat.seat)
            for kept in self._tables.values()
            for seat in kept.seats.values()
            if seat.person == person and kept.row.state != "finished"
        ]

    async def owned(self, person: str) -> Owned:
        """Return counts of the unfinished tables a person has set up, and bytes of all their tables."""
        mine = [kept for kept in self._tables.values() if kept.row.owner == person]
        going_on = [kept for kept in mine if kept.row.state != "finished"]
        public = sum(kept.row.public for kept in going_on)
        return Owned(len(going_on), public, sum(kept.bytes for kept in mine))

    # Chat

    async def say(self, table: str, line: ChatRow) -> ChatRow:
        """Add a line of chat and return it with its number; idempotent by its `client`."""
        kept = self._tables.get(table)
        if kept is None:
            raise NotAllowed("server.busy")
        for before in kept.chat.values():
            if line.client is not None and before.client == line.client:
                return before
        said = msgspec.structs.replace(line, number=max(kept.chat, default=0) + 1)
        kept.chat[said.number] = said
        kept.chat.pop(said.number - CHAT_KEPT, None)
        return said

    async def chat(self, table: str, since: int = 0) -> list[ChatRow]:
        """Return the lines of chat after number `since`, at most the last `CHAT_SHOWN`, oldest first."""
        kept = self._tables.get(table)
        lines = [] if kept is None else [line for line in kept.chat.values() if line.text]
        return [line for line in lines if line.number > since][-CHAT_SHOWN:]

    async def removed_chat(self, table: str) -> int:
        """Return the number of lines of chat whose text was removed."""
        kept = self._tables.get(table)
        return 0 if kept is None else sum(not line.text for line in kept.chat.values())

    # Logs

    async def append(
        self, table: TableRow, lines: Sequence[Line], expected_changed: datetime | None = None
    ) -> bool:
        """Append lines and update their table, atomically; raise `Overtaken` if it was changed meanwhile."""
        kept = self._tables.get(table.id)
        if kept is None or kept.row.version != table.version - len(lines):
            raise Overtaken
        if expected_changed not in (None, kept.row.changed):
            raise Overtaken
        kept.lines += map(_as_stored, lines)
        kept.bytes += bytes_of(lines)
        kept.row = msgspec.structs.replace(
            kept.row,
            state=table.state,
            version=table.version,
            summary=table.summary,
            due=table.due,
            changed=table.changed,
        )
        return False

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[Line]:
        """Return the log lines after version `since`, up to version `until`."""
        kept = self._tables.get(table)
        return [] if kept is None else kept.lines[since:until]

    # Leases

    async def claim(self, table: str, now: datetime) -> bool:
        """Take or renew the lease of a table; return False while another process has it."""
        owner, until = self._leases.get(table, (self._process, now))
        if owner != self._process and until > now:
            return False
        self._leases[table] = self._process, now + LEASE
        return True

    async def renew(self, held: Collection[str], now: datetime) -> None:
        """Renew those of the leases that this process still holds."""
        for table in self._mine(held):
            self._leases[table] = self._process, now + LEASE

    async def release(self, held: Collection[str]) -> None:
        """Release those of the leases that this process still holds."""
        for table in self._mine(held):
            del self._leases[table]

    def _mine(self, held: Collection[str]) -> list[str]:
        return [table for table in held if self._leases.get(table, ("",))[0] == self._process]

    async def end_frozen(self) -> None:
        """End transactions of processes that hang; there are none in memory."""

    async def due(self, now: datetime, ahead: timedelta, most: int | None = SCANNED) -> list[Due]:
        """Return the running tables without a lease that are due before `now + ahead`, most overdue first."""
        leased = {table for table, (_, until) in self._leases.items() if until > now}
        free = [kept.row for table, kept in self._tables.items() if table not in leased]
        found = [
            Due(row.id, row.due, row.version)
            for row in free
            if row.state == "running" and row.due is not None and row.due <= now + ahead
        ]
        return sorted(found, key=lambda due: due.at)[:most]

    # Lessons

    async def taken(self, person: str, game: str) -> set[str]:
        """Return the names of the lessons of a game that a person has completed."""
        return set(self._lessons.get((person, game), ()))

    async def take(self, person: str, game: str, lesson: str, now: datetime) -> None:
        """Store a lesson as completed; the time of the first completion is kept."""
        self._lessons.setdefault((person, game), {}).setdefault(lesson, now)


def _as_stored(line: Line) -> Line:
    """Return a line without its events, which are not stored."""
    return msgspec.structs.replace(line, events=())


def _left(row: TableRow, imported: datetime | None, finished: datetime | None) -> bool:
    if row.study:
        return imported is not None and max(row.opened or row.changed, row.changed) < imported
    return finished is not None and row.state == "finished" and row.changed < finished


def _newest_first(found: Iterable[Kept]) -> list[Kept]:
    return sorted(found, key=lambda kept: (kept.row.changed, kept.row.id), reverse=True)


def _few_of_each(found: Iterable[Kept], state: State) -> list[Kept]:
    """Return the newest tables in a state, at most `AN_OWNER` per owner."""
    counted: dict[str, int] = {}
    chosen = []
    for kept in _newest_first(one for one in found if one.row.state == state):
        owner = kept.row.owner or kept.row.id
        counted[owner] = counted.get(owner, 0) + 1
        if counted[owner] <= AN_OWNER:
            chosen.append(kept)
    return chosen


def _page(found: Iterable[Kept], state: State | None, before: str | None) -> tuple[list[Listed], str | None]:
    page = _newest_first(kept for kept in found if state in (None, kept.row.state))
    if before is not None:
        place = place_of(before)
        page = [kept for kept in page if (kept.row.changed, kept.row.id) < place]
    more = mark_of(page[PAGE - 1].row) if len(page) > PAGE else None
    return [kept.listed for kept in page[:PAGE]], more
