"""Commands of a match: a handler per command checks it and returns the changes to make.

Moves of bots, expired clocks and actions of the operator are checked here too. The game's rules judge a move
only when its change is applied.
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
from ludotheque.host.views import seats_of
from ludotheque.table.line import Kind

Draw: TypeAlias = Callable[[Position], Awaitable[Json]]
"""Function that returns an outcome of chance; asynchronous, since a flick is simulated."""


class Change(msgspec.Struct, frozen=True):
    """A log line without its number and time."""

    kind: Kind
    seat: int | None = None
    body: dict[str, Any] = {}


class Context(NamedTuple):
    """The state of a table that a command is checked against, and the current time."""

    match: LiveMatch
    seats: list[SeatRow]
    now: datetime
    presence: Presence = NOBODY
    """The people who are connected."""

    def is_here(self, seat: SeatRow) -> bool:
        """Return whether the holder of a seat is connected."""
        return seat.person in self.presence.everybody

    def is_missed(self, seat: SeatRow) -> bool:
        """Return whether the player of a seat is absent and has been waited for long enough."""
        until = self.match.patience.get(seat.seat)
        return until is not None and until <= self.now and not self.is_here(seat)


# Commands of people


def play(context: Context, command: m.Play, *, by_bot: bool = False) -> list[Change]:
    """Return the change of a move; one that needs a timed call becomes an attempt that awaits the call."""
    match, seat = context.match, command.seat
    if not by_bot:
        _check_present(match, seat)
    _check_version(match, command.version)
    _check_running(match)
    move = match.table.game.read_move(command.move)
    if not by_bot and _needs_call(match, seat, move):
        return [Change("attempt", seat, {"move": msgspec.to_builtins(move)})]
    if match.call is not None:
        match.call.check(seat, move, context.now)
    return [Change("move", seat, {"move": move})]


def undo(context: Context, command: m.Undo) -> list[Change]:
    """Return the changes of an undo: it is made at once, or proposed to the other players."""
    match, seat = context.match, command.seat
    _check_present(match, seat)
    _check_version(match, command.version)
    _check_no_call(match)
    if match.final:
        raise NotAllowed("core.over")
    if match.table.why_not_undo(seat) is None:
        return [Change("undo", seat, {"agreed": False})]
    refusal = match.table.why_not_undo(seat, agreed=True)
    if refusal is not None:
        raise refusal
    return _propose(context, Asked(match.version + 1, seat, (seat,), _others(context, seat)))


def reset(context: Context, command: m.Reset) -> list[Change]:
    """Return the change that takes back all moves of the turn that can be taken back."""
    match, seat = context.match, command.seat
    _check_present(match, seat)
    _check_version(match, command.version)
    _check_no_call(match)
    refusal = (
        NotAllowed("core.over")
        if match.result_kept or match.ended is not None
        else match.table.why_not_undo(seat)
    )
    if refusal is not None:
        raise refusal
    return [Change("reset", seat)]


def answer(context: Context, command: m.Agree | m.Decline) -> list[Change]:
    """Return the changes of a yes or no to a proposal; a yes counts for all seats the person holds.

    After the last yes the proposal is carried out.
    """
    match, proposal = context.match, command.proposal
    asked = match.asked
    if asked is None or asked.number != proposal:
        raise NotAllowed("server.nothing_asked")
    if isinstance(command, m.Decline):
        return [Change("decline", command.seat, {"proposal": proposal})]
    held = seats_of(context.seats, context.seats[command.seat].person)
    seats = sorted((seat for seat in held if seat in asked.needed), key=lambda seat: seat != command.seat)
    if not seats:
        raise NotAllowed("server.nothing_asked")
    changes = [Change("agree", seat, {"proposal": proposal}) for seat in seats]
    if set(asked.needed) <= set(seats):
        changes.append(_carry_out(asked))
    return changes


def stand_in_for(context: Context, command: m.StandIn) -> list[Change]:
    """Return the changes of a proposal that a bot replaces an absent, overdue player.

    The other connected players have to agree; raise `NotAllowed` if the player is not overdue or not absent.
    """
    match, seat, absent = context.match, command.seat, command.absent
    _check_present(match, seat)
    _check_running(match)
    if absent >= len(context.seats) or not context.is_missed(context.seats[absent]):
        raise NotAllowed("server.not_missed")
    needed = tuple(one for one in _others(context, seat) if context.is_here(context.seats[one]))
    asked = Asked(match.version + 1, seat, (seat,), needed, "stand_in", absent, _stand_in(match, None))
    return _propose(context, asked)


def end_game(context: Context, command: m.EndGame) -> list[Change]:
    """Return the changes of a proposal to end the match without a winner.

    All other players have to agree, except those who are absent and overdue.
    """
    match, seat = context.match, command.seat
    _check_present(match, seat)
    _check_running(match)
    needed = tuple(one for one in _others(context, seat) if not context.is_missed(context.seats[one]))
    return _propose(context, Asked(match.version + 1, seat, (seat,), needed, "end"))


def resign(context: Context, command: m.Resign) -> list[Change]:
    """Return the change of a resignation; a bot plays the seat on if the match continues."""
    level = _stand_in(context.match, None)
    _check_running(context.match)
    if command.seat in context.match.resigned:
        raise NotAllowed("server.resigned_before")
    return [Change("resign", command.seat, {"level": level})]


def leave(context: Context, command: m.Leave) -> list[Change]:
    """Return the change that lets a bot stand in for a seat."""
    level = _stand_in(context.match, command.level)
    _check_running(context.match)
    if command.seat in context.match.resigned or command.seat in context.match.away:
        raise NotAllowed("server.left_before")
    return [Change("leave", command.seat, {"level": level})]


def come_back(context: Context, command: m.Return) -> list[Change]:
    """Return the change by which a player takes over from the bot that stands in."""
    _check_running(context.match)
    if command.seat not in context.match.away or command.seat in context.match.resigned:
        raise NotAllowed("server.not_away")
    return [Change("return", command.seat)]


# Changes by bots, clocks, chance and the operator


def play_for(context: Context, seat: int, move: Json) -> list[Change]:
    """Return the changes of a bot's move for a seat; raise `NotYourTurn` if a person still has time."""
    changes: list[Change] = []
    if not context.match.played_by_bot(seat):
        deadline = context.match.deadlines.get(seat)
        if deadline is None or context.now < deadline:
            raise NotYourTurn("server.time_left")
        changes.append(Change("time_up", seat))
    assert isinstance(move, dict)  # every move has a tag
    command = m.Play(id="", seat=seat, version=context.match.version, move=move)
    return changes + play(context, command, by_bot=True)


def miss_call(context: Context) -> list[Change]:
    """Return the changes of a missed call; raise `NotYourTurn` if there is still time to call."""
    call = context.match.call
    late = None if call is None else context.match.deadlines.get(call.seat)
    if call is None or (not context.match.played_by_bot(call.seat) and (late is None or context.now < late)):
        raise NotYourTurn("server.time_left")
    missed = msgspec.to_builtins(call.window.missed)
    return play(
        context, m.Play(id="", seat=call.seat, version=context.match.version, move=missed), by_bot=True
    )


async def resolve_chance(match: LiveMatch, now: datetime, draw: Draw) -> None:
    """Resolve chance, and apply each outcome, until a seat is to act or the match is over."""
    while match.table.awaits_chance:
        outcome = await draw(match.table.position)
        match.apply(match.line("chance", None, {"outcome": outcome}, now))


def hint(match: LiveMatch, seat: int) -> list[Change]:
    """Return the change that shows everyone at the table that a seat asks for a hint."""
    _check_running(match)
    return [Change("hint", seat)]


def stop(match: LiveMatch) -> list[Change]:
    """Return the change that marks a match as stopped because its bot fails at this position."""
    _check_running(match)
    return [Change("stop")]


def end(match: LiveMatch) -> list[Change]:
    """Return the change that ends a match without a winner, by order of the operator."""
    _check_running(match)
    return [Change("end")]


def renew(match: LiveMatch) -> Change:
    """Return the change that switches a match to the current rules, from its current position."""
    return Change("rules", None, {"lost": match.lost, "position": match.table.position.to_json()})


def _others(context: Context, seat: int) -> tuple[int, ...]:
    """Return the seats that other people hold and still play themselves."""
    asker = context.seats[seat].person
    return tuple(
        other.seat
        for other in context.seats
        if other.kind == "person" and other.person != asker and not context.match.played_by_bot(other.seat)
    )


def _propose(context: Context, asked: Asked) -> list[Change]:
    """Return the change that proposes something, or carries it out if no consent is needed."""
    if not asked.needed:
        return [_carry_out(asked)]
    if context.match.asked is not None:
        raise NotAllowed("server.already_asked")
    body: dict[str, Json] = {"what": asked.what, "needed": list(asked.needed)}
    if asked.seat is not None:
        body |= {"seat": asked.seat, "level": asked.level}
    return [Change("ask", asked.by, body)]


def _carry_out(asked: Asked) -> Change:
    """Return the change of a proposal that all have agreed to."""
    match asked.what:
        case "undo":
            return Change("undo", asked.by, {"agreed": True})
        case "stand_in":
            return Change("leave", asked.seat, {"level": asked.level, "by": asked.by})
        case "end":
            return Change("end", asked.by)


def _needs_call(match: LiveMatch, seat: int, move: Move) -> bool:
    """Return whether a person's move must be followed by a timed call; False if the move is illegal."""
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
    """Return the level of a bot that stands in: the requested one, else a default; raise if there is none."""
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
    m.Play: play,  # type: ignore[dict-item] # each handler takes the command of its key
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
