"""Tables, seats and lines of chat as a store keeps them."""

from datetime import datetime
from typing import Literal, Protocol, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.host.protocol import Outcome, State

SeatKind: TypeAlias = Literal["person", "bot", "friend", "open"]


class Person(Protocol):
    """The person who acts: a guest or an account."""

    @property
    def id(self) -> str:
        """The same for good."""

    @property
    def name(self) -> str:
        """Shown to others."""


class Player(msgspec.Struct, frozen=True):
    """A person where there are no accounts."""

    id: str
    name: str


class Summary(msgspec.Struct, frozen=True):
    """What a list shows of a match without rebuilding it."""

    actors: tuple[int, ...] = ()
    deadlines: dict[str, datetime] = {}
    resigned: tuple[int, ...] = ()
    away: dict[str, str] = {}
    teams: tuple[int, ...] = ()
    result: Outcome | None = None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was set up, and how far it is."""

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
    """The table's own link opens the seats kept for friends; never at a table in the public list."""
    study: bool
    practice: bool = False
    """Moves may be taken back behind chance; only against bots."""
    seconds: int | None
    state: State
    version: int = 0
    summary: Summary = Summary()
    due: datetime | None = None
    """When somebody who is no person has to act: a bot at once, the clock at its time."""
    created: datetime
    changed: datetime
    rematch: str | None = None
    rematch_of: str | None = None
    opened: datetime | None = None
    """When somebody last looked at an imported match, to the day."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where; `invitation` counts how often its link was renewed."""

    table: str
    seat: int
    kind: SeatKind
    name: str
    person: str | None = None
    level: str | None = None
    invitation: int = 0
    ready: bool = True
    """The match begins only once every person at the table is ready."""

    @property
    def free(self) -> bool:
        """Whether nobody sits there yet."""
        return self.kind in ("friend", "open")


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of chat; whose seat is None spoke as a spectator."""

    number: int
    person: str | None
    name: str
    seat: int | None
    text: str
    at: datetime
    client: str | None = None
