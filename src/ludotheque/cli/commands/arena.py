"""`ludotheque arena`: bots against bots, with the confidence of the outcome."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.commands.play import read_options
from ludotheque.cli.terminal import Terminal
from ludotheque.games import load_game
from ludotheque.lab.arena import Contest, Standing, StandingRow, run
from ludotheque.lab.league import LadderRow
from ludotheque.lab.workers import open_workers
from ludotheque.tui.look import bar, percent


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque arena`."""
    say = terminal.say

    @app.command(help=say("help_arena"))
    def arena(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        /,
        *bots: Annotated[str, Parameter(name="BOT", help=say("help_bots"))],
        games: Annotated[int, Parameter(help=say("help_number"), validator=Number(gte=1))] = 1000,
        seats: Annotated[int | None, Parameter(help=say("help_seats_of_bots"))] = None,
        option: Annotated[list[str] | None, Parameter(help=say("help_option"), negative="")] = None,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
        jobs: Annotated[
            int | None,
            Parameter(name=["--jobs", "--workers"], help=say("help_jobs"), validator=Number(gte=1)),
        ] = None,
        ray: Annotated[bool, Parameter(help=say("help_ray"), negative="")] = False,
        json: Annotated[bool, Parameter(help=say("help_json"), negative="")] = False,
    ) -> None:
        rules = load_game(name)
        match = Contest(name, bots, seats, read_options(option or []))
        with (
            open_workers(jobs, ray=ray) as workers,
            terminal.progress(say("arena_plays", game=rules.title), games) as update,
        ):
            standing = run(match, games, seed, workers=workers, progress=lambda done, _: update(done))
        if json:
            terminal.write(msgspec.json.encode(standing).decode())
        else:
            draw_standing(terminal, standing)


def draw_standing(terminal: Terminal, standing: Standing) -> None:
    """Draw a line for each bot in each company: its share of wins, with the confidence interval."""
    sure = percent(standing.confidence, terminal.language)
    terminal.print(
        Text(terminal.say("arena_played", games=standing.games, seats=standing.seats), style="bold"),
        Text(terminal.say("arena_sure", sure=sure), style="dim"),
        Text(),
    )
    narrow = terminal.width < 66
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for line in sorted(standing.lines, key=lambda line: line.fair - line.share):
        grid.add_row(*_cells(terminal, line, narrow=narrow))
    terminal.print(grid)
    draw_errors(terminal, standing.lines)


def draw_errors(terminal: Terminal, rows: Iterable[StandingRow | LadderRow]) -> None:
    """Draw the error of each bot that forfeited a game by one."""
    errors = {row.bot: row.error for row in rows if row.error}
    for bot, error in errors.items():
        terminal.print(Text(terminal.say("arena_error", bot=bot, error=error), style="red"))


def _cells(terminal: Terminal, line: StandingRow, *, narrow: bool) -> list[Text]:
    """Return the cells of a line: green above a fair share, red below, plain if the games don't decide."""
    sign, style = ("=", "") if line.low <= line.fair <= line.high else ("+", "green")
    if line.high < line.fair:
        sign, style = "-", "red"
    bounds = f"{percent(line.low, terminal.language)} – {percent(line.high, terminal.language)}"
    own = line.bot if line.copies == 1 else f"{line.copies} × {line.bot}"
    cells = [Text(own, style="bold"), Text(percent(line.share, terminal.language), style=f"bold {style}")]
    if not narrow:
        cells.insert(1, Text(bar(line.share, 20), style=style or "cyan"))
    company = terminal.say("arena_against", bots=sorted(set(line.against)))
    if line.forfeits:
        bounds += " " + terminal.say("arena_forfeits", games=line.forfeits)
    return [*cells, Text(bounds), Text(sign, style=style), Text("" if narrow else company, style="dim")]
