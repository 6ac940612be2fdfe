"""Routes for proving one's identity again, before actions that a stolen cookie should not allow."""

from litestar import Controller, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.core.codec import Json
from ludotheque.core.refusal import NotAllowed
from ludotheque.host.refusals import Forbidden
from ludotheque.server.people import protocol as pp
from ludotheque.server.storage.schema import How, PersonRow
from ludotheque.server.web.accounts import check_password
from ludotheque.server.web.passkeys import SESSION_BYTES, check_passkey
from ludotheque.server.web.people import begin_sign_in, secure, signed_in, site_of
from ludotheque.server.web.requests import AnyRequest, address_of
from ludotheque.server.web.services import Served, WebServices


class ProofController(Controller):
    """Routes of proofs, each valid for five minutes in the browser that gave it."""

    path = "/api/account/proof"
    tags = ("account",)

    @post("/", status_code=HTTP_200_OK)
    async def password(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Prove]
    ) -> Response[pp.Me]:
        """Verify the password of the signed-in person and record the proof."""
        person = await services.require_person(request)
        if person.password is None:
            raise NotAllowed("server.no_password")
        await check_password(services, person, data.password)
        return await _proved(services, request, person)

    @post("/options", status_code=HTTP_200_OK)
    async def options(self, request: AnyRequest, services: Served) -> Response[dict[str, Json]]:
        """Return the options for a proof with a passkey, and bind their challenge to this browser."""
        person = await services.require_person(request)
        known = [one.id for one in await services.people.passkeys_of(person.id)]
        if not known:
            raise NotAllowed("server.no_passkey")
        session = services.world.token(SESSION_BYTES)
        challenge = await services.challenges.make("prove", session + person.id, services.now())
        options = services.passkeys.login_options(site_of(services, request), challenge, known)
        return Response(options, cookies=[services.cookies.write_challenge(session, secure=secure(request))])

    @post("/passkey", status_code=HTTP_200_OK)
    async def passkey(
        self, request: AnyRequest, services: Served, data: JSONBody[pp.Credential]
    ) -> Response[pp.Me]:
        """Verify a passkey of the signed-in person and record the proof."""
        await services.limits.check(services.limits.logins, f"address:{address_of(request)}")
        person = await services.require_person(request)
        passkey = await services.people.passkey(services.passkeys.id_of(data.credential))
        if passkey is None or passkey.person != person.id:
            raise Forbidden("server.passkey_refused")
        await check_passkey(services, request, passkey, data.credential, "prove", person.id)
        return await _proved(services, request, person)


async def _proved(services: WebServices, request: AnyRequest, person: PersonRow) -> Response[pp.Me]:
    """Record the proof in the sign-in; a cookie from before sign-ins were listed gets one."""
    if person.session is None:
        how: How = "password" if person.password is not None else "passkey"
        person = await begin_sign_in(services, request, person, how, proved=True)
    else:
        await services.sign_ins.prove(person.session, services.now())
    return await signed_in(services, request, person)
