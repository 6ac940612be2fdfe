"""Add bans, and notices of changes by `ludotheque admin` to running servers."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the ban time to people, initially null, and create the table of notices."""
    op.add_column("people", sa.Column("banned", sa.BigInteger))
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sqlite_autoincrement=True,
    )
