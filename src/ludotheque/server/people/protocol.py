"""Requests and answers about people: who somebody is, and how they log in."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.host.protocol import In, Name, Out
from ludotheque.server.storage.schema import Change

Login: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)]
"""A name to log in with; what a new one may be, `storage.logins` says."""
Password: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Introduce(In, frozen=True, kw_only=True):
    """Say your name: creates a guest at once, or renames who you are."""

    name: Name


class Register(In, frozen=True, kw_only=True):
    """Turn the guest into an account with a password; its tables stay its own."""

    login: Login
    password: Password


class LogIn(In, frozen=True, kw_only=True):
    """Come back to an account; the tables of the guest who asks come along."""

    login: Login
    password: Annotated[str, msgspec.Meta(max_length=200)]


class Account(Out, frozen=True, kw_only=True):
    """How somebody can log in again."""

    login: str | None
    password: bool
    passkeys: int
    news: int = 0
    """Changes to how somebody logs in that another browser made and nobody has confirmed."""


class ChangePassword(In, frozen=True, kw_only=True):
    """Another password; who is signed in elsewhere has to sign in again."""

    current: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """May be left out within five minutes of a proof."""
    new: Password
    remove_others: bool = False
    """Passkeys and recovery codes go, so that the new password is the only way in."""


class Prove(In, frozen=True, kw_only=True):
    """Show once more who you are; holds for five minutes in this browser."""

    password: Annotated[str, msgspec.Meta(max_length=200)]


class Recover(In, frozen=True, kw_only=True):
    """Come back with a recovery code, which can be used once."""

    code: Annotated[str, msgspec.Meta(max_length=60)]


class RecoveryCode(Out, frozen=True, kw_only=True):
    """A new recovery code; it is never shown again."""

    code: str


class PasskeyInfo(Out, frozen=True, kw_only=True):
    """A passkey: the browser that made it, as it calls itself, and when it was used."""

    id: str
    agent: str
    created: datetime
    used: datetime | None


class SignIn(Out, frozen=True, kw_only=True):
    """A browser in which somebody is signed in, `here` the one that asks."""

    id: str
    how: Literal["guest", "password", "passkey", "recovery"]
    agent: str
    created: datetime
    seen: datetime
    here: bool


class SignInChange(Out, frozen=True, kw_only=True):
    """A change to how somebody logs in, and the browser that made it."""

    what: Change
    agent: str
    at: datetime
    here: bool
    """Whether this browser made it."""
    seen: bool
    """Whether it was confirmed."""


class AccountDetails(Out, frozen=True, kw_only=True):
    """All ways to log in, everywhere somebody is signed in, and what has changed lately."""

    login: str | None
    password: bool
    passkeys: tuple[PasskeyInfo, ...]
    recovery: datetime | None
    """When the recovery code was made, if there is one."""
    sign_ins: tuple[SignIn, ...]
    changes: tuple[SignInChange, ...]
    """The newest first."""
    proved: bool
    """Whether what asks for a proof can be done now."""


class Me(Out, frozen=True, kw_only=True):
    """Who the server takes you for; `id` is None for somebody who has not said a name yet."""

    id: str | None = None
    name: str = ""
    account: Account | None = None


class Credential(In, frozen=True, kw_only=True):
    """What the browser's passkey answered, as WebAuthn writes it in JSON."""

    credential: dict[str, Json]
