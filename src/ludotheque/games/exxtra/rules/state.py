# mypyc: compile
"""The rules of Exxtra, compiled: dice, track, table, turn and end (EXXTRA-1 to 18)."""

from collections.abc import Callable
from typing import Any, Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.state import CHANCE, OVER, State

GOAL: Final = 21  # Ziel; the track has 20 spaces before it (EXXTRA-2)
SLOTS: Final = 6  # slots 0 to 5 of the dice table (EXXTRA-3)
NOWHERE: Final = -1  # a pair of dice that does not lie on the table

X: Final = 0  # the cross, as the digit it counts for where it may be kept (EXXTRA-4)
FACES_A: Final = (1, 2, 3, 4, 7, X)  # the two dice of a player (EXXTRA-1)
FACES_B: Final = (1, 2, 3, 5, 6, X)
DOUBLE_CROSS: Final = 100  # the value of XX with the option `xx_is_100` (EXXTRA-18)

# Phases of a turn.
DRAW_STARTER: Final = 0
FIRST_THROW: Final = 1
ROLLING: Final = 2
DECIDE: Final = 3
FINISHED: Final = 4

# Moves: throw, or place on slot n.
THROW: Final = 0
PLACE: Final = 1  # + slot

# Outcomes: one of 36 throws, or the seat that starts.
THROWS: Final = 36
STARTER: Final = 36  # + seat

# Journal lines and their numbers.
NOTE_STARTER: Final = 0  # seat
NOTE_ADVANCE: Final = 1  # seat, slot, from, to
NOTE_TAKE_BACK: Final = 2  # seat, slot
NOTE_THROW: Final = 3  # seat, outcome, number of the throw
NOTE_PAIR: Final = 4  # seat, steps, to
NOTE_BUST: Final = 5  # seat, crosses, from, to
NOTE_PLACE: Final = 6  # seat, slot, value
NOTE_REMOVE: Final = 7  # owner, slot, value, who placed
NOTE_WIN: Final = 8  # seat


def reading(a: int, b: int) -> int:
    """The higher die gives the tens, the lower the units (EXXTRA-4)."""
    return 10 * max(a, b) + min(a, b)


READ: Final = vec[i64]([reading(a, b) for a in FACES_A for b in FACES_B])
CROSSES: Final = vec[i64]([(a == X) + (b == X) for a in FACES_A for b in FACES_B])
PAIR: Final = vec[i64]([a if a == b else 0 for a in FACES_A for b in FACES_B])

VALUES: Final = tuple(sorted({reading(a, b) for a in FACES_A for b in FACES_B}))
"""The thirty values a throw can have, ascending (EXXTRA-5)."""


class Exxtra(State):
    """A position of Exxtra. The constructor takes all its parts, so copies are cheap in a search."""

    def __init__(
        self,
        xx_is_100: bool,
        phase: i64,
        seat: i64,
        starter: i64,
        throws: i64,
        thrown: i64,
        pawns: vec[i64],
        slots: vec[i64],
        values: vec[i64],
    ) -> None:
        super().__init__(len(pawns))
        self.xx_is_100 = xx_is_100
        self.phase: i64 = phase
        self.seat: i64 = seat  # the seat whose turn it is
        self.starter: i64 = starter
        self.throws: i64 = throws  # throws made in this turn
        self.thrown: i64 = thrown  # the last of them, 0 to 35
        self.pawns: vec[i64] = pawns  # steps from Start, by seat
        self.slots: vec[i64] = slots  # the slot of each seat's dice, or NOWHERE
        self.values: vec[i64] = values  # their value there

    def copy(self) -> "Exxtra":
        """Return an independent copy without the journal."""
        return Exxtra(
            self.xx_is_100,
            self.phase,
            self.seat,
            self.starter,
            self.throws,
            self.thrown,
            self.pawns[:],
            self.slots[:],
            self.values[:],
        )

    def turn(self) -> i64:
        """Return the seat to act, `CHANCE` or `OVER`."""
        phase = self.phase
        if phase == FIRST_THROW or phase == DECIDE:
            return self.seat
        if phase == FINISHED:
            return OVER
        return CHANCE

    def moves(self) -> vec[i64]:
        """Return the legal moves: throw, or place on an empty slot of 1-5 or on slot 0 (EXXTRA-7, 11, 12)."""
        if self.phase == FIRST_THROW:
            return vec[i64]([THROW])
        if self.phase != DECIDE:
            return vec[i64]()
        moves = vec[i64]([THROW, PLACE])
        slot: i64 = 1
        while slot < SLOTS:
            if self.holder(slot) == NOWHERE:
                moves = append(moves, PLACE + slot)
            slot += 1
        return moves

    def outcomes(self) -> vec[i64]:
        """Return the 36 throws, or every seat as the one that starts (EXXTRA-1, EXXTRA-15)."""
        first: i64 = 0
        count: i64 = THROWS
        if self.phase == DRAW_STARTER:
            first = STARTER
            count = self.seats
        elif self.phase != ROLLING:
            count = 0
        outcomes = vec[i64](capacity=count)
        i: i64 = 0
        while i < count:
            outcomes = append(outcomes, first + i)
            i += 1
        return outcomes

    def weights(self) -> vec[i64]:
        """Return equal weights: all throws are equally likely, and so are all starters."""
        weights = vec[i64](capacity=THROWS)
        for _ in self.outcomes():
            weights = append(weights, 1)
        return weights

    def sample(self, rng: Random) -> i64:
        """Return a random throw of both dice, or a random starter."""
        if self.phase == DRAW_STARTER:
            return STARTER + rng.randrange(self.seats)
        return rng.randrange(THROWS)

    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""
        if self.phase == ROLLING:
            self.read_throw(move)
        elif self.phase == DRAW_STARTER:
            self.starter = move - STARTER
            self.note(NOTE_STARTER, self.starter, 0, 0, 0)
            self.begin_turn(self.starter)
        elif move == THROW:
            self.phase = ROLLING
        else:
            self.place(move - PLACE)

    def begin_turn(self, seat: i64) -> None:
        """Dice still on slot n advance the pawn n spaces and are taken back (EXXTRA-6)."""
        self.seat = seat
        self.throws = 0
        self.phase = FIRST_THROW
        slot = self.slots[seat]
        if slot == NOWHERE:
            return
        self.slots[seat] = NOWHERE
        start = self.pawns[seat]
        self.advance(seat, slot)
        if slot > 0:
            self.note(NOTE_ADVANCE, seat, slot, start, self.pawns[seat])
        else:
            self.note(NOTE_TAKE_BACK, seat, slot, 0, 0)
        self.finish_at_goal(seat)

    def read_throw(self, thrown: i64) -> None:
        """A throw ends the turn by a late X, or leaves the choice to keep it (EXXTRA-8 to 11)."""
        seat = self.seat
        self.throws += 1
        self.thrown = thrown
        self.note(NOTE_THROW, seat, thrown, self.throws, 0)
        crosses = CROSSES[thrown]
        if crosses > 0 and self.throws > 1:
            self.bust(crosses)
            return
        self.phase = DECIDE
        steps = PAIR[thrown]
        if steps > 0:
            self.advance(seat, steps)
            self.note(NOTE_PAIR, seat, steps, self.pawns[seat], 0)
            self.finish_at_goal(seat)

    def bust(self, crosses: i64) -> None:
        """The pawn goes back one space per X, never below Start, and nothing is placed (EXXTRA-9)."""
        seat = self.seat
        start = self.pawns[seat]
        self.pawns[seat] = start - crosses if start > crosses else 0
        self.note(NOTE_BUST, seat, crosses, start, self.pawns[seat])
        self.begin_turn(self.next_seat())

    def place(self, slot: i64) -> None:
        """The kept pair removes every pair above that is not worth more (EXXTRA-12, EXXTRA-13)."""
        seat = self.seat
        value = self.kept_value()
        self.slots[seat] = slot
        self.values[seat] = value
        self.note(NOTE_PLACE, seat, slot, value, 0)
        other: i64 = 0
        seats = self.seats
        while other < seats:
            if self.slots[other] > slot and self.values[other] <= value:
                self.note(NOTE_REMOVE, other, self.slots[other], self.values[other], seat)
                self.slots[other] = NOWHERE
            other += 1
        self.begin_turn(self.next_seat())

    def kept_value(self) -> i64:
        """Return the value of the last throw if it is kept (EXXTRA-4, EXXTRA-8, EXXTRA-18)."""
        if self.xx_is_100 and CROSSES[self.thrown] == 2:
            return DOUBLE_CROSS
        return READ[self.thrown]

    def holder(self, slot: i64) -> i64:
        """Return the seat whose dice lie on a slot of 1-5, or NOWHERE (EXXTRA-3)."""
        seat: i64 = 0
        seats = self.seats
        while seat < seats:
            if self.slots[seat] == slot:
                return seat
            seat += 1
        return NOWHERE

    def advance(self, seat: i64, steps: i64) -> None:
        """The pawn goes forward, at most onto Ziel (EXXTRA-2)."""
        to = self.pawns[seat] + steps
        self.pawns[seat] = to if to < GOAL else GOAL

    def finish_at_goal(self, seat: i64) -> None:
        """A pawn that reaches or passes Ziel wins at once (EXXTRA-14)."""
        if self.pawns[seat] == GOAL:
            self.phase = FINISHED
            self.note(NOTE_WIN, seat, 0, 0, 0)

    def next_seat(self) -> i64:
        """Play goes clockwise (EXXTRA-15)."""
        seat = self.seat + 1
        return seat if seat < self.seats else 0

    def payoff(self, seat: i64) -> float:
        """Return 1 for the seat on Ziel, 0 for the others (EXXTRA-14)."""
        return 1.0 if self.pawns[seat] == GOAL else 0.0

    def __reduce__(self) -> tuple[Callable[..., "Exxtra"], tuple[Any, ...]]:
        arrays = list(self.pawns), list(self.slots), list(self.values)
        turn = self.phase, self.seat, self.starter, self.throws, self.thrown
        return position, (self.xx_is_100, *turn, *arrays)


def position(
    xx_is_100: bool,
    phase: i64,
    seat: i64,
    starter: i64,
    throws: i64,
    thrown: i64,
    pawns: list[int],
    slots: list[int],
    values: list[int],
) -> Exxtra:
    """Return a position from plain lists; a vec passed into compiled code from outside is never freed."""
    return Exxtra(
        xx_is_100, phase, seat, starter, throws, thrown, vec[i64](pawns), vec[i64](slots), vec[i64](values)
    )


def new_game(seats: i64, xx_is_100: bool) -> Exxtra:
    """Return the first position: pawns on Start, no dice on the table, no starter (EXXTRA-6, EXXTRA-15)."""
    zeros = vec[i64]([0] * seats)
    return Exxtra(xx_is_100, DRAW_STARTER, 0, 0, 0, 0, zeros, vec[i64]([NOWHERE] * seats), zeros[:])
