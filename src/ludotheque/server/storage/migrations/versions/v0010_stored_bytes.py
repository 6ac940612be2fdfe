"""Add the stored size of each table in bytes, and the time when an imported match was last opened."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MEASURE = """
update tables set bytes = 1000 + coalesce(
    (select sum(100 + octet_length({body}) + coalesce(octet_length({position}), 0))
     from log where log."table" = tables.id), 0)
"""
"""SQL that sets the size of each table: 1000 bytes and, per line, 100 plus the length of its JSON."""


def upgrade() -> None:
    """Add both columns and compute the sizes of existing tables."""
    op.add_column("tables", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("opened", sa.BigInteger))
    if op.get_bind().dialect.name == "sqlite":
        # `octet_length` is missing in the oldest SQLite that Python 3.11 may come with.
        measure = MEASURE.replace("octet_length", "length")
        op.execute(measure.format(body="cast(body as blob)", position="cast(position as blob)"))
    else:
        op.execute(MEASURE.format(body="cast(body as text)", position="cast(position as text)"))
