# mypyc: compile
"""Action ids of Targi: the numbers of moves without gaps, for programs that learn.

Goods above the limit may be given back in very many ways, but exactly ten goods are kept (TARGI-27), and
there are only 66 ways to keep ten. So a return of goods is numbered by the goods that are kept.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.actions import EXCHANGES, TWO_FOR_ONE
from ludotheque.games.targi.rules.board import PLACES, Board
from ludotheque.games.targi.rules.border import SLOTS
from ludotheque.games.targi.rules.bundles import RANKS, rank, ranked
from ludotheque.games.targi.rules.cards import BORDER_CARDS, DATES, GOLD, GOODS, PEPPER, SALT
from ludotheque.games.targi.rules.codes import (
    EXCHANGE,
    FINISH,
    INTO_ROW,
    LAY,
    PAYING,
    PLACE_ON,
    RETURNING,
    SHIFT,
    SWAP_PLACES,
    TAKING,
    USE_BORDER,
    USE_SLOT,
)
from ludotheque.games.targi.rules.turns import GOODS_LIMIT

GOODS_BESIDE_GOLD: Final = (
    20  # ranks of up to three goods: no card that costs gold costs more, card 38 included
)
BESIDE_NOTHING: Final = 0  # what else is paid or taken, as `bundles.BESIDE` counts it
BESIDE_GOLD: Final = 1
BESIDE_TWO_GOLD: Final = 2
BESIDE_COIN: Final = 3
BESIDE_CROSSES: Final = 4  # 1, 2 or 3 of them


def exchange_codes() -> list[int]:
    """Return every exchange with the Trader: a good for another or for gold, and 2 for 1 with card 39."""
    once = [EXCHANGES * give + get for give in range(GOODS) for get in range(GOLD + 1) if give != get]
    return once + [TWO_FOR_ONE + code for code in once if code % EXCHANGES != GOLD]


def payment_codes() -> list[int]:
    """Return every payment: goods, few of them with gold or the coin; 2 gold for the Silversmith; crosses for
    raids.
    """
    goods = list(range(RANKS))
    few = list(range(GOODS_BESIDE_GOLD))
    gold = [RANKS * BESIDE_GOLD + rank for rank in few] + [RANKS * BESIDE_COIN + rank for rank in few]
    crosses = [RANKS * (BESIDE_CROSSES + more) for more in range(3)]
    return [*goods, *gold, RANKS * BESIDE_TWO_GOLD, *crosses]


def all_codes() -> list[int]:
    """Return the move number of every action except those that give goods back."""
    groups = [
        (PLACE_ON, list(range(1, BORDER_CARDS + 1))),
        (USE_BORDER, list(range(1, BORDER_CARDS + 1))),
        (USE_SLOT, list(range(SLOTS))),
        (LAY, list(range(FINISH - LAY + 1))),
        (INTO_ROW, list(range(3))),
        (EXCHANGE, exchange_codes()),
        (SHIFT, [SLOTS * start + to for start in range(SLOTS) for to in range(SLOTS) if start != to]),
        (SWAP_PLACES, [PLACES * one + two for one in range(PLACES) for two in range(one + 1, PLACES)]),
        (PAYING, payment_codes()),
        (TAKING, [*range(1, RANKS), RANKS * BESIDE_GOLD, RANKS * BESIDE_CROSSES]),
    ]
    return [first + number for first, numbers in groups for number in numbers]


CODES: Final = all_codes()
MOVES: Final = vec[i64](CODES)
IDS: Final = vec[i64]([CODES.index(code) if code in CODES else -1 for code in range(RETURNING)])
KEEPING: Final = len(CODES)  # + rank of the goods kept among all that are ten
FIRST_TEN: Final = GOODS_LIMIT * (GOODS_LIMIT + 1) * (GOODS_LIMIT + 2) // 6
TENS: Final = (GOODS_LIMIT + 1) * (GOODS_LIMIT + 2) // 2
ACTIONS: Final = len(CODES) + TENS


def goods_owned(board: Board) -> i64:
    """Return all goods of the seat to act, as a bundle."""
    seat = board.seat
    return board.owns(seat, DATES) + board.owns(seat, SALT) * 32 + board.owns(seat, PEPPER) * 1024


def id_of(board: Board, move: i64) -> i64:
    """Return the action id of a move; a return of goods is numbered by the goods kept."""
    if move < RETURNING:
        return IDS[move]
    return KEEPING + rank(goods_owned(board) - ranked(move - RETURNING)) - FIRST_TEN


def move_of(board: Board, action: i64) -> i64:
    """Return the move number of an action id in this position."""
    if action < KEEPING:
        return MOVES[action]
    return RETURNING + rank(goods_owned(board) - ranked(action - KEEPING + FIRST_TEN))
