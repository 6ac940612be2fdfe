"""Judgements on whole matches: many small thoughts, asked for again and again until they are done."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

from ludotheque.core.refusal import Refusal
from ludotheque.host.protocol import AnalysisState
from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.thinkers import Place, Thinkers
from ludotheque.host.world import WORLD, Clock
from ludotheque.table.analysis import Analysis, Part, join

KEPT: Final = 60
"""Analyses that are remembered; the one not asked for the longest time goes first."""
ANSWER: Final = 1.5
"""Seconds that a question waits for the end before it is told how far it is."""
FORGOTTEN: Final = 10.0
"""Seconds without a question after which nobody waits any more."""


class Progress:
    """An analysis under way: what is known so far, and who is at it."""

    def __init__(self, person: str, record: bytes, now: float) -> None:
        self.person = person
        self.record = record
        self.parts: list[Part] = []
        self.asked = now
        """When somebody last wanted to know."""
        self.place: Place | None = None
        self.task: asyncio.Task[None] | None = None
        self.analysis: Analysis | None = None

    @property
    def running(self) -> bool:
        """Whether somebody is at it."""
        return self.task is not None and not self.task.done()

    @property
    def step(self) -> int:
        """The step it has come to."""
        return (self.parts[-1].following or self.parts[-1].steps) if self.parts else 0


class Analyses:
    """By table and version: asked for twice, thought once; what is known is kept when nobody waits."""

    def __init__(self, workers: Thinkers, clock: Clock = WORLD.clock) -> None:
        self._workers = workers
        self._clock = clock
        self._known: OrderedDict[tuple[str, int], Progress] = OrderedDict()

    async def of(
        self, table: str, version: int, record: Callable[[], Awaitable[bytes]], person: str
    ) -> AnalysisState:
        """How far the judgement on a match is, and the judgement once it is there.

        The record is asked for when nothing is known of the match yet.
        """
        if (table, version) not in self._known:
            written = await record()
            if (table, version) not in self._known:  # somebody else may have been quicker
                self._known[table, version] = Progress(person, written, self._clock())
                self._make_space()
        found = self._known[table, version]
        found.asked = self._clock()
        self._known.move_to_end((table, version))
        if found.analysis is None and not found.running:
            try:
                await self._begin(found, table, person)
            except TooManyRequests:
                if found.task is None:  # nothing of it is known, so nothing is kept
                    self._known.pop((table, version), None)
                raise
        if found.task is not None:
            done, _ = await asyncio.wait({found.task}, timeout=ANSWER)
            for task in done:
                task.result()
        return self._state(found)

    async def _begin(self, found: Progress, table: str, person: str) -> None:
        """Somebody wants it; nobody has more than a few under way."""
        async with AsyncExitStack() as counted:
            await counted.enter_async_context(self._workers.analysing(person))
            if not found.running:  # somebody else may have been quicker
                found.person = person
                found.task = asyncio.create_task(self._go_on(found, table, counted.pop_all()))

    async def _go_on(self, found: Progress, table: str, counted: AsyncExitStack) -> None:
        """One thought after the other, as long as somebody waits."""
        async with counted:
            await self._judge_all(found, table)

    async def _judge_all(self, found: Progress, table: str) -> None:
        following: int | None = found.step
        while following is not None:
            if self._clock() - found.asked > FORGOTTEN:
                return
            part = await self._workers.judge(
                found.record, following, person=found.person, table=table, asked=_noting(found)
            )
            found.parts.append(part)
            following = part.following
        found.analysis = join(found.parts)
        found.record, found.parts = b"", found.parts[-1:]

    def _state(self, found: Progress) -> AnalysisState:
        steps = found.parts[-1].steps if found.parts else 0
        place = found.place() if found.place is not None else 0
        return AnalysisState(step=found.step, steps=steps, place=place, analysis=found.analysis)

    def _make_space(self) -> None:
        while len(self._known) > KEPT:
            _, oldest = self._known.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()

    async def close(self) -> None:
        """Nobody waits any more."""
        for one in self._known.values():
            if one.task is not None and not one.task.done():
                one.task.cancel()
                with suppress(asyncio.CancelledError, Refusal):
                    await one.task


def _noting(found: Progress) -> Callable[[Place], None]:
    """Return a function that keeps the place in the queue of an analysis."""

    def note(place: Place) -> None:
        found.place = place

    return note
