"""What may be taken back, decided by the table and not by the players (section “Undo” of the docs)."""

from typing import Literal, NamedTuple

from ludotheque.core.game import Position
from ludotheque.core.refusal import NotAllowed, Refusal


class Step(NamedTuple):
    """A move that may be taken back: whose, the position before it, and how long log and events were then."""

    seat: int
    before: Position
    entries: int
    events: int


class Undo:
    """The moves that may still be taken back: those since the last outcome of chance or shown secret.

    In a practice game all of them may be, with whatever came behind them.
    """

    def __init__(self, *, practice: bool = False) -> None:
        self.practice = practice
        self.since = 0
        """The line of the log behind which nothing can be taken back, but in a practice game."""
        self._steps: list[Step] = []
        self._why: dict[int, str] = {}
        """Why the last move of a seat that lies behind that line can't be taken back."""

    def copy(self) -> "Undo":
        """The same again, for a table that goes its own way."""
        copied = Undo(practice=self.practice)
        copied.since = self.since
        copied._steps = [step._replace(before=step.before.copy()) for step in self._steps]
        copied._why = dict(self._why)
        return copied

    def remember(self, seat: int, before: Position, entries: int, events: int) -> None:
        """Keep the position before a move, and how long log and events were."""
        self._steps.append(Step(seat, before, entries, events))

    def forget_last(self) -> None:
        """The move just remembered did not happen."""
        self._steps.pop()

    def close(self, entries: int, why: str) -> None:
        """Nothing up to this line of the log can be taken back any more, but in a practice game."""
        self.since = entries
        if self.practice:
            return
        for step in self._steps:
            self._why[step.seat] = why if step.seat == self._steps[-1].seat else "core.undo_others"
        self._steps.clear()

    def refusal(self, seat: int, actors: tuple[int, ...], *, agreed: bool) -> Refusal | None:
        """Why a seat can't take its last move back now; None if it can."""
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
        """Whether a seat can take its last move back at once, if all agree, or not."""
        if self.refusal(seat, actors, agreed=True) is not None:
            return None
        return "now" if self.practice or actors == (seat,) else "ask"

    def goes_on(self, seat: int, actors: tuple[int, ...]) -> bool:
        """Whether the move before belongs to the same turn of a seat, and may be taken back with it."""
        if self.practice:
            return bool(self._steps) and self._steps[-1].seat == seat
        return self.refusal(seat, actors, agreed=False) is None

    def take_back(self, seat: int) -> tuple[Position, int, int]:
        """The position before a seat's last move, and the lengths of log and events then."""
        step = self._steps.pop()
        while step.seat != seat:  # in a practice game, what others did since
            step = self._steps.pop()
        self.since = min(self.since, step.entries)
        return step.before, step.entries, step.events
