"""A move that lies on the table and waits for a word in time, by the server's clock."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from ludotheque.core.game import CallWindow
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed
from ludotheque.host.protocol import CallClock

ALLOWANCE: Final = timedelta(seconds=1)
"""A call may arrive so much after its time: it has to travel, and so had the news that it is waited for."""


class PendingCall(msgspec.Struct, frozen=True):
    """A seat has made a move and has to call; whoever does not call in time has not called."""

    seat: int
    window: CallWindow
    since: datetime

    @property
    def until(self) -> datetime | None:
        """Until when the seat should have called; None where there is no limit."""
        seconds = self.window.seconds
        return None if seconds is None else self.since + timedelta(seconds=seconds)

    @property
    def closes(self) -> datetime | None:
        """When the server stops waiting."""
        until = self.until
        return None if until is None else until + ALLOWANCE

    @property
    def moves(self) -> tuple[Move, ...]:
        """One move to make: to call. Where nothing ends the wait, a seat may also stay silent."""
        window = self.window
        return (window.called,) if window.seconds is not None else (window.called, window.missed)

    def check(self, seat: int, move: Move, now: datetime) -> None:
        """Refuse anything but the call in time; silence is always possible."""
        window, closes = self.window, self.closes
        if seat != self.seat or move not in (window.called, window.missed):
            raise NotAllowed("server.call_first", window.event.clause)
        if move == window.called and closes is not None and now > closes:
            raise NotAllowed("server.call_late", window.event.clause)

    def clock(self) -> CallClock:
        """What the players are told."""
        return CallClock(
            seat=self.seat,
            move=msgspec.to_builtins(self.window.called),
            seconds=self.window.seconds,
            until=self.until,
        )
