# mypyc: compile
"""A tribe card taken: laid into the camp and paid, kept in hand, or discarded (TARGI-15 to 18)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.advantages import at_once, bonus_goods
from ludotheque.games.targi.rules.board import (
    CAMP,
    CHOOSE_ROW,
    FROM_EXPANSION,
    FROM_NOBLE,
    HAND,
    NO_CARD,
    NOTE_DISCARDED,
    NOTE_KEPT,
    NOTE_LAID,
    NOTE_PAID,
    NOTE_SHOWN,
    OPEN,
    PAY,
    PLACES,
    ROW_LENGTH,
    TRIBE_CARD,
    Board,
)
from ludotheque.games.targi.rules.border import SLOTS
from ludotheque.games.targi.rules.payments import can_lay, payments


def take_up(board: Board, card: i64, source: i64) -> None:
    """Take up a tribe card; the seat has to decide what to do with it (TARGI-15)."""
    board.card = card
    board.source = source
    board.phase = TRIBE_CARD


def may_lay(board: Board) -> bool:
    """Return whether the card may be laid: a hand card in a later round only (TARGI-15, TARGI-16)."""
    if board.source == FROM_NOBLE and board.fresh == 1:
        return False
    return can_lay(board, board.seat, board.card, board.source)


def may_keep(board: Board) -> bool:
    """Return whether the card may be kept: the hand holds one card, and it can't be kept again (TARGI-15)."""
    return board.source != FROM_NOBLE and board.hands[board.seat] == NO_CARD


def is_secret(board: Board) -> bool:
    """Return whether only the seat to act has seen the card in question (TARGI-23)."""
    if board.source == FROM_EXPANSION:
        return True
    return board.source >= FROM_NOBLE and board.secrets[board.seat] > 0


def leave_source(board: Board) -> None:
    """Take the card from the centre, which is filled again face down, or from the hand (TARGI-10,
    TARGI-16).
    """
    if board.source < SLOTS:
        board.replace(board.source)
    elif board.source != FROM_EXPANSION:
        board.hands[board.seat] = NO_CARD
        board.secrets[board.seat] = 0
        board.forget_keeping(board.seat)
    board.where[board.card] = OPEN


def lay(board: Board) -> bool:
    """Lay the card; return whether the seat has to choose its payment or its row."""
    if is_secret(board):
        board.note(NOTE_SHOWN, board.seat, board.card, 0, 0)
    found = payments(board, board.seat, board.card, board.source)
    leave_source(board)
    if len(found) == 1:
        return pay(board, found[0])
    board.phase = PAY
    return True


def pay(board: Board, bundle: i64) -> bool:
    """Pay for the card, exactly (TARGI-19); return whether the seat has to choose a row."""
    board.lose(board.seat, bundle)
    board.note(NOTE_PAID, board.seat, bundle, board.card, 0)
    rows = open_rows(board, board.seat)
    if len(rows) == 1:
        return put(board, rows[0])
    board.phase = CHOOSE_ROW
    return True


def open_rows(board: Board, seat: i64) -> vec[i64]:
    """Return the rows of a camp that are not full (TARGI-17)."""
    rows = vec[i64](capacity=3)
    row: i64 = 0
    while row < 3:
        if board.filled(seat, row) < ROW_LENGTH:
            rows = append(rows, row)
        row += 1
    return rows


def put(board: Board, row: i64) -> bool:
    """Put the card on the next place of a row and apply its advantage (TARGI-17, TARGI-18)."""
    seat = board.seat
    card = board.card
    place = row * ROW_LENGTH + board.filled(seat, row)
    board.camps[seat * PLACES + place] = card
    board.where[card] = CAMP + seat
    board.note(NOTE_LAID, seat, card, place, 0)
    bonus_goods(board)
    return at_once(board, card)


def keep(board: Board) -> None:
    """Take the card into the hand; from the deck it stays unseen by the opponent (TARGI-15, TARGI-23)."""
    seat = board.seat
    secret: i64 = 1 if board.source == FROM_EXPANSION else 0
    leave_source(board)
    board.where[board.card] = HAND + seat
    board.hands[seat] = board.card
    board.secrets[seat] = secret
    if secret == 1:
        board.remember_keeping(seat)
    board.fresh = 1
    board.note(NOTE_KEPT, seat, board.card, secret, 0)


def throw_away(board: Board) -> None:
    """Discard the card, free of charge (TARGI-11, TARGI-15, TARGI-16)."""
    secret = is_secret(board)
    leave_source(board)
    board.discard(board.card)
    board.note(NOTE_DISCARDED, board.seat, board.card, 1 if secret else 0, 0)
