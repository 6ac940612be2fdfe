"""What each command means: it is checked, and gives the lines that it adds to the log of its table.

Bots, clocks and the host add lines as well, and are checked here too. The match has followed the lines that
are given; whoever asked stores them before telling anybody.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import MoveRange
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Unreadable
from ludotheque.host import messages as m
from ludotheque.host.match import Asked, LiveMatch
from ludotheque.host.presence import NOBODY, Presence
from ludotheque.host.refusals import Stale
from ludotheque.host.rows import LogRow, SeatRow
from ludotheque.host.thinkers import levels_of, stand_in
from ludotheque.host.views import holds

Draw: TypeAlias = Callable[[Position], Awaitable[Json]]
"""Where chance comes from; a flick is simulated for a while, so it may have to be waited for."""


class Context(NamedTuple):
    """What a command meets: the table, the time, and where chance comes from."""

    match: LiveMatch
    seats: list[SeatRow]
    now: datetime
    draw: Draw
    """Dice and cards."""
    simulate: Draw
    """The outcome of a flick, which takes a while."""
    presence: Presence = NOBODY
    """Who is connected."""

    def is_here(self, seat: SeatRow) -> bool:
        """Whether the holder of a seat is connected."""
        return seat.person in self.presence.everybody

    def is_missed(self, seat: SeatRow) -> bool:
        """Whether a seat has been waited for long enough, and its holder is away."""
        until = self.match.patience.get(seat.seat)
        return until is not None and until <= self.now and not self.is_here(seat)

    def chance(self, seat: int) -> Draw:
        """A flick is simulated in a worker; dice and cards need no time."""
        flicks = any(isinstance(one, MoveRange) for one in self.match.moves(seat))
        return self.simulate if flicks else self.draw


# What people ask


async def play(at: Context, command: m.Play, *, by_bot: bool = False) -> list[LogRow]:
    """A move, and the outcomes of chance that follow it."""
    match, seat = at.match, command.seat
    if not by_bot:
        _check_present(match, seat)
        if _needs_call(match, command):
            _check_version(match, command.version)
            move = msgspec.to_builtins(match.table.game.read_move(command.move))
            return [match.add("attempt", seat, {"move": move}, at.now)]
    _check_version(match, command.version)
    _check_running(match)
    if match.call is not None:
        match.call.check(seat, match.table.game.read_move(command.move), at.now)
    draw = at.chance(seat)
    match.table.play(seat, command.move)
    # However it was written, the log keeps the one form that the table made of it.
    lines = [match.entered("move", seat, {"move": match.table.log[-1].move}, at.now)]
    if match.table.awaits_chance:
        lines += await chance(match, at.now, draw)
    return lines


async def undo(at: Context, command: m.Undo) -> list[LogRow]:
    """Take a move back, or ask everybody else who plays."""
    match, seat = at.match, command.seat
    _check_present(match, seat)
    _check_version(match, command.version)
    _check_no_call(match)
    if match.final:
        raise NotAllowed("core.over")
    if match.table.can_undo(seat) is None:
        return [match.add("undo", seat, {"agreed": False}, at.now)]
    refusal = match.table.can_undo(seat, agreed=True)
    if refusal is not None:
        raise refusal
    return _propose(at, Asked(match.version + 1, seat, (seat,), _others(at, seat)))


async def reset(at: Context, command: m.Reset) -> list[LogRow]:
    """Take back all of this turn that can be."""
    match, seat = at.match, command.seat
    _check_present(match, seat)
    _check_version(match, command.version)
    _check_no_call(match)
    refusal = (
        NotAllowed("core.over")
        if match.result_kept or match.ended is not None
        else match.table.can_undo(seat)
    )
    if refusal is not None:
        raise refusal
    return [match.add("reset", seat, {}, at.now)]


async def answer(at: Context, command: m.Agree | m.Decline) -> list[LogRow]:
    """A yes or a no, for all seats that one person holds; with the last yes it is done."""
    match, proposal = at.match, command.proposal
    asked = match.asked
    if asked is None or asked.number != proposal:
        raise NotAllowed("server.nothing_asked")
    if isinstance(command, m.Decline):
        return [match.add("decline", command.seat, {"proposal": proposal}, at.now)]
    held = holds(at.seats, at.seats[command.seat].person)
    seats = sorted((seat for seat in held if seat in asked.needed), key=lambda seat: seat != command.seat)
    lines = [match.add("agree", seat, {"proposal": proposal}, at.now) for seat in seats]
    if not lines:
        raise NotAllowed("server.nothing_asked")
    if match.asked is not None and not match.asked.needed:
        lines.append(_carry_out(at, asked))
    return lines


async def stand_in_for(at: Context, command: m.StandIn) -> list[LogRow]:
    """A bot for somebody who is waited for and stays away; who else is there has to agree."""
    match, seat, absent = at.match, command.seat, command.absent
    _check_present(match, seat)
    _check_running(match)
    if absent >= len(at.seats) or not at.is_missed(at.seats[absent]):
        raise NotAllowed("server.not_missed")
    needed = tuple(one for one in _others(at, seat) if at.is_here(at.seats[one]))
    asked = Asked(match.version + 1, seat, (seat,), needed, "stand_in", absent, _stand_in(match, None))
    return _propose(at, asked)


async def end_game(at: Context, command: m.EndGame) -> list[LogRow]:
    """An end without a winner; everybody has to agree but those who are missed."""
    match, seat = at.match, command.seat
    _check_present(match, seat)
    _check_running(match)
    needed = tuple(one for one in _others(at, seat) if not at.is_missed(at.seats[one]))
    return _propose(at, Asked(match.version + 1, seat, (seat,), needed, "end"))


async def resign(at: Context, command: m.Resign) -> list[LogRow]:
    """Give up; a bot plays on where others still contend."""
    level = _stand_in(at.match, None)
    _check_running(at.match)
    if command.seat in at.match.resigned:
        raise NotAllowed("server.resigned_before")
    return [at.match.add("resign", command.seat, {"level": level}, at.now)]


async def leave(at: Context, command: m.Leave) -> list[LogRow]:
    """Let a bot stand in."""
    level = _stand_in(at.match, command.level)
    _check_running(at.match)
    if command.seat in at.match.resigned or command.seat in at.match.away:
        raise NotAllowed("server.left_before")
    return [at.match.add("leave", command.seat, {"level": level}, at.now)]


async def come_back(at: Context, command: m.Return) -> list[LogRow]:
    """Play on."""
    _check_running(at.match)
    if command.seat not in at.match.away or command.seat in at.match.resigned:
        raise NotAllowed("server.not_away")
    return [at.match.add("return", command.seat, {}, at.now)]


# What bots, clocks, chance and the host add


async def play_for(at: Context, seat: int, move: Json) -> list[LogRow]:
    """A bot's move for a seat that it plays, or for one whose time is up."""
    lines: list[LogRow] = []
    if not at.match.played_by_bot(seat):
        deadline = at.match.deadlines.get(seat)
        if deadline is None or at.now < deadline:
            raise NotYourTurn("server.time_left")
        lines.append(at.match.add("time_up", seat, {}, at.now))
    assert isinstance(move, dict)  # every move has a tag
    command = m.Play(id="", seat=seat, version=at.match.version, move=move)
    return lines + await play(at, command, by_bot=True)


async def miss_call(at: Context) -> list[LogRow]:
    """The call did not come in time, or nobody is there any more who could call."""
    call = at.match.call
    late = None if call is None else at.match.deadlines.get(call.seat)
    if call is None or (not at.match.played_by_bot(call.seat) and (late is None or at.now < late)):
        raise NotYourTurn("server.time_left")
    missed = msgspec.to_builtins(call.window.missed)
    return await play(at, m.Play(id="", seat=call.seat, version=at.match.version, move=missed), by_bot=True)


async def chance(match: LiveMatch, now: datetime, draw: Draw) -> list[LogRow]:
    """What chance gives until a seat is to act or the game is over."""
    lines = []
    while match.table.awaits_chance:
        outcome = await draw(match.table.position)
        match.table.feed(outcome)
        lines.append(match.entered("chance", None, {"outcome": outcome}, now))
    return lines


async def stop(match: LiveMatch, now: datetime) -> list[LogRow]:
    """A bot fails at this position: it is left alone, and its people are told."""
    _check_running(match)
    return [match.add("stop", None, {}, now)]


async def end(match: LiveMatch, now: datetime) -> list[LogRow]:
    """The host ends it; nobody wins."""
    _check_running(match)
    return [match.add("end", None, {}, now)]


async def renew(match: LiveMatch, now: datetime, draw: Draw) -> list[LogRow]:
    """From here on today's rules hold, chance first; where they no longer lead to is left out."""
    position = match.table.position.to_json()
    line = match.add("rules", None, {"lost": match.lost, "position": position}, now)
    return [line, *await chance(match, now, draw)]


def _others(at: Context, seat: int) -> tuple[int, ...]:
    """The seats that other people hold and play."""
    asker = at.seats[seat].person
    return tuple(
        other.seat
        for other in at.seats
        if other.kind == "person" and other.person != asker and not at.match.played_by_bot(other.seat)
    )


def _propose(at: Context, asked: Asked) -> list[LogRow]:
    """Ask those who have to agree; where nobody has to, it is done at once."""
    if not asked.needed:
        return [_carry_out(at, asked)]
    if at.match.asked is not None:
        raise NotAllowed("server.already_asked")
    body: dict[str, Json] = {"what": asked.what, "needed": list(asked.needed)}
    if asked.seat is not None:
        body |= {"seat": asked.seat, "level": asked.level}
    return [at.match.add("ask", asked.by, body, at.now)]


def _carry_out(at: Context, asked: Asked) -> LogRow:
    """All have agreed."""
    match asked.what:
        case "undo":
            return at.match.add("undo", asked.by, {"agreed": True}, at.now)
        case "stand_in":
            return at.match.add("leave", asked.seat, {"level": asked.level, "by": asked.by}, at.now)
        case "end":
            return at.match.add("end", asked.by, {}, at.now)


def _needs_call(match: LiveMatch, command: m.Play) -> bool:
    """Whether a call has to follow a person's move in time; what is not allowed is refused later."""
    if match.call is not None or not match.table.game.timed_calls or match.outcome is not None:
        return False
    move = match.table.game.read_move(command.move)
    if match.table.why_not(command.seat, move) is not None:
        return False
    return match.table.position.call_window(command.seat, move) is not None


def _check_present(match: LiveMatch, seat: int) -> None:
    if seat in match.resigned:
        raise NotAllowed("server.resigned_before")
    if seat in match.away:
        raise NotAllowed("server.away")


def _check_version(match: LiveMatch, version: int) -> None:
    if version != match.version:
        raise Stale(version=match.version)


def _check_no_call(match: LiveMatch) -> None:
    if match.call is not None:
        raise NotAllowed("server.call_first", match.call.window.event.clause)


def _check_running(match: LiveMatch) -> None:
    if match.outcome is not None:
        raise NotYourTurn("core.over")


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


Handler: TypeAlias = Callable[[Context, m.Do], Awaitable[list[LogRow]]]
HANDLERS: Final[dict[type[m.Do], Handler]] = {
    m.Play: play,  # type: ignore[dict-item]  # each takes the command it stands beside
    m.Undo: undo,  # type: ignore[dict-item]
    m.Reset: reset,  # type: ignore[dict-item]
    m.Agree: answer,  # type: ignore[dict-item]
    m.Decline: answer,  # type: ignore[dict-item]
    m.Resign: resign,  # type: ignore[dict-item]
    m.Leave: leave,  # type: ignore[dict-item]
    m.Return: come_back,  # type: ignore[dict-item]
    m.StandIn: stand_in_for,  # type: ignore[dict-item]
    m.EndGame: end_game,  # type: ignore[dict-item]
}
