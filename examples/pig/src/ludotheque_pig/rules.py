"""The rules of Pig: who throws, what a throw does, when it is over (PIG-1 to 6)."""

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.state import CHANCE, OVER, State

PIPS: Final = 6
BUST: Final = 1  # the face that loses the pot (PIG-4)

# Moves.
ROLL: Final = 0
HOLD: Final = 1

# Outcomes: a face 1 to 6, or the seat that starts.
STARTER: Final = 10  # + seat

# What the journal notes.
NOTE_STARTER: Final = 0
NOTE_THROW: Final = 1  # face, pot
NOTE_BUST: Final = 2  # the pot that is lost
NOTE_HOLD: Final = 3  # pot, score
NOTE_WIN: Final = 4  # score

Phase = Literal["starter", "decide", "throw", "over"]


class Pig(State):
    """A position of Pig: the scores, whose turn it is, and the pot that is not safe yet."""

    def __init__(self, seats: int, goal: int) -> None:
        super().__init__(seats)
        self.goal = goal
        self.scores = [0] * seats
        self.seat = 0
        self.pot = 0
        self.phase: Phase = "starter"

    def turn(self) -> i64:
        """Seat to act, `CHANCE` or `OVER`."""
        if self.phase == "over":
            return OVER
        return self.seat if self.phase == "decide" else CHANCE

    def moves(self) -> vec[i64]:
        """Throw, or hold when there is a pot (PIG-3, PIG-5)."""
        return vec[i64]([ROLL, HOLD] if self.pot else [ROLL])

    def outcomes(self) -> vec[i64]:
        """The six faces, or every seat as the one that starts (PIG-1, PIG-2)."""
        if self.phase == "starter":
            return vec[i64]([STARTER + seat for seat in range(self.seats)])
        return vec[i64](list(range(1, PIPS + 1)) if self.phase == "throw" else [])

    def weights(self) -> vec[i64]:
        """All are as likely."""
        return vec[i64]([1] * len(self.outcomes()))

    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""
        if self.phase == "starter":
            self.begin_turn(int(move) - STARTER)
            self.note(NOTE_STARTER, self.seat)
        elif self.phase == "throw":
            self.read_throw(int(move))
        elif move == ROLL:
            self.phase = "throw"
        else:
            self.hold()

    def begin_turn(self, seat: int) -> None:
        """A turn begins with an empty pot."""
        self.seat, self.pot, self.phase = seat, 0, "decide"

    def read_throw(self, face: int) -> None:
        """A 1 loses the pot and ends the turn; any other face goes into the pot (PIG-4)."""
        if face == BUST:
            self.note(NOTE_BUST, self.seat, self.pot)
            self.begin_turn((self.seat + 1) % self.seats)
        else:
            self.pot += face
            self.phase = "decide"
            self.note(NOTE_THROW, self.seat, face, self.pot)

    def hold(self) -> None:
        """The pot is safe; who has the goal wins, else the next player throws (PIG-5, PIG-6)."""
        self.scores[self.seat] += self.pot
        self.note(NOTE_HOLD, self.seat, self.pot, self.scores[self.seat])
        if self.scores[self.seat] >= self.goal:
            self.phase = "over"
            self.note(NOTE_WIN, self.seat, self.scores[self.seat])
        else:
            self.begin_turn((self.seat + 1) % self.seats)

    def payoff(self, seat: i64) -> float:
        """Return 1 for the seat that reached the goal (PIG-6)."""
        return 1.0 if self.scores[seat] >= self.goal else 0.0
