# mypyc: compile
"""Raids: what the Robber takes on a corner, who is spared, who can't pay (TARGI-24 to 26)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.board import (
    NOTE_RAID,
    NOTE_RAID_BONUS,
    NOTE_RAID_FAILED,
    NOTE_RAID_PAID,
    NOTE_RAID_SPARED,
    RAID,
    Board,
)
from ludotheque.games.targi.rules.border import NO_SEAT
from ludotheque.games.targi.rules.bundles import UNIT, any_goods
from ludotheque.games.targi.rules.cards import (
    CROSSES,
    DATES,
    GOLD,
    PEPPER,
    RAID_BONUS,
    RAID_CROSSES,
    RAID_GOLD,
    RAID_GOODS,
    SALT,
    SPARED,
)


def raid_number(board: Board) -> i64:
    """Return the number of the raid on the Robber's corner, from 0 to 3."""
    return board.robber // 4 - 1


def tributes(board: Board, seat: i64) -> vec[i64]:
    """Return the tributes: goods of choice (raid 4: gold) or crosses, never mixed, as far as owned
    (TARGI-24).
    """
    raid = raid_number(board)
    found = vec[i64](capacity=11)
    if RAID_GOODS[raid] > 0:
        dates = board.owns(seat, DATES)
        found = any_goods(RAID_GOODS[raid], dates, board.owns(seat, SALT), board.owns(seat, PEPPER))
    elif board.owns(seat, GOLD) >= RAID_GOLD[raid]:
        found = append(found, RAID_GOLD[raid] * UNIT[GOLD])
    if board.owns(seat, CROSSES) >= RAID_CROSSES[raid]:
        found = append(found, RAID_CROSSES[raid] * UNIT[CROSSES])
    return found


def begin_raid(board: Board) -> bool:
    """Begin the raid before placing, the start player first (TARGI-24); return whether a seat has to
    choose.
    """
    board.note(NOTE_RAID, NO_SEAT, raid_number(board) + 1, 0, 0)
    board.second = 0
    board.seat = board.amulet
    return demand(board)


def demand(board: Board) -> bool:
    """Ask the seats in turn for their tribute; return whether a seat has to choose."""
    while True:
        seat = board.seat
        if board.has(seat, SPARED):
            board.note(NOTE_RAID_SPARED, seat, SPARED, 0, 0)
            reward(board, seat)
        else:
            found = tributes(board, seat)
            if len(found) > 1:
                board.phase = RAID
                return True
            if len(found) == 1:
                give(board, found[0])
            else:
                fail(board)
        if board.second == 1:
            return False
        board.second = 1
        board.seat = 1 - seat


def give(board: Board, tribute: i64) -> None:
    """Pay a seat's tribute to the Robber."""
    board.lose(board.seat, tribute)
    board.note(NOTE_RAID_PAID, board.seat, tribute, 0, 0)
    reward(board, board.seat)


def fail(board: Board) -> None:
    """Give the opponent the crosses due by a seat that can pay neither tribute (TARGI-25)."""
    due = RAID_CROSSES[raid_number(board)]
    board.gain(1 - board.seat, due * UNIT[CROSSES])
    board.note(NOTE_RAID_FAILED, board.seat, due, 1 - board.seat, 0)


def reward(board: Board, seat: i64) -> None:
    """Give 1 cross by card 31 at each raid, unless the seat failed to pay (TARGI-26)."""
    if board.has(seat, RAID_BONUS):
        board.gain(seat, UNIT[CROSSES])
        board.note(NOTE_RAID_BONUS, seat, UNIT[CROSSES], RAID_BONUS, 0)


def pay_tribute(board: Board, tribute: i64) -> bool:
    """Pay the tribute that a seat chose; return whether the other has to choose."""
    give(board, tribute)
    if board.second == 1:
        return False
    board.second = 1
    board.seat = 1 - board.seat
    return demand(board)
