"""What travels between browser and server about lessons."""

from typing import Annotated, Final

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.moves import MoveJson
from ludotheque.host.protocol import In, LogEvent, Out, Refused, SeatView
from ludotheque.table.lesson_run import Turn
from ludotheque.table.lessons import Said

MAX_TURNS: Final = 40


class LessonInfo(Out, frozen=True, kw_only=True):
    """A lesson from outside."""

    name: str
    title: Said
    seconds: int
    """About how long it takes."""
    taken: bool
    """Whether the reader has taken it to its end."""
    clauses: tuple[str, ...]
    """The rules it teaches."""


class Try(In, frozen=True, kw_only=True):
    """A move; None to read on, where there is only something to read."""

    move: MoveJson | None = None


class TakeLesson(In, frozen=True, kw_only=True):
    """How far somebody has come, and what they try now; nothing if they only want to look.

    The server remembers nothing in between: `turns` are those that its answers gave.
    """

    turns: Annotated[tuple[Turn, ...], msgspec.Meta(max_length=MAX_TURNS)] = ()
    tries: Try | None = None


class Tried(Out, frozen=True, kw_only=True):
    """What came of a try."""

    right: bool
    said: Said | None
    refusal: Refused | None
    events: tuple[LogEvent, ...]
    position: Json
    """The position to which the events led; the next step may begin with another."""
    turn: Turn | None
    """If it was right: what is to be sent with the turns from now on."""


class LessonState(Out, frozen=True, kw_only=True):
    """What is asked now; nothing when the lesson is over."""

    number: int
    steps: int
    names: tuple[str, ...]
    """Who sits at the other seats."""
    ask: Said | None
    reads: bool
    """Whether there is only something to read."""
    anew: bool
    """Whether it begins with another position than the one that was reached."""
    clauses: tuple[str, ...]
    view: SeatView
    actors: tuple[int, ...]
    point: MoveJson | None = None
    """The move whose place on the board glows."""
    answer: MoveJson | None = None
    """A move that passes, to be shown to whoever asks for it."""


class LessonTaken(Out, frozen=True, kw_only=True):
    """A lesson as it stands."""

    title: Said
    tried: Tried | None
    state: LessonState
    next: str | None
    """The lesson that follows in the course."""
