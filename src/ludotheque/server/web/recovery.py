"""Routes for making a recovery code and for signing in with one."""

from litestar import Controller, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.refusals import Forbidden
from ludotheque.server.people import protocol as pp
from ludotheque.server.web.accounts import known_here, note_change
from ludotheque.server.web.people import take_along
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served


class RecoveryController(Controller):
    """Routes of recovery codes, which are stored as hashes and valid once."""

    path = "/api/account"
    tags = ("account",)

    @post("/recovery", status_code=HTTP_200_OK)
    async def make(self, request: AnyRequest, services: Served) -> pp.RecoveryCode:
        """Make a recovery code for the person to print; the previous one becomes invalid."""
        person = await services.require_person(request)
        if person.password is None and not await services.people.passkeys_of(person.id):
            raise NotAllowed("server.no_password")
        await services.check_proved(person)
        code = await services.recovery.make(person.id, "owner", services.now())
        await note_change(services, request, person, "recovery_made")
        return pp.RecoveryCode(code=code)

    @post("/recover", status_code=HTTP_200_OK)
    async def recover(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Recover]
    ) -> Response[pp.Me]:
        """Sign in with a recovery code; tables of a signed-in guest move to the account."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        found = await services.recovery.use(data.code, services.now())
        account = await services.people.find(found) if found is not None else None
        if account is None:
            raise Forbidden("server.wrong_code")
        await take_along(services, request, account)
        return await known_here(services, request, account, "recovery", "recovered")
