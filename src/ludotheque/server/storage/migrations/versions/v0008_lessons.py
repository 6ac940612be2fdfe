"""Add completed lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table of completed lessons."""
    op.create_table(
        "lessons_taken",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("lesson", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "lesson", name="pk_lessons_taken"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], "fk_lessons_taken_person_people", ondelete="CASCADE"
        ),
    )
