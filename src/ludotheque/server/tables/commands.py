"""What each command means: it is checked, and gives the lines that it adds to the log of its table."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, NamedTuple

from ludotheque.core.codec import Json
from ludotheque.core.moves import MoveRange
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.server import messages as m
from ludotheque.server.storage.schema import LogRow, SeatRow
from ludotheque.server.tables.match import Draw, LiveMatch
from ludotheque.server.tables.views import holds
from ludotheque.server.work.pool import levels_of, stand_in


class Context(NamedTuple):
    """What a command meets: the table, the time, and where chance comes from."""

    match: LiveMatch
    seats: list[SeatRow]
    now: datetime
    draw: Draw
    """Dice and cards."""
    simulate: Draw
    """The outcome of a flick, which takes a while."""

    def chance(self, seat: int) -> Draw:
        """A flick is simulated in a worker; dice and cards need no time."""
        flicks = any(isinstance(one, MoveRange) for one in self.match.moves(seat))
        return self.simulate if flicks else self.draw


async def play(at: Context, command: m.Play) -> list[LogRow]:
    """A move, and what chance answers."""
    _check_present(at.match, command.seat)
    attempt = at.match.do_attempt(command.seat, command.version, command.move, at.now)
    if attempt:
        return attempt
    chance = at.chance(command.seat)
    return await at.match.do_play(command.seat, command.version, command.move, at.now, chance)


async def play_for(at: Context, seat: int, move: Json) -> list[LogRow]:
    """A bot's move for a seat that it plays, or for one whose time is up."""
    lines = [] if at.match.played_by_bot(seat) else at.match.do_time_up(seat, at.now)
    return lines + await at.match.do_play(seat, at.match.version, move, at.now, at.chance(seat))


async def undo(at: Context, command: m.Undo) -> list[LogRow]:
    """Take a move back, or ask everybody else who plays."""
    _check_present(at.match, command.seat)
    asker = at.seats[command.seat].person
    needed = tuple(
        seat.seat
        for seat in at.seats
        if seat.kind == "person" and seat.person != asker and not at.match.played_by_bot(seat.seat)
    )
    return at.match.do_undo(command.seat, command.version, needed, at.now)


async def reset(at: Context, command: m.Reset) -> list[LogRow]:
    """Take back all of this turn that can be."""
    _check_present(at.match, command.seat)
    return at.match.do_reset(command.seat, command.version, at.now)


async def answer(at: Context, command: m.Agree | m.Decline) -> list[LogRow]:
    """A yes or a no, for all seats that one person holds."""
    held = holds(at.seats, at.seats[command.seat].person)
    seats = [command.seat, *(seat for seat in held if seat != command.seat)]
    return at.match.do_answer(seats, command.proposal, at.now, yes=isinstance(command, m.Agree))


async def resign(at: Context, command: m.Resign) -> list[LogRow]:
    """Give up; a bot plays on where others still contend."""
    return at.match.do_resign(command.seat, _stand_in(at.match, None), at.now)


async def leave(at: Context, command: m.Leave) -> list[LogRow]:
    """Let a bot stand in."""
    return at.match.do_leave(command.seat, _stand_in(at.match, command.level), at.now)


async def come_back(at: Context, command: m.Return) -> list[LogRow]:
    """Play on."""
    return at.match.do_return(command.seat, at.now)


def _check_present(match: LiveMatch, seat: int) -> None:
    if seat in match.resigned:
        raise NotAllowed("server.resigned_before")
    if seat in match.away:
        raise NotAllowed("server.away")


def _stand_in(match: LiveMatch, wished: str | None) -> str:
    """The level of the bot that stands in."""
    if wished is not None:
        known = levels_of(match.game)
        if wished not in known:
            raise Unreadable("core.unknown_bot", params={"level": wished, "allowed": list(known)})
        return wished
    level = stand_in(match.table.position)
    if level is None:
        raise NotAllowed("server.no_bots")
    return level


Handler = Callable[[Context, m.Do], Awaitable[list[LogRow]]]
HANDLERS: Final[dict[type[m.Do], Handler]] = {
    m.Play: play,  # type: ignore[dict-item]  # each takes the command it stands beside
    m.Undo: undo,  # type: ignore[dict-item]
    m.Reset: reset,  # type: ignore[dict-item]
    m.Agree: answer,  # type: ignore[dict-item]
    m.Decline: answer,  # type: ignore[dict-item]
    m.Resign: resign,  # type: ignore[dict-item]
    m.Leave: leave,  # type: ignore[dict-item]
    m.Return: come_back,  # type: ignore[dict-item]
}
