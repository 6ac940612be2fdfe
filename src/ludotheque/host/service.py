"""The tables: everything that changes one is judged, stored, and only then broadcast."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from datetime import timedelta
from typing import Final, TypeAlias

import msgspec

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import MoveRange
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.host import commands
from ludotheque.host import messages as m
from ludotheque.host import protocol as p
from ludotheque.host.cache import LoadedTable, TableCache, topics_of
from ludotheque.host.commands import HANDLERS, Change, Context, Draw
from ludotheque.host.log import Log
from ludotheque.host.match import LiveMatch
from ludotheque.host.meters import UNCOUNTED, Meters
from ludotheque.host.presence import PresenceBoard
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.host.rows import ChatRow, Person, SeatRow, TableRow
from ludotheque.host.seating import can_begin, freed
from ludotheque.host.serial import SerialThread
from ludotheque.host.store import LogStore, Overtaken, TableStore
from ludotheque.host.thinkers import Moved, Thinkers
from ludotheque.host.topics import table_topic
from ludotheque.host.uncancelled import ended
from ludotheque.host.views import Invitations, holds, lines_for, may_see, seat_views, table_info
from ludotheque.host.world import WORLD, Now, World

log = Log()

Publish = Callable[[Collection[str]], None]
"""Wakes whoever follows one of these topics."""

Judged: TypeAlias = Sequence[Change] | int | None
"""Changes to make; or the version that they have led to before; or None if there is nothing to do."""
Judge: TypeAlias = Callable[[LoadedTable], Judged]
"""Says what is to change at a table as it stands, or refuses."""

OPENED_EVERY: Final = timedelta(days=1)
READ_AT_ONCE: Final = 20
"""Tables that are read before others have their turn."""
TRIES: Final = 3
"""How often a command is tried again when another process was quicker."""


def share_of(row: TableRow) -> str:
    """Whose share of the house the thoughts of a table take: that of whoever set it up."""
    return row.owner or row.id


class TableService:
    """All tables: who may do what there, and what follows."""

    def __init__(
        self,
        repository: TableStore,
        log: LogStore,
        workers: Thinkers,
        secret: bytes,
        publish: Publish,
        world: World = WORLD,
        presence: PresenceBoard | None = None,
        meters: Meters = UNCOUNTED,
        *,
        shared: bool = False,
        now: Now | None = None,
    ) -> None:
        self.repository = repository
        self.log = log
        self.workers = workers
        self.invitations = Invitations(secret)
        board = presence if presence is not None else PresenceBoard()
        self.world = world
        self.serial = SerialThread(world)
        """Runs what takes long and concerns one table."""
        self.cache = TableCache(repository, log, self._renew, board, world, meters, shared=shared)
        self._meters = meters
        self.shared = shared
        """Whether other processes serve the same tables."""
        self.now = world.now if now is None else now
        self.draw: Draw = self.draw_here
        self._publish = publish
        self.after: Callable[[LoadedTable], None] = lambda _: None
        """Called after every change, for bots and clocks."""

    async def draw_here(self, position: Position) -> Json:
        """Draw an outcome of chance at once, from a source that can't be foreseen."""
        return position.draw(seeded(self.world.seed()))

    # Seeing

    async def info(self, table: str, person: str | None) -> p.TableInfo:
        """A table from outside."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person)
            await self._note_opened(loaded)
            return self.info_of(loaded, person)

    def info_of(self, loaded: LoadedTable, person: str | None) -> p.TableInfo:
        """A table from outside, for whoever has locked it."""
        return table_info(
            loaded.row,
            loaded.seats,
            person,
            self.invitations,
            loaded.presence,
            loaded.match,
            hurried=loaded.hurried,
        )

    async def whole(self, table: str, person: str | None, since: int) -> m.Whole:
        """Everything somebody may know."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person)
            return await self.whole_of(loaded, person, since)

    async def whole_of(self, loaded: LoadedTable, person: str | None, since: int) -> m.Whole:
        """Everything somebody may know, for whoever has locked the table."""
        held = holds(loaded.seats, person)
        await self._note_opened(loaded)
        lines = await self.repository.chat(loaded.row.id) if loaded.chat_lines else []
        return m.Whole(
            info=self.info_of(loaded, person),
            version=loaded.row.version,
            since=since,
            now=self.now(),
            views=seat_views(loaded.match, held, since) if loaded.match is not None else (),
            chat=lines_for(lines, loaded.row, held, person),
        )

    async def _note_opened(self, loaded: LoadedTable) -> None:
        """Store, at most once a day, that an imported match is still looked at."""
        now, last = self.now(), loaded.row.opened
        if not loaded.row.study or (last is not None and now - last < OPENED_EVERY):
            return
        loaded.row = msgspec.structs.replace(loaded.row, opened=now)
        try:
            await self.repository.open(loaded.row.id, now)
        except Exception as error:  # a full disk reads well
            log.warning("not noted as opened", table=loaded.row.id, error=type(error).__name__)

    def check_sight(self, loaded: LoadedTable, person: str | None) -> None:
        """Only who may see a table gets to know anything of it."""
        if not may_see(loaded.row, loaded.seats, person):
            raise Forbidden("server.closed")

    # Changing

    def execute(self, person: Person, table: str, command: m.Do) -> Coroutine[object, object, m.Done]:
        """Do what a person asks of a table; sent twice it counts once."""
        client = f"{person.id}:{command.id}"
        if isinstance(command, m.Say):
            return self._say(person, table, command, client)
        return self._change(table, lambda loaded: self._judge(loaded, person, command, client), client)

    def _judge(self, loaded: LoadedTable, person: Person, command: m.AtSeat, client: str) -> Judged:
        """Return the changes that a command makes, or the version that it has led to before."""
        before = loaded.commands.get(client)
        if before is not None:
            return before
        self.check_sight(loaded, person.id)
        if command.seat not in holds(loaded.seats, person.id):
            raise Forbidden("server.not_your_seat", params={"seat": command.seat})
        if loaded.match is None:
            if not isinstance(command, m.Leave):
                raise NotAllowed("server.waiting")
            return [Change("leave", command.seat)]
        if loaded.match.version >= p.MAX_LINES and not isinstance(command, m.Resign):
            raise NotAllowed("server.match_long", params={"allowed": p.MAX_LINES})
        return HANDLERS[type(command)](self._context(loaded, loaded.match), command)

    async def play_for(self, table: str, position: int, seat: int, moved: Moved) -> None:
        """Make a bot's move for a seat; `Overtaken` if the position is no longer the one the bot saw."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or match.position_version != position or not match.awaits_bot(seat, self.now()):
                raise Overtaken
            if loaded.hurried != moved.hurried:
                loaded.hurried = moved.hurried
                loaded.revise()
            return commands.play_for(self._context(loaded, match), seat, moved.move)

        await self._change(table, judge)

    async def miss_call(self, table: str, position: int) -> None:
        """Make the move of a call that did not come in time, without it."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or match.position_version != position or match.call is None:
                return None
            return commands.miss_call(self._context(loaded, match))

        await self._change(table, judge)

    async def stop_bots(self, table: str) -> None:
        """Set a table aside whose bot fails again and again, and tell its people."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            return (
                None if match is None or match.outcome is not None or match.stopped else commands.stop(match)
            )

        await self._change(table, judge)

    async def tell_hint(self, table: str, seat: int) -> None:
        """Tell the people at a table that a seat asks for a hint."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            return None if match is None or seat not in match.actors else commands.hint(match, seat)

        await self._change(table, judge)

    async def end(self, table: str) -> None:
        """End a match by the host, or clear away a table that still waits."""
        async with self.cache.locked(table) as loaded:
            if loaded.match is None:
                await self.remove(loaded)
                return
        await self._change(table, lambda loaded: None if loaded.match is None else commands.end(loaded.match))

    async def start(self, table: str) -> None:
        """Begin the match once all seats are taken and everybody is ready; else tell its people of it."""

        def judge(loaded: LoadedTable) -> Judged:
            return [] if can_begin(loaded.row, loaded.seats) else None

        await self._change(table, judge)

    async def _change(self, table: str, judge: Judge, client: str | None = None) -> m.Done:
        """Judge changes on a copy, store them, install the copy and broadcast, in this order.

        Whoever hangs up while they are being stored has still made them, and everybody else is told.
        """
        for attempt in range(TRIES):
            # What is in memory counts at first: the store refuses lines if another process was quicker.
            async with self.cache.locked(table, as_told=attempt == 0) as loaded:
                begun, now, certain = self.world.clock(), self.now(), attempt > 0 or not self.shared
                try:
                    changes = judge(loaded)
                    if changes is None or isinstance(changes, int):
                        return self._unchanged(loaded, client, changes, certain=certain)
                    if loaded.match is None and changes:
                        return await self._stand_up(loaded, changes[0], client)
                    judged = loaded.copy_of_match()
                    version = judged.version
                    for change in changes:
                        judged.apply(judged.line(change.kind, change.seat, change.body, now))
                except (Refusal, Overtaken):
                    if certain:
                        raise
                    continue
                if judged.table.awaits_chance:
                    await commands.chance(judged, now, self._draw(loaded))
                lines, row = judged.lines_since(version, client), self._progress(loaded.row, judged)
                try:
                    hung_up = await self.log.append(row, lines, loaded.begun_since)
                except BaseException as error:
                    self.doubt(loaded, error)
                    continue
                loaded.install(row, judged, lines)
                self._publish(loaded.topics())
                self.after(loaded)
                self._meters.changed(self.world.clock() - begun)
                if hung_up:
                    raise asyncio.CancelledError
                return self._done(loaded, client)
        raise NotAllowed("server.busy")

    def _unchanged(
        self, loaded: LoadedTable, client: str | None, before: int | None, *, certain: bool
    ) -> m.Done:
        """Return the answer to a command that changes nothing; `before` as for `_done`."""
        if before is None and not certain:
            raise Overtaken
        if before is None:
            self.publish(loaded)
        return self._done(loaded, client, before)

    def _done(self, loaded: LoadedTable, client: str | None, before: int | None = None) -> m.Done:
        """Return the answer to a command, `before` the version that it has led to when it came first."""
        command = "" if client is None else client.partition(":")[2]
        version = loaded.row.version if before is None else before
        return m.Done(id=command, version=version, again=before is not None)

    def doubt(self, loaded: LoadedTable, error: BaseException) -> None:
        """Look at the store before a table is used again, which may have kept what it did not acknowledge.

        Raise the error, unless another process was quicker.
        """
        loaded.doubtful = True
        self._publish(loaded.topics())
        if not isinstance(error, Overtaken):
            raise error

    async def remove(self, loaded: LoadedTable) -> None:
        """Delete a table that its caller has locked, then tell everybody at it."""
        try:
            hung_up = await ended(asyncio.ensure_future(self.repository.remove(loaded.row.id)))
        except BaseException as error:
            self.doubt(loaded, error)
            raise
        self.cache.forget(loaded)
        self.publish(loaded)
        if hung_up:
            raise asyncio.CancelledError

    async def clear_away(self, table: str, may_go: Callable[[LoadedTable], bool]) -> bool:
        """Delete a table found in a list before, if it still waits and may go; return whether it went."""
        try:
            async with self.cache.locked(table) as loaded:
                if loaded.row.state != "waiting" or not may_go(loaded):
                    return False
                await self.remove(loaded)
        except NotFound:  # removed since the list was read
            return False
        return True

    async def reload(self, table: str) -> None:
        """What is in memory of a table is out of date: read it anew, and tell."""
        try:
            async with self.cache.locked(table) as loaded:
                self.cache.forget(loaded)
                self.publish(loaded)
        except NotFound:
            self._publish([table_topic(table)])

    async def reread_seats(self, names: Sequence[str]) -> None:
        """Take over seats that were written beside this service, and tell everybody at their tables.

        Only what is in memory is read into memory: somebody may sit at hundreds of tables.
        """
        kept = [table for table in names if self.cache.holds(table)]
        for table in kept:
            try:
                async with self.cache.locked(table) as loaded:
                    found = await self.repository.table(table)
                    if found is not None:
                        loaded.seats = found[1]
                        loaded.revise()
                        self._publish(loaded.topics())
            except NotFound:
                self._publish([table_topic(table)])
        others = [table for table in names if table not in kept]
        for first in range(0, len(others), READ_AT_ONCE):
            for row, seats in await self.repository.several(others[first : first + READ_AT_ONCE]):
                self._publish(topics_of(row, seats))

    async def _renew(self, loaded: LoadedTable, match: LiveMatch) -> None:
        """Let a match go on under today's rules; if chance is to act now, it does."""
        now, version, change = self.now(), match.version, commands.renew(match)
        match.apply(match.line(change.kind, change.seat, change.body, now))
        await commands.chance(match, now, self.simulator(loaded.row))
        lines, row = match.lines_since(version), self._progress(loaded.row, match)
        hung_up = await self.log.append(row, lines)
        loaded.install(row, match, lines)
        self.after(loaded)
        if hung_up:
            raise asyncio.CancelledError

    def _context(self, loaded: LoadedTable, match: LiveMatch) -> Context:
        return Context(match, loaded.seats, self.now(), loaded.presence)

    def _draw(self, loaded: LoadedTable) -> Draw:
        """Return the source of chance: a flick is simulated by a thinker; dice and cards need no time."""
        match = loaded.match
        if match is None:
            return self.draw
        moves = [move for seat in match.actors for move in match.moves(seat)]
        return self.simulator(loaded.row) if any(isinstance(move, MoveRange) for move in moves) else self.draw

    def simulator(self, row: TableRow) -> Draw:
        """Flicks of a table, in the share of whoever set it up."""

        async def draw(position: Position) -> Json:
            return await self.workers.simulate(position, person=share_of(row), table=row.id)

        return draw

    def _progress(self, row: TableRow, match: LiveMatch) -> TableRow:
        """How far a table is, for lists and for whoever wakes its bots and clocks."""
        return msgspec.structs.replace(
            row,
            state="finished" if match.outcome is not None else "running",
            version=match.version,
            summary=match.summary,
            due=match.due,
            changed=self.now(),
        )

    async def _stand_up(self, loaded: LoadedTable, leave: Change, client: str | None) -> m.Done:
        """Free the seat of a person who leaves before the start."""
        assert leave.seat is not None
        await self.keep_seats(loaded, [freed(loaded.row, loaded.seats[leave.seat])])
        if client is not None:  # it is in no log, so that it is known again as long as the table is in memory
            loaded.commands[client] = loaded.row.version
        return self._done(loaded, client)

    async def keep_seats(
        self, loaded: LoadedTable, changed: Sequence[SeatRow], row: TableRow | None = None
    ) -> None:
        """Store changed seats, and the row set up anew, then broadcast, even if the caller is cancelled."""
        row = msgspec.structs.replace(loaded.row if row is None else row, changed=self.now())
        before = loaded.seats
        try:
            hung_up = await ended(
                asyncio.ensure_future(self.repository.save(row, changed, loaded.row.changed))
            )
        except BaseException as error:
            self.doubt(loaded, error)
            raise NotAllowed("server.busy") from None
        by_number = {seat.seat: seat for seat in changed}
        loaded.row = row
        loaded.seats = [by_number.get(seat.seat, seat) for seat in loaded.seats]
        loaded.revise()
        self.publish(loaded, also=before)
        if hung_up:
            raise asyncio.CancelledError

    async def _say(self, person: Person, table: str, command: m.Say, client: str) -> m.Done:
        """Keep a line of chat: players speak as their first seat, everybody else as a spectator."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person.id)
            if not loaded.row.chat:
                raise NotAllowed("server.chat_off")
            held = holds(loaded.seats, person.id)
            seat = held[0] if held else None
            line = ChatRow(
                number=0,
                person=person.id,
                name=loaded.seats[seat].name if seat is not None else person.name,
                seat=seat,
                text=command.text,
                at=self.now(),
                client=client,
            )
            kept = await self.repository.say(loaded.row.id, line)
            again = kept.number <= loaded.chat_lines
            loaded.chat_lines = max(loaded.chat_lines, kept.number)
            self.publish(loaded)
            return m.Done(id=command.id, version=loaded.row.version, again=again)

    def publish(self, loaded: LoadedTable, also: Sequence[SeatRow] = ()) -> None:
        """Something beside a match has changed: wake whom it concerns, and the scheduler."""
        self._publish(loaded.topics(also))
        self.after(loaded)
