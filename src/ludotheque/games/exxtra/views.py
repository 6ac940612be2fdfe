"""A position of Exxtra as JSON. Nothing is hidden, so a view is the whole position."""

from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.codec import Json, demand, read, write
from ludotheque.core.moves import Options
from ludotheque.games.exxtra import rules
from ludotheque.games.exxtra.moves import OUTCOME, Face, Slot, faces
from ludotheque.games.exxtra.rules import Exxtra

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


def read_view(json: Json) -> Exxtra:
    """Return a position read from JSON; one that the rules can't lead to is refused, with the place."""
    view = read(json, View, code="core.position")
    _check(view)
    thrown = OUTCOME[view.thrown] if view.thrown is not None else 0
    dice = view.dice
    return rules.position(
        view.options.xx_is_100,
        PHASES.index(view.phase),
        view.turn,
        view.starter,
        view.throws,
        thrown,
        view.pawns,
        [rules.NOWHERE if pair is None else pair.slot for pair in dice],
        [0 if pair is None else pair.value for pair in dice],
    )


def _check(view: View) -> None:
    for name, values in (("pawns", view.pawns), ("dice", view.dice)):
        demand(len(values) == view.seats, f"$.{name}")
    demand(view.turn < view.seats, "$.turn")
    demand(view.starter < view.seats, "$.starter")
    demand((rules.GOAL in view.pawns) == (view.phase == "over"), "$.phase")
    demand(view.pawns.count(rules.GOAL) < 2, "$.pawns")
    _check_dice(view)
    _check_throw(view)


def _check_dice(view: View) -> None:
    """Refuse two pairs on one slot of 1-5, impossible values, and dice on the table that must be in hand."""
    worth = (*rules.VALUES, rules.DOUBLE_CROSS) if view.options.xx_is_100 else rules.VALUES
    taken = set()
    for seat, pair in enumerate(view.dice):
        if pair is None:
            continue
        demand(pair.value in worth, f"$.dice[{seat}].value")
        demand(pair.slot not in taken, f"$.dice[{seat}].slot")
        demand(seat != view.turn and view.phase != "draw_starter", f"$.dice[{seat}]")
        if pair.slot > 0:
            taken.add(pair.slot)


def _check_throw(view: View) -> None:
    """Refuse a throw that is impossible, missing, superfluous, or one that ended the turn."""
    if view.phase in ("draw_starter", "first_throw"):
        demand(view.throws == 0, "$.throws")
    if view.phase == "decide":
        demand(view.throws > 0, "$.throws")
    demand((view.thrown is None) == (view.throws == 0), "$.thrown")
    if view.thrown is not None:
        demand(view.thrown in OUTCOME, "$.thrown")
        demand(view.throws == 1 or "X" not in view.thrown, "$.thrown")
