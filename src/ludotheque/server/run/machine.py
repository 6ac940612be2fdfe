"""Adapter for the machine that a server runs on; simulation tests override it."""

from typing import Final

from ludotheque.server.storage.database import Database
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.work.pool import Worker
from ludotheque.server.world import ServerWorld


class Machine(ServerWorld):
    """Clock, random numbers, threads, database drivers and worker processes of the real machine."""

    def new_worker(self) -> Worker:
        """Return a worker process, not yet started."""
        return Worker()

    def new_time(self, database: Database) -> SharedTime:
        """Return the clock shared by all processes of a database; for SQLite that of this machine."""
        return SharedTime(self.now, self.clock, None if database.is_sqlite else database.time)


MACHINE: Final = Machine()
"""Default instance, backed by the real clock, random source and drivers."""
