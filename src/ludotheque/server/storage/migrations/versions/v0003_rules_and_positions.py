"""Lines of the log say under which version of the rules they were written; some hold the position then."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Whatever was written so far was written under the first rules, and holds no position."""
    op.add_column("log", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("log", sa.Column("position", sa.JSON))
