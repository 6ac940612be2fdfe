"""`ludotheque league`: a ladder of bots; `selfplay`: games with evaluations; `engine`: a bot for programs."""

import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.bots import levels, own_levels
from ludotheque.cli.commands.arena import draw_errors
from ludotheque.cli.commands.play import read_options
from ludotheque.cli.terminal import Terminal
from ludotheque.games import load_game
from ludotheque.lab.engine import answers
from ludotheque.lab.entrants import entrant
from ludotheque.lab.league import Ladder, League, play, usual_bots
from ludotheque.lab.league_page import page
from ludotheque.lab.selfplay import SelfPlay, write_games
from ludotheque.lab.workers import open_workers
from ludotheque.tui.look import percent

THOUGHTFUL: Final = "strong"
"""The level that plays with itself by default: fast, and with an opinion on every move."""


def add(app: App, terminal: Terminal) -> None:
    """Register the commands `ludotheque league`, `ludotheque selfplay` and `ludotheque engine`."""
    say = terminal.say
    jobs_of = Parameter(name=["--jobs", "--workers"], help=say("help_jobs"), validator=Number(gte=1))

    @app.command(help=say("help_league"))
    def league(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        /,
        *bots: Annotated[str, Parameter(name="BOT", help=say("help_league_bots"))],
        rounds: Annotated[int, Parameter(help=say("help_rounds"), validator=Number(gte=1))] = 10,
        seats: Annotated[int | None, Parameter(help=say("help_seats_of_bots"))] = None,
        option: Annotated[list[str] | None, Parameter(help=say("help_option"), negative="")] = None,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
        file: Annotated[Path | None, Parameter(help=say("help_league_file"))] = None,
        html: Annotated[Path | None, Parameter(help=say("help_page"))] = None,
        jobs: Annotated[int | None, jobs_of] = None,
        ray: Annotated[bool, Parameter(help=say("help_ray"), negative="")] = False,
        json: Annotated[bool, Parameter(help=say("help_json"), negative="")] = False,
    ) -> None:
        rules, options = load_game(name), read_options(option or [])
        chosen = list(bots) or usual_bots(name, seats, options)
        plan = League(name, chosen, rounds, seats, options, seed)
        with (
            open_workers(jobs, ray=ray) as workers,
            terminal.progress(say("arena_plays", game=rules.title), 1) as update,
        ):
            ladder = play(plan, file, workers=workers, progress=lambda done, of: update(done / of))
        if html is not None:
            html.write_text(page(ladder, terminal.language), encoding="utf-8")
        if json:
            terminal.write(msgspec.json.encode(ladder).decode())
        else:
            draw_ladder(terminal, ladder)

    @app.command(help=say("help_selfplay"))
    def selfplay(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        /,
        *,
        games: Annotated[int, Parameter(help=say("help_number"), validator=Number(gte=1))] = 100,
        out: Annotated[Path, Parameter(help=say("help_selfplay_out"))],
        bot: Annotated[list[str] | None, Parameter(help=say("help_selfplay_bots"), negative="")] = None,
        seats: Annotated[int | None, Parameter(help=say("help_seats_of_bots"))] = None,
        option: Annotated[list[str] | None, Parameter(help=say("help_option"), negative="")] = None,
        explore: Annotated[float, Parameter(help=say("help_explore"), validator=Number(gte=0, lte=1))] = 0.0,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
        jobs: Annotated[int | None, jobs_of] = None,
        ray: Annotated[bool, Parameter(help=say("help_ray"), negative="")] = False,
    ) -> None:
        rules = load_game(name)
        known = own_levels(rules.name) or levels(rules.name)
        usual = THOUGHTFUL if THOUGHTFUL in known else known[-1]
        plan = SelfPlay(name, bot or [usual], seats, read_options(option or []), seed, explore)
        with (
            open_workers(jobs, ray=ray) as workers,
            terminal.progress(say("arena_plays", game=rules.title), games) as update,
        ):
            played = write_games(plan, games, out, workers=workers, progress=lambda done, _: update(done))
        terminal.write(say("selfplay_written", games=games, played=played, file=str(out)))

    @app.command(help=say("help_engine"))
    def engine(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        level: Annotated[str, Parameter(name="BOT", help=say("help_engine_bot"))],
        /,
    ) -> None:
        rules = load_game(name)
        player = entrant(rules.name, level)
        for line in answers(rules, player, sys.stdin.buffer):
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()


def draw_ladder(terminal: Terminal, ladder: Ladder) -> None:
    """Draw the ratings with their intervals, the strongest first, and a table of results below."""
    terminal.print(
        Text(terminal.say("arena_played", games=ladder.games, seats=ladder.seats), style="bold"),
        Text(terminal.say("league_points"), style="dim"),
        Text(),
    )
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for row in ladder.rows:
        bounds = f"{row.low:.0f} – {row.high:.0f}"
        forfeits = terminal.say("arena_forfeits", games=row.forfeits) if row.forfeits else ""
        won = percent(row.wins / max(1, row.games), terminal.language)
        grid.add_row(
            Text(row.bot, style="bold"),
            Text(f"{row.rating:.0f}", style="bold cyan"),
            Text(bounds, style="dim"),
            won,
            forfeits,
        )
    terminal.print(grid)
    draw_errors(terminal, ladder.rows)
    terminal.print(Text(), Text(terminal.say("league_crosstable"), style="dim"), Text())
    terminal.print(_crosstable(ladder))


def _crosstable(ladder: Ladder) -> Grid:
    """Draw the results; numbers in place of names keep the table narrow."""
    cross = Grid.grid(padding=(0, 2, 0, 0))
    cross.add_row("", "", *(Text(str(number), style="dim") for number in range(1, len(ladder.rows) + 1)))
    for number, row in enumerate(ladder.rows, 1):
        shares = [
            "·" if other.bot == row.bot else f"{100 * row.against[other.bot].share:.0f}"
            for other in ladder.rows
        ]
        cross.add_row(Text(str(number), style="dim"), Text(row.bot, style="bold"), *shares)
    return cross
