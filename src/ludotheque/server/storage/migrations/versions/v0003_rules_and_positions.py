"""Add the version of the rules to each log line, and an optional position."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both columns; existing lines get rules version 1 and no position."""
    op.add_column("log", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("log", sa.Column("position", sa.JSON))
