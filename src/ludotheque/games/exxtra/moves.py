"""The moves of Exxtra in the public contract: structs, JSON, notation, and their numbers in the rules."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable
from ludotheque.games.exxtra.rules import state as rules

Face: TypeAlias = int | Literal["X"]
Slot: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=5)]


class Throw(Move, frozen=True, tag="throw"):
    """Throw both dice, for the first time or again (EXXTRA-7, EXXTRA-11)."""


class Place(Move, frozen=True, tag="place"):
    """Keep the throw and place it on a slot (EXXTRA-12)."""

    slot: Slot


NUMBERED: Final[tuple[Move, ...]] = (Throw(), *(Place(slot) for slot in range(rules.SLOTS)))
"""The move of each number in the rules: `THROW`, then `PLACE` and the slot."""


def parse(text: str) -> Move:
    """Read `throw` or `place 4`, or shorter: `t`, `4`.

    >>> parse("p 4"), parse("4"), parse("T")
    (Place(slot=4), Place(slot=4), Throw())
    """
    words = text.lower().split()
    if words in (["throw"], ["t"]):
        return Throw()
    number = words[-1] if words and words[:-1] in ([], ["p"], ["place"]) else ""
    if number.isascii() and number.isdigit() and int(number) < rules.SLOTS:
        return Place(int(number))
    raise Unreadable("exxtra.notation", params={"text": text[:40]})


def faces(outcome: int) -> tuple[Face, Face]:
    """Return the faces of the two dice (EXXTRA-1)."""
    a, b = divmod(outcome, 6)
    return rules.FACES_A[a] or "X", rules.FACES_B[b] or "X"


OUTCOME: Final = {faces(code): code for code in range(rules.THROWS)}


def read_outcome(outcome: Json) -> int:
    """Return the number of a throw `[a, b]`."""
    if isinstance(outcome, list | tuple) and len(outcome) == 2:
        for shown, code in OUTCOME.items():
            if list(outcome) == list(shown) and not any(isinstance(face, bool) for face in outcome):
                return code
    raise Unreadable("exxtra.outcome", "EXXTRA-1", {"outcome": str(outcome)[:40]})


def write_outcome(code: int) -> Json:
    """Return the JSON form of a throw."""
    return list(faces(code))
