"""Opens the database of the settings for `ludotheque admin`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.server.admin.service import Admin
from ludotheque.server.run import startup
from ludotheque.server.run.machine import MACHINE, Machine
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage.database import Database


@asynccontextmanager
async def administering(settings: Settings, world: Machine = MACHINE) -> AsyncIterator[Admin]:
    """Give the admin of a database that is there and up to date."""
    await startup.check_database(settings)
    database = Database(settings.database, settings.sync)
    admin = Admin(database, world.new_time(database), settings.secret, settings.url, world)
    try:
        await admin.open()
        yield admin
    finally:
        await admin.close()
