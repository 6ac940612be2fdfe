"""Requests about accounts: passwords, passkeys, and where somebody is signed in."""

import secrets
from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from ludotheque.core.codec import Json
from ludotheque.core.refusal import NotAllowed
from ludotheque.server import protocol as p
from ludotheque.server.people.cookies import CHALLENGE
from ludotheque.server.people.names import login_key
from ludotheque.server.people.passkeys import challenge_of
from ludotheque.server.people.passwords import hash_password, verify_password
from ludotheque.server.people.sign_ins import Purpose
from ludotheque.server.refusals import NotFound, NotYours
from ludotheque.server.services import Served, Services
from ludotheque.server.storage.schema import How, PersonRow
from ludotheque.server.web.connections import AnyRequest
from ludotheque.server.web.guard import address_of
from ludotheque.server.web.people import agent_of, secure, signed_in, site_of, take_along

Id = Annotated[str, PathParameter(max_length=1500, pattern=r"^[\w-]+$")]
LONGEST_DELAY: Final = 5.0
"""Seconds that a browser which an account does not know waits at most, while somebody guesses at its name."""


class AccountController(Controller):
    """Accounts: optional, with a password or a passkey."""

    path = "/api/account"
    tags = ("account",)

    @get("/")
    async def details(self, request: AnyRequest, services: Served) -> p.AccountDetails:
        """My ways to log in, and where I am signed in."""
        person = await services.somebody(request)
        return p.AccountDetails(
            login=person.login,
            password=person.password is not None,
            passkeys=tuple(
                p.PasskeyInfo(
                    id=bytes_to_base64url(one.id), agent=one.agent, created=one.created, used=one.used
                )
                for one in await services.people.passkeys_of(person.id)
            ),
            sign_ins=tuple(
                p.SignIn(
                    id=one.id,
                    how=one.how,
                    agent=one.agent,
                    created=one.created,
                    seen=one.seen,
                    here=one.id == person.session,
                )
                for one in await services.sign_ins.of(person.id)
            ),
        )

    @post("/", status_code=HTTP_200_OK)
    async def register(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Register]
    ) -> Response[p.Me]:
        """The guest becomes an account; its tables stay its own."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        person = await services.somebody(request)
        if person.password is not None:
            raise NotAllowed("server.has_account")
        hashed = await hash_password(data.password)
        await services.people.set_password(person.id, data.login, hashed)
        person = msgspec.structs.replace(person, login=login_key(data.login), password=hashed)
        return await _known_here(services, request, person, "password")

    @post("/login", status_code=HTTP_200_OK)
    async def log_in(self, request: AnyRequest, services: Served, data: JSONBody[p.LogIn]) -> Response[p.Me]:
        """Come back; the tables of the guest who asks come along."""
        account = await services.people.by_login(data.login)
        await _slow_down(services, request, data.login, account)
        hashed = account.password if account is not None else None
        # Checked even where there is no such account, so that the time it takes tells nothing.
        fits = await verify_password(hashed, data.password)
        if account is None or not fits:
            raise NotYours("server.wrong_login")
        await take_along(services, request, account)
        return await _known_here(services, request, account, "password")

    @post("/password", status_code=HTTP_200_OK)
    async def change_password(
        self, request: AnyRequest, services: Served, data: JSONBody[p.ChangePassword]
    ) -> Response[p.Me]:
        """Another password; whoever is signed in elsewhere has to sign in again."""
        person = await services.somebody(request)
        if person.password is None:
            raise NotAllowed("server.no_password")
        await services.limits.check(services.limits.logins, f"password:{person.id}")
        if not await verify_password(person.password, data.current):
            raise NotYours("server.wrong_password")
        hashed = await hash_password(data.new)
        await services.people.change_password(person.id, hashed)
        await services.log_out_everywhere(person.id)
        person = msgspec.structs.replace(person, password=hashed, epoch=person.epoch + 1)
        return await _known_here(services, request, person, "password")

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
            await services.log_out_everywhere(person.id)
        elif person is not None and person.session is not None:
            await services.end_sign_in(person.id, person.session)
        cookie = services.cookies.forget(secure=secure(request))
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[cookie])

    @delete("/sign-ins/{session:str}")
    async def end_sign_in(self, request: AnyRequest, services: Served, session: Id) -> None:
        """Sign out one of my browsers from afar."""
        person = await services.somebody(request)
        if not await services.end_sign_in(person.id, session):
            raise NotFound("server.no_sign_in")

    @delete("/passkeys/{passkey:str}")
    async def remove_passkey(self, request: AnyRequest, services: Served, passkey: Id) -> None:
        """A passkey opens my account no longer; the last way to log in stays."""
        person = await services.somebody(request)
        known = [one.id for one in await services.people.passkeys_of(person.id)]
        if _read_id(passkey) not in known:
            raise NotFound("server.no_passkey")
        if person.password is None and len(known) == 1:
            raise NotAllowed("server.last_way_in")
        await services.people.remove_passkey(person.id, _read_id(passkey))

    @post("/passkey/options", status_code=HTTP_200_OK)
    async def passkey_options(self, request: AnyRequest, services: Served) -> Response[dict[str, Json]]:
        """What the browser needs to make a passkey."""
        person = await services.somebody(request)
        known = [one.id for one in await services.people.passkeys_of(person.id)]
        session = secrets.token_urlsafe(16)
        challenge = await services.challenges.make("create", session + person.id, services.now())
        options = services.passkeys.creation_options(person, known, site_of(services, request), challenge)
        return Response(options, cookies=[services.cookies.write_challenge(session, secure=secure(request))])

    @post("/passkey", status_code=HTTP_200_OK)
    async def add_passkey(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Credential]
    ) -> Response[p.Me]:
        """A new passkey, as the browser made it."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        person = await services.somebody(request)
        challenge = await _answered(services, request, data.credential, "create", person.id)
        site = site_of(services, request)
        made = services.passkeys.created(person, data.credential, site, challenge, services.now())
        await services.people.add_passkey(msgspec.structs.replace(made, agent=agent_of(request)))
        return await signed_in(services, request, person)

    @post("/passkey/login/options", status_code=HTTP_200_OK)
    async def passkey_login_options(self, request: AnyRequest, services: Served) -> Response[dict[str, Json]]:
        """What the browser needs to use a passkey."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        session = secrets.token_urlsafe(16)
        challenge = await services.challenges.make("login", session, services.now())
        options = services.passkeys.login_options(site_of(services, request), challenge)
        return Response(options, cookies=[services.cookies.write_challenge(session, secure=secure(request))])

    @post("/passkey/login", status_code=HTTP_200_OK)
    async def passkey_login(
        self, request: AnyRequest, services: Served, data: JSONBody[p.Credential]
    ) -> Response[p.Me]:
        """Come back with a passkey."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        passkey = await services.people.passkey(services.passkeys.id_of(data.credential))
        account = await services.people.find(passkey.person) if passkey is not None else None
        if passkey is None or account is None:
            raise NotYours("server.wrong_login")
        challenge = await _answered(services, request, data.credential, "login")
        signs = services.passkeys.used(passkey, data.credential, site_of(services, request), challenge)
        await services.people.signed(passkey.id, signs, services.now())
        await take_along(services, request, account)
        return await _known_here(services, request, account, "passkey")


async def _slow_down(services: Services, request: AnyRequest, login: str, account: PersonRow | None) -> None:
    """Guessing gets slow, and locks nobody out.

    A browser in which the account was signed in before counts for itself. Any other is refused when its own
    address guesses too often; while many addresses guess at one name, each of them waits a while.
    """
    limits, name, address = services.limits, login_key(login), address_of(request)
    device = services.cookies.read_device(request.cookies)
    if account is not None and device is not None and account.id in device.people:
        await limits.check(limits.logins, f"device:{device.id}")
        return
    await limits.check(limits.logins, f"address:{address}")
    delay = await limits.wait(limits.logins, f"login:{name}")
    if delay > 0:
        await services.pause(min(delay, LONGEST_DELAY))


async def _answered(
    services: Services, request: AnyRequest, credential: dict[str, Json], purpose: Purpose, person: str = ""
) -> bytes:
    """The challenge of an answer, if it was asked of this browser, for this purpose, and not answered yet."""
    challenge = challenge_of(credential)
    session = request.cookies.get(CHALLENGE, "") + person
    if not await services.challenges.answer(challenge, purpose, session, services.now()):
        raise NotYours("server.passkey_refused")
    return challenge


async def _known_here(services: Services, request: AnyRequest, person: PersonRow, how: How) -> Response[p.Me]:
    """Signed in by a proof, and from now on in a browser that the account knows."""
    answer = await signed_in(services, request, person, how)
    known = services.cookies.write_device(request.cookies, person.id, secure=secure(request))
    answer.cookies.append(known)
    return answer


def _read_id(passkey: str) -> bytes:
    try:
        return base64url_to_bytes(passkey)
    except ValueError:
        raise NotFound("server.no_passkey") from None
