"""The meaning of each command: it is checked, and gives the changes that it makes.

Bots, clocks and the host make changes as well, and are checked here too. The rules of the game judge a move
when its change is applied.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Unreadable
from ludotheque.host import messages as m
from ludotheque.host.match import Asked, LiveMatch
from ludotheque.host.presence import NOBODY, Presence
from ludotheque.host.refusals import Stale
from ludotheque.host.rows import SeatRow
from ludotheque.host.thinkers import levels_of, stand_in
from ludotheque.host.views import holds
from ludotheque.table.line import Kind

Draw: TypeAlias = Callable[[Position], Awaitable[Json]]
"""Where chance comes from; a flick is simulated for a while, so it may have to be waited for."""


class Change(msgspec.Struct, frozen=True):
    """A line for the log, without its number and time."""

    kind: Kind
    seat: int | None = None
    body: dict[str, Any] = {}


class Context(NamedTuple):
    """The table that a command meets, and the time."""

    match: LiveMatch
    seats: list[SeatRow]
    now: datetime
    presence: Presence = NOBODY
    """Who is connected."""

    def is_here(self, seat: SeatRow) -> bool:
        """Whether the holder of a seat is connected."""
        return seat.person in self.presence.everybody

    def is_missed(self, seat: SeatRow) -> bool:
        """Whether a seat has been waited for long enough, and its holder is away."""
        until = self.match.patience.get(seat.seat)
        return until is not None and until <= self.now and not self.is_here(seat)


# What people ask


def play(at: Context, command: m.Play, *, by_bot: bool = False) -> list[Change]:
    """A move, and the outcomes of chance that follow it."""
    match, seat = at.match, command.seat
    if not by_bot:
        _check_present(match, seat)
    _check_version(match, command.version)
    _check_running(match)
    move = match.table.game.read_move(command.move)
    if not by_bot and _needs_call(match, seat, move):
        return [Change("attempt", seat, {"move": msgspec.to_builtins(move)})]
    if match.call is not None:
        match.call.check(seat, move, at.now)
    return [Change("move", seat, {"move": move})]


def undo(at: Context, command: m.Undo) -> list[Change]:
    """Take a move back, or ask everybody else who plays."""
    match, seat = at.match, command.seat
    _check_present(match, seat)
    _check_version(match, command.version)
    _check_no_call(match)
    if match.final:
        raise NotAllowed("core.over")
    if match.table.can_undo(seat) is None:
        return [Change("undo", seat, {"agreed": False})]
    refusal = match.table.can_undo(seat, agreed=True)
    if refusal is not None:
        raise refusal
    return _propose(at, Asked(match.version + 1, seat, (seat,), _others(at, seat)))


def reset(at: Context, command: m.Reset) -> list[Change]:
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
    return [Change("reset", seat)]


def answer(at: Context, command: m.Agree | m.Decline) -> list[Change]:
    """A yes or a no, for all seats that one person holds; with the last yes it is done."""
    match, proposal = at.match, command.proposal
    asked = match.asked
    if asked is None or asked.number != proposal:
        raise NotAllowed("server.nothing_asked")
    if isinstance(command, m.Decline):
        return [Change("decline", command.seat, {"proposal": proposal})]
    held = holds(at.seats, at.seats[command.seat].person)
    seats = sorted((seat for seat in held if seat in asked.needed), key=lambda seat: seat != command.seat)
    if not seats:
        raise NotAllowed("server.nothing_asked")
    changes = [Change("agree", seat, {"proposal": proposal}) for seat in seats]
    if set(asked.needed) <= set(seats):
        changes.append(_carry_out(asked))
    return changes


def stand_in_for(at: Context, command: m.StandIn) -> list[Change]:
    """A bot for somebody who is waited for and stays away; who else is there has to agree."""
    match, seat, absent = at.match, command.seat, command.absent
    _check_present(match, seat)
    _check_running(match)
    if absent >= len(at.seats) or not at.is_missed(at.seats[absent]):
        raise NotAllowed("server.not_missed")
    needed = tuple(one for one in _others(at, seat) if at.is_here(at.seats[one]))
    asked = Asked(match.version + 1, seat, (seat,), needed, "stand_in", absent, _stand_in(match, None))
    return _propose(at, asked)


def end_game(at: Context, command: m.EndGame) -> list[Change]:
    """An end without a winner; everybody has to agree but those who are missed."""
    match, seat = at.match, command.seat
    _check_present(match, seat)
    _check_running(match)
    needed = tuple(one for one in _others(at, seat) if not at.is_missed(at.seats[one]))
    return _propose(at, Asked(match.version + 1, seat, (seat,), needed, "end"))


def resign(at: Context, command: m.Resign) -> list[Change]:
    """Give up; a bot plays on where others still contend."""
    level = _stand_in(at.match, None)
    _check_running(at.match)
    if command.seat in at.match.resigned:
        raise NotAllowed("server.resigned_before")
    return [Change("resign", command.seat, {"level": level})]


def leave(at: Context, command: m.Leave) -> list[Change]:
    """Let a bot stand in."""
    level = _stand_in(at.match, command.level)
    _check_running(at.match)
    if command.seat in at.match.resigned or command.seat in at.match.away:
        raise NotAllowed("server.left_before")
    return [Change("leave", command.seat, {"level": level})]


def come_back(at: Context, command: m.Return) -> list[Change]:
    """Play on."""
    _check_running(at.match)
    if command.seat not in at.match.away or command.seat in at.match.resigned:
        raise NotAllowed("server.not_away")
    return [Change("return", command.seat)]


# What bots, clocks, chance and the host add


def play_for(at: Context, seat: int, move: Json) -> list[Change]:
    """A bot's move for a seat that it plays, or for one whose time is up."""
    changes: list[Change] = []
    if not at.match.played_by_bot(seat):
        deadline = at.match.deadlines.get(seat)
        if deadline is None or at.now < deadline:
            raise NotYourTurn("server.time_left")
        changes.append(Change("time_up", seat))
    assert isinstance(move, dict)  # every move has a tag
    command = m.Play(id="", seat=seat, version=at.match.version, move=move)
    return changes + play(at, command, by_bot=True)


def miss_call(at: Context) -> list[Change]:
    """The call did not come in time, or nobody is there any more who could call."""
    call = at.match.call
    late = None if call is None else at.match.deadlines.get(call.seat)
    if call is None or (not at.match.played_by_bot(call.seat) and (late is None or at.now < late)):
        raise NotYourTurn("server.time_left")
    missed = msgspec.to_builtins(call.window.missed)
    return play(at, m.Play(id="", seat=call.seat, version=at.match.version, move=missed), by_bot=True)


async def chance(match: LiveMatch, now: datetime, draw: Draw) -> None:
    """Apply what chance gives until a seat is to act or the game is over."""
    while match.table.awaits_chance:
        outcome = await draw(match.table.position)
        match.apply(match.line("chance", None, {"outcome": outcome}, now))


def hint(match: LiveMatch, seat: int) -> list[Change]:
    """Tell everybody that a seat asks for a hint."""
    _check_running(match)
    return [Change("hint", seat)]


def stop(match: LiveMatch) -> list[Change]:
    """Leave a position alone at which a bot fails; its people are told."""
    _check_running(match)
    return [Change("stop")]


def end(match: LiveMatch) -> list[Change]:
    """End a match by the host; there is no winner."""
    _check_running(match)
    return [Change("end")]


def renew(match: LiveMatch) -> Change:
    """Let today's rules hold from here on; where they no longer lead to is left out."""
    return Change("rules", None, {"lost": match.lost, "position": match.table.position.to_json()})


def _others(at: Context, seat: int) -> tuple[int, ...]:
    """The seats that other people hold and play."""
    asker = at.seats[seat].person
    return tuple(
        other.seat
        for other in at.seats
        if other.kind == "person" and other.person != asker and not at.match.played_by_bot(other.seat)
    )


def _propose(at: Context, asked: Asked) -> list[Change]:
    """Ask those who have to agree; where nobody has to, it is done at once."""
    if not asked.needed:
        return [_carry_out(asked)]
    if at.match.asked is not None:
        raise NotAllowed("server.already_asked")
    body: dict[str, Json] = {"what": asked.what, "needed": list(asked.needed)}
    if asked.seat is not None:
        body |= {"seat": asked.seat, "level": asked.level}
    return [Change("ask", asked.by, body)]


def _carry_out(asked: Asked) -> Change:
    """All have agreed."""
    match asked.what:
        case "undo":
            return Change("undo", asked.by, {"agreed": True})
        case "stand_in":
            return Change("leave", asked.seat, {"level": asked.level, "by": asked.by})
        case "end":
            return Change("end", asked.by)


def _needs_call(match: LiveMatch, seat: int, move: Move) -> bool:
    """Whether a call has to follow a person's move in time; what is not allowed is refused later."""
    if match.call is not None or not match.table.game.timed_calls:
        return False
    if match.table.why_not(seat, move) is not None:
        return False
    return match.table.position.call_window(seat, move) is not None


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


Handler: TypeAlias = Callable[[Context, m.Do], list[Change]]
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
