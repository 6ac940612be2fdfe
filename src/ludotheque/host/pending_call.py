"""A move whose call (a word that has to be said in time) is still awaited, timed by the server's clock."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from ludotheque.core.game import CallWindow
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed
from ludotheque.host.protocol import CallClock

ALLOWANCE: Final = timedelta(seconds=1)
"""Extra time in which a late call is still accepted, for the network delay in both directions."""


class PendingCall(msgspec.Struct, frozen=True):
    """A move whose player still has to call; without a call in time the move counts without it."""

    seat: int
    window: CallWindow
    since: datetime

    @property
    def until(self) -> datetime | None:
        """Deadline shown to the players; None without a limit."""
        seconds = self.window.seconds
        return None if seconds is None else self.since + timedelta(seconds=seconds)

    @property
    def closes(self) -> datetime | None:
        """Time when the server stops waiting: the deadline plus `ALLOWANCE`; None without a limit."""
        until = self.until
        return None if until is None else until + ALLOWANCE

    @property
    def moves(self) -> tuple[Move, ...]:
        """Legal moves while waiting: the call; without a time limit also the move without the call."""
        window = self.window
        return (window.called,) if window.seconds is not None else (window.called, window.missed)

    def check(self, seat: int, move: Move, now: datetime) -> None:
        """Raise `NotAllowed` unless the move is the one with the call, in time, or the one without it."""
        window, closes = self.window, self.closes
        if seat != self.seat or move not in (window.called, window.missed):
            raise NotAllowed("server.call_first", window.event.clause)
        if move == window.called and closes is not None and now > closes:
            raise NotAllowed("server.call_late", window.event.clause)

    def clock(self) -> CallClock:
        """Return the pending call as sent to clients."""
        return CallClock(
            seat=self.seat,
            move=msgspec.to_builtins(self.window.called),
            seconds=self.window.seconds,
            until=self.until,
        )
