"""What leaves the server about a table, made for one viewer: never more than that viewer may know."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha1
from typing import Any, Final

import msgspec
from librt.random import Random
from msgspec import UNSET

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.host.cache import LoadedTable, Told
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
"""Bytes of events of a seat in one message: as many of the last as fit; the rest is in the steps."""
TOLD_KEPT: Final = 32
"""Versions from which on the events of a match are kept ready; anybody may ask for any other."""
LONG: Final = 1 << 16
"""Bytes of events that are not kept ready."""


SALT: Final = b"ludotheque.seatsigner"
"""Derives the key as itsdangerous does: links of earlier versions stay good."""


class Invitations:
    """The secret keys of free seats: signed, so that none has to be stored."""

    def __init__(self, secret: bytes) -> None:
        self._key = sha1(SALT + secret, usedforsecurity=False).digest()

    def key(self, seat: SeatRow) -> str:
        """The key of a seat, another one whenever the seat becomes free again."""
        signed = hmac.digest(self._key, self._text(seat).encode(), "sha1")
        return urlsafe_b64encode(signed).rstrip(b"=").decode()

    def fits(self, seat: SeatRow, key: str) -> bool:
        """Whether a key opens a seat."""
        return key.isascii() and hmac.compare_digest(self.key(seat), key)

    @staticmethod
    def _text(seat: SeatRow) -> str:
        return f"{seat.table}/{seat.seat}/{seat.invitation}"


def holds(seats: Iterable[SeatRow], person: str | None) -> tuple[int, ...]:
    """The seats that somebody holds."""
    if person is None:
        return ()
    return tuple(seat.seat for seat in seats if seat.person == person)


def may_see(row: TableRow, seats: Sequence[SeatRow], person: str | None) -> bool:
    """Whether somebody may see a table at all."""
    if row.spectators or row.state == "waiting":
        return True
    return person is not None and (row.owner == person or bool(holds(seats, person)))


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
    """A table from outside."""
    mine = person is not None and row.owner == person
    held = holds(seats, person)
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
    """Return an event as a seat may know it; its motion is for those who have not seen it yet."""
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
    """What the seats of one holder may know, or what a spectator may.

    A screen that goes from hand to hand shows on its way what everybody may see.
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
        undo=match.can_undo(seat) if seat is not None else None,
        since=last,
        events=written_before(_events(match, seat, since, since or shown)),
    )


def written_before(part: msgspec.Raw) -> Any:
    """A part of a message that was written as JSON for another reader; the encoder takes it over as it is."""
    return part


def _offers(match: LiveMatch, seat: int, offered: Sequence[Move | MoveRange]) -> tuple[Offer, ...]:
    """The moves of a seat at a match; while a move waits for its call, that is all there is."""
    calls_later = match.table.game.timed_calls and match.call is None
    return offers(match.table.position, seat, offered, calls_later=calls_later)


def offers(
    position: Position, seat: int, offered: Sequence[Move | MoveRange], *, calls_later: bool = False
) -> tuple[Offer, ...]:
    """The moves of a seat, and what each would do at once.

    Foreseen from what the seat knows: the position itself could give away what is hidden.
    """
    known = position.seen_by(seat, Random(0)) if position.game.hidden and offered else position
    return tuple(
        _offer(known, seat, move, calls_later=calls_later) for move in offered if isinstance(move, Move)
    )


def _offer(known: Position, seat: int, move: Move, *, calls_later: bool) -> Offer:
    """A move and what it would do; one that a call has to follow is shown as if the call came in time."""
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
    """A move in JSON and as people write it: the same few are offered again and again."""
    return msgspec.to_builtins(move), game.notation(move)


def _events(match: LiveMatch, seat: int | None, since: int, shown: int) -> msgspec.Raw:
    """What happened behind a version, and how it looked behind another, as JSON.

    Where nothing is hidden, all read the same.
    """
    viewer = seat if match.table.game.hidden else None
    events = match.told.get((viewer, since, shown))
    if events is None:
        events = msgspec.Raw(_last_events(match.table.lines[since:], viewer, shown))
        if len(match.told) < TOLD_KEPT and len(bytes(events)) < LONG:
            match.told[viewer, since, shown] = events
    return events


def _last_events(lines: Sequence[Line], viewer: int | None, shown: int) -> bytes:
    """Return as many of the last events as one message holds; their motion is left out first."""
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
    """What has happened since a version."""
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
) -> Told:
    """Return what has happened since a version, made once for all who may know the same."""
    told = loaded.updates.get((held, since))
    if told is None:
        told = loaded.updates[held, since] = Told(update_of(match, loaded.row, held, since, now()))
    return told


def lines_for(
    lines: Iterable[ChatRow], row: TableRow, held: Sequence[int], person: str | None
) -> tuple[ChatLine, ...]:
    """The chat as somebody may read it: players don't hear spectators before the end."""
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
