# mypyc: compile
"""A small network for the win chance of a seat between two turns, for three to six players.

Its first layer is a sum of rows, two for each seat in the order of their turns: one for the pawn and the slot
of the dice, one for the dice themselves. `train/exxtra` trains it, for three players on the solution of
the game, for more on self-play.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.exxtra.bots.evaluation import RANK_OF, Evaluation
from ludotheque.games.exxtra.rules.state import GOAL, SLOTS, Exxtra

WIDTH: Final = 96
HIDDEN: Final = 32
VALUES_KNOWN: Final = 30  # XX that counts 100 is treated as 76, the highest value in training (EXXTRA-5)
PLACES: Final = GOAL * SLOTS
ROWS: Final = PLACES + 1 + (SLOTS - 1) * VALUES_KNOWN


class ValueNetwork(Evaluation):
    """The network for a number of seats.

    Within a turn only the own pawn and dice change, and which dice of others are removed: the sum of the
    others' rows is cached for each set of dice that stay.
    """

    def __init__(self, numbers: list[float], seats: i64) -> None:
        self.numbers: vec[float] = vec[float](numbers)
        self.seats: i64 = seats
        self.others: dict[int, vec[float]] = {}
        self.sums: vec[float] = vec[float]([0.0] * WIDTH)
        self.hidden: vec[float] = vec[float]([0.0] * HIDDEN)
        second = (seats * ROWS + 1) * WIDTH
        turned = [numbers[second + i * WIDTH + k] for k in range(WIDTH) for i in range(HIDDEN)]
        self.second: vec[float] = vec[float](turned)  # by input, so that zeros can be skipped

    def __reduce__(self) -> tuple[object, ...]:
        return ValueNetwork, (list(self.numbers), self.seats)

    def prepare(self) -> None:
        """Clear the sums cached for another turn."""
        self.others = {}

    def chance(self, state: Exxtra, first: i64, me: i64) -> float:
        """Return the win chance of `me` before the turn of `first`, who follows `me`."""
        slot = state.slots[first]
        pawn = state.pawns[first] + (slot if slot > 0 else 0)
        if pawn >= GOAL:  # the pawn advances before the throw (EXXTRA-6)
            return 0.0
        key: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != me:
                key = key * (SLOTS + 1) + state.slots[seat] + 1
            seat += 1
        summed = self.others.get(key)
        if summed is None:
            summed = self.sum_others(state, first, pawn)
            self.others[key] = summed
        sums = self.sums
        i: i64 = 0
        while i < WIDTH:
            sums[i] = summed[i]
            i += 1
        self.add(self.sums, self.seats - 1, state.pawns[me], state.slots[me], state.values[me])
        return self.read(self.seats - 1)

    def sum_others(self, state: Exxtra, first: i64, pawn: i64) -> vec[float]:
        """Return the first layer for all seats except the one before `first`."""
        at = self.seats * ROWS * WIDTH
        sums = vec[float](capacity=WIDTH)
        i: i64 = 0
        while i < WIDTH:
            sums = append(sums, self.numbers[at + i])
            i += 1
        self.add(sums, 0, pawn, 0, 0)
        turns: i64 = 1
        seat = first
        while turns < self.seats - 1:
            seat = seat + 1 if seat + 1 < self.seats else 0
            self.add(sums, turns, state.pawns[seat], state.slots[seat], state.values[seat])
            turns += 1
        return sums

    def add(self, sums: vec[float], turns: i64, pawn: i64, slot: i64, value: i64) -> None:
        """Add the two rows of a seat whose turn comes after `turns` others."""
        dice: i64 = 0
        if slot > 0:
            rank = RANK_OF[value]
            dice = 1 + (slot - 1) * VALUES_KNOWN + (rank if rank < VALUES_KNOWN else VALUES_KNOWN - 1)
        else:
            slot = 0
        place = (turns * ROWS + pawn * SLOTS + slot) * WIDTH
        lying = (turns * ROWS + PLACES + dice) * WIDTH
        numbers = self.numbers
        i: i64 = 0
        while i < WIDTH:
            sums[i] += numbers[place + i] + numbers[lying + i]
            i += 1

    def read(self, mine: i64) -> float:
        """Return the win chance of the seat whose turn comes after `mine` others."""
        numbers = self.numbers
        second = self.second
        hidden = self.hidden
        bias = (self.seats * ROWS + 1) * WIDTH + HIDDEN * WIDTH
        i: i64 = 0
        while i < HIDDEN:
            hidden[i] = numbers[bias + i]
            i += 1
        k: i64 = 0
        while k < WIDTH:
            strength = self.sums[k]
            if strength > 0.0:
                at = k * HIDDEN
                i = 0
                while i < HIDDEN:
                    hidden[i] += strength * second[at + i]
                    i += 1
            k += 1
        third = bias + HIDDEN
        whole = 0.0
        share = 0.0
        seat: i64 = 0
        while seat < self.seats:
            logit: float = numbers[third + self.seats * HIDDEN + seat]
            i = 0
            while i < HIDDEN:
                if hidden[i] > 0.0:
                    logit += hidden[i] * numbers[third + seat * HIDDEN + i]
                i += 1
            part = exp(logit)
            whole += part
            if seat == mine:
                share = part
            seat += 1
        return share / whole
