"""`ludotheque solve`: the value of perfect play in Exxtra."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.commands.play import read_options
from ludotheque.cli.terminal import Terminal
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.games import game
from ludotheque.lab.workers import Workers, open_workers
from ludotheque.tui.look import bar, percent

SOLVED: Final = ("exxtra",)
"""Games with a solution."""


def add(app: App, terminal: Terminal) -> None:
    """Add `solve`."""
    say = terminal.say

    @app.command(help=say("help_solve"))
    def solve(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))] = SOLVED[0],
        /,
        *,
        option: Annotated[list[str] | None, Parameter(help=say("help_option"), negative="")] = None,
        out: Annotated[Path | None, Parameter(help=say("help_out"))] = None,
        stored: Annotated[bool, Parameter(help=say("help_stored"), negative="")] = False,
        jobs: Annotated[int | None, Parameter(help=say("help_jobs"), validator=Number(gte=1))] = None,
        ray: Annotated[bool, Parameter(help=say("help_ray"), negative="")] = False,
        json: Annotated[bool, Parameter(help=say("help_json"), negative="")] = False,
    ) -> None:
        if game(name).name not in SOLVED:
            raise NotAllowed("cli.no_solution", params={"game": game(name).title, "allowed": list(SOLVED)})
        with open_workers(jobs, ray=ray) as workers:
            solve_exxtra(terminal, option or [], out, workers, stored=stored, json=json)


def solve_exxtra(
    terminal: Terminal, options: list[str], out: Path | None, workers: Workers, *, stored: bool, json: bool
) -> None:
    """Solve Exxtra for two players and print the main results."""
    from ludotheque.games.exxtra.bots.solution import load_solution, solve_variant, summary
    from ludotheque.games.exxtra.game import GAME

    chosen = GAME.read_options(read_options(options))
    if out is not None and not out.resolve().parent.is_dir():
        raise Unreadable("cli.folder", params={"folder": str(out.parent)})
    with terminal.thinking(terminal.say("solving")):
        if stored:
            solution = load_solution(xx_is_100=chosen.xx_is_100)
        else:
            (solution,) = workers.map(solve_variant, [chosen.xx_is_100])
    with terminal.thinking(terminal.say("summing_up")):
        found = summary(solution, ask=workers.map)
    if out is not None:
        solution.save(out)
    if json:
        terminal.write(msgspec.json.encode(found).decode())
        return

    def share(value: float) -> str:
        return percent(value, terminal.language)

    say, language = terminal.say, terminal.language
    lines = [
        say("solve_first", win=share(found.first_player)),
        say("solve_keep", value=f"{found.keep_from:02}", share=share(found.starts_again)),
        say("solve_turns", turns=_number(found.turns, language), again=_number(found.throws_again, language)),
        *(
            say("solve_threshold", value=f"{one.keep_from:02}", win=share(one.win))
            for one in found.thresholds
        ),
    ]
    terminal.print(Text(say("solve_title"), style="bold"), *(Text(f"• {line}") for line in lines), Text())
    terminal.print(Text(say("solve_throws"), style="bold"))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for throw in sorted(found.throws, key=lambda throw: -throw.value):
        best = say("solve_again") if throw.best == "throw" else say("solve_place", slot=throw.best[-1])
        grid.add_row(
            Text(f"{throw.value:02}", style="bold"),
            Text(bar(throw.win, 20 if terminal.width >= 60 else 8), style="cyan"),
            share(throw.win),
            Text(best, style="yellow" if throw.best == "throw" else "green"),
        )
    terminal.print(grid)
    if out is not None:
        terminal.print(Text(), Text(say("solution_saved", file=str(out))))


def _number(value: float, language: str) -> str:
    number = f"{value:.2f}"
    return number if language == "en" else number.replace(".", ",")
