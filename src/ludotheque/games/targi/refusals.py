"""The refusals of Targi, with their clauses."""

from collections.abc import Callable
from typing import Any, Final

from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, Param, Refusal
from ludotheque.core.words import one_of
from ludotheque.games.targi import moves
from ludotheque.games.targi.events import border, spoken, tribe
from ludotheque.games.targi.rules import actions
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.border import CORNER, NO_SEAT, OPPOSED, ROBBER, SLOT_NAMES, TAKEN
from ludotheque.games.targi.rules.cards import GOLD, KIND_NAMES, WITHOUT_NOBLE
from ludotheque.games.targi.rules.payments import prices
from ludotheque.games.targi.rules.raids import raid_number
from ludotheque.games.targi.rules.state import Targi
from ludotheque.games.targi.views import PHASES

PHASE_CLAUSE: Final = {
    b.RAID: "TARGI-24",
    b.PLACE: "TARGI-5",
    b.ACT: "TARGI-8",
    b.TRADE: "TARGI-8",
    b.SMITH: "TARGI-8",
    b.MIRAGE: "TARGI-8",
    b.TRIBE_CARD: "TARGI-15",
    b.PAY: "TARGI-19",
    b.CHOOSE_ROW: "TARGI-17",
    b.TAKE: "TARGI-12",
    b.SWAP: "TARGI-22",
    b.RETURN: "TARGI-27",
}

MOVE_PHASES: Final[dict[type[Move], tuple[int, ...]]] = {
    moves.Place: (b.PLACE,),
    moves.Use: (b.ACT,),
    moves.Play: (b.ACT,),
    moves.Finish: (b.ACT,),
    moves.Lay: (b.TRIBE_CARD,),
    moves.Keep: (b.TRIBE_CARD,),
    moves.Discard: (b.TRIBE_CARD,),
    moves.Pay: (b.PAY, b.SMITH, b.RAID),
    moves.Take: (b.TAKE,),
    moves.Return: (b.RETURN,),
    moves.Trade: (b.TRADE,),
    moves.Done: (b.TRADE,),
    moves.Shift: (b.MIRAGE,),
    moves.IntoRow: (b.CHOOSE_ROW,),
    moves.Swap: (b.SWAP,),
    moves.Skip: (b.SWAP,),
}

OBSTACLES: Final = {CORNER: "corner", ROBBER: "robber", TAKEN: "taken", OPPOSED: "opposed"}


def why_not(state: Targi, move: Move) -> Refusal:
    """Return the refusal of an illegal move: another phase, or its reason in this phase."""
    if state.phase not in MOVE_PHASES[type(move)]:
        first = state.phase == b.TRADE and state.amount == 0
        asked = {"asked": f"@targi_phase_{'trade_first' if first else PHASES[state.phase]}"}
        return NotAllowed("targi.not_now", PHASE_CLAUSE[state.phase], asked)
    return WHY[type(move)](state, move)


def _no(code: str, clause: str, params: dict[str, Param] | None = None) -> Refusal:
    return NotAllowed(f"targi.{code}", clause, params)


def _place(state: Targi, move: moves.Place) -> Refusal:
    """Refuse a corner, the Robber, any Targi, or the card opposite an opposing Targi (TARGI-6)."""
    return _no(OBSTACLES[state.obstacle(state.seat, move.card)], "TARGI-6", border(move.card))


def _use(state: Targi, move: moves.Use) -> Refusal:
    """Refuse a place without an own piece, or an action without effect (TARGI-8)."""
    if isinstance(move.card, int) and state.targis[move.card] == state.seat:
        return _no("no_effect", "TARGI-8", border(move.card))
    return _no("nothing_there", "TARGI-8", {"card": str(move.card)})


def _cannot_lay(state: Targi, card: int, source: int) -> Refusal:
    """Refuse a card for a full camp or a price that can't be paid (TARGI-15, TARGI-17)."""
    if state.laid(state.seat) == b.PLACES:
        return _no("camp_full", "TARGI-17")
    return _no("cannot_pay", "TARGI-15", {"price": _prices(state, card, source), **tribe(card)})


def _prices(state: Targi, card: int, source: int) -> list[str]:
    """Return every price of a card, of which one is to be paid (TARGI-19)."""
    return one_of(spoken(price) for price in prices(state, state.seat, card, source))


def _lay(state: Targi, _: Move) -> Refusal:
    """Refuse to lay a new hand card, or any card that can't be paid (TARGI-15, TARGI-16)."""
    if state.source == b.FROM_NOBLE and state.fresh:
        return _no("hand_is_new", "TARGI-16")
    return _cannot_lay(state, state.card, state.source)


def _keep(state: Targi, _: Move) -> Refusal:
    """Refuse to keep a second hand card (TARGI-15)."""
    return _no("hand_stays" if state.source == b.FROM_NOBLE else "hand_full", "TARGI-15")


def _play(state: Targi, _: Move) -> Refusal:
    """Refuse to play the hand card without the Noble or card 38, or unpaid (TARGI-16, TARGI-20)."""
    hand = state.hands[state.seat]
    if hand == b.NO_CARD:
        return _no("no_hand_card", "TARGI-16")
    if not state.has(state.seat, WITHOUT_NOBLE):
        return _no("needs_noble", "TARGI-16")
    return _cannot_lay(state, hand, b.FROM_HAND)


def _pay(state: Targi, _: Move) -> Refusal:
    """Refuse an inexact payment to the Robber, to the Silversmith or for a card (TARGI-19, TARGI-24)."""
    if state.phase == b.RAID:
        return _no(f"tribute_{raid_number(state) + 1}", "TARGI-24")
    if state.phase == b.SMITH:
        return _no("smith", "TARGI-8")
    price = _prices(state, state.card, state.source)
    return _no("payment", "TARGI-19", {"price": price, **tribe(state.card)})


def _take(state: Targi, _: Move) -> Refusal:
    """Refuse goods other than exactly those offered (TARGI-12)."""
    code = "take_or" if state.card == 41 else "take"
    return _no(code, "TARGI-12", {"goods": f"@targi_amount_goods:{state.amount}"})


def _return(state: Targi, _: Move) -> Refusal:
    """Refuse to return other than exactly the surplus, from the goods owned (TARGI-27)."""
    return _no("return", "TARGI-27", {"goods": f"@targi_amount_goods:{state.amount}"})


def _trade(state: Targi, move: moves.Trade) -> Refusal:
    """Refuse too few identical goods, the same good, or a circle of exchanges (TARGI-8)."""
    give, get = KIND_NAMES.index(move.give), KIND_NAMES.index(move.get)
    if give == get:
        return _no("trade_same", "TARGI-8")
    least = actions.exchange_price(state, get)
    asked = [least, 2] if least == 1 else [least]
    price = move.count or least
    if price not in asked:
        amounts = one_of([f"@targi_amount_{move.give}:{count}"] for count in asked)
        return _no("trade_count", "TARGI-22", {"price": amounts})
    if state.owns(state.seat, give) < price:
        code = "trade_gold" if get == GOLD else "trade_goods"
        return _no(code, "TARGI-8", {"price": f"@targi_amount_{move.give}:{price}"})
    return _no("trade_circle", "TARGI-8")


def _done(*_: object) -> Refusal:
    """Refuse to leave the Trader without any exchange (TARGI-8)."""
    return _no("trade_first", "TARGI-8")


def _shift(state: Targi, move: moves.Shift) -> Refusal:
    """Refuse a marker of another seat, or a target other than a face-up card without one (card 9)."""
    if state.markers[SLOT_NAMES.index(move.marker)] != state.seat:
        return _no("shift_from", "TARGI-8", {"slot": move.marker})
    occupied = state.markers[SLOT_NAMES.index(move.to)] != NO_SEAT
    return _no("shift_occupied" if occupied else "shift_face_down", "TARGI-8", {"slot": move.to})


def _row(_: Targi, move: moves.IntoRow) -> Refusal:
    """Refuse a full row (TARGI-17)."""
    return _no("row_full", "TARGI-17", {"row": move.row})


def _swap(*_: object) -> Refusal:
    """Refuse a swap of one place, or of a place without a card (card 43, TARGI-22)."""
    return _no("swap", "TARGI-22")


WHY: Final[dict[type[Move], Callable[[Targi, Any], Refusal]]] = {
    moves.Place: _place,
    moves.Use: _use,
    moves.Lay: _lay,
    moves.Keep: _keep,
    moves.Play: _play,
    moves.Pay: _pay,
    moves.Take: _take,
    moves.Return: _return,
    moves.Trade: _trade,
    moves.Done: _done,
    moves.Shift: _shift,
    moves.IntoRow: _row,
    moves.Swap: _swap,
}
"""The other moves are always legal in their phases."""
