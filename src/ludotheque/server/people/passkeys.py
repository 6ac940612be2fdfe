"""Registration of and sign-in with passkeys, by WebAuthn."""

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
    """WebAuthn operations; `site` is the origin that the browser shows, such as `https://example.org`."""

    def creation_options(
        self, person: PersonRow, known: Sequence[bytes], site: str, challenge: bytes
    ) -> dict[str, Json]:
        """Return the options for creating a passkey; `known` are the ids of existing ones to exclude."""
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
        """Return the options for a sign-in with one of the `known` passkeys, or with any if none is given."""
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
        """Verify a created credential and return its row; raise `Forbidden` if it is invalid."""
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
        """Verify an answer and return the passkey's new signature counter; raise `Forbidden` if invalid."""
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
        """Return the credential id in an answer; raise `Unreadable` if it is missing or not base64."""
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
    """Return the challenge that an answer claims to sign; raise `Forbidden` if there is none."""
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
