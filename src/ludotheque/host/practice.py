"""The practice table for one person; stateless: the position travels with each request."""

from datetime import datetime
from types import ModuleType
from typing import Annotated

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.moves import MoveJson, MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.core.tries import End
from ludotheque.games import game as find_game
from ludotheque.games import part
from ludotheque.host.lesson_views import log_event
from ludotheque.host.protocol import In, LogEvent, Out, SeatView
from ludotheque.host.refusals import NotFound
from ludotheque.host.views import offers
from ludotheque.table.lesson_run import LEARNER
from ludotheque.table.table import Table


class Practise(In, frozen=True, kw_only=True):
    """A request at the practice table: a move at the position of the last answer; None is the start."""

    position: Json = None
    move: MoveJson | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = LEARNER
    """Seat of the person; other than the first only if the position comes from a match."""
    goal: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    """Name of a goal of the game to practise; None for free practice."""


class Practised(Out, frozen=True, kw_only=True):
    """The practice table after a move."""

    view: SeatView
    events: tuple[LogEvent, ...]
    over: bool
    """True if the seat has no move at this position."""
    met: bool | None = None
    """True if the move met the goal; None without a goal."""


class Tries(Out, frozen=True, kw_only=True):
    """The end positions of many simulations of one move."""

    ends: tuple[End, ...]


def practice_table(game: str, wish: Practise) -> Table:
    """Return the practice table; raise `NotFound` for a game without practice or an unknown goal."""
    try:
        start = find_game(game).practice()
    except Unreadable as unknown:
        raise NotFound(unknown.code, params=unknown.params) from None
    if start is None or (wish.goal is not None and wish.goal not in goals_of(game)):
        raise NotFound("server.no_practice")
    if wish.position is not None:
        return Table.at(game, wish.position, chance=())
    if wish.goal is not None:
        start = _goals(game).start(wish.goal, start)
    return Table.at(game, start, chance=())


def goals_of(game: str) -> tuple[str, ...]:
    """Return the names of the practice goals of a game; empty if it has none."""
    own = part(game, "goals")
    return own.GOALS if own is not None else ()


def _goals(game: str) -> ModuleType:
    own = part(game, "goals")
    assert own is not None  # callers check that the game has goals
    return own


def practised(table: Table, wish: Practise, events: list[Event], now: datetime) -> Practised:
    """Return the answer to a practice request: the table as seen from the seat, and the events."""
    seat = wish.seat
    acts = seat in table.actors
    offered = table.moves(seat) if acts else ()
    flicked = wish.goal is not None and any(event.motion for event in events)
    return Practised(
        met=_goals(table.game.name).met(wish.goal, events) if flicked else None,
        view=SeatView(
            seat=seat,
            position=table.position.view(seat),
            moves=offers(table.position, seat, offered),
            ranges=tuple(move for move in offered if isinstance(move, MoveRange)),
        ),
        events=tuple(log_event(event, number, now) for number, event in enumerate(events)),
        over=not acts,
    )
