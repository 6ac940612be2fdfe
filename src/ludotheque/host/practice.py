"""A table for one, to try one's hand: nothing of it is kept, the position travels with each request."""

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
    """A move at a position, as in the last answer; without a position at the start."""

    position: Json = None
    move: MoveJson | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = LEARNER
    """Who practises: another seat than the first only where the position comes from a match."""
    goal: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    """What is practised, one of the goals of the game."""


class Practised(Out, frozen=True, kw_only=True):
    """The table after it."""

    view: SeatView
    events: tuple[LogEvent, ...]
    over: bool
    """True if there is nothing left to try at this position."""
    met: bool | None = None
    """Whether the move met the goal, where one was set."""


class Tries(Out, frozen=True, kw_only=True):
    """The ends of many tries of one move."""

    ends: tuple[End, ...]


def practice_table(game: str, wish: Practise) -> Table:
    """Return the table of practice; a game without practice, and a goal it lacks, is not found."""
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
    """Return the goals of practice of a game."""
    own = part(game, "goals")
    return own.GOALS if own is not None else ()


def _goals(game: str) -> ModuleType:
    own = part(game, "goals")
    assert own is not None  # only a game with goals is asked
    return own


def practised(table: Table, wish: Practise, events: list[Event], now: datetime) -> Practised:
    """Return the table as a person who practises sees it."""
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
