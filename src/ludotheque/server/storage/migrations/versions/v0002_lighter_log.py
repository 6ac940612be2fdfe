"""A move touches fewer pages: the log has one key, and the index of the public list holds public tables only.

A command that comes twice is found in the log itself, and two processes that write it at once clash at the
number of its line.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the log lighter."""
    with op.batch_alter_table("log") as log:
        log.drop_constraint("uq_log_table", type_="unique")
    op.drop_index("ix_tables_public_state", "tables")
    public = sa.text("public")
    op.create_index(
        "ix_tables_public_state", "tables", ["state", "changed"], sqlite_where=public, postgresql_where=public
    )
