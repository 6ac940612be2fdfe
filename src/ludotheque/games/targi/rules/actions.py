# mypyc: compile
"""The actions of border cards and goods cards (TARGI-8 to 12). Each returns whether the seat has to
choose.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.advantages import bonus_goods
from ludotheque.games.targi.rules.board import (
    DRAW_GOODS,
    DRAW_TRIBE,
    FROM_ADVANTAGE,
    FROM_CARAVAN,
    FROM_EXPANSION,
    FROM_HAND,
    FROM_NOBLE,
    GOODS_CARD,
    MIRAGE,
    NO_CARD,
    NOTE_BORDER,
    NOTE_CARAVAN,
    NOTE_GOODS,
    NOTE_MIRAGE,
    NOTE_SMITH,
    NOTE_TOOK,
    NOTE_TRADED,
    SMITH,
    TAKE,
    TRADE,
    Board,
)
from ludotheque.games.targi.rules.border import BIT, NO_SEAT, SLOTS
from ludotheque.games.targi.rules.bundles import UNIT, gift, part
from ludotheque.games.targi.rules.cards import (
    CARAVAN,
    CHOICE,
    CROSSES,
    EXPANSION,
    FREE_TRADE,
    GOLD,
    GOODS,
    INCOME,
    NOBLE,
    SILVERSMITH,
    TRADER,
    WITHOUT_NOBLE,
)
from ludotheque.games.targi.rules.laying import take_up
from ludotheque.games.targi.rules.payments import can_lay

EXCHANGES: Final = 4  # an exchange is numbered 4 x what is given + what is got
TWO_FOR_ONE: Final = 16  # + the same: 2 for 1 where card 39 would ask for 1 only (TARGI-22)

# The Silversmith's exchanges: so much of a kind gives so many crosses.
SMITH_GOODS: Final = vec[i64]([2, 4])
SMITH_GOODS_CROSSES: Final = vec[i64]([1, 3])
SMITH_GOLD: Final = vec[i64]([1, 2])
SMITH_GOLD_CROSSES: Final = vec[i64]([2, 4])


def usable(board: Board, card: i64) -> bool:
    """Return whether a border card would change anything for the seat to act (TARGI-8)."""
    if INCOME[card] >= 0 or card in (CARAVAN, EXPANSION):
        return True
    if card == NOBLE:
        return board.hands[board.seat] != NO_CARD
    if card == TRADER:
        return len(exchanges(board)) > 0
    if card == SILVERSMITH:
        return len(smith_payments(board)) > 0
    return len(mirages(board)) > 0


def use_border(board: Board, card: i64) -> bool:
    """Take the Targi back at once and perform the action of its card (TARGI-9)."""
    board.targis[card] = NO_SEAT
    if INCOME[card] >= 0:
        board.gain(board.seat, UNIT[INCOME[card]])
        board.note(NOTE_BORDER, board.seat, card, UNIT[INCOME[card]], 0)
        return False
    if card == NOBLE:
        take_up(board, board.hands[board.seat], FROM_NOBLE)
    elif card == TRADER:
        board.phase = TRADE
    elif card == SILVERSMITH:
        return visit_smith(board)
    elif card == CARAVAN:
        board.need_goods_card()
        board.phase = DRAW_GOODS
    elif card == EXPANSION:
        board.need_tribe_card()
        board.source = FROM_EXPANSION
        board.phase = DRAW_TRIBE
    else:
        board.phase = MIRAGE
    return True


def exchange_price(board: Board, get: i64) -> i64:
    """Return the lowest price: 3 equal goods for 1 gold, 2 for 1 other good, 1 with card 39 (TARGI-22)."""
    if get == GOLD:
        return 3
    return 1 if board.has(board.seat, FREE_TRADE) else 2


def exchanges(board: Board) -> vec[i64]:
    """Return the possible exchanges with the Trader, as numbers; 2 for 1 stays beside 1 for 1 (TARGI-22)."""
    found = vec[i64](capacity=16)
    give: i64 = 0
    while give < GOODS:
        get: i64 = 0
        while get <= GOLD:
            enough = board.owns(board.seat, give) >= exchange_price(board, get)
            if give != get and enough and not brings_back(board, give, get):
                found = append(found, EXCHANGES * give + get)
            if give != get and exchange_price(board, get) == 1 and board.owns(board.seat, give) >= 2:
                found = append(found, TWO_FOR_ONE + EXCHANGES * give + get)
            get += 1
        give += 1
    return found


def brings_back(board: Board, give: i64, get: i64) -> bool:
    """Return whether an exchange restores exactly an earlier holding of this action; it is illegal (TARGI-8).

    Only exchanges 1 for 1 can: any other leaves fewer goods than before.
    """
    if get == GOLD or len(board.held) == 0:
        return False
    restored = board.goods_held() - UNIT[give] + UNIT[get]
    return any(earlier == restored for earlier in board.held)


def trade(board: Board, exchange: i64) -> bool:
    """Perform an exchange with the Trader; return whether another is possible (TARGI-8)."""
    give = exchange % TWO_FOR_ONE // EXCHANGES
    get = exchange % EXCHANGES
    price = 2 if exchange >= TWO_FOR_ONE else exchange_price(board, get)
    board.held = append(board.held, board.goods_held()) if price == 1 else vec[i64]()
    board.lose(board.seat, price * UNIT[give])
    board.gain(board.seat, UNIT[get])
    board.note(NOTE_TRADED, board.seat, price * UNIT[give], UNIT[get], 0)
    return len(exchanges(board)) > 0


def smith_payments(board: Board) -> vec[i64]:
    """Return the possible payments to the Silversmith: 2 or 4 identical goods, 1 or 2 gold."""
    found = vec[i64](capacity=8)
    kind: i64 = 0
    while kind <= GOLD:
        step: i64 = 0
        while step < 2:
            count = SMITH_GOLD[step] if kind == GOLD else SMITH_GOODS[step]
            if board.owns(board.seat, kind) >= count:
                found = append(found, count * UNIT[kind])
            step += 1
        kind += 1
    return found


def visit_smith(board: Board) -> bool:
    """Begin the exchange with the Silversmith; a single possible one is performed at once."""
    found = smith_payments(board)
    if len(found) == 1:
        return forge(board, found[0])
    board.phase = SMITH
    return True


def forge(board: Board, bundle: i64) -> bool:
    """Exchange goods or gold for crosses at the Silversmith, once."""
    crosses: i64 = 0
    kind: i64 = 0
    while kind <= GOLD:
        step: i64 = 0
        while step < 2:
            count = SMITH_GOLD[step] if kind == GOLD else SMITH_GOODS[step]
            if part(bundle, kind) == count:
                crosses = SMITH_GOLD_CROSSES[step] if kind == GOLD else SMITH_GOODS_CROSSES[step]
            step += 1
        kind += 1
    board.lose(board.seat, bundle)
    board.gain(board.seat, crosses * UNIT[CROSSES])
    board.note(NOTE_SMITH, board.seat, bundle, crosses * UNIT[CROSSES], 0)
    return False


def mirages(board: Board) -> vec[i64]:
    """Return the moves of Fata Morgana, from an own marker to a face-up card without one, as 9 x from +
    to.
    """
    found = vec[i64](capacity=16)
    start: i64 = 0
    while start < SLOTS:
        to: i64 = 0
        while to < SLOTS:
            if board.markers[start] == board.seat and board.markers[to] == NO_SEAT and board.centre[to] >= 0:
                found = append(found, SLOTS * start + to)
            to += 1
        start += 1
    return found


def shift(board: Board, mirage: i64) -> None:
    """Move a marker that is not used yet, by Fata Morgana."""
    start = mirage // SLOTS
    to = mirage % SLOTS
    board.markers[start] = NO_SEAT
    board.markers[to] = board.seat
    board.note(NOTE_MIRAGE, board.seat, start, to, board.centre[to])


def use_slot(board: Board, slot: i64) -> bool:
    """Use a marker: take what a goods card shows, or take up a tribe card (TARGI-10, TARGI-15)."""
    card = board.centre[slot]
    if card < GOODS_CARD:
        take_up(board, card, slot)
        return True
    kind = card - GOODS_CARD
    board.replace(slot)
    board.note(NOTE_GOODS, board.seat, slot, kind, 0)
    return receive(board, kind, slot)


def open_caravan(board: Board, kind: i64) -> bool:
    """Turn over the top goods card, take its goods and discard it (card 13)."""
    board.goods[kind] -= 1
    board.goods_gone[kind] += 1
    board.note(NOTE_CARAVAN, board.seat, kind, 0, 0)
    return receive(board, kind, FROM_CARAVAN)


def receive(board: Board, kind: i64, source: i64) -> bool:
    """Take all symbols of a goods card, or ask for a choice between slashes (TARGI-12)."""
    if kind == CHOICE:
        board.amount = 1
        board.source = source
        board.phase = TAKE
        return True
    board.gain(board.seat, gift(kind))
    count_goods(board, gift(kind))
    return False


def take(board: Board, bundle: i64) -> None:
    """Take the goods that the seat chose."""
    board.gain(board.seat, bundle)
    board.note(NOTE_TOOK, board.seat, bundle, board.card, 0)
    if board.source != FROM_ADVANTAGE:
        count_goods(board, bundle)


def count_goods(board: Board, bundle: i64) -> None:
    """Record the goods that came from goods cards, for the cards 33 to 36 (TARGI-21)."""
    good: i64 = 0
    while good < GOODS:
        if part(bundle, good) > 0:
            board.got |= BIT[good]
        good += 1
    bonus_goods(board)


def may_play_hand(board: Board) -> bool:
    """Return whether card 38 lets the seat play its hand card between actions, without the Noble
    (TARGI-20).
    """
    seat = board.seat
    card = board.hands[seat]
    return card != NO_CARD and board.has(seat, WITHOUT_NOBLE) and can_lay(board, seat, card, FROM_HAND)
