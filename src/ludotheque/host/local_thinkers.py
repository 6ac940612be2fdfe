"""Bots, coach and simulation in the process of the tables, for one person's machine or a browser."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.tries import End
from ludotheque.host.thinkers import Moved, Place, next_one
from ludotheque.host.thinking import Argument, perform
from ludotheque.host.world import WORLD, World
from ludotheque.table.analysis import Advice, Part, Thought
from ludotheque.table.study import Studied

FULL_THOUGHT: Final = Thought(3.0)
"""Limit of one task: a level that searches by iterations may take this many seconds for them."""


class LocalThinkers:
    """Runs each task with `World.in_thread`: in a thread, or on the event loop where there are none."""

    def __init__(self, world: World = WORLD, bound: Thought = FULL_THOUGHT) -> None:
        self._world = world
        self._bound = bound

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """Return the move of a bot, from the view of its seat."""
        seen = msgspec.json.encode(view)
        told = await self._think("choose", game, level, seen, seat, self._world.seed())
        return msgspec.json.decode(told, type=Moved)

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """Return the coach's ratings of the moves of a seat, from its view."""
        told = await self._think("hint", game, msgspec.json.encode(view), seat, self._world.seed())
        return msgspec.json.decode(told, type=Advice)

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Simulate a move with continuous parameters many times and return where each try ends."""
        seen, made = msgspec.json.encode(view), msgspec.json.encode(move)
        told = await self._think("tries", game, seen, seat, made, self._world.seed())
        return msgspec.json.decode(told, type=list[End])

    async def judge(
        self, record: bytes, first: int, *, person: str, table: str, asked: Callable[[Place], None] = next_one
    ) -> Part:
        """Return the coach's ratings of some decisions of a match, from step `first` on."""
        return msgspec.json.decode(await self._think("judge", record, first), type=Part)

    async def study(self, record: bytes, step: int, *, person: str, table: str) -> Studied:
        """Return the coach's ratings at one step of a match; each call searches longer than the last."""
        return msgspec.json.decode(await self._think("study", record, step), type=Studied)

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Replay a record and return it as JSON; refuse one that is invalid or has more than `most` lines."""
        return await self._think("check_record", record, most)

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """Return an outcome of chance that takes a while, such as the result of a flick."""
        written = msgspec.json.encode(position.to_json())
        drawn = await self._think("draw", position.game.name, written, self._world.seed())
        outcome: Json = msgspec.json.decode(drawn)
        return outcome

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Do nothing: a single person has no limit."""
        return nullcontext()

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """Do nothing: a single person has no limit."""
        return nullcontext()

    async def _think(self, work: str, *args: Argument) -> bytes:
        return await self._world.in_thread(perform, work, args, self._bound)
