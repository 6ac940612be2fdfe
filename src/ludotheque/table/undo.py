"""The undo history of a table: the moves that can still be undone, and the reasons why others can't.

The table decides that, not the players (section “Undo” of the docs).
"""

from typing import Literal, NamedTuple

from ludotheque.core.game import Position
from ludotheque.core.refusal import NotAllowed, Refusal


class Step(NamedTuple):
    """A move that can be undone: its seat, the position before it, and the number of steps then."""

    seat: int
    before: Position
    steps: int


class Undo:
    """The moves that can still be undone: those since the last outcome of chance or shown secret.

    In a practice game all moves may be taken back, with all that followed them.
    """

    def __init__(self, *, practice: bool = False) -> None:
        self.practice = practice
        self.since = 0
        """Number of steps that are final; in a practice game they can be undone all the same."""
        self._steps: list[Step] = []
        self._why: dict[int, str] = {}
        """By seat, the code of the refusal to undo its last final move."""

    def copy(self) -> "Undo":
        """Return an independent copy."""
        copied = Undo(practice=self.practice)
        copied.since = self.since
        copied._steps = list(self._steps)  # the positions in it are never changed
        copied._why = dict(self._why)
        return copied

    def remember(self, seat: int, before: Position, steps: int) -> None:
        """Add a move to the history: its seat, the position before it, and the number of steps then."""
        self._steps.append(Step(seat, before, steps))

    def moves(self, seat: int) -> int:
        """Return the number of a seat's moves in the history."""
        return sum(step.seat == seat for step in self._steps)

    def close(self, steps: int, why: str) -> None:
        """Make all moves up to a number of steps final; `why` is the code of the refusal to undo them."""
        self.since = steps
        if self.practice:
            return
        for step in self._steps:
            self._why[step.seat] = why if step.seat == self._steps[-1].seat else "core.undo_others"
        self._steps.clear()

    def refusal(self, seat: int, actors: tuple[int, ...], *, agreed: bool) -> Refusal | None:
        """Return the reason why a seat can't undo its last move now; None if it can."""
        moved = any(step.seat == seat for step in self._steps)
        if self.practice:
            return None if moved else NotAllowed("core.nothing_to_undo")
        if not moved:
            return NotAllowed(self._why.get(seat, "core.nothing_to_undo"))
        if self._steps[-1].seat != seat:
            return NotAllowed("core.undo_others")
        if actors != (seat,) and not agreed:
            return NotAllowed("core.undo_agreement")
        return None

    def how(self, seat: int, actors: tuple[int, ...]) -> Literal["now", "ask"] | None:
        """Return “now” if a seat can undo its last move at once, “ask” if others must agree, else None."""
        if self.refusal(seat, actors, agreed=True) is not None:
            return None
        return "now" if self.practice or actors == (seat,) else "ask"

    def goes_on(self, seat: int, actors: tuple[int, ...]) -> bool:
        """Return whether the previous move belongs to the same turn of the seat and can be undone with it."""
        if self.practice:
            return bool(self._steps) and self._steps[-1].seat == seat
        return self.refusal(seat, actors, agreed=False) is None

    def take_back(self, seat: int) -> tuple[Position, int]:
        """Remove a seat's last move; return the position before it and the number of steps then."""
        step = self._steps.pop()
        while step.seat != seat:  # in a practice game: the moves of the others since
            step = self._steps.pop()
        self.since = min(self.since, step.steps)
        return step.before, step.steps
