"""A table for one, to try one's hand: nothing of it is kept, the position travels with each request."""

from datetime import datetime

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.moves import MoveJson, MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.games import game as find_game
from ludotheque.host.lesson_views import log_event
from ludotheque.host.protocol import In, LogEvent, Out, SeatView
from ludotheque.host.refusals import NotFound
from ludotheque.host.views import offers
from ludotheque.table.lesson_run import LEARNER
from ludotheque.table.table import Table


class Practise(In, frozen=True, kw_only=True):
    """A move at a position, as the last answer gave it; without a position the table is set anew."""

    position: Json = None
    move: MoveJson | None = None


class Practised(Out, frozen=True, kw_only=True):
    """The table after it."""

    view: SeatView
    events: tuple[LogEvent, ...]
    over: bool
    """Whether there is nothing left to try until the table is set anew."""


def practice_table(game: str, position: Json) -> Table:
    """The table of somebody who practises; a game without practice is not found."""
    try:
        start = find_game(game).practice()
    except Unreadable as unknown:
        raise NotFound(unknown.code, params=unknown.params) from None
    if start is None:
        raise NotFound("server.no_practice")
    return Table.at(game, start if position is None else position, chance=())


def practised(table: Table, events: list[Event], now: datetime) -> Practised:
    """What somebody who practises sees."""
    acts = table.actors == (LEARNER,)
    offered = table.moves(LEARNER) if acts else ()
    return Practised(
        view=SeatView(
            seat=LEARNER,
            position=table.position.view(LEARNER),
            moves=offers(table.position, LEARNER, offered),
            ranges=tuple(move for move in offered if isinstance(move, MoveRange)),
        ),
        events=tuple(log_event(event, number, now) for number, event in enumerate(events)),
        over=not acts,
    )
