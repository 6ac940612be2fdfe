"""Reading a position of Exxtra; one that the rules can't lead to is refused, with the place."""

from ludotheque.core.codec import Json, demand, read
from ludotheque.games.exxtra.moves import OUTCOME
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import Exxtra
from ludotheque.games.exxtra.views import PHASES, View


def read_position(json: Json) -> Exxtra:
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
