"""One link opens the free seats of a table, and people say when they are ready."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """So far every friend had a link of their own, and whoever sat was ready."""
    op.add_column("tables", sa.Column("by_link", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.true()))
