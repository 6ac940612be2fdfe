"""What may be taken back, decided by the table and not by the players (section “Undo” of the docs)."""

from typing import Literal

from ludotheque.core.game import Position
from ludotheque.core.refusal import NotAllowed, Refusal


class Undo:
    """The moves that may still be taken back: those since the last outcome of chance or shown secret."""

    def __init__(self) -> None:
        self.since = 0
        """The line of the log behind which nothing can be taken back."""
        self._steps: list[tuple[int, Position, int, int]] = []

    def copy(self) -> "Undo":
        """The same again, for a table that goes its own way."""
        copied = Undo()
        copied.since = self.since
        copied._steps = [
            (seat, before.copy(), entries, events) for seat, before, entries, events in self._steps
        ]
        return copied

    def remember(self, seat: int, before: Position, entries: int, events: int) -> None:
        """Keep the position before a move, and how long log and events were."""
        self._steps.append((seat, before, entries, events))

    def forget_last(self) -> None:
        """The move just remembered did not happen."""
        self._steps.pop()

    def close(self, entries: int) -> None:
        """Nothing up to this line of the log can be taken back any more."""
        self._steps.clear()
        self.since = entries

    def refusal(self, seat: int, actors: tuple[int, ...], *, agreed: bool) -> Refusal | None:
        """Why a seat can't take its last move back now; None if it can."""
        if not self._steps:
            return NotAllowed("core.undo_chance" if self.since else "core.nothing_to_undo")
        if self._steps[-1][0] != seat:
            return NotAllowed("core.nothing_to_undo")
        if actors != (seat,) and not agreed:
            return NotAllowed("core.undo_agreement")
        return None

    def how(self, seat: int, actors: tuple[int, ...]) -> Literal["now", "ask"] | None:
        """Whether a seat can take its last move back at once, if all agree, or not."""
        if not self._steps or self._steps[-1][0] != seat:
            return None
        return "now" if actors == (seat,) else "ask"

    def take_back(self) -> tuple[Position, int, int]:
        """The position before the last move, and the lengths of log and events then."""
        _, before, entries, events = self._steps.pop()
        return before, entries, events
