"""The table service: judges every change of a table, stores it, and then broadcasts it.

Commands of people, moves of bots and expired clocks all enter at `TableService._change`. A change is judged
on a copy of the match, so that nothing has happened if it is refused or can't be stored.
"""

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
from ludotheque.host.cancellation import finish_uncancelled
from ludotheque.host.commands import HANDLERS, Change, Context, Draw
from ludotheque.host.invitations import Invitations
from ludotheque.host.logger import Logger
from ludotheque.host.match import LiveMatch
from ludotheque.host.meters import UNCOUNTED, Meters
from ludotheque.host.presence import PresenceBoard
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.host.rows import ChatRow, Person, SeatRow, TableRow
from ludotheque.host.seating import can_begin, freed
from ludotheque.host.serial_thread import SerialThread
from ludotheque.host.store import LogStore, Overtaken, TableStore
from ludotheque.host.thinkers import Moved, Thinkers
from ludotheque.host.topics import table_topic
from ludotheque.host.views import lines_for, may_see, seat_views, seats_of, table_info
from ludotheque.host.world import WORLD, Now, World

logger = Logger()

Wake: TypeAlias = Callable[[Collection[str]], None]
"""Function that wakes the subscribers of topics."""


class Accepted(msgspec.Struct, frozen=True):
    """Judgement of an allowed change: the lines to add; an empty list begins the match."""

    changes: Sequence[Change]


class Repeated(msgspec.Struct, frozen=True):
    """Judgement of a command that was executed before, with the version it led to."""

    version: int


class Nothing(msgspec.Struct, frozen=True):
    """Judgement that there is nothing to change."""


Judged: TypeAlias = Accepted | Repeated | Nothing
Judge: TypeAlias = Callable[[LoadedTable], Judged]
"""Function that judges a change at a table as it is now, or raises a `Refusal`."""

OPENED_EVERY: Final = timedelta(days=1)
READ_AT_ONCE: Final = 20
"""Number of tables read in one query, after which other tasks get a turn."""
TRIES: Final = 3
"""Number of attempts at a change; another process may store one first, which makes an attempt fail."""


def share_of(row: TableRow) -> str:
    """Return the quota owner of a table's work: the person who set it up, else the table itself."""
    return row.owner or row.id


class TableService:
    """The public operations on all tables, with their permission checks."""

    def __init__(
        self,
        repository: TableStore,
        log: LogStore,
        workers: Thinkers,
        secret: bytes,
        wake: Wake,
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
        """Runs slow functions about one table in a thread, one at a time."""
        self.cache = TableCache(repository, log, self._renew, board, world, meters, shared=shared)
        self._meters = meters
        self.shared = shared
        """True if other processes serve the same tables."""
        self.now = world.now if now is None else now
        self.draw: Draw = self.draw_here
        self._wake = wake
        self.on_change: Callable[[LoadedTable], None] = lambda _: None
        """Called after every change; the scheduler subscribes here for bots and clocks."""

    async def draw_here(self, position: Position) -> Json:
        """Draw an outcome of chance from a fresh random seed, without simulation."""
        return position.draw(seeded(self.world.seed()))

    # Seeing

    async def info(self, table: str, person: str | None) -> p.TableInfo:
        """Return the public description of a table; raise `Forbidden` if the person may not see it."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person)
            await self._note_opened(loaded)
            return self.info_of(loaded, person)

    def info_of(self, loaded: LoadedTable, person: str | None) -> p.TableInfo:
        """Return the public description of a table that the caller has locked, without a permission check."""
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
        """Return the full state a person may know; raise `Forbidden` if the table is not visible to them."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person)
            return await self.whole_of(loaded, person, since)

    async def whole_of(self, loaded: LoadedTable, person: str | None, since: int) -> m.Whole:
        """Return the full state a person may know of a table that the caller has locked."""
        held = seats_of(loaded.seats, person)
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
        """Store, at most once a day, that an imported match was viewed; unused ones are deleted later."""
        now, last = self.now(), loaded.row.opened
        if not loaded.row.study or (last is not None and now - last < OPENED_EVERY):
            return
        loaded.row = msgspec.structs.replace(loaded.row, opened=now)
        try:
            await self.repository.open(loaded.row.id, now)
        except Exception as error:  # reading must not fail because the disk is full
            logger.warning("time of opening not stored", table=loaded.row.id, error=type(error).__name__)

    def check_sight(self, loaded: LoadedTable, person: str | None) -> None:
        """Raise `Forbidden` if a table is not visible to a person."""
        if not may_see(loaded.row, loaded.seats, person):
            raise Forbidden("server.closed")

    # Changing

    def execute(self, person: Person, table: str, command: m.Do) -> Coroutine[object, object, m.Done]:
        """Execute a command of a person; the `id` of the command is an idempotency key."""
        client = f"{person.id}:{command.id}"
        if isinstance(command, m.Say):
            return self._say(person, table, command, client)
        return self._change(table, lambda loaded: self._judge(loaded, person, command, client), client)

    def _judge(self, loaded: LoadedTable, person: Person, command: m.AtSeat, client: str) -> Judged:
        """Return the changes of a command, or the version it led to if it was executed before."""
        before = loaded.commands.get(client)
        if before is not None:
            return Repeated(before)
        self.check_sight(loaded, person.id)
        if command.seat not in seats_of(loaded.seats, person.id):
            raise Forbidden("server.not_your_seat", params={"seat": command.seat})
        if loaded.match is None:
            if not isinstance(command, m.Leave):
                raise NotAllowed("server.waiting")
            return Accepted([Change("leave", command.seat)])
        if loaded.match.version >= p.MAX_LINES and not isinstance(command, m.Resign):
            raise NotAllowed("server.match_long", params={"allowed": p.MAX_LINES})
        return Accepted(HANDLERS[type(command)](self._context(loaded, loaded.match), command))

    async def play_for(self, table: str, position: int, seat: int, moved: Moved) -> None:
        """Make a bot's move for a seat; raise `Overtaken` if the position has changed meanwhile."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or match.position_version != position or not match.awaits_bot(seat, self.now()):
                raise Overtaken
            if loaded.hurried != moved.hurried:
                loaded.hurried = moved.hurried
                loaded.revise()
            return Accepted(commands.play_for(self._context(loaded, match), seat, moved.move))

        await self._change(table, judge)

    async def miss_call(self, table: str, position: int) -> None:
        """Complete a pending move without its call after the time limit; do nothing if none is pending."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or match.position_version != position or match.call is None:
                return Nothing()
            return Accepted(commands.miss_call(self._context(loaded, match)))

        await self._change(table, judge)

    async def stop_bots(self, table: str) -> None:
        """Stop asking the bot of a table that fails repeatedly, and notify the people at the table."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or match.outcome is not None or match.stopped:
                return Nothing()
            return Accepted(commands.stop(match))

        await self._change(table, judge)

    async def tell_hint(self, table: str, seat: int) -> None:
        """Notify the people at a table that a seat asks for a hint; do nothing if the seat may not act."""

        def judge(loaded: LoadedTable) -> Judged:
            match = loaded.match
            if match is None or seat not in match.actors:
                return Nothing()
            return Accepted(commands.hint(match, seat))

        await self._change(table, judge)

    async def end(self, table: str) -> None:
        """End a match without a winner, by order of the operator; delete a table that is still waiting."""

        def judge(loaded: LoadedTable) -> Judged:
            return Nothing() if loaded.match is None else Accepted(commands.end(loaded.match))

        async with self.cache.locked(table) as loaded:
            if loaded.match is None:
                await self.remove(loaded)
                return
        await self._change(table, judge)

    async def start(self, table: str) -> None:
        """Begin the match once all seats are taken and everyone is ready; else only notify its people."""

        def judge(loaded: LoadedTable) -> Judged:
            return Accepted([]) if can_begin(loaded.row, loaded.seats) else Nothing()

        await self._change(table, judge)

    async def _change(self, table: str, judge: Judge, client: str | None = None) -> m.Done:
        """Judge changes on a copy, store them, install the copy and broadcast, in this order.

        If the caller is cancelled while they are stored, they are still made and broadcast before it ends.
        """
        for attempt in range(TRIES):
            # The first attempt trusts the cache: the store refuses lines that another process has overtaken.
            async with self.cache.locked(table, as_told=attempt == 0) as loaded:
                begun, now = self.world.clock(), self.now()
                fresh = attempt > 0 or not self.shared  # as current as the store: a refusal is final
                try:
                    judged = judge(loaded)
                    if not isinstance(judged, Accepted):
                        return self._unchanged(loaded, client, judged, fresh=fresh)
                    if loaded.match is None and judged.changes:
                        return await self._stand_up(loaded, judged.changes[0], client)
                    trial = loaded.copy_of_match()
                    version = trial.version
                    for change in judged.changes:
                        trial.apply(trial.line(change.kind, change.seat, change.body, now))
                except (Refusal, Overtaken):
                    if fresh:
                        raise
                    continue
                if trial.table.awaits_chance:
                    await commands.resolve_chance(trial, now, self._draw(loaded))
                lines, row = trial.sign_and_list(version, client), self._progress(loaded.row, trial)
                try:
                    cancelled = await self.log.append(row, lines, loaded.expected_changed)
                except BaseException as error:
                    self.doubt(loaded, error)
                    continue
                loaded.install(row, trial, lines)
                self._wake(loaded.topics())
                self.on_change(loaded)
                self._meters.changed(self.world.clock() - begun)
                if cancelled:
                    raise asyncio.CancelledError
                return self._done(loaded, client)
        raise NotAllowed("server.busy")

    def _unchanged(
        self, loaded: LoadedTable, client: str | None, judged: Repeated | Nothing, *, fresh: bool
    ) -> m.Done:
        """Return the answer to a command that changes nothing; raise `Overtaken` if that may be outdated."""
        if isinstance(judged, Repeated):
            return self._done(loaded, client, judged.version)
        if not fresh:
            raise Overtaken
        self.announce(loaded)
        return self._done(loaded, client)

    def _done(self, loaded: LoadedTable, client: str | None, before: int | None = None) -> m.Done:
        """Return the answer to a command; `before` is the version it led to if it was executed before."""
        command = "" if client is None else client.partition(":")[2]
        version = loaded.row.version if before is None else before
        return m.Done(id=command, version=version, again=before is not None)

    def doubt(self, loaded: LoadedTable, error: BaseException) -> None:
        """Mark a table to be read again after a failed write, which may have succeeded all the same.

        Raise the error again, unless it is `Overtaken`.
        """
        loaded.doubtful = True
        self._wake(loaded.topics())
        if not isinstance(error, Overtaken):
            raise error

    async def remove(self, loaded: LoadedTable) -> None:
        """Delete a table that the caller has locked, then notify its people."""
        try:
            cancelled = await finish_uncancelled(asyncio.ensure_future(self.repository.remove(loaded.row.id)))
        except BaseException as error:
            self.doubt(loaded, error)
            raise
        self.cache.forget(loaded)
        self.announce(loaded)
        if cancelled:
            raise asyncio.CancelledError

    async def clear_away(self, table: str, may_go: Callable[[LoadedTable], bool]) -> bool:
        """Delete a waiting table if `may_go` still allows it under the lock; return True if deleted."""
        try:
            async with self.cache.locked(table) as loaded:
                if loaded.row.state != "waiting" or not may_go(loaded):
                    return False
                await self.remove(loaded)
        except NotFound:  # removed since the list was read
            return False
        return True

    async def reload(self, table: str) -> None:
        """Drop a table from the cache because its database rows were edited, and notify its people."""
        try:
            async with self.cache.locked(table) as loaded:
                self.cache.forget(loaded)
                self.announce(loaded)
        except NotFound:
            self._wake([table_topic(table)])

    async def reread_seats(self, names: Sequence[str]) -> None:
        """Take over seats that were written directly to the store, and notify the people at their tables.

        Tables outside the cache are not loaded into it, since a person may sit at hundreds.
        """
        kept = [table for table in names if self.cache.holds(table)]
        for table in kept:
            try:
                async with self.cache.locked(table) as loaded:
                    found = await self.repository.table(table)
                    if found is not None:
                        loaded.seats = found[1]
                        loaded.revise()
                        self._wake(loaded.topics())
            except NotFound:
                self._wake([table_topic(table)])
        others = [table for table in names if table not in kept]
        for first in range(0, len(others), READ_AT_ONCE):
            for row, seats in await self.repository.several(others[first : first + READ_AT_ONCE]):
                self._wake(topics_of(row, seats))

    async def _renew(self, loaded: LoadedTable, match: LiveMatch) -> None:
        """Switch a running match to the current version of the rules; resolve chance if it is to act."""
        now, version, change = self.now(), match.version, commands.renew(match)
        match.apply(match.line(change.kind, change.seat, change.body, now))
        await commands.resolve_chance(match, now, self.simulator(loaded.row))
        lines, row = match.sign_and_list(version), self._progress(loaded.row, match)
        cancelled = await self.log.append(row, lines)
        loaded.install(row, match, lines)
        self.on_change(loaded)
        if cancelled:
            raise asyncio.CancelledError

    def _context(self, loaded: LoadedTable, match: LiveMatch) -> Context:
        return Context(match, loaded.seats, self.now(), loaded.presence)

    def _draw(self, loaded: LoadedTable) -> Draw:
        """Return the source of chance: workers simulate flicks, dice and cards are drawn at once."""
        match = loaded.match
        if match is None:
            return self.draw
        moves = [move for seat in match.actors for move in match.moves(seat)]
        return self.simulator(loaded.row) if any(isinstance(move, MoveRange) for move in moves) else self.draw

    def simulator(self, row: TableRow) -> Draw:
        """Return a source of chance that simulates flicks in the workers, charged to the table's owner."""

        async def draw(position: Position) -> Json:
            return await self.workers.simulate(position, person=share_of(row), table=row.id)

        return draw

    def _progress(self, row: TableRow, match: LiveMatch) -> TableRow:
        """Return the row of a table with the progress of its match, for lists and for the scheduler."""
        return msgspec.structs.replace(
            row,
            state="finished" if match.outcome is not None else "running",
            version=match.version,
            summary=match.summary,
            due=match.due,
            changed=self.now(),
        )

    async def _stand_up(self, loaded: LoadedTable, leave: Change, client: str | None) -> m.Done:
        """Free the seat of a person who leaves before the match begins."""
        assert leave.seat is not None
        await self.keep_seats(loaded, [freed(loaded.row, loaded.seats[leave.seat])])
        # It is not in the log: a repeated command is recognised only while the table stays in the cache.
        if client is not None:
            loaded.commands[client] = loaded.row.version
        return self._done(loaded, client)

    async def keep_seats(
        self, loaded: LoadedTable, changed: Sequence[SeatRow], row: TableRow | None = None
    ) -> None:
        """Store changed seats, and a changed row if given, then broadcast, even if cancelled."""
        row = msgspec.structs.replace(loaded.row if row is None else row, changed=self.now())
        before = loaded.seats
        try:
            cancelled = await finish_uncancelled(
                asyncio.ensure_future(self.repository.save(row, changed, loaded.row.changed))
            )
        except BaseException as error:
            self.doubt(loaded, error)
            raise NotAllowed("server.busy") from None
        by_number = {seat.seat: seat for seat in changed}
        loaded.row = row
        loaded.seats = [by_number.get(seat.seat, seat) for seat in loaded.seats]
        loaded.revise()
        self.announce(loaded, also=before)
        if cancelled:
            raise asyncio.CancelledError

    async def _say(self, person: Person, table: str, command: m.Say, client: str) -> m.Done:
        """Store a line of chat; a player speaks as the first of their seats, anyone else as a spectator."""
        async with self.cache.locked(table) as loaded:
            self.check_sight(loaded, person.id)
            if not loaded.row.chat:
                raise NotAllowed("server.chat_off")
            held = seats_of(loaded.seats, person.id)
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
            self.announce(loaded)
            return m.Done(id=command.id, version=loaded.row.version, again=again)

    def announce(self, loaded: LoadedTable, also: Sequence[SeatRow] = ()) -> None:
        """Notify subscribers and scheduler of a change outside the match, such as seats or chat."""
        self._wake(loaded.topics(also))
        self.on_change(loaded)
