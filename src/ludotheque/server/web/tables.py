"""Routes for tables, matches, records and the coach."""

from typing import Annotated, Any, Final, cast
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from ludotheque.core.rulebook import book_text
from ludotheque.core.words import LANGUAGES, Variants, words
from ludotheque.games import REGISTRY
from ludotheque.host import messages as m
from ludotheque.host import protocol as p
from ludotheque.host.catalogue import game_infos, words_version
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.host.views import table_info
from ludotheque.server.web.people import link_base
from ludotheque.server.web.pictures import qr_svg
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices
from ludotheque.server.web.site import ALWAYS_ASK, FOREVER
from ludotheque.table.study import Studied

TableId = Annotated[str, PathParameter(max_length=32)]
SVG: Final = "image/svg+xml"
IMPORTED: Final = 1 / 100
"""Cost of importing one byte of a record, in log lines of the limit `lines_a_minute`."""


class GamesController(Controller):
    """Routes of the games, their messages and their rules."""

    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=False)
    def games(self) -> list[p.GameInfo]:
        """Return the catalogue of games."""
        return game_infos()

    @get("/{game:str}/words/{language:str}", sync_to_thread=False)
    def words(
        self, game: FromPath[str], language: FromPath[str], version: FromQuery[str | None] = None
    ) -> Response[dict[str, str | list[Variants]]]:
        """Return a game's messages in a language, in inlang's format; cacheable under their `version`."""
        _check_spoken(game, language)
        return Response(words(game, language), headers=_kept(game, version))

    @get("/{game:str}/rulebook/{language:str}", sync_to_thread=False)
    def rulebook(
        self, game: FromPath[str], language: FromPath[str], version: FromQuery[str | None] = None
    ) -> Response[p.RulebookText]:
        """Return a game's rules in a language, as Markdown; cacheable under their `version`."""
        _check_spoken(game, language)
        return Response(p.RulebookText(text=book_text(game, language)), headers=_kept(game, version))


class TablesController(Controller):
    """Routes for creating tables and taking seats."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/")
    async def create(self, request: AnyRequest, services: Served, data: JSONBody[p.NewTable]) -> p.TableInfo:
        """Create a table owned by the signed-in person."""
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
        """Return a page of the public tables, most recently changed first."""
        person = await services.person_of(request)
        found, more = await services.repository.public(game, table_state, before)
        mine = person.id if person is not None else None
        return p.TableList(
            tables=tuple(table_info(*table, mine, services.tables.invitations) for table in found), more=more
        )

    @get("/{table:str}")
    async def info(self, request: AnyRequest, services: Served, table: TableId) -> p.TableInfo:
        """Return a table's settings, seats and state."""
        return await services.tables.info(table, await _viewer(services, request))

    @delete("/{table:str}")
    async def remove(self, request: AnyRequest, services: Served, table: TableId) -> None:
        """Delete a table of the person's own.

        It must be waiting, imported, or finished without other people at it.
        """
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
        """Change the plan of a free seat or a bot's seat: open, reserved for a person, or a bot."""
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
        """Seat the signed-in person at a free seat, and return the table."""
        return await services.lobby.sit(await services.require_person(request), table, seat, data)

    @post("/{table:str}/seats/{seat:int}/check", status_code=HTTP_204_NO_CONTENT)
    async def check_invitation(
        self,
        request: AnyRequest,
        services: Served,
        table: TableId,
        seat: FromPath[int],
        data: JSONBody[p.Sit],
    ) -> None:
        """Check that a secret link still opens its seat; refused as sitting down would be."""
        person = await _viewer(services, request)
        await services.lobby.check_invitation(person, table, seat, data.key or "")

    @delete("/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK)
    async def free_seat(
        self, request: AnyRequest, services: Served, table: TableId, seat: FromPath[int]
    ) -> p.TableInfo:
        """Free a taken seat of the signed-in person's table before the match begins."""
        return await services.lobby.free_seat(await services.require_person(request), table, seat)

    @post("/{table:str}/sit", status_code=HTTP_200_OK)
    async def join(
        self, request: AnyRequest, services: Served, table: TableId, data: JSONBody[p.Sit]
    ) -> p.TableInfo:
        """Seat the signed-in person at the next free seat, by the table's own link."""
        return await services.lobby.join(await services.require_person(request), table, data)

    @put("/{table:str}/link")
    async def set_link(
        self, request: AnyRequest, services: Served, table: TableId, data: JSONBody[p.Link]
    ) -> p.TableInfo:
        """Open the own link of the signed-in person's table to friends, or close it."""
        person = await services.require_person(request)
        return await services.lobby.set_link(person, table, is_open=data.open)

    @put("/{table:str}/ready")
    async def set_ready(
        self, request: AnyRequest, services: Served, table: TableId, data: JSONBody[p.Ready]
    ) -> p.TableInfo:
        """Mark the signed-in person as ready to begin, or as not ready."""
        person = await services.require_person(request)
        return await services.lobby.set_ready(person, table, ready=data.ready)

    @get("/{table:str}/seats/{seat:int}/qr.svg", media_type=SVG)
    async def invitation_qr(
        self, request: AnyRequest, services: Served, table: TableId, seat: FromPath[int]
    ) -> Response[bytes]:
        """Return the secret invitation link of a free seat as a QR code."""
        person = await services.require_person(request)
        info = await services.tables.info(table, person.id)
        invite = next((one.invite for one in info.seats if one.seat == seat), None)
        if invite is None:
            raise Forbidden("server.not_your_table") if not info.yours else NotFound("server.no_seat")
        return Response(qr_svg(link_base(services, request) + invite), media_type=SVG)

    @get("/{table:str}/qr.svg", media_type=SVG)
    async def link_qr(self, request: AnyRequest, services: Served, table: TableId) -> Response[bytes]:
        """Return the table's own link as a QR code."""
        info = await services.tables.info(table, await _viewer(services, request))
        return Response(qr_svg(link_base(services, request) + info.link), media_type=SVG)

    @post("/{table:str}/rematch")
    async def rematch(self, request: AnyRequest, services: Served, table: TableId) -> p.TableInfo:
        """Join the rematch of a finished match; the first request creates its table.

        Each person moves on by one seat.
        """
        person = await services.require_person(request)
        return await services.lobby.rematch(person, table, address_of(request))


class MatchController(Controller):
    """Routes for playing, watching and studying a match."""

    path = "/api/tables/{table:str}"
    tags = ("match",)

    @get("/view")
    async def view(
        self, request: AnyRequest, services: Served, table: TableId, since: FromQuery[p.Version] = 0
    ) -> m.Whole:
        """Return all that the person may know of a table and its match, as a socket's first message does."""
        return await services.tables.whole(table, await _viewer(services, request), since)

    @post("/do", status_code=HTTP_200_OK)
    async def do(self, request: AnyRequest, services: Served, table: TableId, data: JSONBody[m.Do]) -> m.Done:
        """Execute a command of the signed-in person, like one sent over the socket, and return its result."""
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
        """Return `count` steps of a match from step `first`, as seen from a seat."""
        caller = await services.caller(request)
        return Response(cast("Any", await services.review.steps(caller, table, seat, first, count)))

    @get("/record")
    async def record(
        self, request: AnyRequest, services: Served, table: TableId
    ) -> Response[dict[str, object]]:
        """Return the record of a match as a file; refused while it runs with hidden information."""
        file = await services.review.record(await services.caller(request), table)
        attached = f'attachment; filename="{quote(file.name)}"'
        return Response(cast("Any", msgspec.Raw(file.json)), headers={"content-disposition": attached})

    @get("/hint")
    async def hint(
        self, request: AnyRequest, services: Served, table: TableId, seat: FromQuery[p.SeatNumber]
    ) -> p.Hint:
        """Return the coach's assessment of the possible moves at the person's seat."""
        return await services.review.hint(await services.require_person(request), table, seat)

    @get("/analysis")
    async def analysis(self, request: AnyRequest, services: Served, table: TableId) -> p.AnalysisState:
        """Return the coach's assessment of every decision of a finished match, as far as it is computed.

        Clients poll until it is complete.
        """
        return await services.review.analysis(await services.caller(request), table)

    @get("/study")
    async def study(
        self, request: AnyRequest, services: Served, table: TableId, step: FromQuery[p.Version]
    ) -> Studied:
        """Return the coach's assessment of a position of a finished match; repeated calls search further."""
        return await services.review.study(await services.caller(request), table, step)


class RecordsController(Controller):
    """Routes of records."""

    path = "/api/records"
    tags = ("match",)

    @post("/", status_code=HTTP_201_CREATED, request_max_body_size=p.MAX_RECORD)
    async def import_record(self, request: AnyRequest, services: Served, body: RawBody) -> p.TableInfo:
        """Import a match from a record; an unfinished one can be studied and played on."""
        person = await services.require_person(request)
        await services.limits.charge(address_of(request), person.id, len(body) * IMPORTED)
        return await services.lobby.import_record(person, body, address_of(request))


def _check_spoken(game: str, language: str) -> None:
    if game not in REGISTRY or language not in LANGUAGES:
        raise NotFound("server.no_page")


def _kept(game: str, version: str | None) -> dict[str, str]:
    """Return the caching header: immutable for the current version in the URL, else to be revalidated."""
    return {"cache-control": FOREVER if version == words_version(game) else ALWAYS_ASK}


async def _viewer(services: WebServices, request: AnyRequest) -> str | None:
    person = await services.person_of(request)
    return person.id if person is not None else None
