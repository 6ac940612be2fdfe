"""Tables with one link for all free seats, and seats with the readiness of their holders."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the columns: earlier tables have links of seats only, and their people are ready."""
    op.add_column("tables", sa.Column("by_link", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.true()))
