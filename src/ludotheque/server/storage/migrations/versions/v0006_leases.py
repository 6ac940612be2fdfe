"""Add leases, by which several processes share the bots and clocks of the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table of leases, with one row per game table."""
    op.create_table(
        "leases",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_leases"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_leases_table_tables", ondelete="CASCADE"),
    )
