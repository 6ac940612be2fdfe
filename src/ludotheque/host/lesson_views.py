"""Views of a lesson in progress, as sent to clients."""

from datetime import datetime

from msgspec import UNSET

from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, MoveRange
from ludotheque.host.lesson_protocol import LessonState, LessonTaken, Tried
from ludotheque.host.protocol import LogEvent, SeatView
from ludotheque.host.refusals import refused
from ludotheque.host.views import offers
from ludotheque.table.lesson_run import LEARNER, OPPONENTS, LessonRun, Verdict
from ludotheque.table.lessons import lessons


def lesson_taken(run: LessonRun, verdict: Verdict | None, now: datetime) -> LessonTaken:
    """Return the answer to a request: the state of the lesson, and the result of the attempt, if any."""
    course = [one.name for one in lessons(run.lesson.game)]
    behind = course.index(run.lesson.name) + 1
    return LessonTaken(
        title=run.lesson.title,
        tried=None if verdict is None else _tried(verdict, now),
        state=_state(run),
        next=course[behind] if behind < len(course) else None,
    )


def _tried(verdict: Verdict, now: datetime) -> Tried:
    return Tried(
        right=verdict.right,
        said=verdict.said,
        refusal=None if verdict.refusal is None else refused(verdict.refusal),
        events=tuple(log_event(event, number, now) for number, event in enumerate(verdict.events)),
        position=verdict.position.view(LEARNER),
        turn=verdict.turn,
    )


def log_event(event: Event, number: int, now: datetime) -> LogEvent:
    """Return an event as the learner sees it."""
    seen = event.seen_by(LEARNER)
    return LogEvent(
        number=number,
        name=seen.name,
        seat=seen.seat,
        clause=seen.clause,
        params=seen.params,
        motion=seen.motion or UNSET,
        at=now,
    )


def _state(run: LessonRun) -> LessonState:
    step, table = run.step, run.table
    acts = step is not None and not step.reads
    offered = table.moves(LEARNER) if acts else ()
    return LessonState(
        number=run.number,
        steps=len(run.lesson.steps),
        names=OPPONENTS[: table.seats - 1],
        ask=None if step is None else step.ask,
        reads=step is not None and step.reads,
        anew=step is not None and bool(step.position),
        clauses=() if step is None else step.clauses,
        view=SeatView(
            seat=LEARNER,
            position=table.position.view(LEARNER),
            moves=offers(table.position, LEARNER, offered),
            ranges=tuple(move for move in offered if isinstance(move, MoveRange)),
        ),
        actors=table.actors,
        point=_written(run.point),
        answer=_written(run.game.read_move(step.answer)) if step is not None and acts else None,
    )


def _written(move: Move | None) -> Json:
    return None if move is None else write(move)
