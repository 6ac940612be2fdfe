"""The interface to bots, coach and simulation, independent of the process they run in, and the bot levels."""

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
"""The default level of a bot that stands in for a person."""

Place: TypeAlias = Callable[[], int]
"""Function that returns the current queue position of a waiting task: the number of tasks before it."""


class ThoughtFailed(Exception):
    """A failed task; its text has the error's type and code location, never the data."""


class Moved(msgspec.Struct, frozen=True):
    """A bot's move."""

    move: Json
    hurried: bool = False
    """True if the bot had less time than its level needs."""


def next_one(_: Place) -> None:
    """Default callback for the queue position: ignore it."""


class Thinkers(Protocol):
    """Bots, coach and simulation; `person` is the quota owner of the work."""

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """Return the move of a bot, from the view of its seat."""

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """Return the coach's ratings of the moves of a seat, from its view."""

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Simulate a move with continuous parameters many times and return where each try ends."""

    async def judge(
        self, record: bytes, first: int, *, person: str, table: str, asked: Callable[[Place], None] = next_one
    ) -> Part:
        """Return the coach's ratings of some decisions of a match, from step `first` on.

        `asked` is called with a function that returns the position in the queue.
        """

    async def study(self, record: bytes, step: int, *, person: str, table: str) -> Studied:
        """Return the coach's ratings at one step of a match; each call searches longer than the last."""

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Replay a record and return it as JSON; refuse one that is invalid or has more than `most` lines."""

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """Return an outcome of chance that takes a while, such as the result of a flick."""

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count an analysis of a person within the block; raise `TooManyRequests` above the limit."""

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count a study of a person within the block; raise `TooManyRequests` above the limit."""


def levels_of(game: str) -> tuple[str, ...]:
    """Return the bot levels of a game from weakest to strongest; empty for a game without bots."""
    return levels(game)


def stand_in(position: Position) -> str | None:
    """Return the level of a bot that replaces a person: the default one, else one of medium strength.

    Return None if no bot can play this position.
    """
    name = position.game.name
    able = [level for level in levels_of(name) if bot(name, level).refusal(position) is None]
    return next((level for level in (USUAL, *able[len(able) // 2 :]) if level in able), None)


def fault(error: BaseException) -> str:
    """Return the type of an error and the file and line that raised it."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at is not None else "?"
    return f"{type(error).__name__} at {where}"
