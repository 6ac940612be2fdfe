"""A match as the server keeps it: how it stands, and what each line of its log does to it.

Nothing here waits, stores or sends: a match is built from its log alone, so that it is the same again after
a crash. Which lines a command adds, `commands.py` says.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

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
from ludotheque.host.rows import Kind, LogRow, SeatRow, Summary, TableRow
from ludotheque.table.record import VERSION, Entry
from ludotheque.table.table import Happened, Table

encode: Final = msgspec.json.Encoder().encode

POSITION_EVERY: Final = 25
"""Lines of the log after which the position is stored, and steps after which it is kept in memory."""


class Mark(NamedTuple):
    """The position after so many steps, and the last of these; nobody changes it."""

    step: int
    entry: Entry | None
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
        self.times: list[datetime] = []
        """When each line of the log was written, the first one first."""
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
        return self.table.version

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
        for entry, version in zip(reversed(self.table.log), reversed(self.table.versions), strict=True):
            if entry.seat == seat and others:
                return version
            others = others or entry.seat not in (None, seat)
        return 0

    def mark_before(self, step: int) -> Mark:
        """Return the last kept position that a step can be replayed from."""
        index = bisect_right(self._marks, step, key=_step_of) - 1
        while not self._stands_in_log(self._marks[index]):
            index -= 1
        return self._marks[index]

    def _stands_in_log(self, mark: Mark) -> bool:
        """Tell whether nothing was taken back behind which a position was kept."""
        log = self.table.log
        return mark.step == 0 or (mark.step <= len(log) and log[mark.step - 1] is mark.entry)

    def _keep_mark(self) -> None:
        """Keep the position if the last one kept is far behind."""
        while not self._stands_in_log(self._marks[-1]):
            self._marks.pop()
        log = self.table.log
        if len(log) - self._marks[-1].step >= POSITION_EVERY:
            self._marks.append(Mark(len(log), log[-1], self.table.position.copy()))

    @property
    def outdated(self) -> bool:
        """Whether it was last played under other rules than today's, and has to be told so."""
        return self.broken or self.rules != self.table.game.rules_version

    # What a line means

    def follow(self, line: LogRow) -> None:
        """One line of the log; a move that is refused changes nothing."""
        MEANING[line.kind](self, line)
        self._count(line)
        self._stands(line)

    def _stands(self, line: LogRow) -> None:
        """What follows from the position after a line."""
        self._keep_mark()
        if line.kind in MOVES_THE_POSITION:
            self.position_version = line.number
            self.stopped = False
        self.outcome = self._find_outcome()
        self.actors = self._find_actors()
        self._views.clear()
        self._moves.clear()
        self.told.clear()
        moved = line.seat if line.kind == "move" else None
        self._clock.run(self.version, self.actors, moved, line.at)

    def add(self, kind: Kind, seat: int | None, body: dict[str, Json], now: datetime) -> LogRow:
        """The line of a change beside the rules, which it makes."""
        rules = self.table.game.rules_version
        line = LogRow(number=self.version + 1, seat=seat, kind=kind, body=body, at=now, rules=rules)
        self.follow(line)
        return self._with_position(line)

    def entered(self, kind: Kind, seat: int | None, body: dict[str, Json], now: datetime) -> LogRow:
        """The line of what the table has just played."""
        rules = self.table.game.rules_version
        line = LogRow(number=self.version, seat=seat, kind=kind, body=body, at=now, rules=rules)
        self.asked = self.call = None
        self._count(line)
        self._stands(line)
        return self._with_position(line)

    def _with_position(self, line: LogRow) -> LogRow:
        if line.number % POSITION_EVERY and self.outcome is None:
            return line
        return msgspec.structs.replace(line, position=self.table.position.to_json())

    def leave_out(self, line: LogRow) -> None:
        """A line that today's rules do not allow any more: it is counted, and changes nothing."""
        self.broken = True
        self.lost += line.kind == "move"
        self.asked = None
        self.call = None
        self._count(line)

    def _count(self, line: LogRow) -> None:
        """Every line is one change, whatever today's rules make of it."""
        if self.version != line.number:
            self.table.count_as_one(line.number - 1)
        self.times.append(line.at)
        self.rules = line.rules

    def trust(self, line: LogRow) -> None:
        """Go on from the position stored with a line, if the moves do not lead to it by today's rules."""
        if line.position is None:
            return
        position = self.table.game.upgrade_position(line.position, line.rules)
        if msgspec.json.encode(position) != msgspec.json.encode(self.table.position.to_json()):
            try:
                self.table.go_on_from(position)
            except Refusal:
                return
            self.table.count_as_one(line.number - 1)
        self.broken = False
        self.lost = 0
        self._stands(line)

    def keep_result(self, outcome: Outcome) -> None:
        """It ended so, whatever today's rules make of its moves."""
        if not self.broken and self.outcome is not None and self.outcome.ranks == outcome.ranks:
            return
        self.result_kept = True
        self.outcome = outcome
        self.actors = ()
        name, params = ("rules_ended", {"moves": self.lost}) if self.lost else ("rules_differ", {})
        if self.table.versions:  # with the last step, so that whoever steps through it reads it at the end
            event = Event(name=f"server.{name}", params={**params})
            self.table.journal.append(Happened(self.table.versions[-1], event))

    def _tell(self, line: LogRow, name: str, **params: Param) -> None:
        self.table.note(Event(name=f"server.{name}", seat=line.seat, params=params))

    def _on_entry(self, line: LogRow) -> None:
        self.table.follow(Entry(line.seat, line.body.get("move"), line.body.get("outcome")), line.rules)
        self.asked = None
        self.call = None

    def _on_attempt(self, line: LogRow) -> None:
        assert line.seat is not None  # only a seat calls
        position = self.table.position
        window = position.call_window(line.seat, self.table.game.read_move(line.body["move"]))
        if window is None:  # whoever made the line looked, but by other rules
            raise NotAllowed("server.call_late")
        self.asked = None
        self.call = PendingCall(line.seat, window, line.at)
        self.table.note(window.event)

    def _on_undo(self, line: LogRow) -> None:
        assert line.seat is not None  # only a seat takes back
        self.asked = None
        before = len(self.table.log)
        if line.kind == "undo":
            # A line of earlier rules may have become several steps.
            taken = self.table.versions[-1] if self.table.versions else 0
            self.table.undo(line.seat, agreed=line.body["agreed"] is True)
            while self.table.versions and self.table.versions[-1] == taken:
                self.table.undo(line.seat, agreed=True)
        else:
            self.table.reset_turn(line.seat)
        back = self.table.versions[-1] if self.table.versions else 0
        params: dict[str, Param] = {"moves": before - len(self.table.log), "back": back}
        self.table.tell(Event(name=f"server.{line.kind}", seat=line.seat, params=params))
        self._clock.go_back(back, agreed=line.body.get("agreed") is True)

    def _on_ask(self, line: LogRow) -> None:
        assert line.seat is not None
        asked = {"number": line.number, "by": line.seat, "agreed": (line.seat,), **line.body}
        self.asked = msgspec.convert(asked, Asked)
        absent = {} if self.asked.seat is None else {"absent": seat_name(self.asked.seat)}
        self._tell(line, ASKED[self.asked.what], **absent)

    def _on_agree(self, line: LogRow) -> None:
        assert line.seat is not None
        if self.asked is None:  # the question belongs to what had to be left out
            return
        self.asked = msgspec.structs.replace(
            self.asked,
            agreed=(*self.asked.agreed, line.seat),
            needed=tuple(seat for seat in self.asked.needed if seat != line.seat),
        )
        self._tell(line, "undo_agreed")

    def _on_decline(self, line: LogRow) -> None:
        about_undo = self.asked is None or self.asked.what == "undo"
        self.asked = None
        self._tell(line, "undo_declined" if about_undo else "declined")

    def _on_resign(self, line: LogRow) -> None:
        assert line.seat is not None
        self.asked = None
        self.resigned = (*self.resigned, line.seat)
        self.away[line.seat] = str(line.body["level"])
        self._tell(line, "resigned")

    def _on_leave(self, line: LogRow) -> None:
        assert line.seat is not None
        self.away[line.seat] = str(line.body["level"])
        self.asked = None
        self._tell(line, "stood_in" if "by" in line.body else "left", level=self.away[line.seat])

    def _on_return(self, line: LogRow) -> None:
        assert line.seat is not None
        del self.away[line.seat]
        self._tell(line, "returned")

    def _on_rules(self, line: LogRow) -> None:
        """Today's rules hold from here on, and the position that was found then stands."""
        lost = line.body["lost"]
        told = len(self.table.journal)
        self.trust(msgspec.structs.replace(line, position=line.body["position"]))
        del self.table.journal[told:]
        if lost:
            self._tell(line, "rules_lost", moves=msgspec.convert(lost, int))
        else:
            self._tell(line, "rules_changed")

    def _on_end(self, line: LogRow) -> None:
        self.ended = "server.ended" if line.seat is None else "server.broken_off"
        self.asked = None
        self.call = None
        self._tell(line, "ended" if line.seat is None else "broken_off")

    def _on_time_up(self, line: LogRow) -> None:
        self._tell(line, "time_up")

    def _on_stop(self, line: LogRow) -> None:
        self.stopped = True
        self._tell(line, "stopped")


def _step_of(mark: Mark) -> int:
    return mark.step


MEANING: Final[dict[Kind, Callable[[LiveMatch, LogRow], None]]] = {
    "move": LiveMatch._on_entry,
    "attempt": LiveMatch._on_attempt,
    "chance": LiveMatch._on_entry,
    "undo": LiveMatch._on_undo,
    "reset": LiveMatch._on_undo,
    "ask": LiveMatch._on_ask,
    "agree": LiveMatch._on_agree,
    "decline": LiveMatch._on_decline,
    "resign": LiveMatch._on_resign,
    "leave": LiveMatch._on_leave,
    "return": LiveMatch._on_return,
    "time_up": LiveMatch._on_time_up,
    "rules": LiveMatch._on_rules,
    "stop": LiveMatch._on_stop,
    "end": LiveMatch._on_end,
}
MOVES_THE_POSITION: Final[frozenset[Kind]] = frozenset(
    ("move", "attempt", "chance", "undo", "reset", "rules")
)
"""Lines after which what a bot thought is about something else."""
