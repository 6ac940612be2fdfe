"""The structs of requests and answers of the HTTP API; those of the socket are in `messages.py`.

`docs/protocol.md` describes them with examples. OpenAPI and the browser's TypeScript types are generated from
these structs.
"""

from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.bots.characters import Character
from ludotheque.core.codec import Json
from ludotheque.core.moves import MoveJson, MoveRange, Result
from ludotheque.core.reasons import Reason
from ludotheque.core.refusal import Param
from ludotheque.table.analysis import Analysis, Judged

MAX_SEATS: Final = 8
MAX_BODY: Final = 64 * 1024
"""Maximum size of a request body in bytes, except for an imported record."""
MAX_RECORD: Final = 2 * 1024 * 1024
MAX_RECORD_SENT: Final = 4 * MAX_RECORD
"""Maximum size of an exported record in bytes."""
MAX_LINES: Final = 20_000
"""Maximum number of lines in the log of a match, or in an imported record."""
MAX_MESSAGE: Final = 16 * 1024
"""Maximum size in bytes of a socket message from a client."""
MAX_STEPS: Final = 400
"""Maximum number of steps in one request."""

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\S")]
Title: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]
ClientId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\w-]+$")]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=MAX_SEATS)]
Version: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Level: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]

State: TypeAlias = Literal["waiting", "running", "finished"]


class In(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the structs that a client sends; an unknown field is refused."""


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the structs that the server sends; a client ignores fields it doesn't know."""


class Refused(Out, frozen=True, kw_only=True):
    """A refusal: its kind, code, rule clause and parameters.

    Its sentence is `{domain}_refusal_{name}` of the language files, for a code `domain.name`.
    """

    kind: str
    code: str
    clause: str | None = None
    params: dict[str, Param] = {}
    version: int | None = None
    """Current version of the table, if a move was refused because it was based on an older one."""


# Games


class GameInfo(Out, frozen=True, kw_only=True):
    """A game: its facts, the schema of its options, and its bots from weakest to strongest."""

    name: str
    title: str
    seat_counts: tuple[int, ...]
    minutes: tuple[int, int]
    hidden: bool
    levels: tuple[str, ...]
    characters: tuple[Character, ...]
    """The bots offered to people, from weakest to strongest; levels meant only for programs are left out."""
    options: Annotated[dict[str, Json], msgspec.Meta(title="OptionSchema")]
    """JSON schema of the options; each property has its default."""
    clauses: tuple[str, ...]
    """Prefixes of its rule clauses, such as `EXXTRA`."""
    lessons: int
    """Number of its lessons."""
    practice: bool
    """True if the game has a practice table for one person."""
    goals: tuple[str, ...] = ()
    """Names of the goals that can be practised at that table."""
    words: str | None = None
    """Version of its sentences and rulebook; only for a game of another package, absent from the pages."""


class RulebookText(Out, frozen=True, kw_only=True):
    """The rulebook of a game in one language."""

    text: str
    """Markdown; each list item is a numbered clause."""


# Setting a table up


class SeatMe(In, frozen=True, kw_only=True, tag_field="who", tag="me"):
    """Seat plan: the person who sets up the table sits here."""


class SeatHere(In, frozen=True, kw_only=True, tag_field="who", tag="here"):
    """Seat plan: another player at the same screen, by name; the person who sets up the table holds it."""

    name: Name


class SeatFriend(In, frozen=True, kw_only=True, tag_field="who", tag="friend"):
    """Seat plan: reserved for a friend, who takes it with the secret link."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SeatOpen(In, frozen=True, kw_only=True, tag_field="who", tag="open"):
    """Seat plan: open to anyone who can see the table."""


class SeatBot(In, frozen=True, kw_only=True, tag_field="who", tag="bot"):
    """Seat plan: a bot of this level."""

    level: Level


SeatPlan: TypeAlias = SeatMe | SeatHere | SeatFriend | SeatOpen | SeatBot


class ClockPlan(In, frozen=True, kw_only=True):
    """Time limit of each move in seconds; when it expires, a bot makes the move."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=14 * 24 * 3600)]


class NewTable(In, frozen=True, kw_only=True):
    """Request to set up a table; its match starts as soon as no seat is free."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    options: dict[str, Json] = {}
    title: Title = ""
    public: bool = False
    """True to show the table in the public list."""
    spectators: bool = True
    """True if anyone with the link may watch."""
    chat: bool = True
    hints: bool | None = None
    """True if players may ask the coach for hints; None: only if no seat is open or reserved for a friend."""
    by_link: bool = False
    """True if the table's own link, `/t/{id}`, opens the seats reserved for friends; ignored if public."""
    practice: bool = False
    """True to allow undo of moves that dice, cards or replies have followed; for one person against bots."""
    clock: ClockPlan | None = None


class Sit(In, frozen=True, kw_only=True):
    """Request to take a free seat; one reserved for a friend needs its secret key."""

    key: Key | None = None
    name: Name | None = None
    """The player's name at this table; None: the person's own name."""


class Link(In, frozen=True, kw_only=True):
    """Request to open the table's own link to friends, or to close it."""

    open: bool


class Ready(In, frozen=True, kw_only=True):
    """Request to be marked as ready to begin, or as not ready."""

    ready: bool


class SeatInfo(Out, frozen=True, kw_only=True):
    """Public description of a seat; only the table's owner gets `invite`."""

    seat: int
    name: str
    kind: Literal["person", "bot", "free"]
    free: Literal["open", "friend"] | None = None
    level: str | None = None
    """Level of the bot that plays the seat: its own bot, or one that stands in for a person."""
    away: bool = False
    """True while the person who holds the seat has left and a bot stands in."""
    yours: bool = False
    online: bool = False
    resigned: bool = False
    team: int | None = None
    invite: str | None = None
    """Path of the secret link, while the seat is free."""
    ready: bool = True
    """False if the holder asks the others to wait before the match begins."""


class Proposal(Out, frozen=True, kw_only=True):
    """A proposal that other players have to agree to: an undo, a bot as stand-in, or the end of the match."""

    number: int
    what: Literal["undo", "stand_in", "end"]
    by: int
    seat: int | None = None
    """The seat for which a bot would stand in."""
    agreed: tuple[int, ...]
    needed: tuple[int, ...]
    """Seats that have not answered yet."""


class Clock(Out, frozen=True, kw_only=True):
    """The clock of a table: seconds for each move, and by seat number the deadline of each that may act."""

    seconds: int
    deadlines: dict[str, datetime]


class CallClock(Out, frozen=True, kw_only=True):
    """A move whose call (a word such as “Targets!”) is still awaited, and the time limit for it."""

    seat: int
    move: MoveJson
    seconds: int | None
    """Seconds to call; None if there is no limit."""
    until: datetime | None


class Outcome(Out, frozen=True, kw_only=True):
    """The result of a match by seat; those who resigned rank behind all others."""

    ranks: tuple[int, ...]
    scores: tuple[int | float, ...]
    reason: str
    clause: str | None
    resigned: tuple[int, ...] = ()

    @classmethod
    def of(cls, result: Result) -> "Outcome":
        """Return the outcome of a match that ended by the rules."""
        return cls(ranks=result.ranks, scores=result.scores, reason=result.reason, clause=result.clause)


class TableInfo(Out, frozen=True, kw_only=True):
    """Public description of a table: its seats, settings and progress, without the position on the board."""

    id: str
    game: str
    title: str
    state: State
    version: int
    seats: tuple[SeatInfo, ...]
    options: dict[str, Json]
    public: bool
    spectators: bool
    chat: bool
    hints: bool
    by_link: bool
    """True if the table's own link opens the seats reserved for friends."""
    study: bool
    """True for an imported match, where coach and analysis are available at any time."""
    practice: bool
    """True if moves may be undone even after dice, cards or replies."""
    host: str
    """Name of the person who set it up, if seated here; else empty."""
    yours: bool
    """True if the reader set it up."""
    your_turn: bool
    actors: tuple[int, ...]
    watching: int
    created: datetime
    changed: datetime
    clock: Clock | None = None
    call: CallClock | None = None
    proposal: Proposal | None = None
    patience: dict[str, datetime] = {}
    """For each seat that may act, the time after which others may replace its player, if absent."""
    result: Outcome | None = None
    hurried: bool = False
    """True if its bots have less time than their level needs, because the server is busy."""
    stopped: bool = False
    """True after a bot has failed repeatedly; it is not asked again at this position."""
    link: str
    rematch: str | None = None
    """Id of the table of the rematch, which may still wait for other players to accept."""
    rematch_of: str | None = None


class TableList(Out, frozen=True, kw_only=True):
    """A page of tables, most recently changed first; `more` is the cursor of the next page or None."""

    tables: tuple[TableInfo, ...]
    more: str | None = None


# Positions and moves


class Foreseen(Out, frozen=True, kw_only=True):
    """A predicted event of a move, before any chance; in the form of an event."""

    name: str
    seat: int | None = None
    clause: str | None = None
    params: dict[str, Param] = {}


class Offer(Out, frozen=True, kw_only=True):
    """A legal move, as JSON and in one-line notation."""

    move: MoveJson
    notation: str
    preview: tuple[Foreseen, ...] = ()
    """The predicted events of the move, before any chance; empty if they depend on hidden information."""


class LogEvent(Out, frozen=True, kw_only=True):
    """An event of the log as the viewer may know it; its sentence is `{domain}_event_{name}`."""

    number: int
    """Version of the table after the change that caused it."""
    name: str
    seat: int | None = None
    clause: str | None = None
    params: dict[str, Param] = {}
    motion: str | UnsetType = UNSET
    """Animation data packed by the game (the key frames of a flick); left out if the viewer has seen it."""
    at: datetime


class SeatView(Out, frozen=True, kw_only=True):
    """The position as one seat may know it, and the moves it may make; seat None is a spectator."""

    seat: int | None
    position: Json
    moves: tuple[Offer, ...] = ()
    ranges: tuple[MoveRange, ...] = ()
    """Legal moves with continuous parameters, such as a flick."""
    undo: Literal["now", "ask"] | None = None
    """“now” if the last move can be undone at once, “ask” if all others must agree, None if it can't."""
    since: int = 0
    """Version after the seat's last finished turn; later events are news to its player."""
    events: tuple[LogEvent, ...] = ()


class ChatLine(Out, frozen=True, kw_only=True):
    """A line of chat."""

    number: int
    name: str
    seat: int | None
    """Seat of the player; None for a spectator."""
    text: str
    at: datetime
    yours: bool = False


class Step(Out, frozen=True, kw_only=True):
    """One step of a match for one viewer: a move or an outcome of chance, its events, the position after it.

    Step 0 is the starting position. `move`, `notation` and `chance` are left out where the viewer may not
    know them.
    """

    step: int
    seat: int | None = None
    move: MoveJson | None = None
    notation: str | None = None
    chance: Json = None
    actors: tuple[int, ...] = ()
    position: Json
    events: tuple[LogEvent, ...] = ()
    at: datetime | None = None


class Steps(Out, frozen=True, kw_only=True):
    """A page of steps, numbered from `first`; `count` is the total number of steps, step 0 included."""

    count: int
    first: int
    seat: int | None
    steps: tuple[Step, ...]


class Hint(Out, frozen=True, kw_only=True):
    """The coach's ratings of the moves of a seat, the best first."""

    seat: int
    version: int
    exact: bool
    """True if the ratings come from the solution of the game, False if from a search."""
    opinions: tuple[Judged, ...]
    instead: Reason | None = None
    """The main difference between the best move and the second best."""


class AnalysisState(Out, frozen=True, kw_only=True):
    """Progress of the analysis of a match; poll until `analysis` is set.

    Without a poll for 10 s it pauses.
    """

    step: int
    """Number of steps analysed so far, out of `steps`; both are 0 before it has begun."""
    steps: int
    place: int
    """Number of other tasks queued before its next one."""
    analysis: Analysis | None = None
