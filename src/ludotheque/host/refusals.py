"""What the server itself refuses, beside what the rules refuse, and the HTTP status of each."""

from collections.abc import Mapping
from typing import ClassVar, Final

from ludotheque.core.refusal import Param, Refusal
from ludotheque.host.protocol import Refused


class Unknown(Refusal):
    """Whoever asks has not said who they are."""

    kind = "unknown"


class NotYours(Refusal):
    """It belongs to somebody else."""

    kind = "not_yours"


class NotProved(Refusal):
    """A password or a passkey has to be shown once more."""

    kind = "not_proved"


class NotFound(Refusal):
    """There is no such thing."""

    kind = "not_found"


class TooLarge(Refusal):
    """More bytes than allowed."""

    kind = "too_large"


class WrongType(Refusal):
    """Not in the form that is documented."""

    kind = "wrong_type"


class TooMany(Refusal):
    """Too often in too short a time."""

    kind = "too_many"


class Unavailable(Refusal):
    """Not now; try again."""

    kind = "unavailable"


class Failed(Refusal):
    """Our fault."""

    kind = "failed"


class Stale(Refusal):
    """Based on an old version of the table."""

    kind: ClassVar[str] = "stale"

    def __init__(
        self,
        code: str = "server.stale",
        clause: str | None = None,
        params: Mapping[str, Param] | None = None,
        *,
        version: int = 0,
    ) -> None:
        super().__init__(code, clause, params)
        self.version = version


STATUS: Final = {
    "unreadable": 400,
    "unknown": 401,
    "not_yours": 403,
    "not_proved": 403,
    "not_found": 404,
    "not_your_turn": 409,
    "not_allowed": 409,
    "stale": 409,
    "too_large": 413,
    "wrong_type": 415,
    "too_many": 429,
    "failed": 500,
    "unavailable": 503,
}


def status(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.kind, 400)


def refused(refusal: Refusal) -> Refused:
    """A refusal as it travels."""
    return Refused(
        kind=refusal.kind,
        code=refusal.code,
        clause=refusal.clause,
        params=refusal.params,
        version=refusal.version if isinstance(refusal, Stale) else None,
    )
