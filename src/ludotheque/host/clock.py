"""The time of each seat at a table with a clock: it begins when the seat may act, and runs on."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

PATIENCE: Final = timedelta(minutes=2)
"""So long somebody who stays away is waited for before the others may decide."""
SLOW: Final = 3600
"""Seconds of a clock from which on nobody is expected to be there: then the clock alone decides."""


class TurnClock:
    """Since when each seat that may act has had its time."""

    def __init__(self, seconds: int | None) -> None:
        self.seconds = seconds
        """For each move; None where nobody is in a hurry."""
        self.since: dict[int, datetime] = {}
        self._since_at: dict[int, dict[int, datetime]] = {}
        """The same at each version, for a move that is taken back; only with a clock."""

    def copy(self) -> "TurnClock":
        """Return an independent copy."""
        copied = TurnClock(self.seconds)
        copied.since, copied._since_at = self.since, dict(self._since_at)
        return copied

    def run(self, version: int, actors: Iterable[int], moved: int | None, at: datetime) -> None:
        """The time of a seat begins when it may act, and anew after each of its moves."""
        self.since = {seat: at if seat == moved else self.since.get(seat, at) for seat in actors}
        if self.seconds is not None:
            self._since_at[version] = self.since

    def go_back(self, version: int, *, agreed: bool) -> None:
        """A move was taken back: whoever did so alone, again and again, wins no time."""
        self.since = {} if agreed else dict(self._since_at.get(version, {}))

    def patience(self, seats: Iterable[int]) -> dict[int, datetime]:
        """Until when seats are waited for, should their holders be away."""
        slow = self.seconds is not None and self.seconds >= SLOW
        wait = timedelta(seconds=self.seconds or 0) if slow else PATIENCE
        return {seat: self.since[seat] + wait for seat in seats if seat in self.since}

    def deadlines(self, seats: Iterable[int]) -> dict[int, datetime]:
        """Until when seats have time; nothing without a clock."""
        if self.seconds is None:
            return {}
        allowed = timedelta(seconds=self.seconds)
        return {seat: self.since[seat] + allowed for seat in seats}
