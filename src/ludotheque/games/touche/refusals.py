"""The refusals of Touché, in the words of the rules."""

from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, Param, Refusal
from ludotheque.games.touche import moves
from ludotheque.games.touche.names import CARD, CARD_NAMES, cell_at, place_name, shown
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import BIT, JOKER, WORD
from ludotheque.games.touche.rules.cards import HAND
from ludotheque.games.touche.rules.state import Touche


def why_not(state: Touche, move: Move) -> Refusal:
    """Return the refusal of an illegal move of the seat to act."""
    if isinstance(move, moves.Crown):
        if state.phase != rules.CHOOSE:
            return NotAllowed("touche.nothing_to_crown", "TOUCHE-17")
        return NotAllowed("touche.other_choice", "TOUCHE-17")
    assert isinstance(move, moves.Play | moves.Exchange | moves.Discard)  # the only other kinds
    if state.phase == rules.CHOOSE:
        return NotAllowed("touche.crown_first", "TOUCHE-17")
    card = CARD[move.card]
    if card not in state.hands[HAND * state.seat : HAND * state.seat + HAND]:
        return NotAllowed("touche.not_in_hand", "TOUCHE-9", {"card": CARD_NAMES[card], "shown": shown(card)})
    if isinstance(move, moves.Exchange):
        return _no_exchange(state, card)
    if isinstance(move, moves.Discard):
        return NotAllowed("touche.must_play", "TOUCHE-13")
    return _no_play(state, card, move.cell)


def _no_exchange(state: Touche, card: int) -> Refusal:
    """Refuse an exchange: only a dead card, once a turn, and with a stack to draw from (TOUCHE-13)."""
    if state.stacks[state.seat] == 0:
        return NotAllowed("touche.empty_stack", "TOUCHE-13")
    if state.exchanged:
        return NotAllowed("touche.exchanged", "TOUCHE-13")
    return NotAllowed("touche.live_card", "TOUCHE-13", {"card": CARD_NAMES[card], "shown": shown(card)})


def _no_play(state: Touche, card: int, place: moves.Place) -> Refusal:
    """Refuse a cell that is not the card's, or not open to it (TOUCHE-9, TOUCHE-10, TOUCHE-12, TOUCHE-16)."""
    cell = cell_at(state.board, place)
    params: dict[str, Param] = {
        "card": CARD_NAMES[card],
        "shown": shown(card),
        "cell": place_name(*place),
    }
    if card == JOKER:
        on_joker = state.board.card_at[cell] == JOKER
        return NotAllowed(f"touche.joker_{'cell' if on_joker else 'taken'}", "TOUCHE-12", params)
    if state.board.card_at[cell] != card:
        return NotAllowed("touche.wrong_cell", "TOUCHE-9", params)
    if any(state.crowns[2 * side + WORD[cell]] & BIT[cell] for side in range(state.sides)):
        return NotAllowed("touche.crowned", "TOUCHE-16", params)
    return NotAllowed("touche.own_pawn", "TOUCHE-10", params)
