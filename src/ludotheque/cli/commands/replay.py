"""`ludotheque replay`: a record, step by step at a terminal, as a log elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from rich.rule import Rule
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.keys import Keys, single_keys
from ludotheque.cli.terminal import Terminal
from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.words import say as sentence
from ludotheque.table.record import Record, read_record
from ludotheque.table.table import Table
from ludotheque.terminal.look import Look

FORTH: Final = ("right", "down", "enter", "space")
BACK: Final = ("left", "up", "back")


@dataclass(frozen=True)
class Step:
    """The position after a line of the log, and what happened up to then."""

    view: Json
    happened: int


def add(app: App, terminal: Terminal) -> None:
    """Add `replay`."""
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
            walk(terminal, table, steps, names)


def names_of(terminal: Terminal, table: Table) -> tuple[str, ...]:
    """Who sat where, by name or by number."""
    seats = range(table.seats)
    return tuple(table.names) or tuple(
        sentence("core_seat", terminal.language, {"number": seat + 1}) for seat in seats
    )


def follow(record: Record) -> tuple[Table, list[Step]]:
    """The table of a record, and every position on the way."""
    whole = Table.replay(write(record), partial=True)
    table = Table.replay(write(msgspec.structs.replace(record, log=[], result=None)))
    steps = [Step(table.position.view(None), 0)]
    for entry in whole.log:
        table.follow(entry)
        steps.append(Step(table.position.view(None), len(table.events)))
    table.stopped = whole.stopped
    return table, steps


def write_log(terminal: Terminal, table: Table, names: Sequence[str]) -> None:
    """A line an event, with its clause, and the places at the end."""
    for number, event in enumerate(table.events, 1):
        terminal.write(f"{number:>4}  {line(terminal, event, names)}")
    if table.stopped is not None:
        terminal.write(table.stopped.text(terminal.language))
    if table.result is not None:
        for seat in sorted(range(table.seats), key=table.result.ranks.__getitem__):
            terminal.write(f"{table.result.ranks[seat]:>4}. {names[seat]}: {table.result.scores[seat]:g}")


def line(terminal: Terminal, event: Event, names: Sequence[str]) -> str:
    """What an event says, with its clause."""
    shown = event.seen_by(None)
    text = shown.text(terminal.language, None if shown.seat is None else names[shown.seat], names)
    return f"{text} ({shown.clause})" if shown.clause else text


def walk(terminal: Terminal, table: Table, steps: Sequence[Step], names: tuple[str, ...]) -> None:
    """Go forth and back through a record with the arrow keys."""
    at, last = 0, len(steps) - 1
    keys = Keys()
    with single_keys():
        while True:
            if not keys.waiting:
                _show(terminal, table, steps, at, names)
            key = keys.next()
            if key == "q":
                return
            goal = {"home": 0, "end": last}.get(key, at + (key in FORTH) - (key in BACK))
            at = max(0, min(goal, last))


def _show(terminal: Terminal, table: Table, steps: Sequence[Step], at: int, names: tuple[str, ...]) -> None:
    step = steps[at]
    look = Look(terminal.language, names, terminal.width, table.position.teams, terminal.height)
    terminal.clear()
    terminal.print(
        Rule(Text(f"{table.game.title}  {at}/{len(steps) - 1} "), align="left", style="dim"),
        board(table.game.name, look).draw(step.view, None),
        Text(),
    )
    for number, event in enumerate(table.events[max(0, step.happened - 5) : step.happened]):
        fresh = max(0, step.happened - 5) + number >= (steps[at - 1].happened if at else 0)
        terminal.print(Text(f" {line(terminal, event, names)}", style="bold" if fresh else "dim"))
    if table.stopped is not None and at == len(steps) - 1:
        terminal.print(Text(f" {table.stopped.text(terminal.language)}", style="bold"))
    terminal.print(Text(), Text(f" {terminal.say('replay_keys')}", style="dim"))
