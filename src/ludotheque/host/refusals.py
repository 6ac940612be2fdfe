"""Refusals of the tables and of the server, beside those of the rules."""

from collections.abc import Mapping
from typing import ClassVar

from ludotheque.core.refusal import Param, Refusal
from ludotheque.host.protocol import Refused


class Unauthenticated(Refusal):
    """Whoever asks has not said who they are."""

    kind = "unknown"


class Forbidden(Refusal):
    """It belongs to somebody else."""

    kind = "not_yours"


class ProofRequired(Refusal):
    """A password or a passkey has to be shown once more."""

    kind = "not_proved"


class NotFound(Refusal):
    """There is no such thing."""

    kind = "not_found"


class TooLarge(Refusal):
    """More bytes than allowed."""

    kind = "too_large"


class UnsupportedMediaType(Refusal):
    """Not in the form that is documented."""

    kind = "wrong_type"


class TooManyRequests(Refusal):
    """Too often in too short a time."""

    kind = "too_many"


class Unavailable(Refusal):
    """Not now; try again."""

    kind = "unavailable"


class InternalError(Refusal):
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


def refused(refusal: Refusal) -> Refused:
    """A refusal as it travels."""
    return Refused(
        kind=refusal.kind,
        code=refusal.code,
        clause=refusal.clause,
        params=refusal.params,
        version=refusal.version if isinstance(refusal, Stale) else None,
    )
