"""Tables of the database, the same for SQLite and PostgreSQL, and their rows as structs."""

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.types import TypeDecorator

from ludotheque.table.line import EPOCH

MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(at: datetime) -> int:
    """Return a time as microseconds since `EPOCH`, its stored form."""
    return (at - EPOCH) // MICROSECOND


class Moment(TypeDecorator[datetime]):
    """Column type for a time with its zone, stored as microseconds, since SQLite knows no time zones."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Convert a time to microseconds."""
        return None if value is None else microseconds(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Convert microseconds to a time in UTC."""
        return None if value is None else EPOCH + value * MICROSECOND


metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people: Final = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("password", Text),
    Column("epoch", Integer, nullable=False, default=0),
    Column("created", Moment, nullable=False),
    Column("banned", Moment),
    Column("look", String(200)),
    Index("ix_people_look", "look", unique=True),
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary(1024), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("created", Moment, nullable=False),
    Column("used", Moment),
    Column("agent", String(200), nullable=False, server_default=""),
)

sign_ins: Final = Table(
    "sign_ins",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("how", String(10), nullable=False),
    Column("agent", String(200), nullable=False),
    Column("created", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
    Column("proved", Moment),
)

recovery: Final = Table(
    "recovery",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("by", String(10), nullable=False),
    Column("made", Moment, nullable=False),
    Column("until", Moment),
)

changes: Final = Table(
    "changes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("what", String(20), nullable=False),
    Column("agent", String(200), nullable=False),
    Column("session", String(32)),
    Column("at", Moment, nullable=False),
    Column("seen", Boolean, nullable=False),
)

lessons_taken: Final = Table(
    "lessons_taken",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("lesson", String(40), primary_key=True),
    Column("at", Moment, nullable=False),
)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("purpose", String(10), nullable=False),
    Column("session", String(64), nullable=False),
    Column("until", Moment, nullable=False, index=True),
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)

notices: Final = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("subject", String(60), nullable=False),
    Column("at", Moment, nullable=False),
    # Numbers are never reused: a reader polls for numbers higher than the last one it has seen.
    sqlite_autoincrement=True,
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(60), nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", JSON),
    Column("owner", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("by_link", Boolean, nullable=False, server_default=false()),
    Column("study", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("seconds", Integer),
    Column("state", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("summary", JSON, nullable=False),
    Column("due", Moment),
    Column("created", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("rematch", String(32)),
    Column("rematch_of", String(32), unique=True),
    Column("bytes", BigInteger, nullable=False, server_default="0"),
    Column("opened", Moment),
    Index(
        "ix_tables_public_state",
        "state",
        "changed",
        sqlite_where=text("public"),
        postgresql_where=text("public"),
    ),
    Index("ix_tables_due", "state", "due"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("level", String(40)),
    Column("invitation", Integer, nullable=False, default=0),
    Column("ready", Boolean, nullable=False, server_default=true()),
)

log: Final = Table(
    "log",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("kind", String(10), nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", Moment, nullable=False),
    Column("client", String(120)),
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("position", JSON),
)

leases: Final = Table(
    "leases",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("until", Moment, nullable=False),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),
    Column("name", String(40), nullable=False),
    Column("seat", Integer),
    Column("text", String(500), nullable=False),
    Column("at", Moment, nullable=False),
    Column("client", String(120)),
    UniqueConstraint("table", "client"),
)

How: TypeAlias = Literal["guest", "password", "passkey", "recovery"]
GivenBy: TypeAlias = Literal["owner", "host"]
Change: TypeAlias = Literal[
    "password_set",
    "password_changed",
    "passkey_added",
    "passkey_removed",
    "recovery_made",
    "recovered",
    "reset",
]
"""Kind of change to a person's ways to sign in; `reset` is a code made by `ludotheque admin`."""


class PersonRow(msgspec.Struct, frozen=True):
    """Row of a person: a guest, or an account if there is a password or a passkey.

    `session`, `seen` and `proved` come from the sign-in of the current request, if there is one.
    """

    id: str
    name: str
    created: datetime
    login: str | None = None
    password: str | None = None
    epoch: int = 0
    """Counter stored in every cookie; incrementing it invalidates all older cookies of the person."""
    banned: datetime | None = None
    """Time of the ban; None if the person is not banned."""
    session: str | None = None
    """Id of the sign-in of the request's cookie; None for a cookie from before sign-ins were listed."""
    seen: datetime | None = None
    """Time of the last recorded use of this sign-in."""
    proved: datetime | None = None
    """Time of the last proof of identity in this sign-in: a password, a passkey or a recovery code."""


class PasskeyRow(msgspec.Struct, frozen=True):
    """Row of a passkey, with its public key and its signature counter `signs`."""

    id: bytes
    person: str
    public_key: bytes
    signs: int
    created: datetime
    used: datetime | None = None
    agent: str = ""
    """User agent of the browser that created the passkey."""


class SignInRow(msgspec.Struct, frozen=True):
    """Row of a sign-in: one browser in which a person is signed in."""

    id: str
    person: str
    how: How
    agent: str
    created: datetime
    seen: datetime


class ChangeRow(msgspec.Struct, frozen=True):
    """Row of a change to a person's ways to sign in."""

    id: str
    person: str
    what: Change
    agent: str
    session: str | None
    """Id of the sign-in that made the change; None for a change by `ludotheque admin`."""
    at: datetime
    seen: bool
    """True if the person has confirmed the change."""
