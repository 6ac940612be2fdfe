"""The clock of each seat: it starts when the seat may act, and runs on until the seat moves."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

PATIENCE: Final = timedelta(minutes=2)
"""Time an absent player is waited for before others may replace them by a bot or end the match."""
SLOW: Final = 3600
"""Time limit of a move, in seconds, from which on `PATIENCE` is that limit: players may be offline."""


class TurnClock:
    """Start time of the clock of each seat that may act, and the deadlines that follow from it."""

    def __init__(self, seconds: int | None) -> None:
        self.seconds = seconds
        """Time limit of each move; None without a clock."""
        self.since: dict[int, datetime] = {}
        self._since_at: dict[int, dict[int, datetime]] = {}
        """`since` at each version, to restore it on undo; only with a clock."""

    def copy(self) -> "TurnClock":
        """Return an independent copy."""
        copied = TurnClock(self.seconds)
        copied.since, copied._since_at = self.since, dict(self._since_at)
        return copied

    def run(self, version: int, actors: Iterable[int], moved: int | None, at: datetime) -> None:
        """Start the clock of seats that may act now.

        It restarts for the seat that moved, and runs on for the others.
        """
        self.since = {seat: at if seat == moved else self.since.get(seat, at) for seat in actors}
        if self.seconds is not None:
            self._since_at[version] = self.since

    def go_back(self, version: int, *, agreed: bool) -> None:
        """Restore the clock as it was at a version, after an undo.

        An undo that all agreed to restarts it instead.
        """
        self.since = {} if agreed else dict(self._since_at.get(version, {}))

    def patience(self, seats: Iterable[int]) -> dict[int, datetime]:
        """Return for each seat the time after which others may replace an absent player or end the match."""
        slow = self.seconds is not None and self.seconds >= SLOW
        wait = timedelta(seconds=self.seconds or 0) if slow else PATIENCE
        return {seat: self.since[seat] + wait for seat in seats if seat in self.since}

    def deadlines(self, seats: Iterable[int]) -> dict[int, datetime]:
        """Return the deadline of each seat's move; empty without a clock."""
        if self.seconds is None:
            return {}
        allowed = timedelta(seconds=self.seconds)
        return {seat: self.since[seat] + allowed for seat in seats}
