"""The machine that a server runs on: its workers, and the time that it shares with others."""

from typing import Final

from ludotheque.server.storage.database import Database
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.work.pool import Worker
from ludotheque.server.world import World


class Machine(World):
    """Time, randomness, threads, drivers and workers; a simulation overrides them."""

    def new_worker(self) -> Worker:
        """Return a worker that thinks in a process of its own."""
        return Worker()

    def new_time(self, database: Database) -> SharedTime:
        """Return the time that all processes at a database share; for a file that of this machine."""
        return SharedTime(self.now, self.clock, None if database.is_sqlite else database.time)


MACHINE: Final = Machine()
"""This machine."""
