"""The interface to bots and coach, wherever they think, and the levels that can be asked for."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import msgspec

from ludotheque.bots import bot, levels
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.tries import End
from ludotheque.table.analysis import Advice, Part
from ludotheque.table.study import Studied

USUAL: Final = "casual"
"""The level that stands in for people."""

Place: TypeAlias = Callable[[], int]
"""Number of thoughts that come before one that waits."""


class ThoughtFailed(Exception):
    """A thought failed: the kind of fault and its place, never what it was about."""


class Moved(msgspec.Struct, frozen=True):
    """A bot's move."""

    move: Json
    hurried: bool = False
    """It had less time than its level takes."""


def next_one(_: Place) -> None:
    """Ignore the place in the queue."""


class Thinkers(Protocol):
    """Bots, coach and physics; `person` is the quota owner of the work."""

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """Return the move of a bot that knows what its seat may know."""

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """Return the coach's opinion on the moves of a seat."""

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Return where many tries of a move with continuous parts end."""

    async def judge(
        self, record: bytes, first: int, *, person: str, table: str, asked: Callable[[Place], None] = next_one
    ) -> Part:
        """Return the coach's judgement on some decisions of a match, from a step on."""

    async def study(self, record: bytes, step: int, *, person: str, table: str) -> Studied:
        """Return the coach's opinion on one position of a match, after more thought than the last time."""

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Replay a record once and return it as our own; refuse a broken one, and one of too many lines."""

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """Return an outcome of chance that takes a while, such as the result of a flick."""

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count an analysis of a person while it runs; refuse one too many."""

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count a study of a person while it runs; refuse one too many."""


def levels_of(game: str) -> tuple[str, ...]:
    """Return the levels of a game's bots, none for a game without bots."""
    return levels(game)


def stand_in(position: Position) -> str | None:
    """Return the level that plays for an absent person: the usual one, else one in the middle."""
    name = position.game.name
    able = [level for level in levels_of(name) if bot(name, level).refusal(position) is None]
    return next((level for level in (USUAL, *able[len(able) // 2 :]) if level in able), None)


def fault(error: BaseException) -> str:
    """Return the kind of an error and its place in the code."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at is not None else "?"
    return f"{type(error).__name__} at {where}"
