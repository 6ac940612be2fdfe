# mypyc: compile
"""Features of a position for one seat, weighed by a value function."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.board import CAMP, FROM_NOBLE, NO_CARD, PLACES, ROW_LENGTH, TURN_UP, Board
from ludotheque.games.targi.rules.cards import (
    CROSSES,
    DATES,
    FIRST_ADVANTAGE,
    GOLD,
    PEPPER,
    SALT,
    SYMBOL,
    WORTH,
)
from ludotheque.games.targi.rules.payments import payments
from ludotheque.games.targi.rules.scoring import score

ROUNDS: Final = 12
ADVANTAGES: Final = 30
PLAIN: Final = 24
FEATURES: Final = 54  # PLAIN + ADVANTAGES
WEIGHTS: Final = 108  # each feature counts by itself, and times the share of the game that is left


def rounds_left(board: Board) -> i64:
    """Return the number of rounds still to be finished."""
    if board.phase == TURN_UP or board.robber % 4 == 0:
        return ROUNDS - board.round()
    return ROUNDS + 1 - board.round()


def next_starter(board: Board) -> i64:
    """Return the starter of the next round, or of this one if it has just begun."""
    return 1 - board.amulet if board.phase == TURN_UP else board.amulet


def features(board: Board, seat: i64) -> vec[float]:
    """Return all features of a seat."""
    found = vec[float](capacity=FEATURES)
    dates = board.owns(seat, DATES)
    salt = board.owns(seat, SALT)
    pepper = board.owns(seat, PEPPER)
    gold = board.owns(seat, GOLD)
    laid = board.laid(seat)
    found = append(found, float(score(board, seat)))
    found = append(found, float(board.owns(seat, CROSSES)))
    found = append(found, float(dates))
    found = append(found, float(salt))
    found = append(found, float(pepper))
    found = append(found, float(gold))
    found = append(found, float(least(dates, salt, pepper)))
    found = append(found, 1.0 if dates + salt + pepper > 7 else 0.0)
    found = append(found, 1.0 if gold == 0 else 0.0)
    found = append(found, float(laid))
    found = append(found, float(laid * laid) / 12.0)
    found = append(found, float(board.coins[seat]))
    found = hand_features(board, seat, found)
    found = row_features(board, seat, found)
    found = append(found, 1.0 if next_starter(board) == seat else 0.0)
    found = append(found, 1.0 if board.fewer_next == seat else 0.0)
    card: i64 = FIRST_ADVANTAGE
    while card < FIRST_ADVANTAGE + ADVANTAGES:
        found = append(found, 1.0 if board.where[card] == CAMP + seat else 0.0)
        card += 1
    return found


def hand_features(board: Board, seat: i64, found: vec[float]) -> vec[float]:
    """Add whether there is a hand card, its value, and whether it can be paid."""
    card = board.hands[seat]
    if card == NO_CARD:
        return append(append(append(found, 0.0), 0.0), 0.0)
    found = append(append(found, 1.0), float(WORTH[card]))
    return append(found, 1.0 if len(payments(board, seat, card, FROM_NOBLE)) > 0 else 0.0)


def row_features(board: Board, seat: i64, found: vec[float]) -> vec[float]:
    """Add the number of rows with 1 card, 2 or 3 of one symbol, 2 or 3 different ones, 3 of neither, or 4."""
    counts = vec[float]([0.0] * 7)
    row: i64 = 0
    while row < 3:
        filled = board.filled(seat, row)
        if 0 < filled < ROW_LENGTH:
            kinds = kinds_in_row(board, seat, row)
            if filled == 1:
                counts[0] += 1.0
            elif kinds == 1:
                counts[filled - 1] += 1.0
            elif kinds == filled:
                counts[filled + 1] += 1.0
            else:
                counts[5] += 1.0
        elif filled == ROW_LENGTH:
            counts[6] += 1.0
        row += 1
    for count in counts:
        found = append(found, count)
    return found


def kinds_in_row(board: Board, seat: i64, row: i64) -> i64:
    """Return the number of different symbols in a row."""
    first = seat * PLACES + row * ROW_LENGTH
    kinds: i64 = 0
    seen = vec[i64]([0, 0, 0, 0, 0])
    place = first
    while place < first + ROW_LENGTH and board.camps[place] != NO_CARD:
        symbol = SYMBOL[board.camps[place]]
        if seen[symbol] == 0:
            kinds += 1
            seen[symbol] = 1
        place += 1
    return kinds


def least(one: i64, two: i64, three: i64) -> i64:
    """Return the least of three numbers."""
    smaller = one if one < two else two
    return smaller if smaller < three else three


def feature_row(board: Board) -> list[float]:
    """Return the differences of the features of both seats, from the first seat's side, as they are
    weighed.
    """
    own = features(board, 0)
    theirs = features(board, 1)
    left = float(rounds_left(board)) / float(ROUNDS)
    found: list[float] = []
    i: i64 = 0
    while i < FEATURES:
        found.append(own[i] - theirs[i])
        i += 1
    i = 0
    while i < FEATURES:
        found.append((own[i] - theirs[i]) * left)
        i += 1
    return found
