"""Free seats of a table that waits: which one a link opens, and how a seat becomes free again."""

from collections.abc import Sequence

import msgspec

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.refusals import Forbidden
from ludotheque.host.rows import SeatRow, TableRow


def next_seat(row: TableRow, seats: Sequence[SeatRow], name: str) -> int:
    """Return the free seat for whoever opens the table's own link, or refuse.

    A seat kept under their name comes first, then the seats kept for no one in particular.
    """
    check_waiting(row)
    free = [seat for seat in seats if seat.free]
    if not free:
        raise NotAllowed("server.full")
    opened = [seat for seat in free if seat.kind == "open" or row.by_link]
    if not opened:
        raise Forbidden("server.link_closed")
    key = name.casefold()
    return min(opened, key=lambda seat: (seat.name.casefold() != key, seat.name != "")).seat


def check_waiting(row: TableRow) -> None:
    """Refuse if the match has begun."""
    if row.state != "waiting":
        raise NotAllowed("server.started")


def freed(row: TableRow, seat: SeatRow) -> SeatRow:
    """Return a seat as its holder leaves it: free, with a new secret link."""
    return msgspec.structs.replace(
        seat,
        kind="open" if row.public else "friend",
        person=None,
        name="",
        invitation=seat.invitation + 1,
        ready=True,
    )


def can_begin(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether a table still waits though all seats are taken and everybody is ready."""
    return row.state == "waiting" and all(seat.ready and not seat.free for seat in seats)
