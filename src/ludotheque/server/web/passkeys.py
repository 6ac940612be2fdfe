"""Routes for adding, removing and signing in with passkeys."""

from typing import Final

import msgspec
from litestar import Controller, Response, delete, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from webauthn.helpers import base64url_to_bytes

from ludotheque.core.codec import Json
from ludotheque.core.refusal import NotAllowed
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.server.people import protocol as pp
from ludotheque.server.people.passkeys import challenge_of
from ludotheque.server.people.sign_ins import Purpose
from ludotheque.server.storage.schema import PasskeyRow
from ludotheque.server.web.accounts import Id, known_here, note_change
from ludotheque.server.web.people import agent_of, secure, signed_in, site_of, take_along
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices

SESSION_BYTES: Final = 16


class PasskeyController(Controller):
    """Routes of an account's passkeys."""

    path = "/api/account"
    tags = ("account",)

    @delete("/passkeys/{passkey:str}")
    async def remove(self, request: AnyRequest, services: Served, passkey: Id) -> None:
        """Remove a passkey, unless it is the last way to sign in."""
        person = await services.require_person(request)
        known = [one.id for one in await services.people.passkeys_of(person.id)]
        if _read_id(passkey) not in known:
            raise NotFound("server.no_passkey")
        if person.password is None and len(known) == 1:
            raise NotAllowed("server.last_way_in")
        await services.check_proved(person)
        await services.people.remove_passkey(person.id, _read_id(passkey))
        await note_change(services, request, person, "passkey_removed")

    @post("/passkey/options", status_code=HTTP_200_OK)
    async def options(self, request: AnyRequest, services: Served) -> Response[dict[str, Json]]:
        """Return the options for creating a passkey, and bind their challenge to this browser."""
        person = await services.require_person(request)
        await services.check_proved(person)
        known = [one.id for one in await services.people.passkeys_of(person.id)]
        session = services.world.token(SESSION_BYTES)
        challenge = await services.challenges.make("create", session + person.id, services.now())
        options = services.passkeys.creation_options(person, known, site_of(services, request), challenge)
        return Response(options, cookies=[services.cookies.write_challenge(session, secure=secure(request))])

    @post("/passkey", status_code=HTTP_200_OK)
    async def add(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Credential]
    ) -> Response[pp.Me]:
        """Add a passkey that the browser created, which also counts as a proof of identity."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        person = await services.require_person(request)
        await services.check_proved(person)
        challenge = await answered(services, request, data.credential, "create", person.id)
        site, now = site_of(services, request), services.now()
        made = services.passkeys.created(person, data.credential, site, challenge, now)
        had_account = person.password is not None or await services.people.passkeys_of(person.id)
        await services.people.add_passkey(msgspec.structs.replace(made, agent=agent_of(request)))
        if had_account:
            await note_change(services, request, person, "passkey_added")
        if person.session is not None:
            await services.sign_ins.prove(person.session, now)
        return await signed_in(services, request, person)

    @post("/passkey/login/options", status_code=HTTP_200_OK)
    async def login_options(self, request: AnyRequest, services: Served) -> Response[dict[str, Json]]:
        """Return the options for signing in with a passkey, and bind their challenge to this browser."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        session = services.world.token(SESSION_BYTES)
        challenge = await services.challenges.make("login", session, services.now())
        options = services.passkeys.login_options(site_of(services, request), challenge)
        return Response(options, cookies=[services.cookies.write_challenge(session, secure=secure(request))])

    @post("/passkey/login", status_code=HTTP_200_OK)
    async def log_in(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Credential]
    ) -> Response[pp.Me]:
        """Sign in with a passkey; tables of a signed-in guest move to the account."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        passkey = await services.people.passkey(services.passkeys.id_of(data.credential))
        account = await services.people.find(passkey.person) if passkey is not None else None
        if passkey is None or account is None:
            raise Forbidden("server.wrong_login")
        await check_passkey(services, request, passkey, data.credential, "login")
        await take_along(services, request, account)
        return await known_here(services, request, account, "passkey")


async def check_passkey(
    services: WebServices,
    request: AnyRequest,
    passkey: PasskeyRow,
    credential: dict[str, Json],
    purpose: Purpose,
    person: str = "",
) -> None:
    """Verify a passkey's response to the challenge of this browser; raise `Forbidden` if it is invalid."""
    challenge = await answered(services, request, credential, purpose, person)
    signs = services.passkeys.used(passkey, credential, site_of(services, request), challenge)
    await services.people.signed(passkey.id, signs, services.now())


async def answered(
    services: WebServices,
    request: AnyRequest,
    credential: dict[str, Json],
    purpose: Purpose,
    person: str = "",
) -> bytes:
    """Consume the challenge of a response and return it.

    Raises `Forbidden` unless it was issued to this browser for this purpose and is still unused.
    """
    challenge = challenge_of(credential)
    session = services.cookies.read_challenge(request.cookies) + person
    if not await services.challenges.answer(challenge, purpose, session, services.now()):
        raise Forbidden("server.passkey_refused")
    return challenge


def _read_id(passkey: str) -> bytes:
    try:
        return base64url_to_bytes(passkey)
    except ValueError:
        raise NotFound("server.no_passkey") from None
