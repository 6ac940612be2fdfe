"""Bots, coach and physics in the process of the tables: for one person's machine, or a browser."""

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
"""Bound of one thought: a level that searches by iterations may take this long for them."""


class LocalThinkers:
    """Thinks in the threads of a world, one thought after the other where there are none."""

    def __init__(self, world: World = WORLD, bound: Thought = FULL_THOUGHT) -> None:
        self._world = world
        self._bound = bound

    async def move(self, game: str, level: str, view: Json, seat: int, *, person: str, table: str) -> Moved:
        """Return the move of a bot that knows what its seat may know."""
        seen = msgspec.json.encode(view)
        told = await self._think("choose", game, level, seen, seat, self._world.seed())
        return msgspec.json.decode(told, type=Moved)

    async def advice(self, game: str, view: Json, seat: int, *, person: str, table: str) -> Advice:
        """Return the coach's opinion on the moves of a seat."""
        told = await self._think("hint", game, msgspec.json.encode(view), seat, self._world.seed())
        return msgspec.json.decode(told, type=Advice)

    async def tries(
        self, game: str, view: Json, seat: int, move: Json, *, person: str, table: str
    ) -> list[End]:
        """Return where many tries of a move with continuous parts end."""
        seen, made = msgspec.json.encode(view), msgspec.json.encode(move)
        told = await self._think("tries", game, seen, seat, made, self._world.seed())
        return msgspec.json.decode(told, type=list[End])

    async def judge(
        self, record: bytes, first: int, *, person: str, table: str, asked: Callable[[Place], None] = next_one
    ) -> Part:
        """Return the coach's judgement on some decisions of a match, from a step on."""
        return msgspec.json.decode(await self._think("judge", record, first), type=Part)

    async def study(self, record: bytes, step: int, *, person: str, table: str) -> Studied:
        """Return the coach's opinion on one position of a match, after more thought than the last time."""
        return msgspec.json.decode(await self._think("study", record, step), type=Studied)

    async def check_record(self, record: bytes, most: int, *, person: str) -> bytes:
        """Replay a record once and return it as our own; refuse a broken one, and one of too many lines."""
        return await self._think("check_record", record, most)

    async def simulate(self, position: Position, *, person: str = "", table: str = "") -> Json:
        """Return an outcome of chance that takes a while, such as the result of a flick."""
        written = msgspec.json.encode(position.to_json())
        drawn = await self._think("draw", position.game.name, written, self._world.seed())
        outcome: Json = msgspec.json.decode(drawn)
        return outcome

    def analysing(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count nothing: there is one person."""
        return nullcontext()

    def studying(self, person: str) -> AbstractAsyncContextManager[None]:
        """Count nothing: there is one person."""
        return nullcontext()

    async def _think(self, work: str, *args: Argument) -> bytes:
        return await self._world.in_thread(perform, work, args, self._bound)
