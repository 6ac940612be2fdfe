"""Requests about people: names, accounts, passkeys."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from ludotheque.core.codec import Json
from ludotheque.core.refusal import NotAllowed
from ludotheque.server import protocol as p
from ludotheque.server.messages import Leave
from ludotheque.server.people.passwords import hash_password, verify_password
from ludotheque.server.refusals import NotYours
from ludotheque.server.services import Served, Services
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.tables.views import table_info
from ludotheque.server.web.connections import AnyRequest

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class PeopleController(Controller):
    """Who I am, and my tables."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: AnyRequest, services: Served) -> Response[p.Me]:
        """Who the server takes me for."""
        person = await services.person_of(request)
        if person is None:
            return Response(p.Me())
        return await signed_in(services, request, person)

    @put("/me")
    async def introduce(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Introduce]
    ) -> Response[p.Me]:
        """Say my name: a guest at once, or a new name."""
        person = await services.person_of(request)
        name = data.name.strip()
        if person is None:
            return await signed_in(services, request, await services.people.create(name, services.now()))
        await services.people.rename(person.id, name)
        for table, _ in await services.repository.seats_of(person.id):
            await _renew(services, table)
        return await signed_in(services, request, msgspec.structs.replace(person, name=name))

    @delete("/me")
    async def forget(self, request: AnyRequest, services: Served) -> Response[None]:
        """Forget me: bots take my seats, my names disappear."""
        person = await services.somebody(request)
        seats = await services.repository.seats_of(person.id)
        for number, (table, seat) in enumerate(seats):
            try:
                await services.tables.execute(person, table, Leave(id=f"forget-{number}", seat=seat))
            except NotAllowed:
                continue  # a bot plays it already
        await services.people.forget(person.id)
        for table, _ in seats:
            await _renew(services, table)
        cookie = services.cookies.forget(secure=request.url.scheme == "https")
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[cookie])

    @get("/me/tables")
    async def my_tables(
        self,
        request: AnyRequest,
        services: Served,
        table_state: Annotated[p.State | None, QueryParameter(name="state")] = None,
        before: FromQuery[p.Key | None] = None,
    ) -> p.TableList:
        """My tables, the newest change first."""
        person = await services.somebody(request)
        found, more = await services.repository.of_person(person.id, table_state, before)
        return p.TableList(
            tables=tuple(table_info(*table, person.id, services.tables.invitations) for table in found),
            more=more,
        )


class AccountController(Controller):
    """Accounts: optional, with a password or a passkey."""

    path = "/api/account"
    tags = ("account",)

    @post("/", status_code=HTTP_200_OK)
    async def register(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Register]
    ) -> Response[p.Me]:
        """The guest becomes an account; its tables stay its own."""
        services.logins.check(_address(request))
        person = await services.somebody(request)
        if person.password is not None:
            raise NotAllowed("server.has_account")
        await services.people.set_password(person.id, data.login, await hash_password(data.password))
        return await signed_in(services, request, await _again(services, person))

    @post("/login", status_code=HTTP_200_OK)
    async def log_in(self, request: AnyRequest, services: Served, data: JSONBody[p.LogIn]) -> Response[p.Me]:
        """Come back; the tables of the guest who asks come along."""
        services.logins.check(_address(request), f"login:{data.login.lower()}")
        account = await services.people.by_login(data.login)
        hashed = account.password if account is not None else None
        # Checked even where there is no such account, so that the time it takes tells nothing.
        fits = await verify_password(hashed, data.password)
        if account is None or not fits:
            raise NotYours("server.wrong_login")
        await take_along(services, request, account)
        return await signed_in(services, request, account)

    @post("/logout", status_code=HTTP_204_NO_CONTENT)
    async def log_out(
        self,
        request: AnyRequest,
        services: Served,
        everywhere: FromQuery[bool] = False,  # noqa: FBT002 - a query parameter
    ) -> Response[None]:
        """Nobody again; with `everywhere`, every cookie given so far becomes worthless."""
        person = await services.person_of(request)
        if person is not None and everywhere:
            await services.people.log_out_everywhere(person.id)
        cookie = services.cookies.forget(secure=request.url.scheme == "https")
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[cookie])

    @post("/passkey/options", status_code=HTTP_200_OK)
    async def passkey_options(self, request: AnyRequest, services: Served) -> dict[str, Json]:
        """What the browser needs to make a passkey."""
        person = await services.somebody(request)
        known = await services.people.passkeys_of(person.id)
        return services.passkeys.creation_options(person, known, site_of(services, request))

    @post("/passkey", status_code=HTTP_200_OK)
    async def add_passkey(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Credential]
    ) -> Response[p.Me]:
        """A new passkey, as the browser made it."""
        services.logins.check(_address(request))
        person = await services.somebody(request)
        made = services.passkeys.created(person, data.credential, site_of(services, request), services.now())
        await services.people.add_passkey(made)
        return await signed_in(services, request, person)

    @post("/passkey/login/options", status_code=HTTP_200_OK)
    async def passkey_login_options(self, request: AnyRequest, services: Served) -> dict[str, Json]:
        """What the browser needs to use a passkey."""
        services.logins.check(_address(request))
        return services.passkeys.login_options(site_of(services, request))

    @post("/passkey/login", status_code=HTTP_200_OK)
    async def passkey_login(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Credential]
    ) -> Response[p.Me]:
        """Come back with a passkey."""
        services.logins.check(_address(request))
        passkey = await services.people.passkey(services.passkeys.id_of(data.credential))
        account = await services.people.find(passkey.person) if passkey is not None else None
        if passkey is None or account is None:
            raise NotYours("server.wrong_login")
        signs = services.passkeys.used(passkey, data.credential, site_of(services, request))
        await services.people.signed(passkey.id, signs)
        await take_along(services, request, account)
        return await signed_in(services, request, account)


async def signed_in(services: Services, request: AnyRequest, person: PersonRow) -> Response[p.Me]:
    """Who somebody is, with the cookie that proves it."""
    passkeys = await services.people.passkeys_of(person.id)
    account = None
    if person.password is not None or passkeys:
        account = p.Account(login=person.login, password=person.password is not None, passkeys=len(passkeys))
    cookie = services.cookies.write(person, secure=request.url.scheme == "https")
    return Response(p.Me(id=person.id, name=person.name, account=account), cookies=[cookie])


async def take_along(services: Services, request: AnyRequest, account: PersonRow) -> None:
    """The tables of a guest who logs in go over to the account; those of another account don't."""
    guest = await services.person_of(request)
    if guest is None or guest.id == account.id or guest.password is not None:
        return
    if await services.people.passkeys_of(guest.id):
        return
    for table in await services.people.merge(guest.id, account.id):
        await _renew(services, table)


def site_of(services: Services, request: AnyRequest) -> str:
    """The address under which the browser knows us, such as `https://play.example.org`."""
    return services.settings.url or str(request.base_url).rstrip("/")


def link_base(services: Services, request: AnyRequest) -> str:
    """The beginning of links to hand out: a phone can't follow one to `localhost`."""
    neighbours = services.settings.neighbours
    if services.settings.url is None and neighbours is not None and request.base_url.hostname in LOOPBACK:
        return neighbours
    return site_of(services, request)


async def _renew(services: Services, table: str) -> None:
    """What is in memory about a table's seats is out of date."""
    async with services.tables.cache.locked(table) as loaded:
        services.tables.cache.forget(loaded)
        services.tables.publish(loaded)


async def _again(services: Services, person: PersonRow) -> PersonRow:
    found = await services.people.find(person.id)
    assert found is not None  # it was there a moment ago
    return found


def _address(request: AnyRequest) -> str:
    return f"address:{request.client.host}" if request.client is not None else "address:unknown"
