# mypyc: compile
"""The features of Targi's moves, as indexes of weights, and the linear policy over them.

Every move has a handful of features: the card, the time of the game, the gain or cost beside what its player
owns, and whether the cards still to be laid can then be paid. `train/targi` fits a weight for each feature to
the moves that long searches chose.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import heated
from ludotheque.games.targi.bots.heuristics import exchange, rows_worth
from ludotheque.games.targi.bots.table_features import (
    FITS,
    NONE,
    OWNED,
    STAGES,
    TableFeatures,
    fit_of,
    hand_class,
    lines_of,
    owned,
    waiting_cards,
)
from ludotheque.games.targi.rules import codes
from ludotheque.games.targi.rules.actions import TWO_FOR_ONE, exchange_price
from ludotheque.games.targi.rules.board import (
    ACT,
    CHOOSE_ROW,
    FROM_EXPANSION,
    FROM_NOBLE,
    GOODS_CARD,
    MIRAGE,
    NO_CARD,
    PAY,
    PLACE,
    RAID,
    RETURN,
    SMITH,
    SWAP,
    TAKE,
    TRADE,
    TRIBE_CARD,
)
from ludotheque.games.targi.rules.border import COLUMN, FACING, NO_SEAT, ROW, SLOTS
from ludotheque.games.targi.rules.bundles import COIN, UNIT, part, ranked, unpacked
from ludotheque.games.targi.rules.cards import (
    CARAVAN,
    EXPANSION,
    FATA_MORGANA,
    GOLD,
    GOODS,
    INCOME,
    NOBLE,
    SILVERSMITH,
    SYMBOL,
    TRADER,
    WORTH,
)
from ludotheque.games.targi.rules.payments import can_lay
from ludotheque.games.targi.rules.state import Targi

FLOOR: Final = 0.002  # no move is out of the question

# The groups of features, one after the other.
WON: Final = 0  # a central card that the Targi wins
OPEN_TO: Final = 624  # a central card on its line that a later Targi may win
DENIED: Final = 1248  # a central card that the opponent could have won on that line
TO: Final = 1872  # where Fata Morgana moves a marker
FROM: Final = 2496  # from where
PLACE_CARD: Final = 3120  # by border card, Targis to place, and stage
PLACE_STAGE: Final = 3376  # by border card and stage
INCOME_OWNED: Final = 3440  # by how many of the good are owned, and stage
PATTERN: Final = 3464  # by own Targis along and across, and Targis to place
NOBLE_HAND: Final = 3491  # by what the hand card is, and stage
GOLD_OWNED: Final = 3519  # a Targi on the Silversmith, by gold owned and stage
GOODS_OWNED: Final = 3535  # a Targi on Silversmith or Trader, by goods owned
ACTION: Final = 3559  # by kind of action and what else is still to be done
ACTION_STAGE: Final = 3919  # by kind of action and stage
ACTION_GOODS: Final = 3979  # by kind of action and goods owned
CARD_CHOICE: Final = 4159  # by card, choice and stage
CARD_SOURCE: Final = 4699  # by choice, where the card comes from, and whether the hand is free
CARD_FIT: Final = 4717  # by choice, worth and best fit
CARD_AFFORD: Final = 4870  # by choice, whether the card can be laid, and stage
INTO: Final = 4894  # by fit and stage
INTO_BEGUN: Final = 4962  # by fit and how many rows are begun
BUNDLE: Final = 5030  # by why, kind, amount and how much is owned
BUNDLE_STAGE: Final = 6230  # by why, kind, amount and stage
STILL_LAYS: Final = 7190  # by why and worth: whether a card that waits can be paid afterwards
EXCHANGED: Final = 7238  # by given and got, and how much is owned of what is got
EXCHANGE_OWNED: Final = 7334  # by how much is owned of what is given, and the price
DONE_TRADING: Final = 7352
SKIPPED: Final = 7353
SWAPPED: Final = 7354  # by how much the rows gain
WEIGHTS: Final = 7367

# Why goods, gold or crosses come or go; a raid has three numbers, by corner.
TO_PAY: Final = 0
TO_SMITH: Final = 1
TO_TAKE: Final = 2
TO_RETURN: Final = 3
TO_TRADE: Final = 4
TO_RAID: Final = 5

# Kinds of action.
TAKES_GOOD: Final = 0  # + good
VISITS: Final = 3  # caravan, expansion, noble, smith, trader, fata morgana
TAKES_CARD: Final = 9  # goods card, tribe card that can be laid, one that can be kept, another
PLAYS_HAND: Final = 13
FINISHES: Final = 14
ACTIONS: Final = 15
PENDING: Final = 24


class MoveFeatures:
    """The features of the moves of one position; shared results are computed once."""

    def __init__(self, state: Targi) -> None:
        self.state: Targi = state
        self.seat: i64 = state.seat
        self.table: TableFeatures = TableFeatures(state)
        self.stage: i64 = self.table.stage
        self.lines: vec[i64] = NONE  # see `lines_of`
        self.left: i64 = 0  # Targis to place
        self.row_lines: i64 = 0  # rows and columns with an own Targi
        self.column_lines: i64 = 0
        self.kinds: vec[i64] = NONE  # by action, its kind
        self.pending: i64 = 0
        self.waiting: vec[i64] = NONE
        phase = state.phase
        if phase == PLACE:
            self.find_lines()
        elif phase == ACT:
            self.find_actions()
        elif TRADE <= phase <= RETURN and phase != TRIBE_CARD and phase != CHOOSE_ROW and phase != SWAP:
            self.waiting = waiting_cards(state)

    def find_lines(self) -> None:
        """Find the lines with Targis, and those that could still get one."""
        self.lines = lines_of(self.state)
        self.left = self.state.to_place(self.seat)
        i: i64 = 6 * self.seat
        end = i + 3
        while i < end:
            self.row_lines += 1 if self.lines[i] > 0 else 0
            self.column_lines += 1 if self.lines[3 + i] > 0 else 0
            i += 1

    def find_actions(self) -> None:
        """Find the kinds of all actions, and what is still to be done."""
        kinds = vec[i64]([-1] * (codes.FINISH + 1))
        goods: i64 = 0
        lays: i64 = 0
        waits: i64 = 0
        for move in self.state.open_actions():
            kind = action_kind(self.state, move)
            kinds[move] = kind
            if kind <= VISITS or kind == TAKES_CARD:
                goods = 1
            elif kind == TAKES_CARD + 1 or kind == VISITS + 2:
                lays += 1 if lays < 2 else 0
            elif kind == TAKES_CARD + 2 or kind == TAKES_CARD + 3:
                waits = 1
        free: i64 = 1 if self.state.hands[self.seat] == NO_CARD else 0
        self.pending = ((goods * 3 + lays) * 2 + waits) * 2 + free
        self.kinds = kinds

    def of(self, move: i64) -> vec[i64]:
        """Return the indexes of the weights of a move."""
        phase = self.state.phase
        if phase == PLACE:
            return self.placing(move - codes.PLACE_ON)
        if phase == ACT:
            return self.acting(move)
        if phase == TRIBE_CARD:
            return self.deciding(move - codes.LAY)
        if phase == CHOOSE_ROW:
            return self.laying(move - codes.INTO_ROW)
        if phase == TRADE:
            return self.trading(move)
        if phase == SWAP:
            return self.swapping(move)
        if phase == MIRAGE:
            return self.shifting(move - codes.SHIFT)
        if phase == PAY:
            return self.bundle(TO_PAY, unpacked(move - codes.PAYING), -1)
        if phase == SMITH:
            return self.bundle(TO_SMITH, unpacked(move - codes.PAYING), -1)
        if phase == RAID:
            raid = self.state.robber // 4 - 1
            return self.bundle(TO_RAID + (raid if raid < 3 else 2), unpacked(move - codes.PAYING), -1)
        if phase == TAKE:
            return self.bundle(TO_TAKE, unpacked(move - codes.TAKING), 1)
        return self.bundle(TO_RETURN, ranked(move - codes.RETURNING), -1)

    # Placing

    def placing(self, card: i64) -> vec[i64]:
        """Return the features of a placement: the card, what it wins, opens and denies."""
        state = self.state
        seat = self.seat
        left = self.left
        found = vec[i64](capacity=24)
        found = append(found, PLACE_CARD + (card * 4 + left) * STAGES + self.stage)
        found = append(found, PLACE_STAGE + card * STAGES + self.stage)
        if INCOME[card] >= 0:
            found = append(found, INCOME_OWNED + owned(state, seat, INCOME[card]) * STAGES + self.stage)
        elif card == NOBLE:
            found = append(found, NOBLE_HAND + hand_class(state, seat) * STAGES + self.stage)
        elif card == SILVERSMITH:
            gold = state.owns(seat, GOLD)
            found = append(found, GOLD_OWNED + (gold if gold < 3 else 3) * STAGES + self.stage)
            found = append(found, GOODS_OWNED + many(state.goods_of(seat)))
        elif card == TRADER:
            found = append(found, GOODS_OWNED + 12 + many(state.goods_of(seat)))
        return self.crossing(card, left, found)

    def crossing(self, card: i64, left: i64, found: vec[i64]) -> vec[i64]:
        """Add the three central cards on the line of a border card."""
        seat = self.seat
        other = 1 - seat
        is_row = ROW[card] >= 0
        along = self.row_lines if is_row else self.column_lines
        across = self.column_lines if is_row else self.row_lines
        found = append(found, PATTERN + (along * 3 + across) * 3 + left - 1)
        i: i64 = 0
        while i < 3:
            slot = 3 * ROW[card] + i if is_row else 3 * i + COLUMN[card]
            crossing = 3 + i if is_row else i
            if self.lines[6 * seat + crossing] > 0:
                found = shifted(found, self.table.seen(seat, slot), WON)
            elif left > 1 and self.lines[12 + 6 * seat + crossing] > 0:
                found = shifted(found, self.table.seen(seat, slot), OPEN_TO)
            if self.lines[6 * other + crossing] > 0 and self.state.targis[FACING[card]] == NO_SEAT:
                found = shifted(found, self.table.seen(other, slot), DENIED)
            i += 1
        return found

    def shifting(self, mirage: i64) -> vec[i64]:
        """Return the features of a marker that leaves one central card for another."""
        found = vec[i64](capacity=8)
        found = shifted(found, self.table.seen(self.seat, mirage % SLOTS), TO)
        return shifted(found, self.table.seen(self.seat, mirage // SLOTS), FROM)

    # Acting

    def acting(self, move: i64) -> vec[i64]:
        """Return the features of an action beside what is still to be done."""
        kind = self.kinds[move]
        goods = many(self.state.goods_of(self.seat))
        found = vec[i64](capacity=4)
        found = append(found, ACTION + kind * PENDING + self.pending)
        found = append(found, ACTION_STAGE + kind * STAGES + self.stage)
        return append(found, ACTION_GOODS + kind * 12 + goods)

    def deciding(self, choice: i64) -> vec[i64]:
        """Return the features of laying, keeping or discarding the card."""
        state = self.state
        card = state.card
        free = 1 if state.hands[self.seat] == NO_CARD else 0
        source: i64 = 0
        if state.source == FROM_EXPANSION:
            source = 1
        elif state.source >= FROM_NOBLE:
            source = 2
        found = vec[i64](capacity=8)
        found = append(found, CARD_CHOICE + (card * 3 + choice) * STAGES + self.stage)
        found = append(found, CARD_SOURCE + (choice * 3 + source) * 2 + free)
        fit = self.table.fit(self.seat, SYMBOL[card])
        found = append(found, CARD_FIT + (choice * 3 + WORTH[card] - 1) * FITS + fit)
        affords = 1 if can_lay(state, self.seat, card, state.source) else 0
        return append(found, CARD_AFFORD + (choice * 2 + affords) * STAGES + self.stage)

    def laying(self, row: i64) -> vec[i64]:
        """Return the features of the row for a card."""
        state = self.state
        fit = fit_of(state, self.seat, SYMBOL[state.card], row)
        begun: i64 = 0
        other: i64 = 0
        while other < 3:
            begun += 1 if state.filled(self.seat, other) > 0 else 0
            other += 1
        found = vec[i64](capacity=2)
        found = append(found, INTO + fit * STAGES + self.stage)
        return append(found, INTO_BEGUN + fit * 4 + begun)

    # Goods

    def bundle(self, why: i64, bundle: i64, sign: i64) -> vec[i64]:
        """Return the features of goods, gold or crosses that come or go, and of what can be laid then."""
        state = self.state
        found = vec[i64](capacity=12)
        kind: i64 = 0
        while kind < 6:
            amount = part(bundle, kind)
            amount = amount if amount < 4 else 4
            if amount > 0 or kind < GOODS:
                have = state.coins[self.seat] if kind == COIN else state.owns(self.seat, kind)
                have = have if have < 5 else 4
                found = append(found, BUNDLE + ((why * 6 + kind) * 5 + amount) * 5 + have)
                found = append(found, BUNDLE_STAGE + ((why * 6 + kind) * 5 + amount) * STAGES + self.stage)
            kind += 1
        return self.affording(why, bundle if sign > 0 else -bundle, found)

    def affording(self, why: i64, change: i64, found: vec[i64]) -> vec[i64]:
        """Add whether the waiting cards can be laid after the purse has changed."""
        if len(self.waiting) == 0:
            return found
        state = self.state
        if change >= 0:
            state.gain(self.seat, change)
        else:
            state.lose(self.seat, -change)
        slot: i64 = 0
        while slot < len(self.waiting):
            source = self.waiting[slot]
            card = state.hands[self.seat] if source == FROM_NOBLE else state.centre[source]
            lays: i64 = 1 if can_lay(state, self.seat, card, source) else 0
            found = append(found, STILL_LAYS + (why * 3 + WORTH[card] - 1) * 2 + lays)
            slot += 1
        if change >= 0:
            state.lose(self.seat, change)
        else:
            state.gain(self.seat, -change)
            state.coins[self.seat] += part(-change, COIN)
        return found

    def trading(self, move: i64) -> vec[i64]:
        """Return the features of an exchange with the Trader, or of none."""
        found = vec[i64](capacity=6)
        if move == codes.DONE:
            return self.affording(TO_TRADE, 0, append(found, DONE_TRADING))
        exchange = move - codes.EXCHANGE
        give = exchange % TWO_FOR_ONE // 4
        get = exchange % 4
        price = 2 if exchange >= TWO_FOR_ONE else exchange_price(self.state, get)
        found = append(
            found, EXCHANGED + (exchange % TWO_FOR_ONE) * OWNED + owned(self.state, self.seat, get)
        )
        found = append(found, EXCHANGE_OWNED + (owned(self.state, self.seat, give) * 3 + price - 1))
        self.state.lose(self.seat, price * UNIT[give])
        found = self.affording(TO_TRADE, UNIT[get], found)
        self.state.gain(self.seat, price * UNIT[give])
        return found

    def swapping(self, move: i64) -> vec[i64]:
        """Return the feature of a swap of two cards: the change of the rows' value."""
        found = vec[i64](capacity=1)
        if move == codes.SKIP:
            return append(found, SKIPPED)
        before = rows_worth(self.state)
        exchange(self.state, move)
        gain = rows_worth(self.state) - before
        exchange(self.state, move)
        step: i64 = int(2.0 * gain + 6.5)
        return append(found, SWAPPED + (0 if step < 0 else (12 if step > 12 else step)))


def shifted(found: vec[i64], more: vec[i64], base: i64) -> vec[i64]:
    """Add features, offset to a group of their own."""
    for feature in more:
        found = append(found, base + feature)
    return found


def many(goods: i64) -> i64:
    """Return a number of goods, capped at 11."""
    return goods if goods < 11 else 11


def action_kind(state: Targi, move: i64) -> i64:
    """Return the kind of an action."""
    if move == codes.FINISH:
        return FINISHES
    if move == codes.PLAY_HAND:
        return PLAYS_HAND
    if move >= codes.USE_SLOT:
        card = state.centre[move - codes.USE_SLOT]
        if card >= GOODS_CARD:
            return TAKES_CARD
        if can_lay(state, state.seat, card, move - codes.USE_SLOT):
            return TAKES_CARD + 1
        return TAKES_CARD + (2 if state.hands[state.seat] == NO_CARD else 3)
    card = move - codes.USE_BORDER
    if INCOME[card] >= 0:
        return TAKES_GOOD + INCOME[card]
    if card == CARAVAN:
        return VISITS
    if card == EXPANSION:
        return VISITS + 1
    if card == NOBLE:
        return VISITS + 2
    if card == SILVERSMITH:
        return VISITS + 3
    return VISITS + (5 if card == FATA_MORGANA else 4)


def feature_lists(state: Targi, moves: list[int]) -> list[list[int]]:
    """Return the features of moves as plain lists, for training."""
    features = MoveFeatures(state)
    return [list(features.of(move)) for move in moves]


def chances(scores: vec[float], sharpness: float) -> vec[float]:
    """Return the softmax of scores, raised by a small constant."""
    weights = heated(scores, 1.0 / sharpness)
    total: float = 0.0
    for weight in weights:
        total += weight
    i: i64 = 0
    while i < len(weights):
        weights[i] = weights[i] / total + FLOOR
        i += 1
    return weights


class MovePolicy:
    """A policy: the probability of each move, from the weights of its features."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: vec[float] = vec[float](weights)

    def likely(self, state: Targi, moves: vec[i64], sharpness: float = 1.0) -> vec[float]:
        """Return the probability of each move, as weights above 0 that add up to 1 or a little more.

        More sharpness favours likely moves; 1 is the learned distribution.
        """
        features = MoveFeatures(state)
        scores = vec[float](capacity=len(moves))
        for move in moves:
            score: float = 0.0
            for feature in features.of(move):
                score += self.weights[feature]
            scores = append(scores, score)
        return chances(scores, sharpness)
