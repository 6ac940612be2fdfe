"""Invitations to free seats: secret keys that are signatures, so that none has to be stored."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha1
from typing import Final

from ludotheque.host.rows import SeatRow

SALT: Final = b"ludotheque.seatsigner"
"""Salt of the key derivation, that of itsdangerous, so that links of earlier versions stay valid."""


class Invitations:
    """Secret keys of free seats: signatures, so that none has to be stored."""

    def __init__(self, secret: bytes) -> None:
        self._key = sha1(SALT + secret, usedforsecurity=False).digest()

    def key(self, seat: SeatRow) -> str:
        """Return the key of a seat; it changes whenever the seat becomes free again."""
        signed = hmac.digest(self._key, self._text(seat).encode(), "sha1")
        return urlsafe_b64encode(signed).rstrip(b"=").decode()

    def fits(self, seat: SeatRow, key: str) -> bool:
        """Return whether a key opens a seat, in constant time."""
        return key.isascii() and hmac.compare_digest(self.key(seat), key)

    @staticmethod
    def _text(seat: SeatRow) -> str:
        return f"{seat.table}/{seat.seat}/{seat.invitation}"
