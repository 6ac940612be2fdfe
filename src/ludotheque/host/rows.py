"""Rows of a store: tables, seats and lines of chat."""

from datetime import datetime
from typing import Literal, Protocol, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.host.protocol import Outcome, State

SeatKind: TypeAlias = Literal["person", "bot", "friend", "open"]


class Person(Protocol):
    """A person who acts: a guest or an account."""

    @property
    def id(self) -> str:
        """Id that never changes."""

    @property
    def name(self) -> str:
        """Display name."""


class Player(msgspec.Struct, frozen=True):
    """A person in a process without accounts."""

    id: str
    name: str


class Summary(msgspec.Struct, frozen=True):
    """The parts of a match's state that lists show, stored so that the match need not be replayed."""

    actors: tuple[int, ...] = ()
    deadlines: dict[str, datetime] = {}
    resigned: tuple[int, ...] = ()
    away: dict[str, str] = {}
    teams: tuple[int, ...] = ()
    result: Outcome | None = None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its settings, and the progress of its match."""

    id: str
    game: str
    title: str
    options: dict[str, Json]
    start: Json = None
    owner: str | None
    public: bool
    spectators: bool
    chat: bool
    hints: bool
    by_link: bool = False
    """True if the table's own link opens the seats reserved for friends; never at a public table."""
    study: bool
    practice: bool = False
    """True if moves may be undone even after chance; only in matches against bots."""
    seconds: int | None
    state: State
    version: int = 0
    summary: Summary = Summary()
    due: datetime | None = None
    """Time when the scheduler has to act: at once for a bot, at the deadline for a clock; None if never."""
    created: datetime
    changed: datetime
    rematch: str | None = None
    rematch_of: str | None = None
    opened: datetime | None = None
    """Time of the last view of an imported match, updated once a day."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and its occupant; `invitation` counts renewals of its secret link."""

    table: str
    seat: int
    kind: SeatKind
    name: str
    person: str | None = None
    level: str | None = None
    invitation: int = 0
    ready: bool = True
    """False if its holder asks the others to wait before the match begins."""

    @property
    def free(self) -> bool:
        """True if the seat can still be taken."""
        return self.kind in ("friend", "open")


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of chat; `seat` is None for a spectator."""

    number: int
    person: str | None
    name: str
    seat: int | None
    text: str
    at: datetime
    client: str | None = None
