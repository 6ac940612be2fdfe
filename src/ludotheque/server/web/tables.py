"""Requests about tables: setting up, sitting down, watching, playing, stepping, records and the coach."""

from functools import cache, partial
from hashlib import blake2b
from typing import Annotated, Any, Final, NamedTuple, cast
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ludotheque.bots.characters import characters
from ludotheque.core.codec import Json
from ludotheque.core.refusal import NotAllowed, NotYourTurn
from ludotheque.core.rulebook import book_text
from ludotheque.core.words import FOREIGN, LANGUAGES, Variants, words
from ludotheque.games import REGISTRY, all_games
from ludotheque.host import messages as m
from ludotheque.host import protocol as p
from ludotheque.host.cache import LoadedTable
from ludotheque.host.fair_play import check_no_copy
from ludotheque.host.match import LiveMatch, encode
from ludotheque.host.refusals import NotFound, NotYours
from ludotheque.host.steps import AT_ONCE, excerpt, write
from ludotheque.host.thinkers import levels_of
from ludotheque.host.views import holds, table_info
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.web.guard import address_of, share_of
from ludotheque.server.web.people import link_base
from ludotheque.server.web.pictures import qr_svg
from ludotheque.server.web.requests import AnyRequest
from ludotheque.server.web.services import Served, WebServices
from ludotheque.server.web.site import ALWAYS_ASK, FOREVER
from ludotheque.table.lessons import lessons
from ludotheque.table.study import Studied

TableId = Annotated[str, PathParameter(max_length=32)]
SVG: Final = "image/svg+xml"
UNREPLAYED: Final = 0.1
"""Cost of a line that is only written, compared with one that is replayed."""
IMPORTED: Final = 1 / 100
"""Cost of a byte of a record that is imported."""


class GamesController(Controller):
    """What can be played."""

    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=False)
    def games(self) -> list[p.GameInfo]:
        """All games."""
        return [
            p.GameInfo(
                name=game.name,
                title=game.title,
                seat_counts=game.seat_counts,
                minutes=game.minutes,
                hidden=game.hidden,
                levels=levels_of(game.name),
                characters=characters(game.name),
                options=_options_schema(game.options_type),
                clauses=game.clause_prefixes,
                lessons=len(lessons(game.name)),
                practice=game.practice() is not None,
                words=words_version(game.name) if game.name in FOREIGN else None,
            )
            for game in all_games()
        ]

    @get("/{game:str}/words/{language:str}", sync_to_thread=False)
    def words(
        self, game: FromPath[str], language: FromPath[str], version: FromQuery[str | None] = None
    ) -> Response[dict[str, str | list[Variants]]]:
        """The sentences of a game in a language, in inlang's message format; under their version, kept."""
        _check_spoken(game, language)
        return Response(words(game, language), headers=_kept(game, version))

    @get("/{game:str}/rulebook/{language:str}", sync_to_thread=False)
    def rulebook(
        self, game: FromPath[str], language: FromPath[str], version: FromQuery[str | None] = None
    ) -> Response[p.RulebookText]:
        """The rules of a game in a language, as Markdown; under their version, kept."""
        _check_spoken(game, language)
        return Response(p.RulebookText(text=book_text(game, language)), headers=_kept(game, version))


class TablesController(Controller):
    """Setting tables up and sitting down."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/")
    async def create(self, request: AnyRequest, services: Served, data: JSONBody[p.NewTable]) -> p.TableInfo:
        """Set a table up."""
        if data.public:
            await services.limits.check(services.limits.public_tables, f"address:{address_of(request)}")
        person = await services.require_person(request)
        return await services.lobby.create(person, data, address_of(request))

    @get("/")
    async def public(
        self,
        request: AnyRequest,
        services: Served,
        game: FromQuery[p.Title | None] = None,
        table_state: Annotated[p.State | None, QueryParameter(name="state")] = None,
        before: FromQuery[p.Key | None] = None,
    ) -> p.TableList:
        """The public list, the newest change first."""
        person = await services.person_of(request)
        found, more = await services.repository.public(game, table_state, before)
        mine = person.id if person is not None else None
        return p.TableList(
            tables=tuple(table_info(*table, mine, services.tables.invitations) for table in found), more=more
        )

    @get("/{table:str}")
    async def info(self, request: AnyRequest, services: Served, table: TableId) -> p.TableInfo:
        """A table from outside."""
        return await services.tables.info(table, await _viewer(services, request))

    @delete("/{table:str}")
    async def remove(self, request: AnyRequest, services: Served, table: TableId) -> None:
        """Remove a table of mine that waits, that was imported, or that is over and had no other person."""
        await services.lobby.remove(await services.require_person(request), table)

    @put("/{table:str}/seats/{seat:int}")
    async def plan_seat(
        self,
        request: AnyRequest,
        services: Served,
        table: TableId,
        seat: FromPath[int],
        data: JSONBody[p.SeatPlan],
    ) -> p.TableInfo:
        """Plan a free seat, or a bot's, anew."""
        return await services.lobby.plan_seat(await services.require_person(request), table, seat, data)

    @post("/{table:str}/seats/{seat:int}/sit", status_code=HTTP_200_OK)
    async def sit(
        self,
        request: AnyRequest,
        services: Served,
        table: TableId,
        seat: FromPath[int],
        data: JSONBody[p.Sit],
    ) -> p.TableInfo:
        """Take a free seat."""
        return await services.lobby.sit(await services.require_person(request), table, seat, data)

    @get("/{table:str}/seats/{seat:int}/qr.svg", media_type=SVG)
    async def invitation_qr(
        self, request: AnyRequest, services: Served, table: TableId, seat: FromPath[int]
    ) -> Response[bytes]:
        """The secret link of a free seat as a QR code."""
        person = await services.require_person(request)
        info = await services.tables.info(table, person.id)
        invite = next((one.invite for one in info.seats if one.seat == seat), None)
        if invite is None:
            raise NotYours("server.not_your_table") if not info.yours else NotFound("server.no_seat")
        return Response(qr_svg(link_base(services, request) + invite), media_type=SVG)

    @get("/{table:str}/qr.svg", media_type=SVG)
    async def link_qr(self, request: AnyRequest, services: Served, table: TableId) -> Response[bytes]:
        """The link for spectators as a QR code."""
        info = await services.tables.info(table, await _viewer(services, request))
        return Response(qr_svg(link_base(services, request) + info.link), media_type=SVG)

    @post("/{table:str}/rematch")
    async def rematch(self, request: AnyRequest, services: Served, table: TableId) -> p.TableInfo:
        """The same again, everybody one seat on."""
        person = await services.require_person(request)
        return await services.lobby.rematch(person, table, address_of(request))


class MatchController(Controller):
    """Watching, playing and studying a match."""

    path = "/api/tables/{table:str}"
    tags = ("match",)

    @get("/view")
    async def view(
        self, request: AnyRequest, services: Served, table: TableId, since: FromQuery[p.Version] = 0
    ) -> m.Whole:
        """Everything I may know, as the socket sends it first."""
        return await services.tables.whole(table, await _viewer(services, request), since)

    @post("/do", status_code=HTTP_200_OK)
    async def do(self, request: AnyRequest, services: Served, table: TableId, data: JSONBody[m.Do]) -> m.Done:
        """A command, as over the socket."""
        return await services.tables.execute(await services.require_person(request), table, data)

    @get("/steps")
    async def steps(
        self,
        request: AnyRequest,
        services: Served,
        table: TableId,
        seat: FromQuery[p.SeatNumber | None] = None,
        first: FromQuery[p.Version] = 0,
        count: Annotated[int, QueryParameter(ge=1, le=p.MAX_STEPS)] = 100,
    ) -> Response[p.Steps]:
        """Steps of a match, as a seat may know them."""
        person = await services.person_of(request)
        address, viewer = address_of(request), person.id if person is not None else None
        async with services.tables.cache.locked(table) as loaded:
            services.tables.check_sight(loaded, viewer)
            match = _match(loaded)
            part = excerpt(match, _shown_seat(loaded, match, viewer, seat), first, count)
        await services.limits.charge(address, viewer, part.cost)
        if part.cost <= AT_ONCE:
            page = write(part)
        else:
            page = await services.tables.serial.run(share_of(request, person), write, part)
            if page.replayed < part.cost:
                await services.limits.charge(address, viewer, page.replayed - part.cost)
        return Response(cast("Any", page.json))

    @get("/record")
    async def record(
        self, request: AnyRequest, services: Served, table: TableId
    ) -> Response[dict[str, object]]:
        """The match as a file; not while it runs and something is hidden."""
        person = await services.person_of(request)
        viewer = person.id if person is not None else None
        async with services.tables.cache.locked(table) as loaded:
            services.tables.check_sight(loaded, viewer)
            match = _match(loaded)
            if match.table.game.hidden and match.outcome is None and not loaded.row.study:
                raise NotAllowed("server.record_running")
            names = [seat.name or seat.level or "" for seat in loaded.seats]
            parts = match.table.snapshot() | ({"names": names} if any(names) else {})
            recorded = Recorded(match.version, len(match.table.log), parts)
        record = await _write_record(services, request, person, recorded)
        if len(record) > p.MAX_RECORD_SENT:
            raise NotAllowed("server.record_large", params={"allowed": p.MAX_RECORD_SENT >> 20})
        name = quote(f"{match.game}-{table}.json")
        attached = f'attachment; filename="{name}"'
        return Response(cast("Any", msgspec.Raw(record)), headers={"content-disposition": attached})

    @get("/hint")
    async def hint(
        self, request: AnyRequest, services: Served, table: TableId, seat: FromQuery[p.SeatNumber]
    ) -> p.Hint:
        """The coach's opinion on my moves."""
        person = await services.require_person(request)
        async with services.tables.cache.locked(table) as loaded:
            match = _match(loaded)
            if seat not in holds(loaded.seats, person.id):
                raise NotYours("server.not_your_seat", params={"seat": seat})
            if not loaded.row.hints:
                raise NotAllowed("server.no_hints")
            if seat not in match.actors:
                raise NotYourTurn("core.not_your_turn", params={"seat": seat})
            version, view = match.version, match.table.position.view(seat)
            study, owner = loaded.row.study, loaded.row.owner
        if study:
            await check_no_copy(services.tables, match, person.id, owner)
        advice = await services.workers.advice(match.game, view, seat, person=person.id, table=table)
        return p.Hint(
            seat=seat,
            version=version,
            exact=advice.exact,
            opinions=advice.opinions,
            instead=advice.instead,
        )

    @get("/analysis")
    async def analysis(self, request: AnyRequest, services: Served, table: TableId) -> p.AnalysisState:
        """Every decision of a match that is over, judged by the coach: ask again until it is done."""
        person = await services.person_of(request)
        judged = await _judged_match(services, table, person)
        share = share_of(request, person)
        record = partial(_write_record, services, request, person, judged)
        return await services.analyses.of(table, judged.version, record, share)

    @get("/study")
    async def study(
        self, request: AnyRequest, services: Served, table: TableId, step: FromQuery[p.Version]
    ) -> Studied:
        """The coach's opinion on a position of a match that is over; asked again, it has thought further."""
        person = await services.person_of(request)
        share = share_of(request, person)
        async with services.workers.studying(share):
            judged = await _judged_match(services, table, person)
            record = await _write_record(services, request, person, judged)
            return await services.workers.study(record, step, person=share, table=table)


class RecordsController(Controller):
    """Matches from files."""

    path = "/api/records"
    tags = ("match",)

    @post("/", status_code=HTTP_201_CREATED, request_max_body_size=p.MAX_RECORD)
    async def import_record(self, request: AnyRequest, services: Served, body: RawBody) -> p.TableInfo:
        """A match from a file: finished, or to study and play on."""
        person = await services.require_person(request)
        await services.limits.charge(address_of(request), person.id, len(body) * IMPORTED)
        return await services.lobby.import_record(person, body, address_of(request))


class Recorded(NamedTuple):
    """A match at one version: its lines, and the parts of its record."""

    version: int
    lines: int
    parts: dict[str, object]


async def _write_record(
    services: WebServices, request: AnyRequest, person: PersonRow | None, recorded: Recorded
) -> bytes:
    """Return a record as JSON; its lines are counted for whoever asks."""
    viewer = person.id if person is not None else None
    await services.limits.charge(address_of(request), viewer, recorded.lines * UNREPLAYED)
    return await services.tables.serial.run(share_of(request, person), encode, recorded.parts)


async def _judged_match(services: WebServices, table: str, person: PersonRow | None) -> Recorded:
    """A match and its record, if the coach may judge it: once it is over, or brought to be studied."""
    viewer = person.id if person is not None else None
    async with services.tables.cache.locked(table) as loaded:
        services.tables.check_sight(loaded, viewer)
        match = _match(loaded)
        if match.outcome is None and not loaded.row.study:
            raise NotAllowed("server.not_over")
        if not levels_of(match.game):
            raise NotAllowed("server.no_analysis")
        recorded = Recorded(match.version, len(match.table.log), match.table.snapshot())
        study, owner = loaded.row.study, loaded.row.owner
    if study:
        await check_no_copy(services.tables, match, viewer, owner)
    return recorded


def _check_spoken(game: str, language: str) -> None:
    if game not in REGISTRY or language not in LANGUAGES:
        raise NotFound("server.no_page")


def _kept(game: str, version: str | None) -> dict[str, str]:
    """How long an answer about a game may be kept: for good under its version, else it is asked for again."""
    return {"cache-control": FOREVER if version == words_version(game) else ALWAYS_ASK}


@cache
def words_version(game: str) -> str:
    """Another one whenever a sentence or a rule of a game has changed."""
    told = [(words(game, language), book_text(game, language)) for language in LANGUAGES]
    return blake2b(msgspec.json.encode(told), digest_size=6).hexdigest()


async def _viewer(services: WebServices, request: AnyRequest) -> str | None:
    person = await services.person_of(request)
    return person.id if person is not None else None


def _match(loaded: LoadedTable) -> LiveMatch:
    if loaded.match is None:
        raise NotAllowed("server.waiting")
    return loaded.match


def _shown_seat(loaded: LoadedTable, match: LiveMatch, person: str | None, wished: int | None) -> int | None:
    """Whose eyes somebody looks through: while a match runs, only their own."""
    held = holds(loaded.seats, person)
    if wished is None:
        return held[0] if held else None
    if wished >= match.table.seats:
        raise NotFound("server.no_seat", params={"seat": wished})
    if match.outcome is None and wished not in held:
        raise NotYours("server.not_your_seat", params={"seat": wished})
    return wished


def _options_schema(options: type[msgspec.Struct]) -> dict[str, Json]:
    """The form of a game's options, with its defaults, as JSON schema."""
    (_,), parts = msgspec.json.schema_components([options])
    found: dict[str, Json] = parts[options.__name__]
    return found
