"""What travels over the socket of a table: commands of a client, messages of the server."""

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

# What a client asks of a table, over the socket or `POST /api/tables/{id}/do`


class Command(In, frozen=True, kw_only=True, tag_field="do"):
    """Something to do; `id` is the client's own: sent twice, it counts once."""

    id: ClientId


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """A move, based on a version of the table."""

    seat: SeatNumber
    version: Version
    move: (
        Annotated[dict[str, Json], msgspec.Meta(title="Move")] | Annotated[str, msgspec.Meta(max_length=200)]
    )


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take the last move back; where everybody has to agree, this asks them."""

    seat: SeatNumber
    version: Version


class Reset(Command, frozen=True, kw_only=True, tag="reset"):
    """Take back all of this turn that can be taken back."""

    seat: SeatNumber
    version: Version


class Agree(Command, frozen=True, kw_only=True, tag="agree"):
    """Say yes to what was proposed."""

    seat: SeatNumber
    proposal: Version


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Say no to what was proposed, or withdraw it."""

    seat: SeatNumber
    proposal: Version


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give up; the game ends, or a bot plays the seat on where others still contend."""

    seat: SeatNumber


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Let a bot stand in."""

    seat: SeatNumber
    level: Level | None = None


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Come back and play on."""

    seat: SeatNumber


class StandIn(Command, frozen=True, kw_only=True, tag="stand_in"):
    """Let a bot stand in for somebody who is waited for and stays away; who else is there has to agree."""

    seat: SeatNumber
    absent: SeatNumber


class EndGame(Command, frozen=True, kw_only=True, tag="end"):
    """End the game with no winner; everybody has to agree but those who are waited for and stay away."""

    seat: SeatNumber


class Say(Command, frozen=True, kw_only=True, tag="chat"):
    """Say something to those of your kind: players to players, spectators to spectators."""

    text: Text


class Ping(In, frozen=True, kw_only=True, tag_field="do", tag="ping"):
    """Are you there? (Socket only.)"""


AtSeat: TypeAlias = Play | Undo | Reset | Agree | Decline | Resign | Leave | Return | StandIn | EndGame
Do: TypeAlias = AtSeat | Say
Received: TypeAlias = Do | Ping


# What the server says over the socket


class Message(Out, frozen=True, kw_only=True, tag_field="type"):
    """A message of the server."""


class Whole(Message, frozen=True, kw_only=True, tag="table"):
    """Everything a viewer may know, on joining and after a gap; events only since the version asked for."""

    info: TableInfo
    version: int
    since: int
    now: datetime
    views: tuple[SeatView, ...]
    chat: tuple[ChatLine, ...]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """A command is in the log: it will not be lost.

    It comes with the update that it led to, and alone where there is none.
    """

    id: str
    version: int
    again: bool = False
    """It had been there before."""


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """The table went from version `since` to `version`."""

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
    """Your own commands that are in the log since; left out where there are none."""


class Lobby(Message, frozen=True, kw_only=True, tag="lobby"):
    """Seats, names, presence, a rematch: the table from outside has changed."""

    info: TableInfo
    now: datetime


class Chatted(Message, frozen=True, kw_only=True, tag="chat"):
    """A line of chat."""

    line: ChatLine


class NotDone(Message, frozen=True, kw_only=True, tag="refused"):
    """A command, or a message that can't be read (id None), was refused."""

    id: str | None
    version: int
    refusal: Refused


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Yes."""

    now: datetime


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The server stops; come back in a moment."""


class Mine(Message, frozen=True, kw_only=True, tag="mine"):
    """My tables, on `/api/me/live`: at once, and whenever one of them changes."""

    tables: tuple[TableInfo, ...]


class OpenTables(Message, frozen=True, kw_only=True, tag="open"):
    """Public tables, on `/api/open/live`: at once, and whenever one of them changes."""

    joinable: tuple[TableInfo, ...]
    """Where anybody may sit down, the newest change first."""
    running: tuple[TableInfo, ...]
    """To be watched."""


Sent: TypeAlias = Whole | Update | Lobby | Chatted | Done | NotDone | Pong | Bye | Mine | OpenTables
