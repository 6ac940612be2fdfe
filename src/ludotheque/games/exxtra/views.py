"""A position of Exxtra as JSON. Nothing is hidden, so a view is the whole position."""

from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.codec import Json, write
from ludotheque.core.moves import Options
from ludotheque.games.exxtra.moves import Face, Slot, faces
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import Exxtra

Phase = Literal["draw_starter", "first_throw", "rolling", "decide", "over"]
PHASES: Final[tuple[Phase, ...]] = ("draw_starter", "first_throw", "rolling", "decide", "over")
Pawn = Annotated[int, msgspec.Meta(ge=0, le=rules.GOAL)]


class ExxtraOptions(Options, frozen=True):
    """`xx_is_100`: XX in the first throw is worth 100 (EXXTRA-18)."""

    xx_is_100: bool = False


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair of dice on the table: the slot and what the pair is worth there."""

    slot: Slot
    value: int


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pawns, dice on the table, the seat to act and the state of its turn."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=6)]
    pawns: list[Pawn]
    dice: list[Dice | None]
    phase: Phase = "first_throw"
    turn: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    starter: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    throws: Annotated[int, msgspec.Meta(ge=0)] = 0
    thrown: tuple[Face, Face] | None = None
    options: ExxtraOptions = ExxtraOptions()


def write_view(state: Exxtra) -> Json:
    """Return the JSON form of a position."""
    lying = zip(state.slots, state.values, strict=True)
    return write(
        View(
            seats=state.seats,
            pawns=list(state.pawns),
            dice=[None if slot == rules.NOWHERE else Dice(slot, value) for slot, value in lying],
            phase=PHASES[state.phase],
            turn=state.seat,
            starter=state.starter,
            throws=state.throws,
            thrown=faces(state.thrown) if state.throws else None,
            options=ExxtraOptions(state.xx_is_100),
        )
    )
