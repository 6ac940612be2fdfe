"""Runs the moves of bots and the expiry of clocks.

The store has the due time of each table. A change of a table wakes the scheduler at once; besides, every
process regularly scans the store for due tables, since the process that should have handled them may have
crashed. If several processes serve the same tables, a process takes a lease of a table while it works there.
"""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from ludotheque.host.cache import LoadedTable
from ludotheque.host.logger import Logger
from ludotheque.host.match import LiveMatch
from ludotheque.host.refusals import NotFound, Unavailable
from ludotheque.host.service import TableService, share_of
from ludotheque.host.store import SCANNED, LeaseStore, Overtaken
from ludotheque.host.thinkers import Moved, ThoughtFailed, fault, stand_in

GRACE: Final = timedelta(seconds=15)
"""Minimum time left for every move after a start, so that no player loses time to an outage."""
RETRY: Final = 2.0
"""Seconds until a bot is asked again after the workers were unavailable or failed."""
TRIES: Final = 3
"""Number of consecutive failures after which the bot of a table is stopped."""
LATER: Final = 30.0
"""Seconds until a new attempt if the stop could not be stored, as on a full disk."""
SCAN: Final = 1.0
"""Seconds between two scans for due tables, and between two renewals of leases."""
SCAN_ALONE: Final = 5.0
"""The same for a single process, where no other can have left work undone."""

logger = Logger()


class Thought(NamedTuple):
    """A bot's move being computed: the position it is for, its seat and its task."""

    position: int
    seat: int
    task: asyncio.Task[Moved]


class Scheduler:
    """Runs the bots and clocks of all running tables."""

    def __init__(self, tables: TableService, leases: LeaseStore) -> None:
        self._tables = tables
        self._leases = leases
        self._leased: set[str] = set()
        self._idle: dict[str, int] = {}
        """Due tables where nothing can be done, and their version then; skipped until it changes."""
        self._resting: set[str] = set()
        """Tables that failed recently; the scan skips them until their timer fires."""
        self._scanning: asyncio.Task[None] | None = None
        self._not_before: datetime
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._working: dict[str, asyncio.Task[None]] = {}
        self._thoughts: dict[str, Thought] = {}
        self._failures: dict[str, int] = {}
        """Number of consecutive failures of a table."""
        self._closed = False

    def begin(self) -> None:
        """Start to scan the store for due tables; call it within a running event loop."""
        self._not_before = self._tables.now() + GRACE
        self._scanning = asyncio.get_running_loop().create_task(self._scan_again_and_again())

    def notice(self, loaded: LoadedTable) -> None:
        """React to a change of a table: cancel an obsolete bot move and look at the table again."""
        thought = self._thoughts.get(loaded.row.id)
        if thought is not None and loaded.match is not None:
            self._cancel_if_vain(thought, loaded.match)
        if loaded.match is not None and not loaded.dead and loaded.row.due is not None:
            self._at(loaded.row.id, 0)

    def _cancel_if_vain(self, thought: "Thought", match: LiveMatch) -> None:
        """Cancel a bot's move if its position has changed or its seat no longer needs it."""
        if match.position_version != thought.position or not match.awaits_bot(
            thought.seat, self._tables.now()
        ):
            thought.task.cancel()

    async def close(self) -> None:
        """Stop all timers and tasks and release the leases; moves being computed are lost."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._working.values(), *([self._scanning] if self._scanning is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._leased:
            await self._leases.release(self._leased)

    async def look(self, table: str) -> None:
        """Do what is due at a table: a bot's move, a missed call, or a timer for the next deadline.

        Raise `Overtaken` if the position changed meanwhile.
        """
        async with self._tables.cache.locked(table) as loaded:
            match = loaded.match
            if match is None or match.outcome is not None or match.stopped:
                return
            position = match.position_version
            seat = next((seat for seat in match.actors if match.played_by_bot(seat)), None)
            late = self._late(match)
            if seat is None and late is None:
                self._set_alarm(table, match)
                return
            acting = seat if seat is not None else late
            assert acting is not None
            missed = match.call is not None
            level = None if missed else self._level(loaded, match, acting)
            if level is None and not missed:
                self._idle[table] = loaded.row.version
                return
            view = match.table.position.view(acting)
        if not await self._claim(table):
            return
        if level is None:
            await self._tables.miss_call(table, position)
            return
        thought = asyncio.create_task(
            self._tables.workers.move(
                loaded.row.game, level, view, acting, person=share_of(loaded.row), table=table
            )
        )
        self._thoughts[table] = Thought(position, acting, thought)
        try:
            moved = await thought
        except asyncio.CancelledError:
            thought.cancel()
            if _is_cancelled():
                raise
            raise Overtaken from None
        finally:
            self._thoughts.pop(table, None)
        await self._tables.play_for(table, position, acting, moved)

    def _late(self, match: LiveMatch) -> int | None:
        """Return a seat whose deadline has passed; None if there is none."""
        now = self._tables.now()
        return next((seat for seat, at in match.deadlines.items() if max(at, self._not_before) <= now), None)

    def _set_alarm(self, table: str, match: LiveMatch) -> None:
        if match.deadlines:
            at = max(min(match.deadlines.values()), self._not_before)
            self._at(table, (at - self._tables.now()).total_seconds() + 0.01)

    @staticmethod
    def _level(loaded: LoadedTable, match: LiveMatch, seat: int) -> str | None:
        return match.away.get(seat) or loaded.seats[seat].level or stand_in(match.table.position)

    def _at(self, table: str, seconds: float) -> None:
        """Set the timer of a table to this many seconds from now, instead of an earlier setting."""
        if self._closed:
            return
        before = self._timers.pop(table, None)
        if before is not None:
            before.cancel()
        self._timers[table] = self._tables.world.call_later(seconds, lambda: self._begin_look(table))

    def _begin_look(self, table: str) -> None:
        self._timers.pop(table, None)
        self._resting.discard(table)
        if table in self._working:
            # its task looks again at the end
            return
        task = asyncio.get_running_loop().create_task(self._work(table))
        self._working[table] = task

    async def _work(self, table: str) -> None:
        again: float | None = None
        try:
            before = await self._version(table)
            await self.look(table)
            # A second look does not start while this one runs, so look again if the table has changed.
            again = 0 if await self._version(table) != before else None
        except Unavailable:
            again = RETRY
        except Overtaken:
            again = 0
        except NotFound:
            logger.info("a table is gone", table=table)
        except Exception as error:
            again = await self._failed(table, error)
        else:
            self._failures.pop(table, None)
        finally:
            self._working.pop(table, None)
            if again is not None:
                self._at(table, again)
            if again:
                self._resting.add(table)
            if again != 0 and table in self._leased and not self._closed:
                await self._release(table)

    async def _claim(self, table: str) -> bool:
        """Return whether this process may work at a table: it gets the lease, or is the only process."""
        if not self._tables.shared:
            return True
        if await self._leases.claim(table, self._tables.now()):
            self._leased.add(table)
            return True
        # After a long pause this process may have lost a lease that it remembers.
        self._leased.discard(table)
        return False

    async def _release(self, table: str) -> None:
        """Release the lease of a table; if that fails, it expires."""
        self._leased.discard(table)
        with suppress(Exception):
            await self._leases.release([table])

    async def _scan_again_and_again(self) -> None:
        while True:
            try:
                await self._scan()
            except Exception as error:
                logger.warning("scan for due tables failed", error=type(error).__name__)
            await asyncio.sleep(self._every)

    @property
    def _every(self) -> float:
        return SCAN if self._tables.shared else SCAN_ALONE

    async def _scan(self) -> None:
        """Renew the leases of this process, and set timers for due tables that have none."""
        now = self._tables.now()
        most = SCANNED if self._tables.shared else None
        if self._tables.shared:
            await self._leases.end_frozen()
        if self._leased:
            await self._leases.renew(self._leased, now)
        for table, due, version in await self._leases.due(now, timedelta(seconds=self._every), most):
            if table in self._working or table in self._resting or self._idle.get(table) == version:
                continue
            self._idle.pop(table, None)
            self._at(table, (due - now).total_seconds())

    async def _failed(self, table: str, error: Exception) -> float | None:
        """Return the seconds until a retry; after `TRIES` failures stop the table's bot and return None."""
        self._failures[table] = self._failures.get(table, 0) + 1
        if self._failures[table] < TRIES:
            return RETRY
        del self._failures[table]
        what = str(error) if isinstance(error, ThoughtFailed) else fault(error)
        logger.error("a table is set aside", table=table, tries=TRIES, fault=what)
        try:
            await self._tables.stop_bots(table)
        except NotFound:
            return None
        except Exception as cause:
            logger.warning("stop of a table not stored", table=table, fault=fault(cause))
            return LATER
        return None

    async def _version(self, table: str) -> int:
        async with self._tables.cache.locked(table) as loaded:
            return loaded.row.version


def _is_cancelled() -> bool:
    """Return whether the current task itself is cancelled, and not only the task it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
