"""Signed cookies that identify people and browsers.

Over https, names of cookies begin with `__Host-`: browsers accept such a cookie only from this very site, so
another site under the same domain can't plant one. Over http they would reject it. The signature covers the
name: a cookie issued as `__Host-` is invalid under the plain name, which is still read so that existing
sign-ins stay valid.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from litestar.datastructures import Cookie

from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.world import WORLD, ServerWorld

NAME: Final = "ludotheque"
HOST: Final = "__Host-"
DEVICE: Final = "ludotheque_device"
CHALLENGE: Final = "ludotheque_challenge"
ACCOUNT_PATH: Final = "/api/account"
ACCOUNTS_A_DEVICE: Final = 5
CHALLENGE_LASTS: Final = 300
"""Seconds within which a passkey challenge has to be answered."""
LASTS: Final = 400 * 24 * 3600
"""Lifetime of a cookie in seconds, the longest that browsers allow."""


Signers: TypeAlias = dict[str, URLSafeTimedSerializer]
"""Serializers that sign and verify a cookie, by the prefix of its name."""


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    """Content of the cookie that identifies a person."""

    person: str
    epoch: int
    session: str = ""
    """Id of the sign-in; empty in cookies issued before sign-ins existed."""


class Device(msgspec.Struct, frozen=True, array_like=True):
    """Content of the cookie that identifies a browser, with the accounts that signed in there before."""

    id: str
    people: list[str]


class Cookies:
    """Factory and parser of the signed cookies."""

    def __init__(self, secret: bytes, url: str | None, world: ServerWorld = WORLD) -> None:
        self._world = world
        self._people = _signers(secret, "ludotheque.person")
        self._devices = _signers(secret, "ludotheque.device")
        self._always_secure = url is not None and url.startswith("https:")

    def write(
        self, person: PersonRow, session: str, cookies: Mapping[str, str], *, secure: bool
    ) -> list[Cookie]:
        """Return the cookie that identifies a person, `HttpOnly` and `SameSite=Lax`.

        `cookies` are those of the request; an outdated one without the prefix is deleted with it.
        """
        ticket = self._signed(self._people, [person.id, person.epoch, session], secure=secure)
        return [self._cookie(NAME, ticket, LASTS, secure=secure), *self._outgrown(cookies, secure=secure)]

    def forget(self, cookies: Mapping[str, str], *, secure: bool) -> list[Cookie]:
        """Return cookies that delete the one identifying the person."""
        return [self._cookie(NAME, "", 0, secure=secure), *self._outgrown(cookies, secure=secure)]

    def write_device(self, cookies: Mapping[str, str], person: str, *, secure: bool) -> Cookie:
        """Return the browser's cookie with an account added; it stays after a log-out."""
        known = self.read_device(cookies)
        people = [one for one in known.people if one != person] if known is not None else []
        device = known.id if known is not None else self._world.token(9)
        written = self._signed(self._devices, [device, [person, *people][:ACCOUNTS_A_DEVICE]], secure=secure)
        return self._cookie(DEVICE, written, LASTS, path=ACCOUNT_PATH, secure=secure)

    def read_device(self, cookies: Mapping[str, str]) -> Device | None:
        """Return the content of the browser's cookie; None if it is missing or invalid."""
        try:
            return msgspec.convert(_read(self._devices, cookies, DEVICE), Device)
        except (BadSignature, msgspec.ValidationError):
            return None

    def write_challenge(self, session: str, *, secure: bool) -> Cookie:
        """Return a cookie that binds a passkey challenge to this browser."""
        return self._cookie(CHALLENGE, session, CHALLENGE_LASTS, path=ACCOUNT_PATH, secure=secure)

    def read_challenge(self, cookies: Mapping[str, str]) -> str:
        """Return the id in the challenge cookie; empty if there is none."""
        return _sent(cookies, CHALLENGE)[1]

    def read(self, cookies: Mapping[str, str]) -> Ticket | None:
        """Return the content of the cookie that identifies a person; None if it is missing or invalid."""
        try:
            return msgspec.convert(_read(self._people, cookies, NAME), Ticket)
        except (BadSignature, msgspec.ValidationError):
            return None

    def _outgrown(self, cookies: Mapping[str, str], *, secure: bool) -> list[Cookie]:
        """Return a deletion of the cookie without prefix, if the request has one and the site uses https."""
        if NAME not in cookies or not (secure or self._always_secure):
            return []
        return [Cookie(key=NAME, value="", max_age=0, path="/", httponly=True, samesite="lax", secure=True)]

    def _signed(self, signers: Signers, said: list[object], *, secure: bool) -> str:
        return str(signers[self._prefix(secure=secure)].dumps(said))

    def _prefix(self, *, secure: bool) -> str:
        return HOST if secure or self._always_secure else ""

    def _cookie(self, name: str, value: str, seconds: int, *, path: str = "/", secure: bool) -> Cookie:
        prefix = self._prefix(secure=secure)
        return Cookie(
            key=prefix + name,
            value=value,
            max_age=seconds,
            path="/" if prefix else path,  # the prefix requires it
            httponly=True,
            samesite="lax",
            secure=bool(prefix),
        )


def _signers(secret: bytes, salt: str) -> Signers:
    return {prefix: URLSafeTimedSerializer(secret, salt=prefix + salt) for prefix in (HOST, "")}


def _sent(cookies: Mapping[str, str], name: str) -> tuple[str, str]:
    """Return the prefix of the cookie sent under a name, and its value; the prefixed name comes first."""
    told = cookies.get(HOST + name)
    return (HOST, told) if told else ("", cookies.get(name, ""))


def _read(signers: Signers, cookies: Mapping[str, str], name: str) -> Any:
    """Return the content of a cookie; raise `BadSignature` if it is expired or not signed for its name."""
    prefix, value = _sent(cookies, name)
    return signers[prefix].loads(value, max_age=LASTS)
