"""Access of `ludotheque admin` to the configured database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.server.admin.service import Admin
from ludotheque.server.run import startup
from ludotheque.server.run.machine import MACHINE, Machine
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage.database import Database


@asynccontextmanager
async def administering(settings: Settings, world: Machine = MACHINE) -> AsyncIterator[Admin]:
    """Context manager for the operations of `ludotheque admin`, on a migrated database.

    Raises `NotAllowed` if the database is unusable.
    """
    await startup.check_database(settings)
    database = Database(settings.database, settings.sync)
    admin = Admin(database, world.new_time(database), settings.secret, settings.url, world)
    try:
        await admin.open()
        yield admin
    finally:
        await admin.close()
