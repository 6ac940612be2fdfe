"""Request and response bodies for people, accounts and sign-ins."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.host.protocol import In, Name, Out
from ludotheque.server.storage.schema import Change

Login: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)]
"""Login name as typed; `storage.logins` validates new ones."""
Password: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Introduce(In, frozen=True, kw_only=True):
    """Request to create a guest with this name, or to rename the signed-in person."""

    name: Name


class Register(In, frozen=True, kw_only=True):
    """Request to turn the signed-in guest into an account with a password; its tables stay with it."""

    login: Login
    password: Password


class LogIn(In, frozen=True, kw_only=True):
    """Request to log in to an account; the tables of the signed-in guest move to it."""

    login: Login
    password: Annotated[str, msgspec.Meta(max_length=200)]


class Account(Out, frozen=True, kw_only=True):
    """Ways to sign in to the account of the signed-in person."""

    login: str | None
    password: bool
    passkeys: int
    news: int = 0
    """Number of unconfirmed changes to the ways to sign in, made in other browsers."""


class ChangePassword(In, frozen=True, kw_only=True):
    """Request to change the password, which ends all sign-ins in other browsers."""

    current: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """Current password; optional within five minutes of a proof of identity."""
    new: Password
    remove_others: bool = False
    """Delete passkeys and recovery codes, so that the new password is the only way to sign in."""


class Prove(In, frozen=True, kw_only=True):
    """Request to prove one's identity with the password; valid for five minutes in this browser."""

    password: Annotated[str, msgspec.Meta(max_length=200)]


class Recover(In, frozen=True, kw_only=True):
    """Request to sign in with a recovery code, which is valid once."""

    code: Annotated[str, msgspec.Meta(max_length=60)]


class RecoveryCode(Out, frozen=True, kw_only=True):
    """New recovery code; only its hash is stored, so it can't be shown again."""

    code: str


class PasskeyInfo(Out, frozen=True, kw_only=True):
    """Passkey with the user agent of the browser that created it and the time of its last use."""

    id: str
    agent: str
    created: datetime
    used: datetime | None


class SignIn(Out, frozen=True, kw_only=True):
    """Browser in which the person is signed in; `here` is true for the one that sent the request."""

    id: str
    how: Literal["guest", "password", "passkey", "recovery"]
    agent: str
    created: datetime
    seen: datetime
    here: bool


class SignInChange(Out, frozen=True, kw_only=True):
    """Change to the ways to sign in, with the user agent of the browser that made it."""

    what: Change
    agent: str
    at: datetime
    here: bool
    """True if the browser of the request made the change."""
    seen: bool
    """True if the person has confirmed the change."""


class AccountDetails(Out, frozen=True, kw_only=True):
    """All ways to sign in, all current sign-ins and the recent changes."""

    login: str | None
    password: bool
    passkeys: tuple[PasskeyInfo, ...]
    recovery: datetime | None
    """Time when the person made their recovery code; None if there is none."""
    sign_ins: tuple[SignIn, ...]
    changes: tuple[SignInChange, ...]
    """Recent changes, newest first."""
    proved: bool
    """True if a proof of identity is recent enough for protected actions."""


class Me(Out, frozen=True, kw_only=True):
    """Signed-in person; `id` is None if there is none."""

    id: str | None = None
    name: str = ""
    account: Account | None = None


class Credential(In, frozen=True, kw_only=True):
    """Response of the browser's WebAuthn API, as JSON."""

    credential: dict[str, Json]
