"""Create `sign_ins`, `challenges` and `heartbeat`; add `used` and `agent` to `passkeys`."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables and columns; earlier cookies stay valid and become a sign-in at their next use."""
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("how", sa.String(10), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sign_ins"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], "fk_sign_ins_person_people", ondelete="CASCADE"),
    )
    op.create_index("ix_sign_ins_person", "sign_ins", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_until", "challenges", ["until"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.add_column("passkeys", sa.Column("used", sa.BigInteger))
    op.add_column("passkeys", sa.Column("agent", sa.String(200), nullable=False, server_default=""))
