"""Reduce the indexes of the log and of the public list, so that a move writes fewer pages.

A repeated command is found in the log itself, and two processes that write the same command conflict at the
number of its line.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drop the unique constraint on client ids and make the index of the public list a partial one."""
    with op.batch_alter_table("log") as log:
        log.drop_constraint("uq_log_table", type_="unique")
    op.drop_index("ix_tables_public_state", "tables")
    public = sa.text("public")
    op.create_index(
        "ix_tables_public_state", "tables", ["state", "changed"], sqlite_where=public, postgresql_where=public
    )
