"""Who somebody is: a signed cookie, given to a guest at once.

Where we are reached by https, names of cookies begin with `__Host-`: a browser takes such a cookie from this
very site alone, so that no neighbour under the same domain can plant one. Over plain http it would refuse it.
The signature holds for the name: what a neighbour was given as `__Host-` is worthless under the plain name,
which is still read so that nobody is signed out.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from litestar.datastructures import Cookie

from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.world import WORLD, World

NAME: Final = "ludotheque"
HOST: Final = "__Host-"
DEVICE: Final = "ludotheque_device"
CHALLENGE: Final = "ludotheque_challenge"
ACCOUNT_PATH: Final = "/api/account"
ACCOUNTS_A_DEVICE: Final = 5
CHALLENGE_LASTS: Final = 300
"""Seconds that a challenge may be answered."""
LASTS: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


Signers: TypeAlias = dict[str, URLSafeTimedSerializer]
"""Sign and check a cookie, by the prefix of its name."""


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    """What a cookie says."""

    person: str
    epoch: int
    session: str = ""
    """The sign-in it was given for; the first cookies had none."""


class Device(msgspec.Struct, frozen=True, array_like=True):
    """A browser, and the accounts that were signed in there before."""

    id: str
    people: list[str]


class Cookies:
    """Writes and reads the cookie."""

    def __init__(self, secret: bytes, url: str | None, world: World = WORLD) -> None:
        self._world = world
        self._people = _signers(secret, "ludotheque.person")
        self._devices = _signers(secret, "ludotheque.device")
        self._always_secure = url is not None and url.startswith("https:")

    def write(
        self, person: PersonRow, session: str, cookies: Mapping[str, str], *, secure: bool
    ) -> list[Cookie]:
        """The cookie of somebody; scripts can't read it and other sites can't send it along."""
        ticket = self._signed(self._people, [person.id, person.epoch, session], secure=secure)
        return [self._cookie(NAME, ticket, LASTS, secure=secure), *self._outgrown(cookies, secure=secure)]

    def forget(self, cookies: Mapping[str, str], *, secure: bool) -> list[Cookie]:
        """Nobody again."""
        return [self._cookie(NAME, "", 0, secure=secure), *self._outgrown(cookies, secure=secure)]

    def write_device(self, cookies: Mapping[str, str], person: str, *, secure: bool) -> Cookie:
        """The browser is known to an account from now on; it stays so when its holder logs out."""
        known = self.read_device(cookies)
        people = [one for one in known.people if one != person] if known is not None else []
        device = known.id if known is not None else self._world.token(9)
        written = self._signed(self._devices, [device, [person, *people][:ACCOUNTS_A_DEVICE]], secure=secure)
        return self._cookie(DEVICE, written, LASTS, path=ACCOUNT_PATH, secure=secure)

    def read_device(self, cookies: Mapping[str, str]) -> Device | None:
        """The browser that asks, if somebody was signed in there before."""
        try:
            return msgspec.convert(_read(self._devices, cookies, DEVICE), Device)
        except (BadSignature, msgspec.ValidationError):
            return None

    def write_challenge(self, session: str, *, secure: bool) -> Cookie:
        """A browser that was asked for a passkey; only there the challenge can be answered."""
        return self._cookie(CHALLENGE, session, CHALLENGE_LASTS, path=ACCOUNT_PATH, secure=secure)

    def read_challenge(self, cookies: Mapping[str, str]) -> str:
        """The browser that was asked for a passkey."""
        return _sent(cookies, CHALLENGE)[1]

    def read(self, cookies: Mapping[str, str]) -> Ticket | None:
        """What a genuine cookie says; None for any other."""
        try:
            return msgspec.convert(_read(self._people, cookies, NAME), Ticket)
        except (BadSignature, msgspec.ValidationError):
            return None

    def _outgrown(self, cookies: Mapping[str, str], *, secure: bool) -> list[Cookie]:
        """A cookie from before names told the site goes, once the new one is there."""
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
            path="/" if prefix else path,  # as the prefix demands
            httponly=True,
            samesite="lax",
            secure=bool(prefix),
        )


def _signers(secret: bytes, salt: str) -> Signers:
    return {prefix: URLSafeTimedSerializer(secret, salt=prefix + salt) for prefix in (HOST, "")}


def _sent(cookies: Mapping[str, str], name: str) -> tuple[str, str]:
    """A cookie and the prefix of its name: the name that tells its site, else the one it had before."""
    told = cookies.get(HOST + name)
    return (HOST, told) if told else ("", cookies.get(name, ""))


def _read(signers: Signers, cookies: Mapping[str, str], name: str) -> Any:
    """The content of a cookie that was signed for the name it has."""
    prefix, value = _sent(cookies, name)
    return signers[prefix].loads(value, max_age=LASTS)
