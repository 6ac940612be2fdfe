# mypyc: compile
"""A small network that scores the placements of a Targi from the whole table.

The linear policy of `move_policy.py` sums the effects of a placement, but their value depends on the rest of
the table. Here the features of the placement and those of the table are rows of weights, summed in a hidden
layer. `train/targi` trains it on the moves that long searches chose.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.bots.move_policy import ACTION, MoveFeatures, chances
from ludotheque.games.targi.bots.table_features import (
    CENTRAL,
    FITS,
    STAGES,
    TableFeatures,
    hand_class,
    lines_of,
)
from ludotheque.games.targi.rules.border import NO_SEAT, SLOTS
from ludotheque.games.targi.rules.cards import BORDER_CARDS, CROSSES, GOLD, SYMBOLS
from ludotheque.games.targi.rules.codes import PLACE_ON
from ludotheque.games.targi.rules.state import Targi

WIDTH: Final = 24
PLACING_ROWS: Final = ACTION  # the features of placings come first among those of all moves

# The rows of the table, those of the seat to act before those of the other.
TARGIS: Final = 0  # by whose and border card
PURSE: Final = 34  # by whose, kind, and how many
HAND: Final = 98  # by whose and what the hand card is
LEFT: Final = 112  # by whose, Targis to place, and stage
LAID: Final = 144  # by whose and cards laid
CROSSES_OWNED: Final = 170  # by whose and crosses
BEST_FIT: Final = 190  # by whose, symbol, and its best fit
LIES: Final = 360  # by central place and card
ROBBER_ON: Final = 882  # by border card
STARTS: Final = 899  # whether the seat to act starts the round
SEEN: Final = 901  # by whose, on which of its lines, and what a central card is to it
TABLE_ROWS: Final = 5893

CARDS_IN_CENTRE: Final = 58  # tribe cards, kinds of goods cards, and one for what is face down
PURSES: Final = 8
MOST_CROSSES: Final = 9
MOST_LAID: Final = 12
HAND_CLASSES: Final = 7

# The numbers of the network, part after part.
OF_TABLE: Final = 85416  # PLACING_ROWS * WIDTH
BIAS: Final = 226848  # + TABLE_ROWS * WIDTH
OUT: Final = 226872  # what the hidden layer of a placing is worth
BY_CARD: Final = 226896  # what the hidden layer of the table is worth to each border card
ALONE: Final = 227304  # what a feature of a placing is worth by itself
SIZE: Final = 230863


def table_rows(state: Targi) -> vec[i64]:
    """Return the rows of everything on the table."""
    table = TableFeatures(state)
    lines = lines_of(state)
    found = vec[i64](capacity=80)
    card: i64 = 1
    while card <= BORDER_CARDS:
        if state.targis[card] != NO_SEAT:
            found = append(found, TARGIS + whose(state, state.targis[card]) * (BORDER_CARDS + 1) + card)
        card += 1
    slot: i64 = 0
    while slot < SLOTS:
        lies = state.centre[slot]
        if lies < 0:
            lies = CARDS_IN_CENTRE - 1
        found = append(found, LIES + slot * CARDS_IN_CENTRE + lies)
        slot += 1
    found = append(found, ROBBER_ON + state.robber)
    found = append(found, STARTS + (1 if state.amulet == state.seat else 0))
    found = seat_rows(state, state.seat, table, lines, found)
    return seat_rows(state, 1 - state.seat, table, lines, found)


def whose(state: Targi, seat: i64) -> i64:
    """Return 0 for the seat to act, 1 for the other."""
    return 0 if seat == state.seat else 1


def seat_rows(state: Targi, seat: i64, table: TableFeatures, lines: vec[i64], found: vec[i64]) -> vec[i64]:
    """Add the rows of one seat: its possessions, and the central cards as it sees them."""
    of = whose(state, seat)
    kind: i64 = 0
    while kind <= GOLD:
        owned = state.owns(seat, kind)
        found = append(found, PURSE + (of * 4 + kind) * PURSES + (owned if owned < PURSES else PURSES - 1))
        kind += 1
    found = append(found, HAND + of * HAND_CLASSES + hand_class(state, seat))
    found = append(found, LEFT + (of * 4 + state.to_place(seat)) * STAGES + table.stage)
    found = append(found, LAID + of * (MOST_LAID + 1) + state.laid(seat))
    crosses = state.owns(seat, CROSSES)
    crosses = crosses if crosses < MOST_CROSSES else MOST_CROSSES
    found = append(found, CROSSES_OWNED + of * (MOST_CROSSES + 1) + crosses)
    symbol: i64 = 0
    while symbol < SYMBOLS:
        found = append(found, BEST_FIT + (of * SYMBOLS + symbol) * FITS + table.fit(seat, symbol))
        symbol += 1
    slot: i64 = 0
    while slot < SLOTS:
        crossed: i64 = 1 if lines[6 * seat + slot // 3] > 0 else 0
        crossed += 2 if lines[6 * seat + 3 + slot % 3] > 0 else 0
        first = SEEN + (of * 4 + crossed) * CENTRAL
        for feature in table.seen(seat, slot):
            found = append(found, first + feature)
        slot += 1
    return found


class PlacementNetwork:
    """The network: the probability that a long search chooses each placement."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)

    def likely(self, state: Targi, moves: vec[i64]) -> vec[float]:
        """Return the probability of each placement, as weights above 0 that add up to 1 or a little more."""
        return chances(self.scores(state, moves), 1.0)

    def scores(self, state: Targi, moves: vec[i64]) -> vec[float]:
        """Return the score of each placement, before the softmax."""
        numbers = self.numbers
        table = numbers[BIAS:OUT]
        for row in table_rows(state):
            add(table, numbers, OF_TABLE + row * WIDTH)
        features = MoveFeatures(state)
        scores = vec[float](capacity=len(moves))
        for move in moves:
            hidden = table[:]
            score = weighed(table, numbers, BY_CARD + (move - PLACE_ON) * WIDTH)
            for row in features.of(move):
                add(hidden, numbers, row * WIDTH)
                score += numbers[ALONE + row]
            scores = append(scores, score + weighed(hidden, numbers, OUT))
        return scores


def add(sums: vec[float], numbers: vec[float], at: i64) -> None:
    """Add a row of weights to sums."""
    i: i64 = 0
    while i < WIDTH:
        sums[i] += numbers[at + i]
        i += 1


def weighed(sums: vec[float], numbers: vec[float], at: i64) -> float:
    """Return the weighted sum of the positive sums."""
    total: float = 0.0
    i: i64 = 0
    while i < WIDTH:
        if sums[i] > 0.0:
            total += sums[i] * numbers[at + i]
        i += 1
    return total
