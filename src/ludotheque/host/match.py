"""A match of the server: its state, and the effect of each log line on it.

Nothing here waits, stores or sends: a match is a function of its log, so that a replay after a crash leads to
the same state. `commands.py` decides which lines a command adds.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.events import Event, seat_name
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import NotAllowed, Param, Refusal
from ludotheque.games import game as find_game
from ludotheque.host.clock import TurnClock
from ludotheque.host.outcome import broken_off, outcome_of
from ludotheque.host.pending_call import PendingCall
from ludotheque.host.protocol import CallClock, Clock, Outcome, Proposal
from ludotheque.host.rows import SeatRow, Summary, TableRow
from ludotheque.table.line import Kind, Line
from ludotheque.table.record import VERSION
from ludotheque.table.table import Table

encode: Final = msgspec.json.Encoder().encode

POSITION_EVERY: Final = 25
"""Interval of kept positions: in log lines for those stored in the log, in steps for those in memory."""


class Mark(NamedTuple):
    """A kept position: the number of steps before it, the last of them, and a copy that is never changed."""

    step: int
    line: Line | None
    position: Position


class Asked(msgspec.Struct, frozen=True):
    """A proposal that players have to agree to."""

    number: int
    by: int
    agreed: tuple[int, ...]
    needed: tuple[int, ...]
    what: Literal["undo", "stand_in", "end"] = "undo"
    seat: int | None = None
    """The seat for which a bot of `level` would stand in; None for other proposals."""
    level: str = ""


ASKED: Final = {"undo": "undo_asked", "stand_in": "stand_in_asked", "end": "end_asked"}
"""Names of the events of a proposal, by its kind."""


class LiveMatch:
    """A match, running or finished, with people, clocks, calls and proposals around its `Table`."""

    def __init__(self, row: TableRow, sitting: Sequence[SeatRow], rules: int | None = None) -> None:
        """Create a match at its start, under a version of the rules; None: the current version."""
        self.game = row.game
        self._clock = TurnClock(row.seconds)
        self.bots: Final = frozenset(seat.seat for seat in sitting if seat.kind == "bot")
        today = find_game(row.game).rules_version
        self.begun_under = today if rules is None else rules
        self.rules = self.begun_under
        """Version of the rules of the last line."""
        self.table = Table.replay(
            {
                "ludotheque": VERSION,
                "game": row.game,
                "rules": self.begun_under,
                "seats": len(sitting),
                "options": row.options,
                "start": row.start,
                "practice": row.practice,
                "log": [],
            }
        )
        self._marks = [Mark(0, None, self.table.position.copy())]
        """Positions to replay from, in order; the first is the starting position."""
        self.broken = False
        """True if the current rules do not allow the last line; the position is then the one before it."""
        self.lost = 0
        """Number of moves left out since the last position that is known to be right."""
        self.result_kept = False
        """True if the stored result is kept although the current rules do not lead to it."""
        self.ended: str | None = None
        """Code of the reason if the match was ended early, by the operator or by its players; else None."""
        self.asked: Asked | None = None
        self.call: PendingCall | None = None
        """The move that still waits for its call."""
        self.resigned: tuple[int, ...] = ()
        self.away: dict[int, str] = {}
        self.stopped = False
        """True if a bot failed repeatedly at this position; it is not asked again."""
        self.position_version = 0
        """Version of the last change of the position; lines such as proposals and hints do not count."""
        self.hinted: tuple[int | None, int] | None = None
        """The seat that last asked for a hint, and `position_version` then."""
        self.outcome = self._find_outcome()
        """The result, by the rules, by resignations or by an early end; None while running."""
        self.actors = self._find_actors()
        """Seats that may act now; empty when the match is over."""
        self._clock.run(0, self.actors, None, row.changed)
        self._views: dict[int | None, msgspec.Raw] = {}
        self._moves: dict[int, Sequence[Move | MoveRange]] = {}
        self.told: dict[tuple[int | None, int, int], msgspec.Raw] = {}
        """Cached events as JSON, by viewer, first version, and version from which animations are included."""

    # State

    @property
    def version(self) -> int:
        """Number of log lines."""
        return len(self.table.lines)

    def view(self, seat: int | None) -> msgspec.Raw:
        """Return the position as a seat may know it, as JSON; cached, and shared by all in an open game."""
        viewer = seat if self.table.game.hidden else None
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = msgspec.Raw(encode(self.table.position.view(viewer)))
        return view

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Return the legal moves of a seat; empty if it may not act."""
        if seat not in self.actors:
            return ()
        if seat not in self._moves:
            self._moves[seat] = self._find_moves(seat)
        return self._moves[seat]

    def _find_moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Compute the legal moves of a seat; a call is offered after its move, never together with it."""
        if self.call is not None:
            return self.call.moves
        moves = self.table.moves(seat)
        if not self.table.game.timed_calls:
            return moves
        windows = [self.table.position.call_window(seat, move) for move in moves if isinstance(move, Move)]
        calls = [window.called for window in windows if window is not None]
        return [move for move in moves if move not in calls]

    def _find_actors(self) -> tuple[int, ...]:
        return () if self.outcome is not None else self.table.actors

    def _find_outcome(self) -> Outcome | None:
        if self.ended is not None:
            return broken_off(self.table, self.resigned, self.ended)
        return outcome_of(self.table, self.resigned, self.bots)

    @property
    def proposal(self) -> Proposal | None:
        """The pending proposal as sent to clients."""
        asked = self.asked
        if asked is None:
            return None
        return Proposal(
            number=asked.number,
            what=asked.what,
            by=asked.by,
            seat=asked.seat,
            agreed=asked.agreed,
            needed=asked.needed,
        )

    @property
    def patience(self) -> dict[int, datetime]:
        """For each seat that may act, the time after which others may replace its player, if absent."""
        return self._clock.patience(seat for seat in self.actors if not self.played_by_bot(seat))

    @property
    def patience_told(self) -> dict[str, datetime]:
        """`patience` as sent to clients."""
        return {str(seat): at for seat, at in self.patience.items()}

    @property
    def deadlines(self) -> dict[int, datetime]:
        """Deadline of each seat that may act and is played by a person; empty without a clock or call."""
        if self.call is not None and self.call.closes is not None:
            return {} if self.played_by_bot(self.call.seat) else {self.call.seat: self.call.closes}
        return self._clock.deadlines(seat for seat in self.actors if not self.played_by_bot(seat))

    @property
    def clock(self) -> Clock | None:
        """The clock as sent to clients; None without a clock."""
        seconds = self._clock.seconds
        if seconds is None:
            return None
        return Clock(seconds=seconds, deadlines={str(seat): at for seat, at in self.deadlines.items()})

    @property
    def call_clock(self) -> CallClock | None:
        """The pending call as sent to clients."""
        return None if self.call is None else self.call.clock()

    @property
    def summary(self) -> Summary:
        """Summary for lists of tables."""
        return Summary(
            actors=self.actors,
            deadlines={str(seat): at for seat, at in self.deadlines.items()},
            resigned=self.resigned,
            away={str(seat): level for seat, level in self.away.items()},
            teams=self.table.position.teams,
            result=self.outcome,
        )

    @property
    def due(self) -> datetime | None:
        """Time when a bot or the clock has to act next; None if neither has to."""
        untimed = self._clock.seconds is None and self.call is None
        if self.stopped or (untimed and not (self.bots or self.away)):
            return None
        times = list(self.deadlines.values())
        times += [self._clock.since[seat] for seat in self.actors if self.played_by_bot(seat)]
        return min(times, default=None)

    def played_by_bot(self, seat: int) -> bool:
        """Return whether a bot makes the moves of a seat now."""
        return seat in self.bots or seat in self.away or seat in self.resigned

    def awaits_bot(self, seat: int, now: datetime) -> bool:
        """Return whether a bot has to move for a seat: a bot plays it, or the deadline has passed."""
        late = self.deadlines.get(seat)
        return seat in self.actors and (self.played_by_bot(seat) or (late is not None and late <= now))

    @property
    def final(self) -> bool:
        """True if the match is over for good, by resignation, an early end or a kept result: no undo."""
        return self.outcome is not None and (
            bool(self.resigned) or self.ended is not None or self.result_kept
        )

    def undo_mode(self, seat: int) -> Literal["now", "ask"] | None:
        """Return “now” if a seat can undo its last move at once, “ask” if others must agree, else None."""
        if self.call is not None or self.final:
            return None
        return self.table.undo_mode(seat)

    def last_turn(self, seat: int) -> int:
        """Return the version after a seat's last finished turn; 0 if it has none.

        The current turn of the seat, after which no other seat has moved, does not count.
        """
        others = False
        for step in reversed(self.table.steps):
            if step.seat == seat and others:
                return step.number
            others = others or step.seat not in (None, seat)
        return 0

    def mark_before(self, step: int) -> Mark:
        """Return the last kept position at or before a step, to replay from."""
        index = bisect_right(self._marks, step, key=_step_of) - 1
        while not self._stands_in_log(self._marks[index]):
            index -= 1
        return self._marks[index]

    def _stands_in_log(self, mark: Mark) -> bool:
        """Return whether a kept position is still part of the match, not undone."""
        steps = self.table.steps
        return mark.step == 0 or (mark.step <= len(steps) and steps[mark.step - 1] is mark.line)

    def _keep_mark(self) -> None:
        """Keep the current position if the last kept one is `POSITION_EVERY` steps behind."""
        while not self._stands_in_log(self._marks[-1]):
            self._marks.pop()
        steps = self.table.steps
        if len(steps) - self._marks[-1].step >= POSITION_EVERY:
            self._marks.append(Mark(len(steps), steps[-1], self.table.position.copy()))

    @property
    def outdated(self) -> bool:
        """True if the last line was written under other rules or is not allowed by the current ones.

        A line of kind `rules` then has to follow.
        """
        return self.broken or self.rules != self.table.game.rules_version

    # Log lines

    def sign_and_list(self, version: int, client: str | None = None) -> list[Line]:
        """Sign the last line with the client id of its command; return the lines after a version."""
        lines = self.table.lines
        if client is not None:
            lines[-1] = msgspec.structs.replace(lines[-1], client=client)
        return lines[version:]

    def copy(self) -> "LiveMatch":
        """Return an independent copy, to judge a change on."""
        copied = LiveMatch.__new__(LiveMatch)
        copied.__dict__.update(self.__dict__)
        copied.table = self.table.fork()
        copied._clock = self._clock.copy()
        copied._marks = list(self._marks)
        return copied

    def line(self, kind: Kind, seat: int | None, body: dict[str, Any], now: datetime) -> Line:
        """Create the next line of the log, under the current rules."""
        rules = self.table.game.rules_version
        return Line(number=self.version + 1, seat=seat, kind=kind, body=body, at=now, rules=rules)

    def apply(self, line: Line) -> None:
        """Apply a line, new or from the log; if it raises a `Refusal`, the match may be half changed."""
        if line.kind in ("move", "chance"):
            self.table.apply(line)
            self.asked = self.call = None
        elif line.kind in ("undo", "reset"):
            self._take_back(line)
        elif line.kind == "rules":
            self._go_on(line)
        else:
            event = EFFECTS[line.kind](self, line)
            self.table.append(msgspec.structs.replace(line, events=() if event is None else (event,)))
        self._update_derived(line)
        if line.position is None and (line.number % POSITION_EVERY == 0 or self.outcome is not None):
            last = self.table.lines[-1]
            self.table.lines[-1] = msgspec.structs.replace(last, position=self.table.position.to_json())

    def leave_out(self, line: Line) -> None:
        """Append a line that the current rules refuse: it has no effect and marks the match as broken."""
        self.broken = True
        self.lost += line.kind == "move"
        self.asked = self.call = None
        del self.table.lines[line.number - 1 :]
        self.table.append(msgspec.structs.replace(line, events=()))
        self.rules = line.rules

    def trust(self, line: Line) -> None:
        """Continue from the position stored with a line, if replaying the moves does not lead to it."""
        if line.position is None:
            return
        position = self.table.game.upgrade_position(line.position, line.rules)
        if not self._stands_at(position):
            try:
                self.table.correct(position)
            except Refusal:
                return
        self._mark_known()
        self._update_derived(line)

    def keep_result(self, outcome: Outcome) -> None:
        """Keep the stored result of a finished match, even if the current rules lead to another."""
        if not self.broken and self.outcome is not None and self.outcome.ranks == outcome.ranks:
            return
        self.result_kept = True
        self.outcome = outcome
        self.actors = ()
        name, params = ("rules_ended", {"moves": self.lost}) if self.lost else ("rules_differ", {})
        if self.table.steps:  # at the last step, so that it is shown at the end of a review
            self.table.say(Event(name=f"server.{name}", params={**params}), self.table.steps[-1].number)

    def _update_derived(self, line: Line) -> None:
        """Update all that follows from the position after a line."""
        self.rules = line.rules
        self._keep_mark()
        if line.kind in OUTDATES_A_SEARCH:
            self.position_version = line.number
            self.stopped = False
        self.outcome = self._find_outcome()
        self.actors = self._find_actors()
        self._views, self._moves, self.told = {}, {}, {}
        moved = line.seat if line.kind == "move" else None
        self._clock.run(self.version, self.actors, moved, line.at)

    def _stands_at(self, position: Json) -> bool:
        return encode(position) == encode(self.table.position.to_json())

    def _mark_known(self) -> None:
        """Mark the position as right, whatever was left out before."""
        self.broken = False
        self.lost = 0

    # Effects of a line, by its kind

    def _take_back(self, line: Line) -> None:
        self.asked = None
        table, before = self.table, len(self.table.steps)
        table.apply(line)
        back = table.steps[-1].number if table.steps else 0
        params: dict[str, Param] = {"moves": before - len(table.steps), "back": back}
        table.say(Event(name=f"server.{line.kind}", seat=line.seat, params=params))
        self._clock.go_back(back, agreed=line.body.get("agreed") is True)

    def _go_on(self, line: Line) -> None:
        """Switch to the current rules from the position stored in the line."""
        lost = msgspec.convert(line.body["lost"], int)
        name, params = ("rules_lost", {"moves": lost}) if lost else ("rules_changed", {})
        told = msgspec.structs.replace(line, events=(_event(line, name, **params),))
        try:
            if self._stands_at(self.table.game.upgrade_position(line.body["position"], line.rules)):
                self.table.append(told)
            else:
                self.table.apply(line)
                self.table.lines[-1] = told
        except Refusal:
            self.table.append(told)
            return
        self._mark_known()

    def _attempt(self, line: Line) -> Event:
        assert line.seat is not None  # only a seat calls
        position = self.table.position
        window = position.call_window(line.seat, self.table.game.read_move(line.body["move"]))
        if window is None:  # it was checked when written, but under other rules
            raise NotAllowed("server.call_late")
        self.asked = None
        self.call = PendingCall(line.seat, window, line.at)
        return window.event

    def _ask(self, line: Line) -> Event:
        assert line.seat is not None
        asked = {"number": line.number, "by": line.seat, "agreed": (line.seat,), **line.body}
        self.asked = msgspec.convert(asked, Asked)
        absent = {} if self.asked.seat is None else {"absent": seat_name(self.asked.seat)}
        return _event(line, ASKED[self.asked.what], **absent)

    def _agree(self, line: Line) -> Event | None:
        assert line.seat is not None
        if self.asked is None:  # its proposal was left out
            return None
        self.asked = msgspec.structs.replace(
            self.asked,
            agreed=(*self.asked.agreed, line.seat),
            needed=tuple(seat for seat in self.asked.needed if seat != line.seat),
        )
        return _event(line, "undo_agreed")

    def _decline(self, line: Line) -> Event:
        about_undo = self.asked is None or self.asked.what == "undo"
        self.asked = None
        return _event(line, "undo_declined" if about_undo else "declined")

    def _resign(self, line: Line) -> Event:
        assert line.seat is not None
        self.asked = None
        self.resigned = (*self.resigned, line.seat)
        self.away = {**self.away, line.seat: str(line.body["level"])}
        return _event(line, "resigned")

    def _leave(self, line: Line) -> Event:
        assert line.seat is not None
        self.away = {**self.away, line.seat: str(line.body["level"])}
        self.asked = None
        return _event(line, "stood_in" if "by" in line.body else "left", level=self.away[line.seat])

    def _return(self, line: Line) -> Event:
        assert line.seat is not None
        self.away = {seat: level for seat, level in self.away.items() if seat != line.seat}
        return _event(line, "returned")

    def _end(self, line: Line) -> Event:
        self.ended = "server.ended" if line.seat is None else "server.broken_off"
        self.asked = self.call = None
        return _event(line, "ended" if line.seat is None else "broken_off")

    def _time_up(self, line: Line) -> Event:
        return _event(line, "time_up")

    def _hint(self, line: Line) -> Event:
        self.hinted = line.seat, self.position_version
        return _event(line, "hint")

    def _stop(self, line: Line) -> Event:
        self.stopped = True
        return _event(line, "stopped")


def _step_of(mark: Mark) -> int:
    return mark.step


def _event(line: Line, name: str, **params: Param) -> Event:
    return Event(name=f"server.{name}", seat=line.seat, params=params)


EFFECTS: Final[dict[Kind, Callable[[LiveMatch, Line], Event | None]]] = {
    "attempt": LiveMatch._attempt,
    "ask": LiveMatch._ask,
    "agree": LiveMatch._agree,
    "decline": LiveMatch._decline,
    "resign": LiveMatch._resign,
    "leave": LiveMatch._leave,
    "return": LiveMatch._return,
    "time_up": LiveMatch._time_up,
    "hint": LiveMatch._hint,
    "stop": LiveMatch._stop,
    "end": LiveMatch._end,
}
"""Effects of the lines that do not change the position; each returns the event to show."""
OUTDATES_A_SEARCH: Final[frozenset[Kind]] = frozenset(("move", "attempt", "chance", "undo", "reset", "rules"))
"""Kinds of lines that change the position, so that a bot's search of the previous one is obsolete."""
