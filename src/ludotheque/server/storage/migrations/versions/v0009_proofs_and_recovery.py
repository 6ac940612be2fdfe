"""Add identity proofs, recovery codes, the history of sign-in changes and skeletons of login names."""

import sqlalchemy as sa
from alembic import op

from ludotheque.server.storage.logins import look_of

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables and columns, and compute the skeleton of each login name.

    Where existing names look alike, only the oldest account gets the skeleton; the others can still log in.
    """
    op.add_column("sign_ins", sa.Column("proved", sa.BigInteger))
    op.add_column("people", sa.Column("look", sa.String(200)))
    op.create_index("ix_people_look", "people", ["look"], unique=True)
    op.create_table(
        "recovery",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_recovery"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], "fk_recovery_person_people", ondelete="CASCADE"),
    )
    op.create_index("ix_recovery_person", "recovery", ["person"])
    op.create_table(
        "changes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("session", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_changes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], "fk_changes_person_people", ondelete="CASCADE"),
    )
    op.create_index("ix_changes_person", "changes", ["person"])
    _give_looks(op.get_bind())


def _give_looks(connection: sa.Connection) -> None:
    people = sa.table("people", *map(sa.column, ("id", "login", "look", "created")))
    known = sa.select(people.c.id, people.c.login).where(people.c.login.is_not(None))
    looks: dict[str, str] = {}
    for person, login in connection.execute(known.order_by(people.c.created)).all():
        looks.setdefault(look_of(login), person)
    for look, person in looks.items():
        connection.execute(sa.update(people).where(people.c.id == person).values(look=look))
