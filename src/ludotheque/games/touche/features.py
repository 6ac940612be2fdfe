# mypyc: compile
"""What can be read off a position of Touché: how far each side is with every pattern it may still crown."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.touche.board import BIT, CARDS, COPIES, JOKER, KINDS, WORD
from ludotheque.games.touche.cards import EMPTY_HAND, HAND
from ludotheque.games.touche.crowns import fits
from ludotheque.games.touche.rules import Touche

FAR: Final = 4  # patterns that lack more cells than this are not looked at
UNSEEN: Final = 2  # what lacks so much counts only if at least so many cards for it are in hand
GRADES: Final = 4  # 0, 1, 2, or 3 and more
DANGERS: Final = 4  # none before the next deal, from the stacks, from a hand, from hands twice
LACKS: Final = 5  # patterns a side may lack to its goal: 0 to 4
OF_PATTERNS: Final = FAR * GRADES * DANGERS * 2
OF_CROWNS: Final = (
    GRADES * GRADES
)  # cells that would complete something, and how many of them can be taken now
OF_SIDE: Final = OF_PATTERNS + OF_CROWNS + LACKS  # features of a side that tries one kind of pattern
FEATURES: Final = 2 * KINDS * OF_SIDE  # for the side to move and for those who wait


def features(state: Touche, side: i64) -> vec[i64]:
    """The features of a side, by number, each as often as it occurs.

    One for what the side lacks to its goal; one for the cells that would complete a pattern at once; and one
    for every pattern it is near to: by the cells it lacks, by how many of those its hands can take now, by
    the danger its pawns there are in, and by whether a card it needs is out of reach until the next deal.
    """
    board = state.board
    kind = state.sets[side]
    role: i64 = 0 if state.seat % state.sides == side else 1
    base = (role * KINDS + kind) * OF_SIDE
    found = vec[i64](capacity=64)
    found = append(found, base + OF_PATTERNS + OF_CROWNS + state.lacks(side))
    reach = Reach(state, side)
    own_low = state.usable(side, 0)
    own_high = state.usable(side, 1)
    last_low: i64 = 0
    last_high: i64 = 0
    pattern: i64 = board.first[kind]
    end: i64 = board.first[kind + 1]
    while pattern < end:
        low = board.low[pattern]
        high = board.high[pattern]
        miss_low = low & ~own_low
        miss_high = high & ~own_high
        missing = count(miss_low) + count(miss_high)
        if (
            0 < missing <= FAR
            and low & reach.closed_low == 0
            and high & reach.closed_high == 0
            and fits(board, pattern, state.counted[side])
        ):
            held = count(miss_low & reach.mine_low) + count(miss_high & reach.mine_high)
            if held < missing:
                held += reach.jokers
                if held > missing:
                    held = missing
            if missing == FAR and held < UNSEEN:
                pattern += 1
                continue
            gone: i64 = 0
            if reach.jokers == 0 and (miss_low & ~reach.open_low or miss_high & ~reach.open_high):
                gone = 1
            if missing == 1 and gone == 0:
                last_low |= miss_low
                last_high |= miss_high
            place = ((missing - 1) * GRADES + grade(held)) * DANGERS + reach.danger(low, high)
            found = append(found, base + 2 * place + gone)
        pattern += 1
    last = count(last_low) + count(last_high)
    taken = grade(count(last_low & reach.mine_low) + count(last_high & reach.mine_high) + reach.jokers)
    return append(found, base + OF_PATTERNS + GRADES * grade(last) + (taken if last > 0 else 0))


class Reach:
    """What a side and its opponents can do with the cards they hold."""

    def __init__(self, state: Touche, side: i64) -> None:
        self.mine_low: i64 = 0  # cells of the cards in the side's hands
        self.mine_high: i64 = 0
        self.theirs_low: i64 = 0  # cells of the cards in all other hands
        self.theirs_high: i64 = 0
        self.jokers: i64 = 0  # jokers in the side's hands
        i: i64 = 0
        size: i64 = HAND * state.seats
        while i < size:
            card = state.hands[i]
            mine = i // HAND % state.sides == side
            i += 1
            if card == JOKER:
                self.jokers += 1 if mine else 0
            elif card != EMPTY_HAND:
                self.add_cells(state, card, 1 if mine else 0)
        self.closed_low: i64 = 0  # cells that others have crowned
        self.closed_high: i64 = 0
        other: i64 = 0
        while other < state.sides:
            if other != side:
                self.closed_low |= state.crowns[2 * other]
                self.closed_high |= state.crowns[2 * other + 1]
            other += 1
        self.stacked_low: i64 = 0  # cells whose card is in a stack
        self.stacked_high: i64 = 0
        self.add_stacks(state)
        self.open_low: i64 = self.mine_low | self.stacked_low  # whose card the side holds or may still draw
        self.open_high: i64 = self.mine_high | self.stacked_high
        self.loose_low: i64 = state.pawns[2 * side] & ~state.crowns[2 * side]  # pawns without a crown
        self.loose_high: i64 = state.pawns[2 * side + 1] & ~state.crowns[2 * side + 1]

    def danger(self, low: i64, high: i64) -> i64:
        """In what danger the pawns of a pattern are."""
        low &= self.loose_low
        high &= self.loose_high
        now = count(low & self.theirs_low) + count(high & self.theirs_high)
        if now > 0:
            return 2 if now == 1 else 3
        return 1 if low & self.stacked_low or high & self.stacked_high else 0

    def add_cells(self, state: Touche, card: i64, mine: i64) -> None:
        """The two cells of a card in a hand."""
        i: i64 = COPIES * card
        end: i64 = i + COPIES
        while i < end:
            cell = state.board.cells_of[i]
            i += 1
            if WORD[cell] == 0:
                if mine:
                    self.mine_low |= BIT[cell]
                else:
                    self.theirs_low |= BIT[cell]
            elif mine:
                self.mine_high |= BIT[cell]
            else:
                self.theirs_high |= BIT[cell]

    def add_stacks(self, state: Touche) -> None:
        """Cells whose cards are in the stacks may still be reached before the next deal."""
        card: i64 = 0
        while card < CARDS:
            if state.pool[card] > 0:
                first = state.board.cells_of[COPIES * card]
                second = state.board.cells_of[COPIES * card + 1]
                if WORD[first] == 0:
                    self.stacked_low |= BIT[first]
                else:
                    self.stacked_high |= BIT[first]
                if WORD[second] == 0:
                    self.stacked_low |= BIT[second]
                else:
                    self.stacked_high |= BIT[second]
            card += 1


def count(bits: i64) -> i64:
    """How many bits are set; there are few."""
    found: i64 = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def grade(number: i64) -> i64:
    """0, 1, 2, or 3 for more."""
    return number if number < GRADES else GRADES - 1
