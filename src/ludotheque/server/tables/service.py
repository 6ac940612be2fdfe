"""The house where the tables stand: everything that changes a match is stored first and told afterwards."""

import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeVar

import msgspec

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import MoveRange
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.server import messages as m
from ludotheque.server import protocol as p
from ludotheque.server.metrics import COMMANDS, LINES_OF
from ludotheque.server.refusals import NotYours
from ludotheque.server.storage.schema import ChatRow, LogRow, PersonRow, SeatRow, TableRow
from ludotheque.server.storage.tables import Overtaken, TableRepository
from ludotheque.server.tables.cache import LoadedTable, TableCache
from ludotheque.server.tables.match import Draw, LiveMatch
from ludotheque.server.tables.views import Invitations, holds, lines_for, may_see, seat_views, table_info
from ludotheque.server.work.pool import WorkerPool, levels_of, stand_in

T = TypeVar("T")
Now = Callable[[], datetime]
Tell = Callable[[str, Iterable[str]], None]
"""Tells everybody at a table, and these people elsewhere, that something has changed."""


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


async def draw_here(position: Position) -> Json:
    """Chance at once, from a source that nobody can foresee."""
    return position.draw(seeded(secrets.randbits(63)))


class TableService:
    """All tables: who may do what there, and what follows."""

    def __init__(
        self,
        repository: TableRepository,
        workers: WorkerPool,
        secret: bytes,
        tell: Tell,
        now: Now = utc_now,
        *,
        shared: bool = False,
    ) -> None:
        self.repository = repository
        self.workers = workers
        self.invitations = Invitations(secret)
        self.rooms = TableCache(repository, self._renew, shared=shared)
        self.now = now
        self.draw: Draw = draw_here
        self._tell = tell
        self.after: Callable[[LoadedTable], None] = lambda _: None
        """Called after every change, for bots and clocks."""

    # Seeing

    async def info(self, table: str, person: str | None) -> p.TableInfo:
        """A table from outside."""
        async with self.rooms.entered(table) as room:
            self.check_sight(room, person)
            return self.info_of(room, person)

    def info_of(self, room: LoadedTable, person: str | None) -> p.TableInfo:
        """A table from outside, for whoever is in its room."""
        return table_info(room.row, room.sitting, person, self.invitations, room.guests, room.match)

    async def whole(self, table: str, person: str | None, since: int) -> m.Whole:
        """Everything somebody may know."""
        async with self.rooms.entered(table) as room:
            self.check_sight(room, person)
            return await self.whole_of(room, person, since)

    async def whole_of(self, room: LoadedTable, person: str | None, since: int) -> m.Whole:
        """Everything somebody may know, for whoever is in the room."""
        held = holds(room.sitting, person)
        lines = await self.repository.chat(room.row.id) if room.lines else []
        return m.Whole(
            info=self.info_of(room, person),
            version=room.row.version,
            since=since,
            now=self.now(),
            views=seat_views(room.match, held, since) if room.match is not None else (),
            chat=lines_for(lines, room.row, held, person),
        )

    def check_sight(self, room: LoadedTable, person: str | None) -> None:
        """Only who may see a table gets to know anything of it."""
        if not may_see(room.row, room.sitting, person):
            raise NotYours("server.closed")

    # Doing

    async def do(self, person: PersonRow, table: str, command: m.Do) -> m.Done:
        """A command of somebody; sent twice it counts once."""
        with COMMANDS.time():
            for _ in range(TRIES):
                try:
                    return await self._do(person, table, command)
                except Overtaken:
                    continue
            raise NotAllowed("server.busy")

    async def _do(self, person: PersonRow, table: str, command: m.Do) -> m.Done:
        client = f"{person.id}:{command.id}"
        async with self.rooms.entered(table) as room:
            self.check_sight(room, person.id)
            if isinstance(command, m.Say):
                return await self._say(room, person, command, client)
            self._check_seat(room, person, command.seat)
            before = room.clients.get(client)
            if before is not None:
                return m.Done(id=command.id, version=before, again=True)
            if room.match is None:
                return await self._do_waiting(room, command)
            with self._storing(room) as lines:
                lines += await DOING[type(command)](self, room, room.match, command)
                lines[-1] = msgspec.structs.replace(lines[-1], client=client)
                await self._store(room, room.match, lines)
            return m.Done(id=command.id, version=room.match.version)

    def make(self, person: PersonRow, table: str, command: m.Play) -> "Made | None":
        """A move that needs no waiting, made but not stored; None if it has to be done the long way."""
        room = self.rooms.at_hand(table)
        client = f"{person.id}:{command.id}"
        if room is None or room.match is None or client in room.clients:
            return None
        before = room.match.version
        try:
            self._check_seat(room, person, command.seat)
            if self._chance(room.match, command.seat) is not self.draw:
                return None
            lines = _at_once(self._play(room, room.match, command))
            lines[-1] = msgspec.structs.replace(lines[-1], client=client)
            row = self._row(room, room.match)
        except Exception:  # the long way meets it again, and tells it
            if room.match.version != before:
                self.rooms.forget(room)
            return None
        room.unsaved = True
        return Made(room, row, lines, m.Done(id=command.id, version=room.match.version))

    def _check_seat(self, room: LoadedTable, person: PersonRow, seat: int) -> None:
        if not 0 <= seat < len(room.sitting) or room.sitting[seat].person != person.id:
            raise NotYours("server.not_your_seat", params={"seat": seat})

    def _storing(self, room: LoadedTable) -> "Storing":
        return Storing(self, room)

    async def _renew(self, room: LoadedTable, match: LiveMatch) -> None:
        """A match goes on under today's rules; if chance is to act now, it does."""
        lines = match.do_renew(self.now())
        lines += await match.do_chance(self.now(), self.workers.simulate)
        await self._store(room, match, lines)

    async def _store(self, room: LoadedTable, match: LiveMatch, lines: list[LogRow]) -> None:
        """Write the lines and how the match stands; only then it is true."""
        row = self._row(room, match)
        await self.repository.append(row, lines)
        self.keep(room, row, lines)

    def _row(self, room: LoadedTable, match: LiveMatch) -> TableRow:
        return msgspec.structs.replace(
            room.row,
            state="finished" if match.outcome is not None else "running",
            version=match.version,
            summary=match.summary,
            due=match.due,
            changed=self.now(),
        )

    def keep(self, room: LoadedTable, row: TableRow, lines: Sequence[LogRow]) -> None:
        """What was stored is true now."""
        room.row = row
        room.unsaved = False
        for line in lines:
            LINES_OF[line.kind].inc()
            if line.client is not None:
                room.clients[line.client] = line.number

    async def _do_waiting(self, room: LoadedTable, command: m.Do) -> m.Done:
        """Before the start, all one can do is stand up again."""
        if not isinstance(command, m.Leave):
            raise NotAllowed("server.waiting")
        seat = room.sitting[command.seat]
        freed = msgspec.structs.replace(
            seat,
            kind="open" if room.row.public else "friend",
            person=None,
            name="",
            invitation=seat.invitation + 1,
        )
        await self.keep_seats(room, [freed])
        return m.Done(id=command.id, version=room.row.version)

    async def keep_seats(self, room: LoadedTable, changed: Sequence[SeatRow]) -> None:
        """Keep new occupants of seats, and tell."""
        row = msgspec.structs.replace(room.row, changed=self.now())
        before = room.sitting
        await self.repository.save(row, changed)
        by_number = {seat.seat: seat for seat in changed}
        room.row = row
        room.sitting = [by_number.get(seat.seat, seat) for seat in room.sitting]
        room.changed_outside()
        self.tell(room, also=before)

    async def start(self, room: LoadedTable) -> None:
        """No seat is free: the match begins."""
        match = LiveMatch(room.row, room.sitting)
        try:
            lines = await match.do_chance(self.now(), self.draw)
            await self._store(room, match, lines)
        except BaseException:
            self.rooms.forget(room)
            raise
        room.match = match
        room.changed_outside()
        self.tell(room)

    # What is not done by people

    async def bot_plays(self, table: str, version: int, seat: int, move: Json) -> None:
        """A bot's move, if the table is still as the bot saw it."""
        async with self.rooms.entered(table) as room:
            match = room.match
            if match is None or match.version != version or not match.played_by_bot(seat):
                return
            with self._storing(room) as lines:
                lines += await match.do_play(seat, version, move, self.now(), self._chance(match, seat))
                await self._store(room, match, lines)

    async def time_is_up(self, table: str, version: int, seat: int, move: Json) -> None:
        """The clock of a seat ran out: a bot's move is made for it."""
        async with self.rooms.entered(table) as room:
            match = room.match
            if match is None or match.version != version:
                return
            with self._storing(room) as lines:
                lines += match.do_time_up(seat, self.now())
                lines += await match.do_play(seat, match.version, move, self.now(), self._chance(match, seat))
                await self._store(room, match, lines)

    async def call_is_missed(self, table: str, version: int) -> None:
        """A call did not come in time: its move is made without it."""
        async with self.rooms.entered(table) as room:
            match = room.match
            if match is None or match.version != version:
                return
            with self._storing(room) as lines:
                lines += await match.do_call_missed(self.now(), self.draw)
                await self._store(room, match, lines)

    def tell(self, room: LoadedTable, also: Sequence[SeatRow] = ()) -> None:
        """Whoever is connected to the table or sits at it gets to know."""
        people = [room.row.owner, *(seat.person for seat in (*room.sitting, *also))]
        self._tell(room.row.id, {person for person in people if person is not None})
        self.after(room)

    # Commands of those who hold a seat

    async def _play(self, room: LoadedTable, match: LiveMatch, command: m.Play) -> list[LogRow]:  # noqa: ARG002
        self._check_present(match, command.seat)
        attempt = match.do_attempt(command.seat, command.version, command.move, self.now())
        if attempt:
            return attempt
        chance = self._chance(match, command.seat)
        return await match.do_play(command.seat, command.version, command.move, self.now(), chance)

    async def _undo(self, room: LoadedTable, match: LiveMatch, command: m.Undo) -> list[LogRow]:
        self._check_present(match, command.seat)
        asker = room.sitting[command.seat].person
        needed = tuple(
            seat.seat
            for seat in room.sitting
            if seat.kind == "person" and seat.person != asker and not match.played_by_bot(seat.seat)
        )
        return match.do_undo(command.seat, command.version, needed, self.now())

    async def _reset(self, room: LoadedTable, match: LiveMatch, command: m.Reset) -> list[LogRow]:  # noqa: ARG002
        self._check_present(match, command.seat)
        return match.do_reset(command.seat, command.version, self.now())

    async def _answer(
        self, room: LoadedTable, match: LiveMatch, command: m.Agree | m.Decline
    ) -> list[LogRow]:
        held = holds(room.sitting, room.sitting[command.seat].person)
        seats = [command.seat, *(seat for seat in held if seat != command.seat)]
        return match.do_answer(seats, command.proposal, self.now(), yes=isinstance(command, m.Agree))

    async def _resign(self, room: LoadedTable, match: LiveMatch, command: m.Resign) -> list[LogRow]:  # noqa: ARG002
        return match.do_resign(command.seat, self._level(match, None), self.now())

    async def _leave(self, room: LoadedTable, match: LiveMatch, command: m.Leave) -> list[LogRow]:  # noqa: ARG002
        return match.do_leave(command.seat, self._level(match, command.level), self.now())

    async def _return(self, room: LoadedTable, match: LiveMatch, command: m.Return) -> list[LogRow]:  # noqa: ARG002
        return match.do_return(command.seat, self.now())

    def _chance(self, match: LiveMatch, seat: int) -> Draw:
        """A flick is simulated in a worker; dice and cards need no time."""
        flicks = any(isinstance(one, MoveRange) for one in match.moves(seat))
        return self.workers.simulate if flicks else self.draw

    def _level(self, match: LiveMatch, wished: str | None) -> str:
        """The level of the bot that stands in."""
        if wished is not None:
            known = levels_of(match.game)
            if wished not in known:
                raise Unreadable("core.unknown_bot", params={"level": wished, "allowed": list(known)})
            return wished
        level = stand_in(match.table.position)
        if level is None:
            raise NotAllowed("server.no_bots")
        return level

    def _check_present(self, match: LiveMatch, seat: int) -> None:
        if seat in match.resigned:
            raise NotAllowed("server.resigned_before")
        if seat in match.away:
            raise NotAllowed("server.away")

    # Chat

    async def _say(self, room: LoadedTable, person: PersonRow, command: m.Say, client: str) -> m.Done:
        """Players speak as their first seat, everybody else as a spectator."""
        if not room.row.chat:
            raise NotAllowed("server.chat_off")
        held = holds(room.sitting, person.id)
        seat = held[0] if held else None
        line = ChatRow(
            number=0,
            person=person.id,
            name=room.sitting[seat].name if seat is not None else person.name,
            seat=seat,
            text=command.text,
            at=self.now(),
            client=client,
        )
        kept = await self.repository.say(room.row.id, line)
        again = kept.number <= room.lines
        room.lines = max(room.lines, kept.number)
        self.tell(room)
        return m.Done(id=command.id, version=room.row.version, again=again)


class Made(NamedTuple):
    """A move that is made and not stored yet: where, how the table stands then, the lines, the answer."""

    room: LoadedTable
    row: TableRow
    lines: list[LogRow]
    done: m.Done


class Storing:
    """While lines are made and stored: if anything goes wrong, memory is thrown away, not the log."""

    def __init__(self, tables: TableService, room: LoadedTable) -> None:
        self._tables = tables
        self._room = room
        self._lines: list[LogRow] = []
        self._before = room.match.version if room.match is not None else 0

    def __enter__(self) -> list[LogRow]:
        return self._lines

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        match = self._room.match
        touched = match is not None and match.version != self._before
        if kind is not None and touched:
            self._tables.rooms.forget(self._room)
        if kind is None or touched:
            self._tables.tell(self._room)


Doing = Callable[[TableService, LoadedTable, LiveMatch, m.Do], Awaitable[list[LogRow]]]
DOING: Final[dict[type[m.Do], Doing]] = {
    m.Play: TableService._play,  # type: ignore[dict-item]  # each takes the command it stands beside
    m.Undo: TableService._undo,  # type: ignore[dict-item]
    m.Reset: TableService._reset,  # type: ignore[dict-item]
    m.Agree: TableService._answer,  # type: ignore[dict-item]
    m.Decline: TableService._answer,  # type: ignore[dict-item]
    m.Resign: TableService._resign,  # type: ignore[dict-item]
    m.Leave: TableService._leave,  # type: ignore[dict-item]
    m.Return: TableService._return,  # type: ignore[dict-item]
}


def _at_once(doing: Coroutine[object, None, T]) -> T:
    """What comes of something that does not have to wait."""
    try:
        doing.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    doing.close()
    raise BlockingIOError


TRIES: Final = 3
"""How often a command is tried again when another process was quicker."""
