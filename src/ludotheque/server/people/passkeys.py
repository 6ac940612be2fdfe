"""Passkeys, by WebAuthn."""

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludotheque.core.codec import Json
from ludotheque.core.refusal import Unreadable
from ludotheque.host.refusals import Forbidden
from ludotheque.server.storage.schema import PasskeyRow, PersonRow


class Passkeys:
    """Makes and checks passkeys for the site the browser sees."""

    def creation_options(
        self, person: PersonRow, known: Sequence[bytes], site: str, challenge: bytes
    ) -> dict[str, Json]:
        """What the browser needs to make a passkey for somebody."""
        options = generate_registration_options(
            rp_id=_host(site),
            rp_name="Ludothèque",
            user_id=person.id.encode(),
            user_name=person.login or person.name,
            user_display_name=person.name,
            challenge=challenge,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return msgspec.json.decode(options_to_json(options), type=dict[str, Json])

    def login_options(self, site: str, challenge: bytes, known: Sequence[bytes] = ()) -> dict[str, Json]:
        """What the browser needs to use one of these passkeys, or any of this site."""
        options = generate_authentication_options(
            rp_id=_host(site),
            challenge=challenge,
            allow_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known] or None,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return msgspec.json.decode(options_to_json(options), type=dict[str, Json])

    def created(
        self, person: PersonRow, credential: dict[str, Json], site: str, challenge: bytes, now: datetime
    ) -> PasskeyRow:
        """A passkey that the browser made."""
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_host(site),
                expected_origin=site,
                require_user_verification=False,
            )
        except WebAuthnException:
            raise Forbidden("server.passkey_refused") from None
        return PasskeyRow(
            id=made.credential_id,
            person=person.id,
            public_key=made.credential_public_key,
            signs=made.sign_count,
            created=now,
        )

    def used(self, passkey: PasskeyRow, credential: dict[str, Json], site: str, challenge: bytes) -> int:
        """How often the passkey has signed now, if the answer is genuine."""
        try:
            checked = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_host(site),
                expected_origin=site,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.signs,
                require_user_verification=False,
            )
        except WebAuthnException:
            raise Forbidden("server.passkey_refused") from None
        return checked.new_sign_count

    @staticmethod
    def id_of(credential: dict[str, Json]) -> bytes:
        """The id of the passkey that answered."""
        sent = credential.get("rawId")
        if not isinstance(sent, str) or len(sent) > 2000 or not sent.isascii():
            raise Unreadable("core.unreadable", params={"where": "$.credential.rawId", "detail": "missing"})
        try:
            return base64url_to_bytes(sent)
        except ValueError:
            raise Unreadable(
                "core.unreadable", params={"where": "$.credential.rawId", "detail": "not base64"}
            ) from None


def challenge_of(credential: dict[str, Json]) -> bytes:
    """The challenge that an answer says it answers."""
    response = credential.get("response")
    data = response.get("clientDataJSON") if isinstance(response, dict) else None
    try:
        if not isinstance(data, str):
            raise ValueError("no client data")
        said = msgspec.json.decode(base64url_to_bytes(data), type=dict[str, Json])
        return base64url_to_bytes(str(said.get("challenge")))
    except (ValueError, RecursionError):
        raise Forbidden("server.passkey_refused") from None


def _host(site: str) -> str:
    return urlsplit(site).hostname or "localhost"
