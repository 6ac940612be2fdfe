# mypyc: compile
"""The score of a camp, whole or part by part, at any time of the game (TARGI-30, TARGI-31)."""

from mypy_extensions import i64

from ludotheque.games.targi.rules.advantages import AT_END, row_value
from ludotheque.games.targi.rules.board import NO_CARD, PLACES, Board
from ludotheque.games.targi.rules.cards import CROSSES, GOLD, WORTH


def printed_crosses(board: Board, seat: i64) -> i64:
    """Return the crosses on the cards of a camp."""
    crosses: i64 = 0
    place: i64 = seat * PLACES
    while place < seat * PLACES + PLACES:
        if board.camps[place] != NO_CARD:
            crosses += WORTH[board.camps[place]]
        place += 1
    return crosses


def end_advantage(board: Board, seat: i64, card: i64) -> i64:
    """Return the crosses a laid card adds at the end; most add none."""
    if card < 15 or card > 23:
        return 0
    return AT_END[card](board, seat, card)


def end_advantages(board: Board, seat: i64) -> i64:
    """Return the crosses all laid cards add at the end."""
    crosses: i64 = 0
    place: i64 = seat * PLACES
    while place < seat * PLACES + PLACES:
        crosses += end_advantage(board, seat, board.camps[place])
        place += 1
    return crosses


def score(board: Board, seat: i64) -> i64:
    """Return the crosses in hand and on cards, end advantages and full rows (TARGI-30)."""
    total = board.owns(seat, CROSSES) + printed_crosses(board, seat) + end_advantages(board, seat)
    row: i64 = 0
    while row < 3:
        total += row_value(board, seat, row)
        row += 1
    return total


def standing(board: Board, seat: i64) -> i64:
    """Return score, then gold, then goods as one number; the coin of card 40 is no gold (TARGI-31)."""
    return (score(board, seat) * 1024 + board.owns(seat, GOLD)) * 1024 + board.goods_of(seat)
