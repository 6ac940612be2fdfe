"""Who somebody is: a signed cookie, given to a guest at once."""

from collections.abc import Mapping
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from litestar.datastructures import Cookie

from ludotheque.server.storage.schema import PersonRow

NAME: Final = "ludotheque"
LASTS: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    """What a cookie says."""

    person: str
    epoch: int


class Cookies:
    """Writes and reads the cookie."""

    def __init__(self, secret: bytes, url: str | None) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt="ludotheque.person")
        self._always_secure = url is not None and url.startswith("https:")

    def write(self, person: PersonRow, *, secure: bool) -> Cookie:
        """The cookie of somebody; scripts can't read it and other sites can't send it along."""
        ticket: str = self._serializer.dumps([person.id, person.epoch])
        return self._cookie(ticket, LASTS, secure=secure)

    def forget(self, *, secure: bool) -> Cookie:
        """Nobody again."""
        return self._cookie("", 0, secure=secure)

    def read(self, cookies: Mapping[str, str]) -> Ticket | None:
        """What a genuine cookie says; None for any other."""
        try:
            said = self._serializer.loads(cookies.get(NAME, ""), max_age=LASTS)
            return msgspec.convert(said, Ticket)
        except (BadSignature, msgspec.ValidationError):
            return None

    def _cookie(self, value: str, seconds: int, *, secure: bool) -> Cookie:
        return Cookie(
            key=NAME,
            value=value,
            max_age=seconds,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure or self._always_secure,
        )
