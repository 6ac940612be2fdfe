"""HTTP status of each kind of refusal."""

from typing import Final

from ludotheque.core.refusal import Refusal

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
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.kind, 400)
