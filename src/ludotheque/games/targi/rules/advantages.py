# mypyc: compile
"""The advantages that work at once, and those that count at the end; small functions beside their tables.

Permanent advantages are in the module of the rule that they change: discounts in `payments.py`, raids in
`raids.py`, placing in `border.py`, and the goods of cards 33 to 36 below.
"""

from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.board import (
    FROM_ADVANTAGE,
    NO_CARD,
    NOTE_BONUS,
    NOTE_COIN,
    NOTE_FEWER,
    PLACES,
    ROW_LENGTH,
    SWAP,
    TAKE,
    Board,
)
from ludotheque.games.targi.rules.border import BIT
from ludotheque.games.targi.rules.bundles import UNIT, any_goods
from ludotheque.games.targi.rules.cards import BONUS, CROSSES, GOLD, GOODS, SYMBOL, SYMBOLS

# At once (TARGI-18, TARGI-22). Each gives True when the seat now has something to choose.


def goods_for_cards(board: Board) -> bool:
    """Card 37: 1 good of choice per 2 cards in the camp, itself included (TARGI-22)."""
    return take_goods(board, board.laid(board.seat) // 2)


def goods_for_places(board: Board) -> bool:
    """Card 42: 1 good of choice per 2 free places, its own filled (TARGI-22)."""
    return take_goods(board, (PLACES - board.laid(board.seat)) // 2)


def three_goods(board: Board) -> bool:
    """Card 41: 3 goods of choice, or 1 gold, or 1 cross."""
    return take_goods(board, 3)


def take_goods(board: Board, amount: i64) -> bool:
    """Ask the seat to choose goods from the supply."""
    if amount == 0:
        return False
    board.amount = amount
    board.source = FROM_ADVANTAGE
    board.phase = TAKE
    return True


def lay_coin(board: Board) -> bool:
    """Card 40: 1 gold from the supply lies on it, for a later card that costs gold (TARGI-22)."""
    board.coins[board.seat] = 1
    board.note(NOTE_COIN, board.seat, 0, 0, 0)
    return False


def swap_two(board: Board) -> bool:
    """Card 43: two cards of the camp may change places, itself included (TARGI-22)."""
    if board.laid(board.seat) < 2:
        return False
    board.source = FROM_ADVANTAGE
    board.phase = SWAP
    return True


def fewer_targis(board: Board) -> bool:
    """Card 44: next round the opponent has only 2 Targis."""
    board.fewer_next = 1 - board.seat
    board.note(NOTE_FEWER, 1 - board.seat, 0, 0, 0)
    return False


AT_ONCE: Final[dict[int, Callable[[Board], bool]]] = {
    37: goods_for_cards,
    40: lay_coin,
    41: three_goods,
    42: goods_for_places,
    43: swap_two,
    44: fewer_targis,
}


def at_once(board: Board, card: i64) -> bool:
    """Apply a card's advantage when it is laid; return whether the seat now has something to choose."""
    if card < 37:
        return False
    effect = AT_ONCE.get(card)
    return effect is not None and effect(board)


def bundles_to_take(board: Board) -> vec[i64]:
    """Return what may be taken: the number of goods due; with card 41 also 1 gold or 1 cross."""
    found = any_goods(board.amount, board.amount, board.amount, board.amount)
    if board.source == FROM_ADVANTAGE and board.card == 41:
        found = append(append(found, UNIT[GOLD]), UNIT[CROSSES])
    return found


def bonus_goods(board: Board) -> None:
    """Add 1 good by cards 33-35, once in a round in which goods cards gave its kind (TARGI-21)."""
    good: i64 = 0
    while good < GOODS:
        if board.got & BIT[good] and not board.rewarded & BIT[good] and board.has(board.seat, BONUS[good]):
            board.rewarded |= BIT[good]
            board.gain(board.seat, UNIT[good])
            board.note(NOTE_BONUS, board.seat, UNIT[good], BONUS[good], 0)
        good += 1


# At the end (TARGI-30). Each gives crosses to the seat in whose camp the card lies.


def symbols_in_camp(board: Board, seat: i64) -> vec[i64]:
    """Return the number of cards of each symbol in a camp."""
    counts = vec[i64]([0] * SYMBOLS)
    place: i64 = seat * PLACES
    while place < seat * PLACES + PLACES:
        card = board.camps[place]
        if card != NO_CARD:
            counts[SYMBOL[card]] += 1
        place += 1
    return counts


PAIRED: Final = {15: 2, 16: 3, 17: 4, 18: 0, 19: 1}
"""The symbol that each of the cards 15-19 counts in pairs."""


def pairs(board: Board, seat: i64, card: i64) -> i64:
    """Cards 15-19: 1 cross per pair of a symbol in the camp."""
    return symbols_in_camp(board, seat)[PAIRED[card]] // 2


def more_cards(board: Board, seat: i64, _card: i64) -> i64:
    """Card 20: 1 cross for strictly more cards than the opponent."""
    return 1 if board.laid(seat) > board.laid(1 - seat) else 0


def ten_cards(board: Board, seat: i64, _card: i64) -> i64:
    """Card 21: 1 cross for 10 or more cards."""
    return 1 if board.laid(seat) >= 10 else 0


def better_rows(board: Board, seat: i64, _card: i64) -> i64:
    """Card 22: up to 2 full rows of four different symbols score 4 instead of 2."""
    rows: i64 = 0
    row: i64 = 0
    while row < 3:
        if row_value(board, seat, row) == 2:
            rows += 1
        row += 1
    return 2 * (rows if rows < 2 else 2)


def fourth_card(board: Board, seat: i64, card: i64) -> i64:
    """Card 23: 2 crosses as the fourth card of its row."""
    row: i64 = 0
    while row < 3:
        if board.camps[seat * PLACES + row * ROW_LENGTH + ROW_LENGTH - 1] == card:
            return 2
        row += 1
    return 0


AT_END: Final[dict[int, Callable[[Board, i64, i64], i64]]] = {
    15: pairs,
    16: pairs,
    17: pairs,
    18: pairs,
    19: pairs,
    20: more_cards,
    21: ten_cards,
    22: better_rows,
    23: fourth_card,
}


def row_value(board: Board, seat: i64, row: i64) -> i64:
    """Return the score of a full row: 4 with one symbol, 2 with four different symbols (TARGI-30)."""
    first = seat * PLACES + row * ROW_LENGTH
    if board.camps[first + ROW_LENGTH - 1] == NO_CARD:
        return 0
    seen: i64 = 0
    place = first
    while place < first + ROW_LENGTH:
        seen |= SYMBOL_BIT[SYMBOL[board.camps[place]]]
        place += 1
    kinds: i64 = 0
    for bit in SYMBOL_BIT:
        if seen & bit:
            kinds += 1
    if kinds == 1:
        return 4
    return 2 if kinds == ROW_LENGTH else 0


SYMBOL_BIT: Final = vec[i64]([1, 2, 4, 8, 16])
