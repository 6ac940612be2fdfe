"""A match as the server keeps it: how it stands, and what each line of its log does to it.

Nothing here waits, stores or sends: a match is built from its log alone, so that it is the same again after
a crash. Which lines a command adds, `commands.py` says.
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
"""Lines of the log after which the position is stored, and steps after which it is kept in memory."""


class Mark(NamedTuple):
    """The position after so many steps, and the last of these; nobody changes it."""

    step: int
    line: Line | None
    position: Position


class Asked(msgspec.Struct, frozen=True):
    """A question that everybody has to agree to."""

    number: int
    by: int
    agreed: tuple[int, ...]
    needed: tuple[int, ...]
    what: Literal["undo", "stand_in", "end"] = "undo"
    seat: int | None = None
    """For whom a bot would stand in, and which."""
    level: str = ""


ASKED: Final = {"undo": "undo_asked", "stand_in": "stand_in_asked", "end": "end_asked"}
"""What is told when something is asked of everybody."""


class LiveMatch:
    """A match in progress or over."""

    def __init__(self, row: TableRow, sitting: Sequence[SeatRow], rules: int | None = None) -> None:
        """At its start, which was written under a version of the rules: today's, if nothing is said."""
        self.game = row.game
        self._clock = TurnClock(row.seconds)
        self.bots: Final = frozenset(seat.seat for seat in sitting if seat.kind == "bot")
        today = find_game(row.game).rules_version
        self.begun_under = today if rules is None else rules
        self.rules = self.begun_under
        """The version of the rules under which the last line was written."""
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
        """Positions to replay from, the first one first."""
        self.broken = False
        """Today's rules do not allow the last line; the position is the one before."""
        self.lost = 0
        """Moves that had to be left out since a position was known."""
        self.result_kept = False
        """It is over as it ended once, though today's rules do not lead there."""
        self.ended: str | None = None
        """Why it was broken off: by the host, or by its players."""
        self.asked: Asked | None = None
        self.call: PendingCall | None = None
        """The move that lies on the table and waits for its call."""
        self.resigned: tuple[int, ...] = ()
        self.away: dict[int, str] = {}
        self.stopped = False
        """A bot failed again and again at this position, and is not asked any more."""
        self.position_version = 0
        """The version that led to the position as it is: what somebody only said or asked does not count."""
        self.hinted: tuple[int | None, int] | None = None
        """The seat that last asked for a hint, and the position at which it did."""
        self.outcome = self._find_outcome()
        """How it ended, by the rules or because those who are left agree by resigning."""
        self.actors = self._find_actors()
        """Seats that may act now; none when it is over."""
        self._clock.run(0, self.actors, None, row.changed)
        self._views: dict[int | None, msgspec.Raw] = {}
        self._moves: dict[int, Sequence[Move | MoveRange]] = {}
        self.told: dict[tuple[int | None, int, int], msgspec.Raw] = {}
        """The events behind a version, and how they looked behind another, by who may know them, as JSON."""

    # How it stands

    @property
    def version(self) -> int:
        """How many lines the log has."""
        return len(self.table.lines)

    def view(self, seat: int | None) -> msgspec.Raw:
        """The position as a seat may know it, written as JSON; where nothing is hidden, one serves all."""
        viewer = seat if self.table.game.hidden else None
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = msgspec.Raw(encode(self.table.position.view(viewer)))
        return view

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """What a seat may do now."""
        if seat not in self.actors:
            return ()
        if seat not in self._moves:
            self._moves[seat] = self._find_moves(seat)
        return self._moves[seat]

    def _find_moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """What a seat may do now; a call is offered once its move lies on the table, not with it."""
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
        """What is asked of everybody now."""
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
        """Until when each seat that may act is waited for, should its holder be away."""
        return self._clock.patience(seat for seat in self.actors if not self.played_by_bot(seat))

    @property
    def patience_told(self) -> dict[str, datetime]:
        """The same as it travels."""
        return {str(seat): at for seat, at in self.patience.items()}

    @property
    def deadlines(self) -> dict[int, datetime]:
        """Until when each seat that may act has time; nothing without a clock."""
        if self.call is not None and self.call.closes is not None:
            return {} if self.played_by_bot(self.call.seat) else {self.call.seat: self.call.closes}
        return self._clock.deadlines(seat for seat in self.actors if not self.played_by_bot(seat))

    @property
    def clock(self) -> Clock | None:
        """The clock as it travels."""
        seconds = self._clock.seconds
        if seconds is None:
            return None
        return Clock(seconds=seconds, deadlines={str(seat): at for seat, at in self.deadlines.items()})

    @property
    def call_clock(self) -> CallClock | None:
        """The call that is waited for, as it travels."""
        return None if self.call is None else self.call.clock()

    @property
    def summary(self) -> Summary:
        """What lists show."""
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
        """When a bot or the clock has to act."""
        untimed = self._clock.seconds is None and self.call is None
        if self.stopped or (untimed and not (self.bots or self.away)):
            return None
        times = list(self.deadlines.values())
        times += [self._clock.since[seat] for seat in self.actors if self.played_by_bot(seat)]
        return min(times, default=None)

    def played_by_bot(self, seat: int) -> bool:
        """Whether a bot makes the moves of a seat now."""
        return seat in self.bots or seat in self.away or seat in self.resigned

    def awaits_bot(self, seat: int, now: datetime) -> bool:
        """Whether a bot is to move for a seat: it plays there, or the time of whoever does is over."""
        late = self.deadlines.get(seat)
        return seat in self.actors and (self.played_by_bot(seat) or (late is not None and late <= now))

    @property
    def final(self) -> bool:
        """Whether it is over in a way that no move taken back could change."""
        return self.outcome is not None and (
            bool(self.resigned) or self.ended is not None or self.result_kept
        )

    def can_undo(self, seat: int) -> Literal["now", "ask"] | None:
        """Whether a seat can take its last move back at once, by agreement, or not."""
        if self.call is not None or self.final:
            return None
        return self.table.undo_how(seat)

    def last_turn(self, seat: int) -> int:
        """The version after a seat's last turn; while nobody else has moved since, it still goes on."""
        others = False
        for step in reversed(self.table.steps):
            if step.seat == seat and others:
                return step.number
            others = others or step.seat not in (None, seat)
        return 0

    def mark_before(self, step: int) -> Mark:
        """Return the last kept position that a step can be replayed from."""
        index = bisect_right(self._marks, step, key=_step_of) - 1
        while not self._stands_in_log(self._marks[index]):
            index -= 1
        return self._marks[index]

    def _stands_in_log(self, mark: Mark) -> bool:
        """Tell whether nothing was taken back behind which a position was kept."""
        steps = self.table.steps
        return mark.step == 0 or (mark.step <= len(steps) and steps[mark.step - 1] is mark.line)

    def _keep_mark(self) -> None:
        """Keep the position if the last one kept is far behind."""
        while not self._stands_in_log(self._marks[-1]):
            self._marks.pop()
        steps = self.table.steps
        if len(steps) - self._marks[-1].step >= POSITION_EVERY:
            self._marks.append(Mark(len(steps), steps[-1], self.table.position.copy()))

    @property
    def outdated(self) -> bool:
        """Whether it was last played under other rules than today's, and has to be told so."""
        return self.broken or self.rules != self.table.game.rules_version

    # Lines

    def lines_since(self, version: int, client: str | None = None) -> list[Line]:
        """Return the lines behind a version; the last one completes a client's command."""
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
        """Return the next line of the log, by today's rules."""
        rules = self.table.game.rules_version
        return Line(number=self.version + 1, seat=seat, kind=kind, body=body, at=now, rules=rules)

    def apply(self, line: Line) -> None:
        """Make the change of a line, judged now or stored long ago; a refused one may be half made."""
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
        self._stands(line)
        if line.position is None and (line.number % POSITION_EVERY == 0 or self.outcome is not None):
            last = self.table.lines[-1]
            self.table.lines[-1] = msgspec.structs.replace(last, position=self.table.position.to_json())

    def leave_out(self, line: Line) -> None:
        """Count a line that today's rules do not allow any more; it changes nothing."""
        self.broken = True
        self.lost += line.kind == "move"
        self.asked = self.call = None
        del self.table.lines[line.number - 1 :]
        self.table.append(msgspec.structs.replace(line, events=()))
        self.rules = line.rules

    def trust(self, line: Line) -> None:
        """Go on from the position stored with a line, if the moves do not lead to it by today's rules."""
        if line.position is None:
            return
        position = self.table.game.upgrade_position(line.position, line.rules)
        if not self._stands_at(position):
            try:
                self.table.correct(position)
            except Refusal:
                return
        self._is_known()
        self._stands(line)

    def keep_result(self, outcome: Outcome) -> None:
        """Keep the result that a match had when it ended, whatever today's rules make of its moves."""
        if not self.broken and self.outcome is not None and self.outcome.ranks == outcome.ranks:
            return
        self.result_kept = True
        self.outcome = outcome
        self.actors = ()
        name, params = ("rules_ended", {"moves": self.lost}) if self.lost else ("rules_differ", {})
        if self.table.steps:  # with the last step, so that whoever steps through it reads it at the end
            self.table.say(Event(name=f"server.{name}", params={**params}), self.table.steps[-1].number)

    def _stands(self, line: Line) -> None:
        """Find what follows from the position after a line."""
        self.rules = line.rules
        self._keep_mark()
        if line.kind in MOVES_THE_POSITION:
            self.position_version = line.number
            self.stopped = False
        self.outcome = self._find_outcome()
        self.actors = self._find_actors()
        self._views, self._moves, self.told = {}, {}, {}
        moved = line.seat if line.kind == "move" else None
        self._clock.run(self.version, self.actors, moved, line.at)

    def _stands_at(self, position: Json) -> bool:
        return encode(position) == encode(self.table.position.to_json())

    def _is_known(self) -> None:
        """Note that the position is right, whatever was left out before."""
        self.broken = False
        self.lost = 0

    # The effect of a line, by its kind

    def _take_back(self, line: Line) -> None:
        self.asked = None
        table, before = self.table, len(self.table.steps)
        table.apply(line)
        back = table.steps[-1].number if table.steps else 0
        params: dict[str, Param] = {"moves": before - len(table.steps), "back": back}
        table.say(Event(name=f"server.{line.kind}", seat=line.seat, params=params))
        self._clock.go_back(back, agreed=line.body.get("agreed") is True)

    def _go_on(self, line: Line) -> None:
        """Let today's rules hold from the position that was found then."""
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
        self._is_known()

    def _attempt(self, line: Line) -> Event:
        assert line.seat is not None  # only a seat calls
        position = self.table.position
        window = position.call_window(line.seat, self.table.game.read_move(line.body["move"]))
        if window is None:  # whoever made the line looked, but by other rules
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
        if self.asked is None:  # the question belongs to what had to be left out
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
"""Lines beside the position: each gives the event that it tells."""
MOVES_THE_POSITION: Final[frozenset[Kind]] = frozenset(
    ("move", "attempt", "chance", "undo", "reset", "rules")
)
"""Lines after which what a bot thought is about something else."""
