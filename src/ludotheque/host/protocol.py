"""What travels between browser and server: every request, answer and socket message as a struct.

`docs/protocol.md` tells the same with examples. OpenAPI is made from these structs, so they are the truth.
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
"""Bytes of any request but an imported record."""
MAX_RECORD: Final = 2 * 1024 * 1024
MAX_RECORD_SENT: Final = 4 * MAX_RECORD
"""Bytes of a record that is handed out."""
MAX_LINES: Final = 20_000
"""Lines that the log of a match, or a record, may have."""
MAX_MESSAGE: Final = 16 * 1024
"""Bytes of a socket message that a client may send."""
MAX_STEPS: Final = 400
"""Steps that one request may ask for."""

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
    """What a client sends; a field we don't know is refused."""


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """What a client gets; a client ignores fields it doesn't know."""


class Refused(Out, frozen=True, kw_only=True):
    """Why something was not accepted; the sentence is `{domain}_refusal_{name}` of the language files."""

    kind: str
    code: str
    clause: str | None = None
    params: dict[str, Param] = {}
    version: int | None = None
    """The table's version now, where a move was based on an older one."""


# What can be played


class GameInfo(Out, frozen=True, kw_only=True):
    """A game: its facts, the form of its options and its bots, the weakest first."""

    name: str
    title: str
    seat_counts: tuple[int, ...]
    minutes: tuple[int, int]
    hidden: bool
    levels: tuple[str, ...]
    characters: tuple[Character, ...]
    """The bots as people meet them, the weakest first; levels for programs alone are not among them."""
    options: Annotated[dict[str, Json], msgspec.Meta(title="OptionSchema")]
    """JSON schema of the options; each property has its default."""
    clauses: tuple[str, ...]
    """What its clauses begin with."""
    lessons: int
    """How many lessons teach it."""
    practice: bool
    """Whether there is a table for one to try one's hand."""
    goals: tuple[str, ...] = ()
    """What can be practised there."""
    words: str | None = None
    """The version of its sentences and rules, where the pages do not hold them: a game of another package."""


class RulebookText(Out, frozen=True, kw_only=True):
    """The rules of a game in one language."""

    text: str
    """Markdown; a list item a numbered clause."""


# Setting a table up


class SeatMe(In, frozen=True, kw_only=True, tag_field="who", tag="me"):
    """I sit here."""


class SeatHere(In, frozen=True, kw_only=True, tag_field="who", tag="here"):
    """Somebody at my screen sits here; I hold the seat for them."""

    name: Name


class SeatFriend(In, frozen=True, kw_only=True, tag_field="who", tag="friend"):
    """Kept for whoever gets the secret link."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SeatOpen(In, frozen=True, kw_only=True, tag_field="who", tag="open"):
    """Whoever comes may sit here."""


class SeatBot(In, frozen=True, kw_only=True, tag_field="who", tag="bot"):
    """A bot of a level sits here."""

    level: Level


SeatPlan: TypeAlias = SeatMe | SeatHere | SeatFriend | SeatOpen | SeatBot


class ClockPlan(In, frozen=True, kw_only=True):
    """Seconds for each move; when they are over, a bot makes the move."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=14 * 24 * 3600)]


class NewTable(In, frozen=True, kw_only=True):
    """A table to set up; it starts by itself when no seat is free."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    options: dict[str, Json] = {}
    title: Title = ""
    public: bool = False
    """Stands in the public list."""
    spectators: bool = True
    """Whoever has the link may watch."""
    chat: bool = True
    hints: bool | None = None
    """None: on, unless a seat is free for somebody else."""
    by_link: bool = False
    """The table's own link, `/t/{id}`, opens the seats kept for friends; not at a public table."""
    practice: bool = False
    """Moves may be taken back behind dice, cards and answers; only for one person against bots."""
    clock: ClockPlan | None = None


class Sit(In, frozen=True, kw_only=True):
    """Take a free seat: an open one, or with its secret key."""

    key: Key | None = None
    name: Name | None = None
    """The name at this table; your own if none is given."""


class Link(In, frozen=True, kw_only=True):
    """Open the table's own link to friends, or close it."""

    open: bool


class Ready(In, frozen=True, kw_only=True):
    """Be ready to begin, or ask the others to wait."""

    ready: bool


class SeatInfo(Out, frozen=True, kw_only=True):
    """A seat as everybody may see it; `invite` only for whoever set the table up."""

    seat: int
    name: str
    kind: Literal["person", "bot", "free"]
    free: Literal["open", "friend"] | None = None
    level: str | None = None
    """Of the bot that plays the seat, be it its own or one that stands in."""
    away: bool = False
    """Its holder has left; a bot stands in."""
    yours: bool = False
    online: bool = False
    resigned: bool = False
    team: int | None = None
    invite: str | None = None
    """Path of the secret link, while the seat is free."""
    ready: bool = True
    """Whether the holder is ready to begin."""


class Proposal(Out, frozen=True, kw_only=True):
    """Something that needs everybody's yes."""

    number: int
    what: Literal["undo", "stand_in", "end"]
    by: int
    seat: int | None = None
    """For whom a bot would stand in."""
    agreed: tuple[int, ...]
    needed: tuple[int, ...]
    """Seats that have not answered yet."""


class Clock(Out, frozen=True, kw_only=True):
    """Seconds a move, and until when each seat that may act has time."""

    seconds: int
    deadlines: dict[str, datetime]


class CallClock(Out, frozen=True, kw_only=True):
    """A seat has made a move and has to call in time: the move with its call, and the time for it."""

    seat: int
    move: MoveJson
    seconds: int | None
    """None where the call is waited for without a limit."""
    until: datetime | None


class Outcome(Out, frozen=True, kw_only=True):
    """How the match ended; who resigned stands behind all who didn't."""

    ranks: tuple[int, ...]
    scores: tuple[int | float, ...]
    reason: str
    clause: str | None
    resigned: tuple[int, ...] = ()

    @classmethod
    def of(cls, result: Result) -> "Outcome":
        """The end by the rules."""
        return cls(ranks=result.ranks, scores=result.scores, reason=result.reason, clause=result.clause)


class TableInfo(Out, frozen=True, kw_only=True):
    """A table from outside: who sits where and how far it is; never what lies on it."""

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
    """The table's own link opens the seats kept for friends."""
    study: bool
    """Set up from a record: coach and analysis are open."""
    practice: bool
    """Moves may be taken back behind chance."""
    host: str
    """The name of whoever set it up, if they sit there."""
    yours: bool
    """You set it up."""
    your_turn: bool
    actors: tuple[int, ...]
    watching: int
    created: datetime
    changed: datetime
    clock: Clock | None = None
    call: CallClock | None = None
    proposal: Proposal | None = None
    patience: dict[str, datetime] = {}
    """Until when a seat that may act is waited for: if its holder is away then, the others may decide."""
    result: Outcome | None = None
    hurried: bool = False
    """So many think at once that its bots think shorter than their level does."""
    stopped: bool = False
    """Its bot failed again and again, and is not asked any more."""
    link: str
    rematch: str | None = None
    """The table that followed, or waits for the yes of those who have not said it."""
    rematch_of: str | None = None


class TableList(Out, frozen=True, kw_only=True):
    """Tables, the newest change first; `more` continues the list."""

    tables: tuple[TableInfo, ...]
    more: str | None = None


# What lies on the table


class Foreseen(Out, frozen=True, kw_only=True):
    """What a move would do at once, before any chance; told like an event."""

    name: str
    seat: int | None = None
    clause: str | None = None
    params: dict[str, Param] = {}


class Offer(Out, frozen=True, kw_only=True):
    """A move that is allowed now, and its one-line notation."""

    move: MoveJson
    notation: str
    preview: tuple[Foreseen, ...] = ()
    """Shown before the move is made; left empty where seats know different things."""


class LogEvent(Out, frozen=True, kw_only=True):
    """What happened, as the viewer may know it; the sentence is `{domain}_event_{name}`."""

    number: int
    """The version of the table that it led to."""
    name: str
    seat: int | None = None
    clause: str | None = None
    params: dict[str, Param] = {}
    motion: str | UnsetType = UNSET
    """How it looked, as the game packs it (the key frames of a flick); left out for who has seen it."""
    at: datetime


class SeatView(Out, frozen=True, kw_only=True):
    """What one seat may know and do (seat None: a spectator)."""

    seat: int | None
    position: Json
    moves: tuple[Offer, ...] = ()
    ranges: tuple[MoveRange, ...] = ()
    """Continuous moves."""
    undo: Literal["now", "ask"] | None = None
    """Whether the last move can be taken back at once, if all agree, or not."""
    since: int = 0
    """The version after the seat's last turn, one that goes on not counted: what came behind it is news."""
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
    """One step of a match: what was done, what happened, and how it lay afterwards for the viewer.

    Step 0 is the beginning. `move`, `notation` and `chance` are left out where the viewer may not know them.
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
    """Steps `first` to `first + len(steps) - 1` of a match that has `count` steps now, step 0 included."""

    count: int
    first: int
    seat: int | None
    steps: tuple[Step, ...]


class Hint(Out, frozen=True, kw_only=True):
    """The coach's opinion on the moves of a seat, the best first."""

    seat: int
    version: int
    exact: bool
    """From the solution of the game, not from a search."""
    opinions: tuple[Judged, ...]
    instead: Reason | None = None
    """The difference between the best move and the next that matters most."""


class AnalysisState(Out, frozen=True, kw_only=True):
    """How far the analysis of a match is; ask again until it is there, else it is given up."""

    step: int
    """The step it has come to, of `steps`; both 0 before it has begun."""
    steps: int
    place: int
    """How many thoughts of others come before its next one."""
    analysis: Analysis | None = None
