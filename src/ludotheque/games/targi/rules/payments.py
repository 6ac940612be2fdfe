# mypyc: compile
"""The price of a tribe card: discounts, the surcharge of card 38, the coin of card 40 (TARGI-19, 20, 22)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.board import FROM_HAND, FROM_NOBLE, PLACES, Board
from ludotheque.games.targi.rules.bundles import COIN, UNIT, any_goods, part
from ludotheque.games.targi.rules.cards import (
    ALTERNATIVE,
    COST,
    DATES,
    DISCOUNT,
    GOLD,
    GOODS,
    NOBLE_DISCOUNT,
    PEPPER,
    SALT,
    SYMBOL,
)


def discount(board: Board, seat: i64, card: i64, source: i64) -> i64:
    """Return the discount in goods: 1 for the symbol, 1 through the Noble with card 30 (TARGI-19)."""
    less: i64 = 0
    if board.has(seat, DISCOUNT[SYMBOL[card]]):
        less += 1
    if source == FROM_NOBLE and board.has(seat, NOBLE_DISCOUNT):
        less += 1
    return less


def prices(board: Board, seat: i64, card: i64, source: i64) -> vec[i64]:
    """Return every bundle that pays for a card, owned or not; with gold, but without the coin of card 40."""
    dates = COST[4 * card + DATES]
    salt = COST[4 * card + SALT]
    pepper = COST[4 * card + PEPPER]
    left = dates + salt + pepper - discount(board, seat, card, source)
    gold = COST[4 * card + GOLD] * UNIT[GOLD]
    found = vec[i64](capacity=8)
    for goods in any_goods(left if left > 0 else 0, dates, salt, pepper):
        found = append(found, goods + gold)
    if ALTERNATIVE[card] == 1:
        found = append(found, UNIT[GOLD])
    return surcharged(found) if source == FROM_HAND else found


def surcharged(bundles: vec[i64]) -> vec[i64]:
    """Add the surcharge of card 38, 1 good of choice, to every bundle (TARGI-20)."""
    found = vec[i64](capacity=8)
    for bundle in bundles:
        good: i64 = 0
        while good < GOODS:
            if bundle + UNIT[good] not in found:
                found = append(found, bundle + UNIT[good])
            good += 1
    return found


def payments(board: Board, seat: i64, card: i64, source: i64) -> vec[i64]:
    """Return every bundle with which a seat can pay for a card now; the coin of card 40 replaces a gold."""
    found = vec[i64](capacity=4)
    for price in prices(board, seat, card, source):
        if board.can_pay(seat, price):
            found = append(found, price)
        if board.coins[seat] > 0 and part(price, GOLD) > 0:
            with_coin = price - UNIT[GOLD] + UNIT[COIN]
            if board.can_pay(seat, with_coin):
                found = append(found, with_coin)
    return found


def can_lay(board: Board, seat: i64, card: i64, source: i64) -> bool:
    """Return whether the camp has room and the seat can pay (TARGI-15, TARGI-17)."""
    return board.laid(seat) < PLACES and can_pay_for(board, seat, card, source)


def can_pay_for(board: Board, seat: i64, card: i64, source: i64) -> bool:
    """Return whether `payments` has any bundle, without making them, since a search asks all the time."""
    gold = board.owns(seat, GOLD) + (1 if board.coins[seat] > 0 else 0)
    extra: i64 = 1 if source == FROM_HAND else 0
    if ALTERNATIVE[card] == 1 and gold > 0 and board.goods_of(seat) >= extra:
        return True
    if COST[4 * card + GOLD] > gold:
        return False
    price: i64 = -discount(board, seat, card, source)
    fitting: i64 = 0
    kind: i64 = 0
    while kind < GOODS:
        cost = COST[4 * card + kind]
        own = board.owns(seat, kind)
        price += cost
        fitting += own if own < cost else cost
        kind += 1
    if price < 0:
        price = 0
    return fitting >= price and board.goods_of(seat) >= price + extra
