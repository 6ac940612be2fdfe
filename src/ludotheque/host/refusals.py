"""Refusals of the host and the server, besides those of the rules; each kind has an HTTP status."""

from collections.abc import Mapping
from typing import ClassVar

from ludotheque.core.refusal import Param, Refusal
from ludotheque.host.protocol import Refused


class Unauthenticated(Refusal):
    """The request needs a signed-in person."""

    kind = "unknown"


class Forbidden(Refusal):
    """The seat, table or secret belongs to another person."""

    kind = "not_yours"


class ProofRequired(Refusal):
    """The request needs a recent proof by password or passkey."""

    kind = "not_proved"


class NotFound(Refusal):
    """The table, seat or page does not exist."""

    kind = "not_found"


class TooLarge(Refusal):
    """The request has more bytes than allowed."""

    kind = "too_large"


class UnsupportedMediaType(Refusal):
    """The body of the request is not in the documented format."""

    kind = "wrong_type"


class TooManyRequests(Refusal):
    """A rate limit is exceeded."""

    kind = "too_many"


class Unavailable(Refusal):
    """The server stops or is overloaded; the client may retry."""

    kind = "unavailable"


class InternalError(Refusal):
    """The server failed, by a fault of its own."""

    kind = "failed"


class Stale(Refusal):
    """The command is based on an older version of the table; `version` is the current one."""

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
    """Return a refusal as sent to clients."""
    return Refused(
        kind=refusal.kind,
        code=refusal.code,
        clause=refusal.clause,
        params=refusal.params,
        version=refusal.version if isinstance(refusal, Stale) else None,
    )
