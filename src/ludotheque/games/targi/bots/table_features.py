# mypyc: compile
"""Features of a table of Targi for a seat: lines, central cards, rows, and the cards waiting to be laid.

The value of a card depends on the goods, the rows and the time of the game. Here that becomes small numbers,
of which `move_policy.py` makes the features of moves.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.bots.value_features import least
from ludotheque.games.targi.rules.board import FROM_NOBLE, GOODS_CARD, NO_CARD, PLACES, ROW_LENGTH
from ludotheque.games.targi.rules.border import COLUMN, FACING, NO_SEAT, ROW, SLOTS
from ludotheque.games.targi.rules.cards import COST, GIVES, GOLD, KINDS, NOBLE, SYMBOL, WORTH
from ludotheque.games.targi.rules.payments import can_lay
from ludotheque.games.targi.rules.state import Targi

STAGES: Final = 4  # three rounds each
FITS: Final = 17  # ways in which a card fits into a row
OWNED: Final = 6  # 0 to 4 pieces of a kind, or more


# A central card, as one seat sees it: `CENTRAL` numbers, each feature group after the other.
GOODS_SEEN: Final = 0  # by kind and how many of the good are owned
GOODS_LATE: Final = 72  # by kind and stage
LAYABLE: Final = 120  # by worth and best fit
CARD_SEEN: Final = 200  # by card, whether it can be laid, and stage
NOT_YET: Final = 560  # by whether the hand is free, what is missing, and stage
CENTRAL: Final = 624

NONE: Final = vec[i64]()


class TableFeatures:
    """The central cards and the rows as the seats see them; each is computed once."""

    def __init__(self, state: Targi) -> None:
        self.state: Targi = state
        stage = (state.round() - 1) // 3
        self.stage: i64 = 0 if stage < 0 else stage
        self.central: list[vec[i64]] = []  # by seat and central place, its features
        self.fits: vec[i64] = NONE  # by seat and symbol, its best fit

    def fit(self, seat: i64, symbol: i64) -> i64:
        """Return the best fit of a symbol into any row of a seat."""
        if len(self.fits) == 0:
            self.fits = best_fits(self.state)
        return self.fits[5 * seat + symbol]

    def seen(self, seat: i64, slot: i64) -> vec[i64]:
        """Return the features of a central card as a seat sees it."""
        if len(self.central) == 0:
            self.central = [NONE] * (2 * SLOTS)
        place = seat * SLOTS + slot
        if len(self.central[place]) == 0:
            self.central[place] = self.central_features(seat, slot)
        return self.central[place]

    def central_features(self, seat: i64, slot: i64) -> vec[i64]:
        """Compute the features of a central card for a seat."""
        state = self.state
        stage = self.stage
        found = vec[i64](capacity=3)
        card = state.centre[slot]
        if card >= GOODS_CARD:
            kind = card - GOODS_CARD
            good: i64 = 0
            fewest: i64 = 99
            while good <= GOLD:
                if GIVES[kind * KINDS + good] > 0 and state.owns(seat, good) < fewest:
                    fewest = state.owns(seat, good)
                good += 1
            if fewest == 99:
                fewest = least(state.owns(seat, 0), state.owns(seat, 1), state.owns(seat, 2))
            found = append(found, GOODS_SEEN + kind * OWNED + (fewest if fewest < 5 else 5))
            return append(found, GOODS_LATE + kind * STAGES + stage)
        if card < 0:
            return found
        lays: i64 = 1 if can_lay(state, seat, card, slot) else 0
        found = append(found, CARD_SEEN + (card * 2 + lays) * STAGES + stage)
        if lays == 1:
            return append(found, LAYABLE + (WORTH[card] - 1) * FITS + self.fit(seat, SYMBOL[card]))
        free: i64 = 1 if state.hands[seat] == NO_CARD else 0
        return append(found, NOT_YET + (free * 5 + short_of(state, seat, card)) * STAGES + stage)


def owned(state: Targi, seat: i64, kind: i64) -> i64:
    """Return the amount of a kind a seat owns, capped at 5."""
    have = state.owns(seat, kind)
    return have if have < OWNED - 1 else OWNED - 1


def lines_of(state: Targi) -> vec[i64]:
    """Return, by seat, whether it has a Targi on each row and column, followed by whether it still could."""
    lines = vec[i64]([0] * 24)
    card: i64 = 1
    while card <= 16:
        if FACING[card] != 0:
            at = ROW[card] if ROW[card] >= 0 else 3 + COLUMN[card]
            owner = state.targis[card]
            if owner != NO_SEAT:
                lines[6 * owner + at] += 1
            else:
                lines[12 + at] += 1 if state.obstacle(0, card) == 0 else 0
                lines[18 + at] += 1 if state.obstacle(1, card) == 0 else 0
        card += 1
    return lines


def short_of(state: Targi, seat: i64, card: i64) -> i64:
    """Return the number of pieces missing to pay for a card without any advantage, capped at 4."""
    missing: i64 = 0
    kind: i64 = 0
    while kind <= GOLD:
        lack = COST[4 * card + kind] - state.owns(seat, kind)
        missing += lack if lack > 0 else 0
        kind += 1
    return missing if missing < 4 else 4


def hand_class(state: Targi, seat: i64) -> i64:
    """Return the class of the hand card: none, one that can't be paid, or one that can, by its value."""
    card = state.hands[seat]
    if card == NO_CARD:
        return 0
    if can_lay(state, seat, card, FROM_NOBLE):
        return 3 + WORTH[card]
    return WORTH[card]


def fit_of(state: Targi, seat: i64, symbol: i64, row: i64) -> i64:
    """Return the fit of a symbol into a row: 0 if full, else by the number of cards and what they share."""
    place = seat * PLACES + row * ROW_LENGTH
    end = place + ROW_LENGTH
    filled: i64 = 0
    same: i64 = 0
    seen: i64 = 0
    kinds: i64 = 0
    while place < end and state.camps[place] != NO_CARD:
        here = SYMBOL[state.camps[place]]
        same += 1 if here == symbol else 0
        if seen & SYMBOL_BIT[here] == 0:
            seen |= SYMBOL_BIT[here]
            kinds += 1
        filled += 1
        place += 1
    if filled == ROW_LENGTH:
        return 0
    if filled == 0:
        return 1
    sort: i64 = 4  # spoils a row that could still become one of a kind or all different
    if same == filled:
        sort = 0
    elif same == 0 and kinds == filled:
        sort = 1
    elif kinds < filled and kinds > 1:
        sort = 2
    elif same > 0:
        sort = 3
    return 2 + (filled - 1) * 5 + sort


SYMBOL_BIT: Final = vec[i64]([1, 2, 4, 8, 16])


def best_fits(state: Targi) -> vec[i64]:
    """Return, by seat and symbol, the best fit of such a card into any row."""
    fits = vec[i64](capacity=10)
    seat: i64 = 0
    while seat < 2:
        symbol: i64 = 0
        while symbol < 5:
            best: i64 = 0
            row: i64 = 0
            while row < 3:
                fit = fit_of(state, seat, symbol, row)
                if FIT_RANK[fit] > FIT_RANK[best]:
                    best = fit
                row += 1
            fits = append(fits, best)
            symbol += 1
        seat += 1
    return fits


# By fit, which of two is better: full, empty, then by cards in the row equal, different, mixed, spoilt.
FIT_RANK: Final = vec[i64]([0, 5, 8, 7, 3, 1, 1, 10, 9, 3, 1, 1, 12, 11, 4, 2, 2])


def waiting_cards(state: Targi) -> vec[i64]:
    """Return the places of the tribe cards that the seat may still lay in this turn."""
    found = vec[i64](capacity=4)
    slot: i64 = 0
    while slot < SLOTS:
        if state.markers[slot] == state.seat and 0 <= state.centre[slot] < GOODS_CARD:
            found = append(found, slot)
        slot += 1
    if state.targis[NOBLE] == state.seat and state.hands[state.seat] != NO_CARD and state.fresh == 0:
        found = append(found, FROM_NOBLE)
    return found
