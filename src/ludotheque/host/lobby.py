"""Setting up tables: seats, invitations, rematches, and imports of recorded matches."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from ludotheque.bots import bot
from ludotheque.bots.characters import name_at
from ludotheque.core.refusal import NotAllowed
from ludotheque.games import game as find_game
from ludotheque.host import protocol as p
from ludotheque.host.cache import LoadedTable
from ludotheque.host.cancellation import finish_uncancelled
from ludotheque.host.commands import resolve_chance
from ludotheque.host.match import LiveMatch
from ludotheque.host.names import clean_name, tidy_text
from ludotheque.host.quotas import Quotas
from ludotheque.host.rebuild import rebuilt
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.host.rows import Person, SeatRow, TableRow
from ludotheque.host.seating import check_hands, check_side, check_waiting, distinct_name, freed, next_seat
from ludotheque.host.service import TableService
from ludotheque.host.store import LINE_BYTES, TABLE_BYTES
from ludotheque.host.thinkers import levels_of
from ludotheque.host.views import seats_of, table_info
from ludotheque.host.world import World
from ludotheque.table.line import Line, line_of
from ludotheque.table.record import Record

TITLE_LENGTH: Final = 60
ID_BYTES: Final = 9


def bot_name(game: str, level: str, seat: int) -> str:
    """Return the name of a bot by its level and seat: a character's name, or the level if it has none."""
    return name_at(game, level, seat) or level


class LobbyService:
    """Creates, fills, removes and imports tables, with quotas and permission checks."""

    def __init__(self, tables: TableService, quotas: Quotas) -> None:
        self._tables = tables
        self._quotas = quotas

    async def create(self, person: Person, new: p.NewTable, address: str) -> p.TableInfo:
        """Create a table and return its description; its match starts at once if no seat is free.

        Raise a `Refusal` for invalid options, seats or bots, and above the person's quotas.
        """
        game = find_game(new.game)
        options = game.read_options(new.options)
        game.read_seats(len(new.seats))
        if new.practice and sum(not isinstance(seat, p.SeatBot) for seat in new.seats) != 1:
            raise NotAllowed("server.practice_people")
        if new.clock is not None and not levels_of(game.name):
            raise NotAllowed("server.no_bots")
        now = self._tables.now()
        row = TableRow(
            id=new_id(self._tables.world),
            game=game.name,
            title=tidy_text(new.title, TITLE_LENGTH),
            options=msgspec.to_builtins(options),
            owner=person.id,
            public=new.public,
            spectators=new.spectators or new.public,
            chat=new.chat,
            hints=not any(isinstance(seat, p.SeatFriend | p.SeatOpen) for seat in new.seats)
            if new.hints is None
            else new.hints,
            by_link=new.by_link and not new.public,
            study=False,
            practice=new.practice,
            seconds=new.clock.seconds if new.clock is not None else None,
            state="waiting",
            created=now,
            changed=now,
        )
        seats = [self._seat(row, seat, plan, person, len(new.seats)) for seat, plan in enumerate(new.seats)]
        check_hands(row, seats)
        await self._quotas.check_table(person, address, public=new.public)
        await self._tables.repository.create(row, seats)
        return await self._begin_if_full(row.id, person)

    async def plan_seat(self, person: Person, table: str, seat: int, plan: p.SeatPlan) -> p.TableInfo:
        """Change the plan of a free seat, a bot's or the owner's; only the owner may, before the start."""
        async with self._tables.cache.locked(table) as loaded:
            self._check_owner(loaded, person)
            before = self._waiting_seat(loaded, seat)
            if before.kind == "person" and before.person != person.id:
                raise NotAllowed("server.taken", params={"seat": seat})
            planned = self._seat(loaded.row, seat, plan, person, len(loaded.seats))
            planned = msgspec.structs.replace(planned, invitation=before.invitation + 1)
            check_hands(loaded.row, [planned if one.seat == seat else one for one in loaded.seats])
            await self._tables.keep_seats(loaded, [planned])
        return await self._begin_if_full(table, person)

    async def sit(self, person: Person, table: str, seat: int, wish: p.Sit) -> p.TableInfo:
        """Take a free seat; raise `Forbidden` for a seat that is reserved for a friend without its key."""
        async with self._tables.cache.locked(table) as loaded:
            before = self._seat_at(loaded, seat)
            if before.person != person.id:
                await self._take(loaded, seat, person, wish)
            elif loaded.row.state != "waiting":
                return self._tables.info_of(loaded, person.id)
        # A repeated request: the seat may have been stored before the match could begin.
        return await self._begin_if_full(table, person)

    async def join(self, person: Person, table: str, wish: p.Sit) -> p.TableInfo:
        """Seat a person at the next free seat that the table's own link opens, or raise a `Refusal`."""
        async with self._tables.cache.locked(table) as loaded:
            if not seats_of(loaded.seats, person.id):
                seat = next_seat(loaded.row, loaded.seats, wish.name or person.name)
                await self._take(loaded, seat, person, wish)
            elif loaded.row.state != "waiting":
                return self._tables.info_of(loaded, person.id)
        return await self._begin_if_full(table, person)

    async def check_invitation(self, person: str | None, table: str, seat: int, key: str) -> None:
        """Raise a `Refusal` if a secret link no longer opens its seat; the link of one's own seat fits."""
        async with self._tables.cache.locked(table) as loaded:
            if person is None or self._seat_at(loaded, seat).person != person:
                self._open_seat(loaded, seat, key)

    def _open_seat(self, loaded: LoadedTable, seat: int, key: str | None) -> SeatRow:
        """Return a seat that may be taken, given its key if it needs one; else raise a `Refusal`."""
        before = self._waiting_seat(loaded, seat)
        if not before.free:
            raise NotAllowed("server.taken", params={"seat": seat})
        invited = loaded.row.by_link or (key is not None and self._tables.invitations.fits(before, key))
        if before.kind == "friend" and not invited:
            raise Forbidden("server.wrong_key", params={"seat": seat})
        return before

    async def _take(self, loaded: LoadedTable, seat: int, person: Person, wish: p.Sit) -> None:
        """Store the person as the holder of a free seat, or raise a `Refusal`."""
        before = self._open_seat(loaded, seat, wish.key)
        taken = msgspec.structs.replace(
            before,
            kind="person",
            person=person.id,
            name=distinct_name(clean_name(wish.name) if wish.name else person.name, person, loaded.seats),
        )
        check_side(loaded.row, loaded.seats, taken)
        await self._tables.keep_seats(loaded, [taken])

    async def set_link(self, person: Person, table: str, *, is_open: bool) -> p.TableInfo:
        """Open the table's own link to friends, or close it so that only the links of single seats work."""
        async with self._tables.cache.locked(table) as loaded:
            self._check_owner(loaded, person)
            check_waiting(loaded.row)
            if is_open and loaded.row.public:
                raise NotAllowed("server.link_public")
            row = msgspec.structs.replace(loaded.row, by_link=is_open)
            await self._tables.keep_seats(loaded, [], row)
            return self._tables.info_of(loaded, person.id)

    async def set_ready(self, person: Person, table: str, *, ready: bool) -> p.TableInfo:
        """Set the readiness of a seated person; the match begins once everyone is ready."""
        async with self._tables.cache.locked(table) as loaded:
            check_waiting(loaded.row)
            held = seats_of(loaded.seats, person.id)
            if not held:
                raise Forbidden("server.not_your_table")
            changed = [msgspec.structs.replace(loaded.seats[seat], ready=ready) for seat in held]
            await self._tables.keep_seats(loaded, changed)
        return await self._begin_if_full(table, person)

    async def free_seat(self, person: Person, table: str, seat: int) -> p.TableInfo:
        """Free a taken seat before the match begins, on behalf of the table's owner."""
        async with self._tables.cache.locked(table) as loaded:
            self._check_owner(loaded, person)
            before = self._waiting_seat(loaded, seat)
            if before.kind != "person":
                raise NotAllowed("server.nobody_there", params={"seat": seat})
            await self._tables.keep_seats(loaded, [freed(loaded.row, before)])
            return self._tables.info_of(loaded, person.id)

    async def remove(self, person: Person, table: str) -> None:
        """Delete a table: one that waits, an imported match, or a finished one without other people."""
        async with self._tables.cache.locked(table) as loaded:
            self._check_owner(loaded, person)
            if loaded.row.state == "running" and not loaded.row.study:
                raise NotAllowed("server.started")
            others = any(seat.kind == "person" and seat.person != person.id for seat in loaded.seats)
            if loaded.row.state == "finished" and others:
                raise NotAllowed("server.others_played")
            await self._tables.remove(loaded)

    async def rematch(self, person: Person, table: str, address: str) -> p.TableInfo:
        """Create the rematch of a finished match, or accept the one that another player has created.

        Everyone moves one seat on. The match starts when all have accepted.
        """
        async with self._tables.cache.locked(table) as loaded:
            if not seats_of(loaded.seats, person.id):
                raise Forbidden("server.not_your_table")
            if loaded.row.state != "finished":
                raise NotAllowed("server.not_over")
            following = loaded.row.rematch
            if following is None or await self._tables.repository.table(following) is None:
                await self._quotas.check_table(person, address, public=loaded.row.public)
                following = await self._create_rematch(loaded, person)
            before = loaded.seats
        await self._agree(following, before, person)
        return await self._begin_if_full(following, person)

    async def _agree(self, following: str, before: Sequence[SeatRow], person: Person) -> None:
        """Give the person the seats of a rematch that are reserved for them, if it is still waiting."""
        async with self._tables.cache.locked(following) as loaded:
            if loaded.row.state != "waiting":
                return
            mine = [_moved_on(following, seat, len(before)) for seat in before if seat.person == person.id]
            taken = [
                msgspec.structs.replace(seat, invitation=loaded.seats[seat.seat].invitation)
                for seat in mine
                if loaded.seats[seat.seat].kind == "friend"
            ]
            if taken:
                await self._tables.keep_seats(loaded, taken)

    async def _create_rematch(self, loaded: LoadedTable, person: Person) -> str:
        now = self._tables.now()
        row = msgspec.structs.replace(
            loaded.row,
            id=new_id(self._tables.world),
            start=None,
            owner=person.id,
            by_link=False,  # spectators of the first match know the id of the rematch
            study=False,
            state="waiting",
            version=0,
            summary=type(loaded.row.summary)(),
            due=None,
            created=now,
            changed=now,
            rematch=None,
            rematch_of=loaded.row.id,
        )
        seats = [_kept_free(_moved_on(row.id, seat, len(loaded.seats)), person.id) for seat in loaded.seats]
        ordered = sorted(seats, key=lambda seat: seat.seat)
        try:
            cancelled = await finish_uncancelled(
                asyncio.ensure_future(self._tables.repository.create(row, ordered))
            )
        except BaseException as error:
            self._tables.doubt(loaded, error)
            found = await self._tables.repository.table(loaded.row.id)
            if found is None or found[0].rematch is None:
                raise NotAllowed("server.busy") from None
            return found[0].rematch
        loaded.row = msgspec.structs.replace(loaded.row, rematch=row.id)
        loaded.revise()
        self._tables.announce(loaded)
        if cancelled:
            raise asyncio.CancelledError
        return row.id

    async def import_record(self, person: Person, sent: bytes, address: str) -> p.TableInfo:
        """Import a recorded match, with all seats held by the person, who can study it or play on."""
        await self._quotas.check_person(person)
        checked = await self._tables.workers.check_record(sent, p.MAX_LINES, person=person.id)
        now, table = self._tables.now(), new_id(self._tables.world)
        row, seats, lines, match = await self._tables.serial.run(
            person.id, _imported, checked, table, person.id, now
        )
        await resolve_chance(match, now, self._tables.simulator(row))
        lines += match.sign_and_list(len(lines))
        row = msgspec.structs.replace(
            row,
            state="running" if match.outcome is None else "finished",
            version=match.version,
            summary=match.summary,
        )
        # The file is about as large as its moves, and encoding them again would take time.
        size = TABLE_BYTES + LINE_BYTES * len(lines) + len(sent)
        await self._quotas.check_import(person, address, size)
        await self._tables.repository.create(row, seats, lines, size)
        return table_info(row, seats, person.id, self._tables.invitations, match=match)

    async def _begin_if_full(self, table: str, person: Person) -> p.TableInfo:
        await self._tables.start(table)
        async with self._tables.cache.locked(table) as loaded:
            return self._tables.info_of(loaded, person.id)

    def _seat(self, row: TableRow, seat: int, plan: p.SeatPlan, person: Person, seats: int) -> SeatRow:
        """Return the row of a seat for a plan; raise a `Refusal` if its bot can't play."""
        match plan:
            case p.SeatMe():
                return SeatRow(table=row.id, seat=seat, kind="person", name=person.name, person=person.id)
            case p.SeatHere(name=name):
                return SeatRow(
                    table=row.id, seat=seat, kind="person", name=clean_name(name), person=person.id
                )
            case p.SeatFriend(name=name):
                return SeatRow(
                    table=row.id, seat=seat, kind="friend", name=clean_name(name) if name.strip() else ""
                )
            case p.SeatOpen():
                return SeatRow(table=row.id, seat=seat, kind="open", name="")
            case p.SeatBot(level=level):
                self._check_bot(row, level, seats)
                return SeatRow(
                    table=row.id, seat=seat, kind="bot", name=bot_name(row.game, level, seat), level=level
                )

    @staticmethod
    def _check_bot(row: TableRow, level: str, seats: int) -> None:
        """Raise a `Refusal` if a bot can't play with these options and seats."""
        game = find_game(row.game)
        refusal = bot(row.game, level).refusal(game.start(seats, game.read_options(row.options)))
        if refusal is not None:
            raise refusal

    @staticmethod
    def _check_owner(loaded: LoadedTable, person: Person) -> None:
        if loaded.row.owner != person.id:
            raise Forbidden("server.not_your_table")

    @staticmethod
    def _seat_at(loaded: LoadedTable, seat: int) -> SeatRow:
        if not 0 <= seat < len(loaded.seats):
            raise NotFound("server.no_seat", params={"seat": seat})
        return loaded.seats[seat]

    def _waiting_seat(self, loaded: LoadedTable, seat: int) -> SeatRow:
        found = self._seat_at(loaded, seat)
        check_waiting(loaded.row)
        return found


class Imported(NamedTuple):
    """An imported match: its table, seats, log and state."""

    row: TableRow
    seats: list[SeatRow]
    lines: list[Line]
    match: LiveMatch


def _imported(checked: bytes, table: str, person: str, now: datetime) -> Imported:
    """Return the match of a record that was already validated; slow, so it runs in a thread."""
    record = msgspec.json.decode(checked, type=Record)
    row = TableRow(
        id=table,
        game=record.game,
        title="",
        options=record.options,
        start=record.start,
        owner=person,
        public=False,
        spectators=True,
        chat=False,
        hints=True,
        study=True,
        practice=record.practice,
        seconds=None,
        state="running",
        created=now,
        changed=now,
    )
    seats = [
        SeatRow(table=table, seat=seat, kind="person", name=tidy_text(name), person=person)
        for seat, name in enumerate(record.names or [""] * record.seats)
    ]
    lines = [line_of(entry, number, record.rules, now) for number, entry in enumerate(record.log, 1)]
    return Imported(row, seats, lines, rebuilt(row, seats, lines))


def new_id(world: World) -> str:
    """Return a random id of a table that can't be guessed."""
    return world.token(ID_BYTES)


def _kept_free(seat: SeatRow, person: str) -> SeatRow:
    """Return a seat reserved for its holder until they accept; the person's own and bots' seats unchanged."""
    if seat.kind != "person" or seat.person == person:
        return seat
    return msgspec.structs.replace(seat, kind="friend", person=None)


def _moved_on(table: str, seat: SeatRow, seats: int) -> SeatRow:
    """Return a seat of a finished match for its rematch: one number higher, open if its holder is gone."""
    lost = seat.kind == "person" and seat.person is None
    return msgspec.structs.replace(
        seat,
        table=table,
        seat=(seat.seat + 1) % seats,
        kind="open" if lost else seat.kind,
        invitation=0,
        ready=True,
    )
