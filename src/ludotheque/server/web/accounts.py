"""Routes for accounts: login name, password, sign-ins and the history of changes."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from webauthn.helpers import bytes_to_base64url

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.names import login_key
from ludotheque.host.refusals import Forbidden, NotFound
from ludotheque.server.people import protocol as pp
from ludotheque.server.people.common_passwords import refuse_common
from ludotheque.server.storage.logins import read_login
from ludotheque.server.storage.schema import Change, How, PersonRow
from ludotheque.server.web.people import agent_of, begin_sign_in, secure, signed_in, take_along
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices

Id = Annotated[str, PathParameter(max_length=1500, pattern=r"^[\w-]+$")]
LONGEST_DELAY: Final = 5.0
"""Longest delay in seconds of a login from an unknown browser while its account name is being guessed at."""


class AccountController(Controller):
    """Routes of accounts, which are optional and have a password or passkeys."""

    path = "/api/account"
    tags = ("account",)

    @get("/")
    async def details(self, request: AnyRequest, services: Served) -> pp.AccountDetails:
        """Return the signed-in person's ways to sign in, current sign-ins and recent changes."""
        person = await services.require_person(request)
        passkeys = await services.people.passkeys_of(person.id)
        return pp.AccountDetails(
            login=person.login,
            password=person.password is not None,
            passkeys=tuple(
                pp.PasskeyInfo(
                    id=bytes_to_base64url(one.id), agent=one.agent, created=one.created, used=one.used
                )
                for one in passkeys
            ),
            recovery=await services.recovery.made(person.id),
            sign_ins=tuple(
                pp.SignIn(
                    id=one.id,
                    how=one.how,
                    agent=one.agent,
                    created=one.created,
                    seen=one.seen,
                    here=one.id == person.session,
                )
                for one in await services.sign_ins.of(person.id)
            ),
            changes=tuple(
                pp.SignInChange(
                    what=one.what,
                    agent=one.agent,
                    at=one.at,
                    here=one.session is not None and one.session == person.session,
                    seen=one.seen,
                )
                for one in await services.changes.of(person.id)
            ),
            proved=await services.is_proved(person),
        )

    @post("/", status_code=HTTP_200_OK)
    async def register(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Register]
    ) -> Response[pp.Me]:
        """Turn the signed-in guest into an account with a password."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        person = await services.require_person(request)
        if person.password is not None:
            raise NotAllowed("server.has_account")
        await services.check_proved(person)
        # In a thread, as the first call loads the data on look-alike letters and common passwords.
        login = await services.world.in_thread(read_login, data.login)
        await services.world.in_thread(refuse_common, data.password, login)
        had_passkeys = bool(await services.people.passkeys_of(person.id))
        hashed = await services.passwords.hash(data.password)
        await services.people.set_password(person.id, login, hashed)
        person = msgspec.structs.replace(person, login=login, password=hashed)
        return await known_here(
            services, request, person, "password", "password_set" if had_passkeys else None
        )

    @post("/login", status_code=HTTP_200_OK)
    async def log_in(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.LogIn]
    ) -> Response[pp.Me]:
        """Log in with name and password; tables of a signed-in guest move to the account."""
        account = await services.people.by_login(data.login)
        await _slow_down(services, request, data.login, account)
        hashed = account.password if account is not None else None
        # The hash is checked even without an account, so that the response time reveals nothing.
        fits = await services.passwords.fits(hashed, data.password)
        if account is None or not fits:
            raise Forbidden("server.wrong_login")
        await take_along(services, request, account)
        return await known_here(services, request, account, "password")

    @post("/password", status_code=HTTP_200_OK)
    async def change_password(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.ChangePassword]
    ) -> Response[pp.Me]:
        """Change the password and end all other sign-ins; the proof is the old password or a recent one."""
        person = await services.require_person(request)
        if person.password is None:
            raise NotAllowed("server.no_password")
        if data.current is None:
            await services.check_proved(person)
        else:
            await check_password(services, person, data.current)
        await services.world.in_thread(refuse_common, data.new, person.login)
        hashed = await services.passwords.hash(data.new)
        await services.people.change_password(person.id, hashed)
        if data.remove_others:
            await services.people.remove_passkeys(person.id)
            await services.recovery.forget(person.id)
        await services.log_out_everywhere(person.id)
        person = msgspec.structs.replace(person, password=hashed, epoch=person.epoch + 1, session=None)
        return await known_here(services, request, person, "password", "password_changed")

    @post("/logout", status_code=HTTP_204_NO_CONTENT)
    async def log_out(
        self,
        request: AnyRequest,
        services: Served,
        everywhere: FromQuery[bool] = False,  # noqa: FBT002 - a query parameter
    ) -> Response[None]:
        """Delete the cookie and end this sign-in, or all of the person's with `everywhere`."""
        person = await services.person_of(request)
        if person is not None and everywhere:
            await services.log_out_everywhere(person.id)
        elif person is not None and person.session is not None:
            await services.end_sign_in(person.id, person.session)
        gone = services.cookies.forget(request.cookies, secure=secure(request))
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=gone)

    @delete("/sign-ins/{session:str}")
    async def end_sign_in(self, request: AnyRequest, services: Served, session: Id) -> None:
        """End one sign-in of the signed-in person."""
        person = await services.require_person(request)
        if not await services.end_sign_in(person.id, session):
            raise NotFound("server.no_sign_in")

    @post("/changes/seen", status_code=HTTP_204_NO_CONTENT)
    async def confirm_changes(self, request: AnyRequest, services: Served) -> None:
        """Mark all changes as confirmed; requires a proof, so that a stolen cookie can't hide them."""
        person = await services.require_person(request)
        await services.check_proved(person)
        await services.changes.confirm(person.id)


async def check_password(services: WebServices, person: PersonRow, password: str) -> None:
    """Raise `Forbidden` for a wrong password, `TooManyRequests` after too many attempts."""
    await services.limits.check(services.limits.logins, f"password:{person.id}")
    if not await services.passwords.fits(person.password, password):
        raise Forbidden("server.wrong_password")


async def known_here(
    services: WebServices, request: AnyRequest, person: PersonRow, how: How, change: Change | None = None
) -> Response[pp.Me]:
    """Sign a person in with this browser after a proof of identity, and remember the browser.

    `change` is recorded and shown in all other browsers of the account.
    """
    person = await begin_sign_in(services, request, person, how, proved=True)
    if change is not None:
        await note_change(services, request, person, change)
    answer = await signed_in(services, request, person)
    known = services.cookies.write_device(request.cookies, person.id, secure=secure(request))
    answer.cookies.append(known)
    return answer


async def note_change(services: WebServices, request: AnyRequest, person: PersonRow, change: Change) -> None:
    """Record a change to the ways to sign in, shown in the person's other browsers."""
    await services.changes.note(person.id, change, services.now(), person.session, agent_of(request))


async def _slow_down(
    services: WebServices, request: AnyRequest, login: str, account: PersonRow | None
) -> None:
    """Slow down password guessing without locking the account.

    A browser that has signed in to the account before has a rate limit of its own. Others are limited by
    address; while many addresses guess at one login name, each attempt is also delayed.
    """
    limits, address = services.limits, address_of(request)
    name = account.login if account is not None else login_key(login.strip())
    device = services.cookies.read_device(request.cookies)
    if account is not None and device is not None and account.id in device.people:
        await limits.check(limits.logins, f"device:{device.id}")
        return
    await limits.check(limits.logins, f"address:{address}")
    delay = await limits.wait(limits.logins, f"login:{name}")
    if delay > 0:
        await services.pause(min(delay, LONGEST_DELAY))
