"""Analyses of whole matches, computed in parts by the workers while a client polls for them."""

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
"""Number of analyses that are kept; the least recently requested one is dropped."""
ANSWER: Final = 1.5
"""Seconds that one request waits for the result before it returns the progress."""
FORGOTTEN: Final = 10.0
"""Seconds without a request after which a running analysis pauses."""


class Progress:
    """An analysis that has begun: its parts so far and the task that computes the next ones."""

    def __init__(self, person: str, record: bytes, now: float) -> None:
        self.person = person
        self.record = record
        self.parts: list[Part] = []
        self.asked = now
        """Time of the last request for it."""
        self.place: Place | None = None
        self.task: asyncio.Task[None] | None = None
        self.analysis: Analysis | None = None

    @property
    def running(self) -> bool:
        """True while a task computes it."""
        return self.task is not None and not self.task.done()

    @property
    def step(self) -> int:
        """Number of steps analysed so far."""
        return (self.parts[-1].following or self.parts[-1].steps) if self.parts else 0


class Analyses:
    """Analyses by table and version; simultaneous requests share one, and a paused one keeps its parts."""

    def __init__(self, workers: Thinkers, clock: Clock = WORLD.clock) -> None:
        self._workers = workers
        self._clock = clock
        self._known: OrderedDict[tuple[str, int], Progress] = OrderedDict()

    async def of(
        self, table: str, version: int, record: Callable[[], Awaitable[bytes]], person: str
    ) -> AnalysisState:
        """Return the progress of an analysis, with the result once it is complete; start or resume it.

        `record` is called only if this version of the match was not requested before. Raise `TooManyRequests`
        if the person has too many analyses running.
        """
        if (table, version) not in self._known:
            written = await record()
            if (table, version) not in self._known:  # another request may have been first
                self._known[table, version] = Progress(person, written, self._clock())
                self._make_space()
        found = self._known[table, version]
        found.asked = self._clock()
        self._known.move_to_end((table, version))
        if found.analysis is None and not found.running:
            try:
                await self._begin(found, table, person)
            except TooManyRequests:
                if found.task is None:  # no part was computed, so there is nothing to keep
                    self._known.pop((table, version), None)
                raise
        if found.task is not None:
            done, _ = await asyncio.wait({found.task}, timeout=ANSWER)
            for task in done:
                task.result()
        return self._state(found)

    async def _begin(self, found: Progress, table: str, person: str) -> None:
        """Start the task of an analysis, counted against the limit of the person."""
        async with AsyncExitStack() as counted:
            await counted.enter_async_context(self._workers.analysing(person))
            if not found.running:  # another request may have started it
                found.person = person
                found.task = asyncio.create_task(self._go_on(found, table, counted.pop_all()))

    async def _go_on(self, found: Progress, table: str, counted: AsyncExitStack) -> None:
        """Compute part after part while requests keep coming."""
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
        """Cancel all running analyses."""
        for one in self._known.values():
            if one.task is not None and not one.task.done():
                one.task.cancel()
                with suppress(asyncio.CancelledError, Refusal):
                    await one.task


def _noting(found: Progress) -> Callable[[Place], None]:
    """Return a callback that stores the queue position of an analysis."""

    def note(place: Place) -> None:
        found.place = place

    return note
