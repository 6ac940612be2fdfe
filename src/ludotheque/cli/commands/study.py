"""`ludotheque coach`: a rating of each choice."""

import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.coach import Counsel, consider, draw_opinions, draw_reasons
from ludotheque.cli.files import read_text
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.core.words import say as sentence
from ludotheque.games import load_game
from ludotheque.table.table import Table
from ludotheque.tui.look import Look

STANDARD_INPUT: Final = "-"
"""Stands for a position from standard input; distinguished from options, which begin alike."""


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque coach`."""
    say = terminal.say

    @app.command(help=say("help_coach"))
    def coach(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        position: Annotated[str | None, Parameter(name="POSITION", help=say("help_position"))] = None,
        /,
        *,
        piped: Annotated[bool, Parameter(name=STANDARD_INPUT, show=False, negative="")] = False,
        throw: Annotated[str | None, Parameter(help=say("help_throw"))] = None,
        level: Annotated[str | None, Parameter(help=say("help_level"))] = None,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
        json: Annotated[bool, Parameter(help=say("help_json"), negative="")] = False,
    ) -> None:
        rules = load_game(name)
        if piped and position is not None:
            raise Unreadable("cli.too_much", params={"word": position[:40]})
        source = STANDARD_INPUT if piped else position
        table = read_table(rules.name, source)
        if source is None and throw is None and table.awaits_chance:
            table = Table(rules.name, seed=seed)
        names = tuple(sentence("core_seat", terminal.language, {"number": n + 1}) for n in range(table.seats))
        look = Look(terminal.language, names, terminal.width, table.position.teams, terminal.height)
        drawn = board(rules.name, look)
        if throw is not None:
            drawn.throw(table, throw)
        if not table.actors:
            raise NotAllowed("core.over" if table.result else "cli.throw_missing")
        seat = table.actors[0]
        with terminal.thinking(say("coach_thinks")):
            counsel = consider(table.position, seat, seeded(seed), level)
        if json:
            _write_json(terminal, table, seat, counsel)
            return
        view = table.position.view(seat)
        hand = drawn.hand(view, seat)
        terminal.print(drawn.draw(view, seat), Text(), *([hand, Text()] if hand else []))
        terminal.print(Text(say("hint_for", who=names[seat]), style="bold"))
        terminal.print(draw_opinions(drawn, view, seat, counsel.opinions))
        terminal.print(draw_reasons(look, counsel, seat, figures=True))


def read_table(name: str, position: str | None) -> Table:
    """Return a table at a position: JSON, a file behind `@`, or `-` for the input; by default at the
    start.
    """
    if position is None:
        return Table(name, chance=[])
    source = position
    if position == STANDARD_INPUT:
        position = sys.stdin.read()
    elif position.startswith("@"):
        position = Path(position[1:]).read_text(encoding="utf-8")
    return Table.at(name, read_text(source, position), chance=[])


def _write_json(terminal: Terminal, table: Table, seat: int, counsel: Counsel) -> None:
    options = [
        {
            "move": write(opinion.move),
            "notation": table.game.notation(opinion.move),
            "win": opinion.value,
            "visits": opinion.visits,
            "reasons": [write(reason) for reason in opinion.reasons],
        }
        for opinion in counsel.opinions
    ]
    answer = {
        "game": table.game.name,
        "seat": seat,
        "position": table.position.view(seat),
        "options": options,
        "instead": None if counsel.instead is None else write(counsel.instead),
    }
    terminal.write(msgspec.json.encode(answer).decode())
