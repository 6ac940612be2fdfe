"""A lesson in progress: each attempt is made on a copy of its table, which replaces it if it passes."""

from collections.abc import Callable, Generator, Sequence
from typing import Final, TypeAlias

import msgspec

from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.table.lessons import Lesson, LessonStep, Said
from ludotheque.table.table import Table

LEARNER: Final = 0
"""Seat of the learner."""
OPPONENTS: Final = ("Noa", "Milo", "Ida", "Leo", "Zoé")
"""Names of the players at the other seats of a lesson."""
ANYTHING: Final = "…"
"""Wildcard in a pattern of moves."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A completed step: the move that was made, if any, and the outcomes of chance that were not scripted."""

    move: Json = None
    chance: tuple[Json, ...] = ()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an attempt."""

    right: bool
    said: Said | None
    refusal: Refusal | None = None
    events: Sequence[Event] = ()
    """Events to show; for a wrong move only those that are worth seeing, such as a failed flick."""
    position: Position
    """Position after these events; the next step may begin at another one."""
    turn: Turn | None = None
    """The completed step, to be passed to `follow` later; None if the attempt was wrong."""
    throws: Sequence[tuple[Json, Json]] = ()
    """The outcomes of chance, each with the public view before it, for animations."""


class _Chance(msgspec.Struct):
    """Chance during an attempt: the remaining script, the real outcomes, and the public view before each."""

    script: list[Json]
    drawn: list[Json] = []
    throws: list[tuple[Json, Json]] = []


Trial: TypeAlias = Generator[Position, Json, Verdict]
"""An attempt as a generator: it yields a position at which an outcome of real chance is to be sent."""


class LessonRun:
    """A lesson and the learner's progress in it.

    >>> from ludotheque.table.lessons import lesson
    >>> run = LessonRun(lesson("exxtra", "first-turns"))
    >>> str(run.attempt("place 3").refusal)
    'The first throw of a turn is compulsory: throw before you place. (EXXTRA-7)'
    >>> run.attempt("throw").right, run.number
    (True, 1)
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson: Final = lesson
        start = lesson.text.start
        if start.position:
            self.table = self._at(start.position)
        else:
            self.table = Table(lesson.game, start.seats, options=start.options, chance=start.chance)
        self.number = 0
        """Index of the current step."""
        self._arrive()

    @property
    def game(self) -> Game:
        """The game of the lesson."""
        return self.table.game

    @property
    def step(self) -> LessonStep | None:
        """The current step; None when the lesson is over."""
        return self.lesson.steps[self.number] if self.number < len(self.lesson.steps) else None

    @property
    def point(self) -> Move | None:
        """A move whose place on the board is highlighted; None without one."""
        return self.game.read_move(self.step.point) if self.step is not None and self.step.point else None

    def attempt(self, move: Move | Json, draw: Callable[[Position], Json] | None = None) -> Verdict:
        """Try a move, or pass None to read on; `draw` returns outcomes of chance that are not scripted.

        Raise `Unreadable` if the lesson is over.
        """
        trial = self.trial(move)
        try:
            wanted = next(trial)
            while True:
                assert draw is not None, "outcomes that are not scripted need `draw`"
                wanted = trial.send(draw(wanted))
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict

    def trial(self, move: Move | Json) -> Trial:
        """Try a move on a copy of the table; the caller sends the outcomes that are not scripted."""
        step = self.step
        if step is None:
            raise Unreadable("core.lesson_over")
        trying, chance, events = self.table.copy(), _Chance(step.script), list[Event]()
        typed: Move | None = None
        if not step.reads:
            try:
                typed = self.game.read_move(move)
            except Refusal as unreadable:
                return self._failed(step, None, unreadable)
            refusal = self.table.why_not(LEARNER, typed)
            if refusal is not None or not self.is_asked(step, typed):
                return self._failed(step, typed, refusal)
            events += trying.play(LEARNER, typed)
            events += yield from self._run_chance(step, trying, chance)
            if not _succeeded(step, events):
                said = _mishap(step, events) or self._words_for(step, typed)
                return Verdict(
                    right=False, said=said, events=events, position=trying.position, throws=chance.throws
                )
        for reply in step.replies:
            events += trying.play(_speaker(trying, reply), reply)
            events += yield from self._run_chance(step, trying, chance)
        if chance.script:
            raise ValueError(f"{self._place}: more outcomes are scripted than chance needs: {chance.script}")
        turn = Turn(None if typed is None else write(typed), tuple(chance.drawn))
        return self._passed(step, trying, events, turn, chance.throws)

    def follow(self, turns: Sequence[Turn]) -> None:
        """Repeat completed steps; raise `Unreadable`, with the place, for one that does not pass."""
        for number, turn in enumerate(turns):
            left = list(turn.chance)
            try:
                passed = self.attempt(turn.move, lambda _, left=left: left.pop(0)).right  # type: ignore[misc]
            except (IndexError, Refusal):
                passed = False
            if not passed:
                raise Unreadable("core.lesson_turn", params={"where": f"$.turns[{number}]"})

    @property
    def _place(self) -> str:
        return f"{self.lesson.game} {self.lesson.name}, step {self.number + 1}"

    def _run_chance(
        self, step: LessonStep, table: Table, chance: "_Chance"
    ) -> Generator[Position, Json, list[Event]]:
        """Apply the scripted outcomes of chance, request the others, and return the events."""
        events: list[Event] = []
        while table.awaits_chance:
            if chance.script:
                outcome = chance.script.pop(0)
            elif step.real:
                outcome = yield table.position
                chance.drawn.append(outcome)
            else:
                raise ValueError(f"{self._place}: no outcome of chance is scripted")
            chance.throws.append((table.position.view(None), outcome))
            events += table.feed(outcome)
        return events

    def is_asked(self, step: LessonStep, move: Move) -> bool:
        """Return whether a move passes a step: it matches one of `passes` and its numbers are `within`."""
        numbers = {name: getattr(move, name, None) for name in step.within}
        inside = all(
            isinstance(number, float | int) and step.within[name][0] <= number <= step.within[name][1]
            for name, number in numbers.items()
        )
        return inside and self._is_among(step.passes, move)

    def _is_among(self, patterns: Sequence[str], move: Move) -> bool:
        return any(self.is_meant(pattern, move) for pattern in patterns)

    def is_meant(self, pattern: str, move: Move) -> bool:
        """Return whether a move matches a pattern: equal to it, or to the parts around its wildcard."""
        if ANYTHING not in pattern:
            return self.game.read_move(pattern) == move
        before, _, behind = pattern.partition(ANYTHING)
        written = self.game.notation(move)
        return written.startswith(before) and written.endswith(behind)

    def _passed(
        self,
        step: LessonStep,
        table: Table,
        events: list[Event],
        turn: Turn,
        throws: Sequence[tuple[Json, Json]],
    ) -> Verdict:
        """Install the table after a successful attempt and begin the next step."""
        self.table = table
        self.number += 1
        self._arrive()
        return Verdict(
            right=True, said=step.right, events=events, position=table.position, turn=turn, throws=throws
        )

    def _failed(self, step: LessonStep, move: Move | None, refusal: Refusal | None) -> Verdict:
        """Return the verdict on a wrong move; the lesson does not change."""
        said = self._words_for(step, move)
        return Verdict(right=False, said=said, refusal=refusal, position=self.table.position)

    def _words_for(self, step: LessonStep, move: Move | None) -> Said | None:
        """Return the comment on a wrong move: that of a matching pattern, else `nudge`, which may be None."""
        meant = (wrong.say for wrong in step.wrong if move is not None and self._is_among(wrong.moves, move))
        return next(meant, step.nudge)

    def _arrive(self) -> None:
        """Set up the table of the current step, if it begins at a position of its own."""
        if self.step is not None and self.step.position:
            self.table = self._at(self.step.position)

    def _at(self, position: str) -> Table:
        return Table.at(self.lesson.game, msgspec.json.decode(position), chance=())


def _speaker(table: Table, move: str) -> int:
    """Return the seat that plays a scripted move: one that may, preferably not the learner.

    Raise `ValueError` if no seat may.
    """
    able = [seat for seat in table.actors if table.why_not(seat, move) is None]
    if not able:
        raise ValueError(f"no seat can play {move!r} here: {[table.moves(seat) for seat in table.actors]}")
    return able[-1]


def _mishap(step: LessonStep, events: Sequence[Event]) -> Said | None:
    """Return the comment on a forbidden event among these of the learner or of chance; None without one."""
    happened = {event.name for event in events if event.seat in (LEARNER, None)}
    return next((one.say for one in step.mishaps if one.event in happened), None)


def _succeeded(step: LessonStep, events: Sequence[Event]) -> bool:
    """Return whether a move caused a required event, if there are any, and no forbidden one."""
    wanted = not step.happens or any(one.fits(event) for one in step.happens for event in events)
    return wanted and _mishap(step, events) is None
