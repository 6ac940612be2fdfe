"""Messages over the socket of a table: the commands of a client and the messages of the server."""

from datetime import datetime
from typing import Annotated, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.host.protocol import (
    CallClock,
    ChatLine,
    ClientId,
    Clock,
    In,
    Level,
    Out,
    Outcome,
    Proposal,
    Refused,
    SeatNumber,
    SeatView,
    State,
    TableInfo,
    Text,
    Version,
)

# Commands of a client, over the socket or `POST /api/tables/{id}/do`


class Command(In, frozen=True, kw_only=True, tag_field="do"):
    """A command; `id` is the client's idempotency key: a command that is sent twice is executed once."""

    id: ClientId


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play a move that is based on a version of the table."""

    seat: SeatNumber
    version: Version
    move: (
        Annotated[dict[str, Json], msgspec.Meta(title="Move")] | Annotated[str, msgspec.Meta(max_length=200)]
    )


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Undo the seat's last move; if the other players have to agree, propose it to them."""

    seat: SeatNumber
    version: Version


class Reset(Command, frozen=True, kw_only=True, tag="reset"):
    """Undo all moves of the seat's turn that can still be undone."""

    seat: SeatNumber
    version: Version


class Agree(Command, frozen=True, kw_only=True, tag="agree"):
    """Accept a proposal by its number."""

    seat: SeatNumber
    proposal: Version


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Reject a proposal by its number, or withdraw one's own."""

    seat: SeatNumber
    proposal: Version


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Resign; the match ends, or a bot plays the seat on if other sides are still in play."""

    seat: SeatNumber


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the table and let a bot of this level stand in; None: the default level."""

    seat: SeatNumber
    level: Level | None = None


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Return to the table and take over from the bot."""

    seat: SeatNumber


class StandIn(Command, frozen=True, kw_only=True, tag="stand_in"):
    """Propose that a bot stands in for a player who is away and overdue; connected players have to agree."""

    seat: SeatNumber
    absent: SeatNumber


class EndGame(Command, frozen=True, kw_only=True, tag="end"):
    """Propose to end the match without a winner; all players have to agree, except those away and overdue."""

    seat: SeatNumber


class Say(Command, frozen=True, kw_only=True, tag="chat"):
    """Send a line of chat; while the match runs, players don't see what spectators write."""

    text: Text


class Ping(In, frozen=True, kw_only=True, tag_field="do", tag="ping"):
    """Ask the server for a `Pong` (socket only)."""


AtSeat: TypeAlias = Play | Undo | Reset | Agree | Decline | Resign | Leave | Return | StandIn | EndGame
Do: TypeAlias = AtSeat | Say
Received: TypeAlias = Do | Ping


# Messages of the server over the socket


class Message(Out, frozen=True, kw_only=True, tag_field="type"):
    """Base of the messages of the server."""


class Whole(Message, frozen=True, kw_only=True, tag="table"):
    """The full state a viewer may know, sent on joining and after a gap; events since version `since`."""

    info: TableInfo
    version: int
    since: int
    now: datetime
    views: tuple[SeatView, ...]
    chat: tuple[ChatLine, ...]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """Confirmation that a command is durably in the log.

    It comes with the update that the command caused, or alone if it caused none.
    """

    id: str
    version: int
    again: bool = False
    """True if the command had been executed before, by an earlier message with the same id."""


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """All changes of a table from version `since` to `version`."""

    since: int
    version: int
    now: datetime
    state: State
    actors: tuple[int, ...]
    views: tuple[SeatView, ...]
    clock: Clock | None = None
    call: CallClock | None = None
    proposal: Proposal | None = None
    patience: dict[str, datetime]
    result: Outcome | None = None
    done: tuple[Done, ...] | msgspec.UnsetType = msgspec.UNSET
    """Confirmations of the reader's own commands among these changes; left out if there are none."""


class Lobby(Message, frozen=True, kw_only=True, tag="lobby"):
    """New public description of a table, after a change of seats, names, presence or rematch."""

    info: TableInfo
    now: datetime


class Chatted(Message, frozen=True, kw_only=True, tag="chat"):
    """A new line of chat."""

    line: ChatLine


class NotDone(Message, frozen=True, kw_only=True, tag="refused"):
    """Refusal of a command; `id` is None for a message that can't be parsed."""

    id: str | None
    version: int
    refusal: Refused


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Answer to a `Ping`."""

    now: datetime


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """Notice that the server stops; a client reconnects after a moment."""


class Mine(Message, frozen=True, kw_only=True, tag="mine"):
    """All tables of the signed-in person, sent on `/api/me/live` at once and whenever one of them changes."""

    tables: tuple[TableInfo, ...]


class OpenTables(Message, frozen=True, kw_only=True, tag="open"):
    """All public tables, sent on `/api/open/live` at once and whenever one of them changes."""

    joinable: tuple[TableInfo, ...]
    """Tables with an open seat, most recently changed first."""
    running: tuple[TableInfo, ...]
    """Running tables that can be watched."""


Sent: TypeAlias = Whole | Update | Lobby | Chatted | Done | NotDone | Pong | Bye | Mine | OpenTables
