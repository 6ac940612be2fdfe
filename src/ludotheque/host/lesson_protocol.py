"""Requests and answers about lessons, one struct each."""

from typing import Annotated, Final

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.moves import MoveJson
from ludotheque.host.protocol import In, LogEvent, Out, Refused, SeatView
from ludotheque.table.lesson_run import Turn
from ludotheque.table.lessons import Said

MAX_TURNS: Final = 40


class LessonInfo(Out, frozen=True, kw_only=True):
    """A lesson in the list of a course."""

    name: str
    title: Said
    seconds: int
    """Approximate duration in seconds."""
    taken: bool
    """True if the person has completed it."""


class Try(In, frozen=True, kw_only=True):
    """An attempt at a step: a move, or None to continue at a step that is only read."""

    move: MoveJson | None = None


class TakeLesson(In, frozen=True, kw_only=True):
    """Request for a lesson: the completed steps so far, and an attempt at the next one if there is one.

    The server is stateless here: `turns` are those of its earlier answers.
    """

    turns: Annotated[tuple[Turn, ...], msgspec.Meta(max_length=MAX_TURNS)] = ()
    tries: Try | None = None


class Tried(Out, frozen=True, kw_only=True):
    """The result of an attempt."""

    right: bool
    said: Said | None
    refusal: Refused | None
    events: tuple[LogEvent, ...]
    position: Json
    """Position after the events; the next step may begin at another one."""
    turn: Turn | None
    """The completed step, to be appended to `turns` in later requests; None if the attempt was wrong."""


class LessonState(Out, frozen=True, kw_only=True):
    """The current step of a lesson; `ask` is None when the lesson is over."""

    number: int
    steps: int
    names: tuple[str, ...]
    """Names of the players at the other seats."""
    ask: Said | None
    reads: bool
    """True if the step is only read."""
    anew: bool
    """True if the step begins at a position of its own, not at the one that was reached."""
    clauses: tuple[str, ...]
    view: SeatView
    actors: tuple[int, ...]
    point: MoveJson | None = None
    """A move whose place on the board is highlighted."""
    answer: MoveJson | None = None
    """A move that passes, shown on demand."""


class LessonTaken(Out, frozen=True, kw_only=True):
    """A lesson after a request: the result of the attempt and the current step."""

    title: Said
    tried: Tried | None
    state: LessonState
    next: str | None
    """Name of the next lesson of the course; None after the last."""
