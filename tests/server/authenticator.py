"""A passkey in software: what a browser and its authenticator would answer (WebAuthn, ES256)."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

Json = dict[str, Any]

PRESENT_AND_VERIFIED = 0x05
WITH_KEY = 0x40


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """Holds one passkey for one site."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.signs = 0

    def create(self, options: Json) -> Json:
        """The answer to creation options."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], PRESENT_AND_VERIFIED | WITH_KEY) + held
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": client, "attestationObject": base64url(attestation)})

    def get(self, options: Json) -> Json:
        """The answer to login options."""
        self.signs += 1
        data = self._data(options["rpId"], PRESENT_AND_VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(self._raw).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {
                "clientDataJSON": client,
                "authenticatorData": base64url(data),
                "signature": base64url(signature),
                "userHandle": None,
            }
        )

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> str:
        self._raw = json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
        return base64url(self._raw)

    def _answer(self, response: Json) -> Json:
        name = base64url(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
