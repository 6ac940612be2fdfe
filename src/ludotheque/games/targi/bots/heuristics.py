# mypyc: compile
"""Handwritten weights of Targi's moves at first sight: priors of a search, and moves of its playouts."""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.bots.value_features import kinds_in_row
from ludotheque.games.targi.rules import codes
from ludotheque.games.targi.rules.actions import TWO_FOR_ONE
from ludotheque.games.targi.rules.advantages import row_value
from ludotheque.games.targi.rules.board import (
    ACT,
    CHOOSE_ROW,
    FROM_NOBLE,
    GOODS_CARD,
    NO_CARD,
    PAY,
    PLACE,
    PLACES,
    RAID,
    RETURN,
    ROW_LENGTH,
    SMITH,
    SWAP,
    TAKE,
    TRADE,
    TRIBE_CARD,
)
from ludotheque.games.targi.rules.border import COLUMN, ROW, SLOTS, crossings, line
from ludotheque.games.targi.rules.bundles import COIN, gift, goods_in, part, ranked, unpacked
from ludotheque.games.targi.rules.cards import (
    CARAVAN,
    CHOICE,
    CROSSES,
    DATES,
    EXPANSION,
    FATA_MORGANA,
    GOLD,
    INCOME,
    NOBLE,
    PEPPER,
    SALT,
    SILVERSMITH,
    SYMBOL,
    TRADER,
    WORTH,
)
from ludotheque.games.targi.rules.payments import can_lay
from ludotheque.games.targi.rules.state import Targi

# What things are worth in crosses, about.
GOOD: Final = 0.6
COIN_WORTH: Final = 1.6
LAID: Final = 1.6  # what a card that can be laid is worth beside its crosses
SHARPNESS: Final = 0.9  # how much a better place is preferred
NOISE: Final = 0.02

# By card: what its advantage is worth at the start of the game, beside its crosses.
ADVANTAGE: Final = vec[float](
    [0.0] * 15
    + [1.0, 1.0, 1.0, 1.0, 1.0, 0.8, 0.7, 1.5, 1.3]
    + [1.6, 1.2, 1.2, 1.2, 1.4]
    + [2.2, 0.8, 2.0, 1.0, 2.2, 2.2, 2.2, 2.2]
    + [1.0, 1.2, 1.2, 1.4, 1.8, 2.4, 0.4, 1.2]
)


def promise(state: Targi, moves: vec[i64]) -> vec[float]:
    """Return the weight of each move, above 0."""
    phase = state.phase
    weights = vec[float](capacity=len(moves))
    for move in moves:
        if phase == PLACE:
            weight = exp(SHARPNESS * place_worth(state, move - codes.PLACE_ON))
        elif phase == ACT:
            weight = act_weight(state, move)
        elif phase == TRIBE_CARD:
            weight = card_weight(state, move)
        elif phase == CHOOSE_ROW:
            weight = row_weight(state, move - codes.INTO_ROW)
        elif phase == PAY:
            weight = paying_weight(state, unpacked(move - codes.PAYING))
        elif phase == TAKE:
            weight = taking_weight(state, unpacked(move - codes.TAKING))
        elif phase == RETURN:
            weight = balance(state, ranked(move - codes.RETURNING), -1)
        elif phase == RAID:
            weight = raid_weight(state, unpacked(move - codes.PAYING))
        elif phase == TRADE:
            weight = trade_weight(state, move)
        elif phase == SMITH:
            weight = smith_weight(unpacked(move - codes.PAYING))
        elif phase == SWAP:
            weight = swap_weight(state, move)
        else:
            weight = mirage_weight(state, move - codes.SHIFT)
        weights = append(weights, weight + NOISE)
    return weights


# Placing


def place_worth(state: Targi, card: i64) -> float:
    """Return the value of a placement: the border card, the central cards won, and a part of those on its
    line.
    """
    seat = state.seat
    worth = border_worth(state, card)
    before = crossings(state.targis, seat)
    state.targis[card] = seat
    after = crossings(state.targis, seat)
    state.targis[card] = -1
    for slot in after:
        if slot not in before:
            worth += central_worth(state, seat, slot)
    best: float = 0.0
    if state.to_place(seat) > 1:
        for slot in line(card):
            if slot not in after and reachable(state, seat, slot, card):
                here = central_worth(state, seat, slot)
                best = here if here > best else best
    return worth + 0.5 * best


def reachable(state: Targi, seat: i64, slot: i64, card: i64) -> bool:
    """Return whether a crossing line on a central card is still free for a seat."""
    other: i64 = 1
    while other <= 16:
        across = (COLUMN[other] == slot % 3) if ROW[card] >= 0 else (ROW[other] == slot // 3)
        if across and state.obstacle(seat, other) == 0:
            return True
        other += 1
    return False


def border_worth(state: Targi, card: i64) -> float:
    """Return the value of a border card to the seat to act, in crosses."""
    seat = state.seat
    if INCOME[card] >= 0:
        return GOOD if state.owns(seat, INCOME[card]) > 1 else GOOD + 0.3
    if card == CARAVAN:
        return 0.9
    if card == EXPANSION:
        return 1.0
    if card == NOBLE:
        hand = state.hands[seat]
        if hand == NO_CARD:
            return 0.0
        return tribe_worth(state, seat, hand) if can_lay(state, seat, hand, FROM_NOBLE) else 0.3
    if card == SILVERSMITH:
        return 0.6 + 0.05 * float(state.round()) + 0.3 * float(state.owns(seat, GOLD))
    if card == TRADER:
        return 0.2 + 0.05 * float(state.goods_of(seat))
    return 0.5


def central_worth(state: Targi, seat: i64, slot: i64) -> float:
    """Return the value of a central card to a seat, in crosses."""
    card = state.centre[slot]
    if card >= GOODS_CARD:
        kind = card - GOODS_CARD
        if kind == CHOICE:
            return GOOD + 0.2
        got = gift(kind)
        return GOOD * float(goods_in(got)) + COIN_WORTH * float(part(got, GOLD)) + float(part(got, CROSSES))
    if card < 0:
        return 0.0
    if can_lay(state, seat, card, slot):
        return tribe_worth(state, seat, card)
    return 0.8 if state.hands[seat] == NO_CARD else 0.1


def tribe_worth(state: Targi, seat: i64, card: i64) -> float:
    """Return the value of a card that can be laid, without its price, which is similar for most cards."""
    left = 1.0 - float(state.round()) / 12.0
    worth = LAID + 0.5 * float(WORTH[card]) + left * ADVANTAGE[card]
    row: i64 = 0
    best: float = 0.0
    while row < 3:
        here = row_fit(state, seat, SYMBOL[card], row)
        best = here if here > best else best
        row += 1
    return worth + 0.25 * best


# Acting


def act_weight(state: Targi, move: i64) -> float:
    """Return the weight of an action: gains first, then costs; finishing early is seldom good."""
    if move == codes.FINISH:
        return NOISE
    if move == codes.PLAY_HAND:
        return 2.0
    if move >= codes.USE_SLOT:
        card = state.centre[move - codes.USE_SLOT]
        if card >= GOODS_CARD:
            return 20.0
        return 3.0 if can_lay(state, state.seat, card, 0) or state.hands[state.seat] == NO_CARD else 0.3
    card = move - codes.USE_BORDER
    if INCOME[card] >= 0 or card == CARAVAN:
        return 20.0
    if card == NOBLE:
        playable = state.fresh == 0 and can_lay(state, state.seat, state.hands[state.seat], FROM_NOBLE)
        return 4.0 if playable else 0.1
    if card == EXPANSION:
        return 2.0
    if card == SILVERSMITH:
        return 0.6
    if card == TRADER:
        return 0.3
    return 0.4 if card == FATA_MORGANA else NOISE


def card_weight(state: Targi, move: i64) -> float:
    """Return the weight of a decision: a card that can be paid is laid, another one kept."""
    if move == codes.LAY:
        return 10.0 if WORTH[state.card] > 1 else 6.0
    return 2.0 if move == codes.KEEP else 0.2


def row_fit(state: Targi, seat: i64, symbol: i64, row: i64) -> float:
    """Return the value of a symbol in a row: one symbol pays 4, four different ones 2."""
    filled = state.filled(seat, row)
    if filled == ROW_LENGTH:
        return 0.0
    if filled == 0:
        return 1.5 if row == 0 or state.filled(seat, row - 1) > 0 else 0.0
    first = seat * PLACES + row * ROW_LENGTH
    same: i64 = 0
    place = first
    while place < first + filled:
        if SYMBOL[state.camps[place]] == symbol:
            same += 1
        place += 1
    kinds = kinds_in_row(state, seat, row)
    if same == filled:
        return 1.0 + 1.2 * float(filled)
    if same == 0 and kinds == filled:
        return 1.2 + 0.5 * float(filled)
    if kinds < filled and kinds > 1:
        return 0.8
    return 0.2


def row_weight(state: Targi, row: i64) -> float:
    """Return the weight of a row, the highest where the card fits best."""
    fit = row_fit(state, state.seat, SYMBOL[state.card], row)
    return fit * fit * fit


def balance(state: Targi, bundle: i64, sign: i64) -> float:
    """Return the evenness of the goods after a bundle came (1) or went (-1), since variety pays for more
    cards.
    """
    seat = state.seat
    dates = float(state.owns(seat, DATES) + sign * part(bundle, DATES))
    salt = float(state.owns(seat, SALT) + sign * part(bundle, SALT))
    pepper = float(state.owns(seat, PEPPER) + sign * part(bundle, PEPPER))
    mean = (dates + salt + pepper) / 3.0
    squares = dates * dates + salt * salt + pepper * pepper
    return 1.0 / (0.5 + squares - 3.0 * mean * mean)


def paying_weight(state: Targi, bundle: i64) -> float:
    """Return the weight of a payment: cheap, with the coin rather than gold, and keeping variety."""
    price = (
        GOOD * float(goods_in(bundle)) + COIN_WORTH * float(part(bundle, GOLD)) + float(part(bundle, COIN))
    )
    return balance(state, bundle, -1) * exp(-price)


def taking_weight(state: Targi, bundle: i64) -> float:
    """Return the weight of goods to take: missing ones first; card 41 may also give gold or a cross."""
    if part(bundle, GOLD) > 0:
        return 1.0 if state.owns(state.seat, GOLD) == 0 else 0.3
    return 0.05 if part(bundle, CROSSES) > 0 else balance(state, bundle, 1)


def raid_weight(state: Targi, bundle: i64) -> float:
    """Return the weight of a tribute: goods rather than crosses while there are many; last, gold is
    worthless.
    """
    if state.robber == 16:
        return NOISE if part(bundle, CROSSES) > 0 else 5.0
    if part(bundle, CROSSES) > 0:
        return 0.3 if state.goods_of(state.seat) > 4 else 3.0
    return 0.4 + balance(state, bundle, -1)


def trade_weight(state: Targi, move: i64) -> float:
    """Return the weight of an exchange: gold for plenty, or goods for missing ones."""
    if move == codes.DONE:
        return 1.0
    if move >= codes.EXCHANGE + TWO_FOR_ONE:
        return 0.0
    give = (move - codes.EXCHANGE) // 4
    get = (move - codes.EXCHANGE) % 4
    if get == GOLD:
        return 1.0 if state.owns(state.seat, GOLD) < 2 else 0.3
    return 0.6 if state.owns(state.seat, get) == 0 and state.owns(state.seat, give) > 2 else 0.05


def smith_weight(bundle: i64) -> float:
    """Return the weight of an exchange with the Silversmith, by the crosses for its payment."""
    if part(bundle, GOLD) > 0:
        return 1.0 if part(bundle, GOLD) == 1 else 1.5
    return 0.8 if goods_in(bundle) == 4 else 0.4


def swap_weight(state: Targi, move: i64) -> float:
    """Return the weight of a swap: one that completes a better row, else none."""
    if move == codes.SKIP:
        return 1.0
    before = rows_worth(state)
    exchange(state, move)
    after = rows_worth(state)
    exchange(state, move)
    return (after - before) * 3.0 if after > before else 0.0


def rows_worth(state: Targi) -> float:
    """Return the value of the rows of the seat to act, including incomplete ones."""
    worth: float = 0.0
    row: i64 = 0
    while row < 3:
        filled = state.filled(state.seat, row)
        kinds = kinds_in_row(state, state.seat, row)
        if filled == ROW_LENGTH:
            worth += float(row_value(state, state.seat, row))
        elif kinds == 1 and filled > 1:
            worth += 0.8 * float(filled)
        elif kinds == filled:
            worth += 0.5 * float(filled)
        row += 1
    return worth


def exchange(state: Targi, move: i64) -> None:
    """Swap two cards of the camp; a second call restores them."""
    first = state.seat * PLACES
    one = first + (move - codes.SWAP_PLACES) // PLACES
    other = first + (move - codes.SWAP_PLACES) % PLACES
    card = state.camps[one]
    state.camps[one] = state.camps[other]
    state.camps[other] = card


def mirage_weight(state: Targi, move: i64) -> float:
    """Return the weight of a move of Fata Morgana: from a card of low value to one of high value."""
    gain = central_worth(state, state.seat, move % SLOTS) - central_worth(state, state.seat, move // SLOTS)
    return exp(gain)
