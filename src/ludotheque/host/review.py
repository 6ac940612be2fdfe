"""Queries about a match: steps, records, hints, analyses and studies."""

from functools import partial
from typing import Final, NamedTuple

import msgspec

from ludotheque.core.refusal import NotAllowed, NotYourTurn
from ludotheque.host import protocol as p
from ludotheque.host.analyses import Analyses
from ludotheque.host.cache import LoadedTable
from ludotheque.host.caller import Caller
from ludotheque.host.fair_play import check_no_copy
from ludotheque.host.limits import Limits
from ludotheque.host.match import LiveMatch, encode
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.host.rows import Person
from ludotheque.host.service import TableService
from ludotheque.host.steps import AT_ONCE, excerpt, write
from ludotheque.host.thinkers import levels_of
from ludotheque.host.views import seats_of
from ludotheque.table.study import Studied

UNREPLAYED: Final = 0.1
"""Rate-limit cost of a log line that is only encoded, where a replayed one costs 1."""


class RecordFile(NamedTuple):
    """A record as JSON, and its file name."""

    name: str
    json: bytes


class Recorded(NamedTuple):
    """A match at one version: the number of its steps, and the parts of its record."""

    version: int
    lines: int
    parts: dict[str, object]


class ReviewService:
    """Answers queries about matches; expensive ones are charged to the caller's rate limits."""

    def __init__(self, tables: TableService, limits: Limits, analyses: Analyses) -> None:
        self._tables = tables
        self._limits = limits
        self._analyses = analyses

    async def steps(
        self, caller: Caller, table: str, seat: int | None, first: int, count: int
    ) -> msgspec.Raw:
        """Return steps of a match as JSON, as a seat may know them; a long page is made in a thread.

        Raise `Forbidden` if the caller may not see the table or, in a running match, if the seat is not
        theirs.
        """
        async with self._tables.cache.locked(table) as loaded:
            self._tables.check_sight(loaded, caller.id)
            match = match_of(loaded)
            part = excerpt(match, _shown_seat(loaded, match, caller.id, seat), first, count)
        await self._limits.charge(caller.address, caller.id, part.cost)
        if part.cost <= AT_ONCE:
            page = write(part)
        else:
            page = await self._tables.serial.run(caller.share, write, part)
            if page.replayed < part.cost:
                await self._limits.charge(caller.address, caller.id, page.replayed - part.cost)
        return page.json

    async def record(self, caller: Caller, table: str) -> RecordFile:
        """Return the record of a match as a file.

        Raise `NotAllowed` for a running match with hidden information, and above `MAX_RECORD_SENT` bytes.
        """
        async with self._tables.cache.locked(table) as loaded:
            self._tables.check_sight(loaded, caller.id)
            match = match_of(loaded)
            if match.table.game.hidden and match.outcome is None and not loaded.row.study:
                raise NotAllowed("server.record_running")
            names = [seat.name or seat.level or "" for seat in loaded.seats]
            parts = match.table.snapshot() | ({"names": names} if any(names) else {})
            recorded = Recorded(match.version, len(match.table.steps), parts)
        record = await self._write(caller, recorded)
        if len(record) > p.MAX_RECORD_SENT:
            raise NotAllowed("server.record_large", params={"allowed": p.MAX_RECORD_SENT >> 20})
        return RecordFile(f"{match.game}-{table}.json", record)

    async def hint(self, person: Person, table: str, seat: int) -> p.Hint:
        """Return the coach's ratings of the moves of a seat that the person holds.

        The other people at the table are notified. Raise `NotAllowed` where hints are switched off,
        `NotYourTurn` if the seat may not act.
        """
        async with self._tables.cache.locked(table) as loaded:
            match = match_of(loaded)
            if seat not in seats_of(loaded.seats, person.id):
                raise Forbidden("server.not_your_seat", params={"seat": seat})
            if not loaded.row.hints:
                raise NotAllowed("server.no_hints")
            if seat not in match.actors:
                raise NotYourTurn("core.not_your_turn", params={"seat": seat})
            study, owner = loaded.row.study, loaded.row.owner
            among = any(one.kind == "person" and one.person != person.id for one in loaded.seats)
            unknown = match.hinted != (seat, match.position_version)
        if study:
            await check_no_copy(self._tables, match, person.id, owner)
        if among and unknown:
            await self._tables.tell_hint(table, seat)
        async with self._tables.cache.locked(table) as loaded:
            match = match_of(loaded)
            if seat not in match.actors:
                raise NotYourTurn("core.not_your_turn", params={"seat": seat})
            version, view = match.version, match.table.position.view(seat)
        advice = await self._tables.workers.advice(match.game, view, seat, person=person.id, table=table)
        return p.Hint(
            seat=seat,
            version=version,
            exact=advice.exact,
            opinions=advice.opinions,
            instead=advice.instead,
        )

    async def analysis(self, caller: Caller, table: str) -> p.AnalysisState:
        """Return the progress of the analysis of a finished match, with its result once it is complete."""
        judged = await self._judged(caller, table)
        record = partial(self._write, caller, judged)
        return await self._analyses.of(table, judged.version, record, caller.share)

    async def study(self, caller: Caller, table: str, step: int) -> Studied:
        """Return the coach's ratings of a position of a finished match; each call searches longer."""
        async with self._tables.workers.studying(caller.share):
            judged = await self._judged(caller, table)
            record = await self._write(caller, judged)
            return await self._tables.workers.study(record, step, person=caller.share, table=table)

    async def _write(self, caller: Caller, recorded: Recorded) -> bytes:
        """Return a record as JSON; its lines are charged to the caller."""
        await self._limits.charge(caller.address, caller.id, recorded.lines * UNREPLAYED)
        return await self._tables.serial.run(caller.share, encode, recorded.parts)

    async def _judged(self, caller: Caller, table: str) -> Recorded:
        """Return a match that may be analysed: a finished or an imported one; else raise `NotAllowed`."""
        async with self._tables.cache.locked(table) as loaded:
            self._tables.check_sight(loaded, caller.id)
            match = match_of(loaded)
            if match.outcome is None and not loaded.row.study:
                raise NotAllowed("server.not_over")
            if not levels_of(match.game):
                raise NotAllowed("server.no_analysis")
            recorded = Recorded(match.version, len(match.table.steps), match.table.snapshot())
            study, owner = loaded.row.study, loaded.row.owner
        if study:
            await check_no_copy(self._tables, match, caller.id, owner)
        return recorded


def match_of(loaded: LoadedTable) -> LiveMatch:
    """Return the match of a loaded table; raise `NotAllowed` before it has begun."""
    if loaded.match is None:
        raise NotAllowed("server.waiting")
    return loaded.match


def _shown_seat(loaded: LoadedTable, match: LiveMatch, person: str | None, wished: int | None) -> int | None:
    """Return the seat whose view is shown: in a running match one that the person holds, or None."""
    held = seats_of(loaded.seats, person)
    if wished is None:
        return held[0] if held else None
    if wished >= match.table.seats:
        raise NotFound("server.no_seat", params={"seat": wished})
    if match.outcome is None and wished not in held:
        raise Forbidden("server.not_your_seat", params={"seat": wished})
    return wished
