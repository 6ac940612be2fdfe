"""Schema revisions: the revision of a database and those known to this version."""

from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS: Final = Path(__file__).with_name("migrations")


def migrations() -> Config:
    """Return the Alembic configuration with the folder of the migrations."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def newest() -> str:
    """Return the id of the newest schema revision."""
    found = ScriptDirectory.from_config(migrations()).get_current_head()
    assert found is not None
    return found


def current(connection: Connection) -> str | None:
    """Return the id of a database's schema revision; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str | None) -> bool:
    """Return whether this version can migrate a database of that revision; not if a newer one wrote it."""
    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    return revision is None or revision in {script.revision for script in scripts}
