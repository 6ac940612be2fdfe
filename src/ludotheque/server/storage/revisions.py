"""Which layout a database has, and which ones this version knows."""

from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS: Final = Path(__file__).with_name("migrations")


def migrations() -> Config:
    """Where Alembic finds the steps from one layout to the next."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def newest() -> str:
    """The layout that this version writes."""
    found = ScriptDirectory.from_config(migrations()).get_current_head()
    assert found is not None
    return found


def current(connection: Connection) -> str | None:
    """The layout of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str | None) -> bool:
    """Whether this version can bring such a database up to date; it can't if a newer one wrote it."""
    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    return revision is None or revision in {script.revision for script in scripts}
