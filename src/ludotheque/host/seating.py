"""Seats of a table before its match begins: which may be taken, freeing one, and readiness."""

from collections.abc import Sequence
from itertools import count

import msgspec

from ludotheque.core.refusal import NotAllowed
from ludotheque.games import game as find_game
from ludotheque.host.names import LENGTH
from ludotheque.host.refusals import Forbidden
from ludotheque.host.rows import Person, SeatRow, TableRow


def next_seat(row: TableRow, seats: Sequence[SeatRow], name: str) -> int:
    """Return the free seat for a person of this name who opens the table's own link.

    A seat reserved under the name comes first, then seats without a name. Raise `NotAllowed` if the match has
    begun or no seat is free, `Forbidden` if the link is closed.
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
    """Raise `NotAllowed` if the match has begun."""
    if row.state != "waiting":
        raise NotAllowed("server.started")


def freed(row: TableRow, seat: SeatRow) -> SeatRow:
    """Return a seat without its holder: free, with a new secret link."""
    return msgspec.structs.replace(
        seat,
        kind="open" if row.public else "friend",
        person=None,
        name="",
        invitation=seat.invitation + 1,
        ready=True,
    )


def distinct_name(name: str, person: Person, seats: Sequence[SeatRow]) -> str:
    """Return the name, followed by a number if another person at the table has the same."""
    taken = {seat.name for seat in seats if not seat.free and seat.person != person.id}
    numbered = (f"{name[: LENGTH - 3]} {number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def can_begin(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether all seats of a waiting table are taken and everyone is ready."""
    return row.state == "waiting" and all(seat.ready and not seat.free for seat in seats)


def check_side(row: TableRow, seats: Sequence[SeatRow], taken: SeatRow) -> None:
    """Raise `NotAllowed` if a person would sit on two sides, unless all people share one screen."""
    teams = _teams(row, len(seats))
    others = [seat for seat in seats if seat.seat != taken.seat and seat.kind != "bot"]
    both = any(seat.person == taken.person and teams[seat.seat] != teams[taken.seat] for seat in others)
    if both and not all(seat.person == taken.person for seat in others):
        raise NotAllowed("server.one_side")


def check_hands(row: TableRow, seats: Sequence[SeatRow]) -> None:
    """Raise `NotAllowed` if a person would see hidden hands of two sides, as `check_side` does."""
    if find_game(row.game).hidden:
        for seat in seats:
            if seat.kind == "person":
                check_side(row, seats, seat)


def _teams(row: TableRow, seats: int) -> Sequence[int]:
    game = find_game(row.game)
    return game.start(seats, game.read_options(row.options)).teams
