# mypyc: compile
"""Features of a position of Touché from one seat's view: the state of every pattern that may be crowned.

The seat knows its own hand and the discard pile, so it knows for every cell how many of its cards are unseen.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.touche.rules.board import BIT, CARDS, CELLS, JOKER, KINDS, NONE, SQUARES, WORD
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND
from ludotheque.games.touche.rules.crowns import fits
from ludotheque.games.touche.rules.state import Touche

# States of a pattern's cell for the side that tries it; the number of GONE follows from the others.
SAFE: Final = 0  # the side has the cell, and no card can take it away before the next deal
AT_RISK: Final = 1  # it has the cell; one card that topples the pawn is unseen by the seat
AT_RISKS: Final = 2  # two such cards are out
IN_HAND: Final = 3  # the seat holds the card: to take the cell for its own side, to topple a pawn of another
OPEN: Final = 4  # it lacks the cell, and one card for it is unseen
OPEN_TWICE: Final = 5  # two such cards are out
GONE: Final = 6  # it lacks the cell, and no card for it is unseen

BASE: Final = 6  # more than the cells of a pattern
PLACE: Final = vec[i64]([BASE**standing for standing in range(GONE)] + [0])


def _numbered(size: int) -> list[int]:
    """Return a number for each combination of cell states of a pattern, indexed by the sum of places."""
    numbers = [-1] * BASE**GONE
    sums = {0}
    for _ in range(size):
        sums = {total + int(place) for total in sums for place in PLACE}
    for number, total in enumerate(sorted(sums)):
        numbers[total] = number
    return numbers


NUMBER: Final = (vec[i64](_numbered(4)), vec[i64](_numbered(5)))
FIRST_STATE: Final = vec[i64]([0, 210, 672])  # a square has 210 states, a line or a cross 462
PATTERN_STATES: Final = 1134
OWN: Final = 0  # the side of the viewing seat
OTHERS: Final = 1
MOMENTS: Final = 2  # the own side is to move, or another
ROWS: Final = 2 * MOMENTS * PATTERN_STATES  # for the own side and for others
LACKS: Final = 5  # patterns a side may still need: 0 to 4
PLAIN_INPUTS: Final = 4 * LACKS + 2 * KINDS + 14  # inputs besides the patterns


class SeatView:
    """A seat's knowledge of the cards: those in its hand, and the number of unseen copies of each."""

    def __init__(self, state: Touche, seat: i64) -> None:
        self.state: Touche = state
        self.side: i64 = seat % state.sides
        self.held: vec[i64] = vec[i64]([0] * (CARDS + 1))  # cards in the seat's hand
        self.out: vec[i64] = state.pool[:]  # unseen copies of each card
        self.against: i64 = 0  # how many of those are in hands of other sides
        self.see_cards(seat)

    def see_cards(self, seat: i64) -> None:
        """Count the cards in the own hand; those in all other hands are unseen."""
        i: i64 = 0
        size: i64 = HAND * self.state.seats
        while i < size:
            card = self.state.hands[i]
            holder = i // HAND
            i += 1
            if card == EMPTY_HAND:
                continue
            if holder == seat:
                self.held[card] += 1
            else:
                self.out[card] += 1
                if holder % self.state.sides != self.side:
                    self.against += 1

    def standings(self, side: i64, role: i64) -> vec[i64]:
        """Return the state of each cell for a side, as its place in the number of a pattern."""
        state = self.state
        board = state.board
        places = vec[i64](capacity=CELLS)
        crowns_low = state.crowns[2 * side] | board.joker_low
        crowns_high = state.crowns[2 * side + 1] | board.joker_high
        cell: i64 = 0
        while cell < CELLS:
            card = board.card_at[cell]
            bit = BIT[cell]
            word = WORD[cell]
            if (crowns_low if word == 0 else crowns_high) & bit:
                places = append(places, PLACE[SAFE])
            else:
                out = self.out[card]
                if state.pawns[2 * side + word] & bit:
                    if role == OTHERS and self.held[card] > 0:
                        places = append(places, PLACE[IN_HAND])
                    else:
                        places = append(places, PLACE[SAFE + out])
                elif role == OWN and self.held[card] > 0:
                    places = append(places, PLACE[IN_HAND])
                elif out > 0:
                    places = append(places, PLACE[OPEN - 1 + out])
                else:
                    places = append(places, 0)
            cell += 1
        return places

    def add_pattern_states(
        self,
        rows: vec[i64],
        side: i64,
        cell: i64,
        places: vec[i64],
        first: i64,
        marked_low: i64 = 0,
        marked_high: i64 = 0,
        marked_first: i64 = 0,
    ) -> vec[i64]:
        """Add the states of the patterns through a cell that a side may still crown, offset by `first`.

        A pattern with one of the marked cells is offset by `marked_first` instead.
        """
        state = self.state
        board = state.board
        kind = state.sets[side]
        numbers = NUMBER[0] if kind == SQUARES else NUMBER[1]
        size: i64 = 4 if kind == SQUARES else 5
        counted = state.counted[side]
        i: i64 = board.through_first[kind * CELLS + cell]
        end: i64 = board.through_first[kind * CELLS + cell + 1]
        while i < end:
            pattern = board.through[i]
            i += 1
            if not self.is_closed(side, pattern) and (len(counted) == 0 or fits(board, pattern, counted)):
                total: i64 = 0
                k: i64 = 5 * pattern
                last = k + size
                while k < last:
                    total += places[board.cells[k]]
                    k += 1
                marked = board.low[pattern] & marked_low or board.high[pattern] & marked_high
                rows = append(rows, (marked_first if marked else first) + FIRST_STATE[kind] + numbers[total])
        return rows

    def is_closed(self, side: i64, pattern: i64) -> bool:
        """Return whether another side has crowned a cell of a pattern."""
        state = self.state
        low = state.board.low[pattern]
        high = state.board.high[pattern]
        other: i64 = 0
        while other < state.sides:
            if other != side and (low & state.crowns[2 * other] or high & state.crowns[2 * other + 1]):
                return True
            other += 1
        return False


class NetworkInput(SeatView):
    """The input of the network for one seat: rows of pattern states, and further numbers."""

    def __init__(self, state: Touche, seat: i64) -> None:
        super().__init__(state, seat)
        self.moment: i64 = 0 if state.seat % state.sides == self.side else 1
        self.all_out: i64 = 0  # number of cards unseen by the seat
        self.rows: vec[i64] = vec[i64](capacity=64)  # those of the own side, then those of the others
        self.others_from: i64 = 0  # the index of the first row of the others
        self.last_low: i64 = 0  # cells that would complete a pattern of the own side at once
        self.last_high: i64 = 0
        self.their_last_low: i64 = 0  # and of others
        self.their_last_high: i64 = 0
        self.plain: vec[float] = vec[float](capacity=PLAIN_INPUTS)
        for number in self.out:
            self.all_out += number
        self.add_patterns(self.side, OWN)
        self.others_from = len(self.rows)
        side: i64 = 0
        while side < state.sides:
            if side != self.side:
                self.add_patterns(side, OTHERS)
            side += 1
        self.add_sides()
        self.add_cards()
        self.add_last_cells()

    def add_input(self, value: float) -> None:
        """Add one input."""
        self.plain = append(self.plain, value)

    def add_one_hot(self, count: i64, number: i64) -> None:
        """Add a one-hot input of `count` numbers."""
        i: i64 = 0
        while i < count:
            self.add_input(1.0 if i == number else 0.0)
            i += 1

    def add_sides(self) -> None:
        """Add each side's progress, and the sets of the own side and of its closest opponent."""
        state = self.state
        nearest: i64 = NONE
        third: i64 = NONE
        side: i64 = 0
        while side < state.sides:
            if side != self.side:
                if nearest == NONE or state.lacks(side) < state.lacks(nearest):
                    third = nearest
                    nearest = side
                else:
                    third = side
            side += 1
        own = state.lacks(self.side)
        self.add_one_hot(LACKS, own)
        self.add_one_hot(LACKS, state.lacks(nearest))
        self.add_one_hot(LACKS, state.lacks(third) if third != NONE else NONE)
        self.add_one_hot(LACKS, own if self.moment == 0 else 0)
        self.add_one_hot(KINDS, state.sets[self.side])
        self.add_one_hot(KINDS, state.sets[nearest])

    def add_cards(self) -> None:
        """Add jokers, the number of unseen cards, and the share of them that others hold."""
        self.add_input(0.5 * float(self.held[JOKER]))
        self.add_input(0.25 * float(self.out[JOKER]))
        self.add_input(self.density())
        self.add_input(0.01 * float(self.all_out))
        self.add_input(1.0 if self.state.seats > self.state.sides else 0.0)
        self.add_input(0.2 * float(self.state.deals))

    def density(self) -> float:
        """Return the chance that an unseen card is in the hand of another side."""
        return float(self.against) / float(self.all_out) if self.all_out > 0 else 0.0

    def add_last_cells(self) -> None:
        """Add the number of cells that complete a pattern at once, and the chances to take one."""
        taken: i64 = 0  # such cells of the own side that it can take
        drawn: i64 = 0  # unseen cards for them
        threats: i64 = 0  # unseen cards for such cells of others
        parried: i64 = 0  # such cells of others whose card is in the seat's hand
        cell: i64 = 0
        while cell < CELLS:
            card = self.state.board.card_at[cell]
            if (self.last_low if WORD[cell] == 0 else self.last_high) & BIT[cell]:
                if self.held[card] > 0 or (self.held[JOKER] > 0 and not self.state.is_taken(cell)):
                    taken += 1
                drawn += self.out[card]
            if (self.their_last_low if WORD[cell] == 0 else self.their_last_high) & BIT[cell]:
                threats += self.out[card]
                if self.held[card] > 0:
                    parried += 1
            cell += 1
        if self.their_last_low or self.their_last_high:
            threats += self.out[JOKER]
        danger: float = 1.0 - (1.0 - self.density()) ** float(threats)
        self.add_input(1.0 if taken > 0 else 0.0)
        self.add_input(1.0 if taken > 1 else 0.0)
        self.add_input(1.0 if taken > 2 else 0.0)
        self.add_input(0.1 * float(drawn))
        self.add_input(danger)
        self.add_input(danger if taken > 0 else 0.0)
        self.add_input(0.5 * float(parried))
        self.add_input(danger if self.moment == 0 else 0.0)

    def add_patterns(self, side: i64, role: i64) -> None:
        """Add a row for every pattern that a side may still crown and has begun, or holds two cards for."""
        state = self.state
        board = state.board
        places = self.standings(side, role)
        kind = state.sets[side]
        numbers = NUMBER[0] if kind == SQUARES else NUMBER[1]
        size: i64 = 4 if kind == SQUARES else 5
        base = (role * MOMENTS + self.moment) * PATTERN_STATES + FIRST_STATE[kind]
        pawns_low = state.pawns[2 * side]
        pawns_high = state.pawns[2 * side + 1]
        closed_low: i64 = 0
        closed_high: i64 = 0
        other: i64 = 0
        while other < state.sides:
            if other != side:
                closed_low |= state.crowns[2 * other]
                closed_high |= state.crowns[2 * other + 1]
            other += 1
        counted = state.counted[side]
        pattern: i64 = board.first[kind]
        end: i64 = board.first[kind + 1]
        while pattern < end:
            low = board.low[pattern]
            high = board.high[pattern]
            if (
                (low & closed_low == 0 and high & closed_high == 0)
                and (role == OWN or low & pawns_low or high & pawns_high)
                and (len(counted) == 0 or fits(board, pattern, counted))
            ):
                total: i64 = 0
                i: i64 = 5 * pattern
                last = i + size
                while i < last:
                    total += places[board.cells[i]]
                    i += 1
                lacks_low = low & ~(pawns_low | board.joker_low)
                lacks_high = high & ~(pawns_high | board.joker_high)
                if (lacks_low == 0 and lacks_high & (lacks_high - 1) == 0) or (
                    lacks_high == 0 and lacks_low & (lacks_low - 1) == 0
                ):
                    self.remember_last(role, lacks_low, lacks_high)
                if low & pawns_low or high & pawns_high or total // PLACE[IN_HAND] % BASE > 1:
                    self.rows = append(self.rows, base + numbers[total])
            pattern += 1

    def remember_last(self, role: i64, low: i64, high: i64) -> None:
        """Store the cell that would complete a pattern."""
        if role == OWN:
            self.last_low |= low
            self.last_high |= high
        else:
            self.their_last_low |= low
            self.their_last_high |= high
