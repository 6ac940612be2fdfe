"""`ludotheque replay`: a record, step by step at a terminal, else as a log."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.coach import draw_opinions
from ludotheque.cli.keys import Keys, single_keys
from ludotheque.cli.scene import draw_log, draw_places
from ludotheque.cli.screen import indented
from ludotheque.cli.terminal import Terminal
from ludotheque.core.bot import Opinion
from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal
from ludotheque.core.words import say as sentence
from ludotheque.table.record import Record, read_record
from ludotheque.table.study import Studied, Studies
from ludotheque.table.table import Table
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look

FORTH: Final = ("right", "down", "enter", "space")
BACK: Final = ("left", "up", "back")
COACH: Final = "h"
HAPPENED: Final = 5
"""Lines of past events before a step."""
LEAST_HAPPENED: Final = 2
"""Lines of past events that stay when blank lines are dropped."""
LEAST_CHOICES: Final = 2
"""Choices that are rated even if they do not fit."""
SLICE: Final = 0.1
"""Seconds of the coach's thought between two checks of the keys."""
FURTHER: Final = 1.5
"""Factor of the thinking time after which the coach's opinion is shown again."""


@dataclass(frozen=True)
class Step:
    """The position after a line of the log, and the events up to it."""

    view: Json
    happened: int
    seen: Json = None
    """The view of the first seat that acts now."""
    chooses: bool = False
    """True if that seat has more than one choice."""


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque replay`."""
    say = terminal.say

    @app.command(help=say("help_replay"))
    def replay(
        file: Annotated[Path, Parameter(name="FILE", help=say("help_file"))],
        /,
        *,
        log: Annotated[bool, Parameter(help=say("help_log"), negative="")] = False,
    ) -> None:
        record = read_record(file.read_bytes())
        table, steps = follow(record)
        names = names_of(terminal, table)
        if log or not terminal.is_screen or find_spec("termios") is None:
            write_log(terminal, table, names)
        else:
            Walk(terminal, table, steps, names).run()


def names_of(terminal: Terminal, table: Table) -> tuple[str, ...]:
    """Return the player of each seat, by name or by number."""
    seats = range(table.seats)
    return tuple(table.names) or tuple(
        sentence("core_seat", terminal.language, {"number": seat + 1}) for seat in seats
    )


def follow(record: Record) -> tuple[Table, list[Step]]:
    """Return the table of a record, and every position on the way."""
    whole = Table.replay(write(record), partial=True)
    table = Table.replay(write(msgspec.structs.replace(record, log=[], result=None)))
    steps = [_step(table)]
    for entry in whole.log:
        table.follow(entry)
        steps.append(_step(table))
    table.stopped = whole.stopped
    return table, steps


def _step(table: Table) -> Step:
    view, happened, seat = table.position.view(None), len(table.events), next(iter(table.actors), None)
    if seat is None:
        return Step(view, happened)
    moves = table.moves(seat)
    chooses = len(moves) > 1 or any(isinstance(move, MoveRange) for move in moves)
    return Step(view, happened, table.position.view(seat), chooses)


def write_log(terminal: Terminal, table: Table, names: Sequence[str]) -> None:
    """Print a line for each event with its clause, and the places at the end."""
    for number, event in enumerate(table.events, 1):
        terminal.write(f"{number:>4}  {line(terminal, event, names)}")
    if table.stopped is not None:
        terminal.write(table.stopped.text(terminal.language))
    if table.result is not None:
        for seat in sorted(range(table.seats), key=table.result.ranks.__getitem__):
            terminal.write(f"{table.result.ranks[seat]:>4}. {names[seat]}: {table.result.scores[seat]:g}")


def line(terminal: Terminal, event: Event, names: Sequence[str]) -> str:
    """Return the sentence of an event, with its clause."""
    shown = event.seen_by(None)
    text = shown.text(terminal.language, None if shown.seat is None else names[shown.seat], names)
    return f"{text} ({shown.clause})" if shown.clause else text


class Walk:
    """Steps through a record with the arrow keys; the coach thinks meanwhile if asked."""

    def __init__(
        self, terminal: Terminal, table: Table, steps: Sequence[Step], names: tuple[str, ...]
    ) -> None:
        self._terminal = terminal
        self._record = msgspec.json.encode(table.record())
        """As far as it can be replayed, in today's form: a step of the screen is a line of its log."""
        self._table = table
        self._steps = steps
        self._names = names
        self._at = 0
        self._studies = Studies()
        self._coached = False

    def run(self) -> None:
        """Show steps until the user leaves."""
        keys, last = Keys(), len(self._steps) - 1
        with single_keys():
            while True:
                if not keys.waiting:
                    self._show(keys)
                key = keys.next()
                if key == "q":
                    return
                if key == COACH:
                    self._coached = not self._coached
                goal = {"home": 0, "end": last}.get(key, self._at + (key in FORTH) - (key in BACK))
                self._at = max(0, min(goal, last))

    def _show(self, keys: Keys) -> None:
        """Show a step; the coach goes on thinking and updates the screen when it has thought much more."""
        if not self._coached:
            self._draw(None)
            return
        shown = 0
        self._draw(Studied(more=True))
        while True:
            try:
                studied = self._studies.look(self._record, self._at, SLICE)
            except Refusal as refusal:
                self._draw(refusal)
                return
            if not studied.more or studied.thought > FURTHER * shown:
                shown = studied.thought
                self._draw(studied)
            if not studied.more or keys.coming:
                return

    def _draw(self, advice: Studied | Refusal | None) -> None:
        """Draw the screen, with the coach's opinion or the reason for none; the board is never cut."""
        terminal, table, step = self._terminal, self._table, self._steps[self._at]
        look = Look(terminal.language, self._names, terminal.width, table.position.teams, terminal.height)
        drawn = board(table.game.name, look)
        title = Text(f"{table.game.title}  {self._at}/{len(self._steps) - 1} ")
        top = [Rule(title, align="left", style="dim"), drawn.draw(step.view, None)]
        keys = Text(f" {terminal.say('replay_keys')}", style="dim")
        room = terminal.lines_left(*top, keys) - 1  # the cursor stands on the last line
        below = self._below(step, drawn, advice, room - 1)
        room -= sum(map(terminal.lines_of, below))
        blank = [Text()] if room >= len(below) + 2 + LEAST_HAPPENED else []
        parts = [*top, *blank]
        room -= len(blank) * (len(below) + 2)
        parts.append(self._news(step, look, room))
        for part in below:
            parts += [*blank, part]
        terminal.show(*parts, *blank, keys)

    def _below(
        self, step: Step, drawn: Board, advice: Studied | Refusal | None, room: int
    ) -> list[RenderableType]:
        """Return the part below the events: the result, and the coach's opinion."""
        below: list[RenderableType] = []
        if self._at == len(self._steps) - 1:
            if self._table.stopped is not None:
                below.append(Text(f" {self._table.stopped.text(drawn.look.language)}", style="bold"))
            if self._table.result is not None:
                return [*below, draw_places(drawn.look, self._table.result)]
        if advice is not None:
            below.append(indented(self._counsel(step, drawn, advice, room)))
        return below

    def _news(self, step: Step, look: Look, room: int) -> RenderableType:
        """Return the last events up to a step, as many as there is room for."""
        before = self._steps[self._at - 1].happened if self._at else 0
        for lines in range(HAPPENED, 1, -1):
            first = max(0, step.happened - lines)
            news = draw_log(look, self._table.events[first : step.happened], None, dimmed=before - first)
            if self._terminal.lines_of(news) <= room:
                return news
        first = max(0, step.happened - 1)
        return draw_log(look, self._table.events[first : step.happened], None)

    def _counsel(self, step: Step, drawn: Board, advice: Studied | Refusal, room: int) -> RenderableType:
        """Return the coach's opinion on the best choices and, with an arrow, on the one made."""
        say, game = self._terminal.say, self._table.game
        if isinstance(advice, Refusal):
            return Text(advice.text(drawn.look.language), style="dim")
        if advice.seat is None or not advice.opinions:
            return Text(say(_why_nothing(step, advice)), style="dim")
        opinions = [
            Opinion(game.read_move(judged.move), judged.value, judged.visits) for judged in advice.opinions
        ]
        made, most = self._made(advice.seat), max(LEAST_CHOICES, room - 1)
        last = [opinion for opinion in opinions[most - 1 :] if opinion.move == made]
        return Group(
            Text(say("replay_chances", who=self._names[advice.seat]), style="bold"),
            draw_opinions(drawn, step.seen, advice.seat, [*opinions[: most - len(last)], *last], made=made),
        )

    def _made(self, seat: int) -> Move | None:
        """Return the move that a seat made at this step."""
        entry = self._table.log[self._at] if self._at < len(self._table.log) else None
        return self._table.game.read_move(entry.move) if entry is not None and entry.seat == seat else None


def _why_nothing(step: Step, studied: Studied) -> str:
    """Return the sentence for a step without an opinion, or without one yet."""
    if studied.more:
        return "coach_thinks"
    if not step.chooses:
        return "replay_no_choice"
    return "replay_not_judged" if studied.seat is None else "replay_long"
