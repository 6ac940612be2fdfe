"""Processes lease the tables where they work for bots and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """One lease a table."""
    op.create_table(
        "leases",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_leases"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_leases_table_tables", ondelete="CASCADE"),
    )
