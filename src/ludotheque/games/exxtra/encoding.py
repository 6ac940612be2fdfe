# mypyc: compile
"""Exxtra as numbers. Nothing is hidden, so an observation is the whole position, from a seat's own side."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludotheque.core.encoding import Encoding, clear, small
from ludotheque.core.state import State
from ludotheque.games.exxtra.rules.state import (
    DECIDE,
    DOUBLE_CROSS,
    GOAL,
    NOWHERE,
    SLOTS,
    STARTER,
    Exxtra,
)

FACES: Final = 6  # of a die


class ExxtraEncoding(Encoding[Exxtra]):
    """The encoding: action 0 throws, action 1 + n places on slot n, as in the rules."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, 1 + SLOTS, STARTER + seats)
        around = "the own first, then clockwise"
        self.pawns: i64 = self.part("pawns", seats, GOAL, f"steps from Start, {around}")
        self.slots: i64 = self.part("slots", seats * SLOTS, 1, f"slot 0 to 5 of each pair of dice, {around}")
        self.values: i64 = self.part(
            "values", seats, DOUBLE_CROSS, f"what each pair there is worth, {around}"
        )
        self.turn: i64 = self.part("turn", seats, 1, f"whose turn it is, {around}")
        self.deciding: i64 = self.part("deciding", 1, 1, "whether a throw may be kept")
        self.throws: i64 = self.part("throws", 1, 255, "throws made in this turn")
        self.die_a: i64 = self.part("die_a", FACES, 1, "the first die of the throw: 1, 2, 3, 4, 7, X")
        self.die_b: i64 = self.part("die_b", FACES, 1, "the second die of the throw: 1, 2, 3, 5, 6, X")
        self.worth: i64 = self.part("worth", 1, DOUBLE_CROSS, "what the throw is worth if it is kept")
        self.xx_is_100: i64 = self.part("xx_is_100", 1, 1, "whether XX is worth 100")

    def action_of(self, state: State, move: i64) -> i64:
        """Return the action of a move, which has the same number."""
        return move

    def move_of(self, state: State, action: i64) -> i64:
        """Return the move of an action, which has the same number."""
        return action

    def observe(self, state: Exxtra, seat: i64, into: vec[u8], first: i64) -> None:
        """Write pawns, dice on the table, and the state of the turn."""
        clear(into, first, self.size)
        seats = self.seats
        other = seat
        i: i64 = 0
        while i < seats:
            into[first + self.pawns + i] = u8(state.pawns[other])
            slot = state.slots[other]
            if slot != NOWHERE:
                into[first + self.slots + i * SLOTS + slot] = 1
                into[first + self.values + i] = u8(state.values[other])
            if other == state.seat:
                into[first + self.turn + i] = 1
            other = other + 1 if other + 1 < seats else 0
            i += 1
        if state.throws > 0:
            into[first + self.throws] = small(state.throws)
            into[first + self.die_a + state.thrown // FACES] = 1
            into[first + self.die_b + state.thrown % FACES] = 1
            into[first + self.worth] = u8(state.kept_value())
        if state.phase == DECIDE:
            into[first + self.deciding] = 1
        if state.xx_is_100:
            into[first + self.xx_is_100] = 1


def encoding_of(start: Exxtra) -> Encoding[Exxtra]:
    """Return the encoding of a table."""
    return ExxtraEncoding(start.seats)
