"""Views: the messages about a table for one viewer, with nothing that this viewer may not know."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

import msgspec
from librt.random import Random
from msgspec import UNSET

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.host.cache import EncodedUpdate, LoadedTable
from ludotheque.host.invitations import Invitations
from ludotheque.host.match import LiveMatch, encode
from ludotheque.host.messages import Update
from ludotheque.host.presence import NOBODY, Presence
from ludotheque.host.protocol import (
    ChatLine,
    Clock,
    Foreseen,
    LogEvent,
    Offer,
    SeatInfo,
    SeatView,
    TableInfo,
)
from ludotheque.host.rows import ChatRow, SeatRow, TableRow
from ludotheque.table.line import Line

MAX_EVENTS: Final = 1 << 18
"""Maximum bytes of events for a seat in one message; only the latest are sent, the steps have them all."""
TOLD_KEPT: Final = 32
"""Maximum number of cached event lists of a match."""
LONG: Final = 1 << 16
"""Size in bytes from which on an event list is not cached."""


def seats_of(seats: Iterable[SeatRow], person: str | None) -> tuple[int, ...]:
    """Return the numbers of the seats that a person holds."""
    if person is None:
        return ()
    return tuple(seat.seat for seat in seats if seat.person == person)


def may_see(row: TableRow, seats: Sequence[SeatRow], person: str | None) -> bool:
    """Return whether a person may see a table: anyone if it is waiting or has spectators, else its people."""
    if row.spectators or row.state == "waiting":
        return True
    return person is not None and (row.owner == person or bool(seats_of(seats, person)))


def table_info(
    row: TableRow,
    seats: Sequence[SeatRow],
    person: str | None,
    invitations: Invitations,
    presence: Presence = NOBODY,
    match: LiveMatch | None = None,
    *,
    hurried: bool = False,
) -> TableInfo:
    """Return the public description of a table for a person; without `match`, clock and call are left out."""
    mine = person is not None and row.owner == person
    held = seats_of(seats, person)
    summary = row.summary
    clock = match.clock if match is not None else None
    if clock is None and row.seconds is not None:
        clock = Clock(seconds=row.seconds, deadlines=summary.deadlines)
    players = {seat.person for seat in seats}
    return TableInfo(
        id=row.id,
        game=row.game,
        title=row.title,
        state=row.state,
        version=row.version,
        seats=tuple(_seat_info(row, seat, person, invitations, presence, mine=mine) for seat in seats),
        options=row.options,
        public=row.public,
        spectators=row.spectators,
        chat=row.chat,
        hints=row.hints,
        by_link=row.by_link,
        study=row.study,
        practice=row.practice,
        host=next((seat.name for seat in seats if row.owner is not None and seat.person == row.owner), ""),
        yours=mine,
        your_turn=row.state == "running" and any(_awaited(row, seat) for seat in held),
        actors=summary.actors,
        watching=presence.strangers + len(presence.everybody - players),
        created=row.created,
        changed=row.changed,
        clock=clock,
        call=match.call_clock if match is not None else None,
        proposal=match.proposal if match is not None else None,
        patience=match.patience_told if match is not None else {},
        result=summary.result,
        hurried=hurried and row.state == "running",
        stopped=match is not None and match.stopped,
        link=f"/t/{row.id}",
        rematch=row.rematch,
        rematch_of=row.rematch_of,
    )


def _awaited(row: TableRow, seat: int) -> bool:
    return seat in row.summary.actors and str(seat) not in row.summary.away


def _seat_info(
    row: TableRow,
    seat: SeatRow,
    person: str | None,
    invitations: Invitations,
    presence: Presence,
    *,
    mine: bool,
) -> SeatInfo:
    away = row.summary.away.get(str(seat.seat))
    resigned = seat.seat in row.summary.resigned
    return SeatInfo(
        seat=seat.seat,
        name=seat.name,
        kind="free" if seat.kind == "friend" or seat.kind == "open" else seat.kind,
        free=seat.kind if seat.kind == "friend" or seat.kind == "open" else None,
        level=away or seat.level,
        away=away is not None and not resigned,
        yours=person is not None and seat.person == person,
        online=seat.person in presence.everybody,
        resigned=resigned,
        team=row.summary.teams[seat.seat] if row.summary.teams else None,
        invite=f"/t/{row.id}/seat/{seat.seat}/{invitations.key(seat)}" if mine and seat.free else None,
        ready=seat.ready,
    )


def event_seen(event: Event, number: int, at: datetime, seat: int | None, *, watched: bool) -> LogEvent:
    """Return an event as a seat may know it; `watched` includes its animation."""
    seen = event.seen_by(seat)
    return LogEvent(
        number=number,
        name=seen.name,
        seat=seen.seat,
        clause=seen.clause,
        params=seen.params,
        motion=seen.motion if watched and seen.motion else UNSET,
        at=at,
    )


def seat_views(match: LiveMatch, held: Sequence[int], since: int) -> tuple[SeatView, ...]:
    """Return the views of the seats a person holds; a spectator's view for none.

    For several seats of a game with hidden hands a spectator's view is added, to show while the screen is
    passed on.
    """
    shared = (None,) if len(held) > 1 and match.table.game.hidden else ()
    return tuple(_seat_view(match, seat, since) for seat in (*held, *shared) or (None,))


def _seat_view(match: LiveMatch, seat: int | None, since: int) -> SeatView:
    offered = match.moves(seat) if seat is not None else ()
    last = match.last_turn(seat) if seat is not None else 0
    shown = last if seat is not None else match.version - 1
    return SeatView(
        seat=seat,
        position=written_before(match.view(seat)),
        moves=_offers(match, seat, offered) if seat is not None and offered else (),
        ranges=tuple(move for move in offered if isinstance(move, MoveRange)),
        undo=match.undo_mode(seat) if seat is not None else None,
        since=last,
        events=written_before(_events(match, seat, since, since or shown)),
    )


def written_before(part: msgspec.Raw) -> Any:
    """Return JSON that was encoded before, typed to fit any field of a message; the encoder copies it."""
    return part


def _offers(match: LiveMatch, seat: int, offered: Sequence[Move | MoveRange]) -> tuple[Offer, ...]:
    """Return the legal moves of a seat in a match; a call is offered only after its move."""
    calls_later = match.table.game.timed_calls and match.call is None
    return offers(match.table.position, seat, offered, calls_later=calls_later)


def offers(
    position: Position, seat: int, offered: Sequence[Move | MoveRange], *, calls_later: bool = False
) -> tuple[Offer, ...]:
    """Return legal moves with a preview of their events.

    The preview is made from the view of the seat, since the true position could reveal hidden information.
    """
    known = position.seen_by(seat, Random(0)) if position.game.hidden and offered else position
    return tuple(
        _offer(known, seat, move, calls_later=calls_later) for move in offered if isinstance(move, Move)
    )


def _offer(known: Position, seat: int, move: Move, *, calls_later: bool) -> Offer:
    """Return a move with its preview; a move that needs a timed call is shown as if called in time."""
    window = known.call_window(seat, move) if calls_later else None
    json, notation = _written(known.game, move)
    return Offer(
        move=json,
        notation=notation,
        preview=tuple(
            Foreseen(name=event.name, seat=event.seat, clause=event.clause, params=event.params)
            for event in known.foresee(seat, move if window is None else window.called)
        ),
    )


@lru_cache(maxsize=4096)
def _written(game: Game, move: Move) -> tuple[Json, str]:
    """Return a move as JSON and in notation; cached, since the same moves are offered again and again."""
    return msgspec.to_builtins(move), game.notation(move)


def _events(match: LiveMatch, seat: int | None, since: int, shown: int) -> msgspec.Raw:
    """Return the events after version `since` as JSON; animations only for those after version `shown`.

    In an open game all viewers share one cached text.
    """
    viewer = seat if match.table.game.hidden else None
    events = match.told.get((viewer, since, shown))
    if events is None:
        events = msgspec.Raw(_last_events(match.table.lines[since:], viewer, shown))
        if len(match.told) < TOLD_KEPT and len(bytes(events)) < LONG:
            match.told[viewer, since, shown] = events
    return events


def _last_events(lines: Sequence[Line], viewer: int | None, shown: int) -> bytes:
    """Return as many of the latest events as one message holds; animations are dropped first."""
    told: list[bytes] = []
    room = MAX_EVENTS
    watched = True
    news = ((one, event) for one in reversed(lines) for event in reversed(one.events))
    for line, event in news:
        watched = watched and line.number > shown
        text = encode(event_seen(event, line.number, line.at, viewer, watched=watched))
        if len(text) > room and watched:
            watched = False
            text = encode(event_seen(event, line.number, line.at, viewer, watched=False))
        if len(text) > room:
            break
        room -= len(text)
        told.append(text)
    return b"[" + b",".join(reversed(told)) + b"]"


def update_of(match: LiveMatch, row: TableRow, held: Sequence[int], since: int, now: datetime) -> Update:
    """Return the update from a version to the current one, for the holder of some seats."""
    return Update(
        since=since,
        version=match.version,
        now=now,
        state=row.state,
        actors=match.actors,
        views=seat_views(match, held, since),
        clock=match.clock,
        call=match.call_clock,
        proposal=match.proposal,
        patience=match.patience_told,
        result=match.outcome,
    )


def told_of(
    loaded: LoadedTable, match: LiveMatch, held: tuple[int, ...], since: int, now: Callable[[], datetime]
) -> EncodedUpdate:
    """Return the update from a version to the current one, shared by all viewers with the same knowledge."""
    told = loaded.updates.get((held, since))
    if told is None:
        told = loaded.updates[held, since] = EncodedUpdate(update_of(match, loaded.row, held, since, now()))
    return told


def lines_for(
    lines: Iterable[ChatRow], row: TableRow, held: Sequence[int], person: str | None
) -> tuple[ChatLine, ...]:
    """Return lines of chat as a person may read them; players see those of spectators only after the end."""
    return tuple(
        ChatLine(
            number=line.number,
            name=line.name,
            seat=line.seat,
            text=line.text,
            at=line.at,
            yours=person is not None and line.person == person,
        )
        for line in lines
        if line.seat is not None or not held or row.state == "finished"
    )
