"""Routes for the signed-in person: identity, name, tables, export and deletion."""

from typing import Annotated, Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, MediaType, Response, delete, get, put
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream
from litestar.status_codes import HTTP_204_NO_CONTENT

from ludotheque.host import protocol as p
from ludotheque.host.names import clean_name, tidy_text
from ludotheque.host.refusals import Forbidden
from ludotheque.host.topics import sign_ins_topic
from ludotheque.host.views import table_info
from ludotheque.server.people import protocol as pp
from ludotheque.server.people.export import Export, written
from ludotheque.server.people.sign_ins import AGENT_LENGTH
from ludotheque.server.storage.schema import How, PersonRow
from ludotheque.server.web import protocol as web_protocol
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices

RENAMED: Final = 100
"""Cost of a rename for each table where the person sits, in log lines of the limit `lines_a_minute`."""
EXPORTED: Final = 0.5
"""Cost of exporting a log line, in log lines of the limit `lines_a_minute`."""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class PeopleController(Controller):
    """Routes of the signed-in person: name, tables, export and deletion; and the address of the server."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: AnyRequest, services: Served) -> Response[pp.Me]:
        """Return the signed-in person, and extend the cookie."""
        try:
            person = await services.person_of(request)
        except Forbidden:  # banned people learn of it when they act
            person = None
        if person is None:
            return Response(pp.Me())
        return await signed_in(services, request, person)

    @get("/address", sync_to_thread=False)
    def address(self, request: AnyRequest, services: Served) -> web_protocol.Address:
        """Return the base URL of links to this server, and from where such links work."""
        base = link_base(services, request)
        if urlsplit(base).hostname not in LOOPBACK:
            asked_here = services.settings.url is None and request.base_url.hostname in LOOPBACK
            return web_protocol.Address(base=base, reach="network" if asked_here else "world")
        return web_protocol.Address(base=base, reach="here")

    @put("/me")
    async def introduce(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Introduce]
    ) -> Response[pp.Me]:
        """Create a guest with this name, or rename the signed-in person."""
        person = await services.person_of(request)
        name = clean_name(data.name)
        if person is None:
            await services.limits.check(services.limits.guests, f"address:{address_of(request)}")
            return await signed_in(services, request, await services.people.create(name, services.now()))
        held = sorted({table for table, _ in await services.repository.seats_of(person.id)})
        await services.limits.charge(address_of(request), person.id, len(held) * RENAMED)
        await services.people.rename(person.id, name)
        await services.tables.reread_seats(held)
        return await signed_in(services, request, msgspec.structs.replace(person, name=name))

    @delete("/me")
    async def forget(self, request: AnyRequest, services: Served) -> Response[None]:
        """Delete the person and all personal data; bots take over their seats."""
        person = await services.require_person(request)
        await services.check_proved(person)
        await services.erasure.forget(person)
        services.broadcaster.publish([sign_ins_topic(person.id)])
        gone = services.cookies.forget(request.cookies, secure=secure(request))
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=gone)

    @get("/me/export")
    async def export(self, request: AnyRequest, services: Served) -> Response[Export]:
        """Return all data stored about the person, as a JSON download."""
        person = await services.require_person(request)
        await services.check_proved(person)
        lines = await services.repository.lines_of(person.id)
        await services.limits.charge(address_of(request), person.id, lines * EXPORTED)
        name = 'attachment; filename="ludotheque.json"'
        kept = written(services.database, person)
        sent = Stream(kept, headers={"content-disposition": name}, media_type=MediaType.JSON)
        return cast("Response[Export]", sent)

    @get("/me/tables")
    async def my_tables(
        self,
        request: AnyRequest,
        services: Served,
        table_state: Annotated[p.State | None, QueryParameter(name="state")] = None,
        before: FromQuery[p.Key | None] = None,
    ) -> p.TableList:
        """Return a page of the person's tables, most recently changed first."""
        person = await services.require_person(request)
        found, more = await services.repository.of_person(person.id, table_state, before)
        return p.TableList(
            tables=tuple(table_info(*table, person.id, services.tables.invitations) for table in found),
            more=more,
        )


async def begin_sign_in(
    services: WebServices, request: AnyRequest, person: PersonRow, how: How, *, proved: bool
) -> PersonRow:
    """Create a sign-in for this browser, replacing the one it had; raise `Forbidden` for a banned person.

    `proved` marks it as begun with a proof of identity.
    """
    if person.banned is not None:
        raise Forbidden("server.banned")
    now = services.now()
    if person.session is not None:
        await services.sign_ins.end(person.id, person.session)
    session = await services.sign_ins.begin(person.id, how, agent_of(request), now, now if proved else None)
    return msgspec.structs.replace(person, session=session, proved=now if proved else None)


async def signed_in(services: WebServices, request: AnyRequest, person: PersonRow) -> Response[pp.Me]:
    """Return the response that identifies a person, with the cookie; raise `Forbidden` for a banned one.

    A person without a sign-in gets one.
    """
    if person.banned is not None:
        raise Forbidden("server.banned")
    if person.session is None:  # a new guest, or a cookie from before sign-ins were listed
        before: How = "password" if person.password is not None else "guest"
        person = await begin_sign_in(services, request, person, before, proved=False)
    else:
        await services.sign_ins.note(person.session, person.seen, services.now())
    session, account = person.session, None
    assert session is not None
    passkeys = await services.people.passkeys_of(person.id)
    if person.password is not None or passkeys:
        news = await services.changes.news(person.id, session)
        account = pp.Account(
            login=person.login, password=person.password is not None, passkeys=len(passkeys), news=news
        )
    given = services.cookies.write(person, session, request.cookies, secure=secure(request))
    return Response(pp.Me(id=person.id, name=person.name, account=account), cookies=given)


async def take_along(services: WebServices, request: AnyRequest, account: PersonRow) -> None:
    """Merge a signed-in guest into an account, ending the guest's sign-in; accounts are never merged."""
    guest = await services.person_of(request)
    if guest is not None and guest.session is not None:
        await services.end_sign_in(guest.id, guest.session)
    if guest is None or guest.id == account.id or guest.password is not None:
        return
    if await services.people.passkeys_of(guest.id):
        return
    for table in await services.people.merge(guest.id, account.id):
        await services.tables.reload(table)


def secure(request: AnyRequest) -> bool:
    """Return whether the browser reached the server over https."""
    return request.url.scheme == "https"


def agent_of(request: AnyRequest) -> str:
    """Return the request's `User-Agent`, cleaned and shortened."""
    return tidy_text(request.headers.get("user-agent", ""), AGENT_LENGTH)


def site_of(services: WebServices, request: AnyRequest) -> str:
    """Return the origin under which the browser reaches the server, such as `https://play.example.org`."""
    return services.settings.url or str(request.base_url).rstrip("/")


def link_base(services: WebServices, request: AnyRequest) -> str:
    """Return the base URL of links to share, with `localhost` replaced by an address in the local network."""
    neighbours = services.settings.neighbours
    if services.settings.url is None and neighbours is not None and request.base_url.hostname in LOOPBACK:
        return neighbours
    return site_of(services, request)
