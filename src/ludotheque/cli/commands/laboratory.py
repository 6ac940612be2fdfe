"""`ludotheque check` and `ludotheque bench`: conformance and speed of a game."""

import time
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table as Grid
from rich.text import Text

import ludotheque
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedGame
from ludotheque.core.refusal import NotAllowed
from ludotheque.core.state import State, play_out
from ludotheque.games import all_games, load_game
from ludotheque.table.check import check_game

ROUND: Final = 200
"""Games between two readings of the clock."""


def add(app: App, terminal: Terminal) -> None:
    """Register the commands `ludotheque check` and `ludotheque bench`."""
    say = terminal.say

    @app.command(help=say("help_check"))
    def check(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        /,
        *,
        games: Annotated[int, Parameter(help=say("help_number"), validator=Number(gte=1))] = 100,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
    ) -> None:
        rules = load_game(name)
        with terminal.progress(say("checking", game=rules.title), games) as update:
            try:
                report = check_game(rules.name, games, seed, progress=update)
            except AssertionError as broken:
                raise NotAllowed("cli.broken", params={"why": str(broken)}) from broken
        terminal.write(say("checked", games=report.games, moves=report.moves, looked_at=report.looked_at))
        terminal.write(say("fingerprint", fingerprint=report.fingerprint))

    @app.command(help=say("help_bench"))
    def bench(
        *,
        seconds: Annotated[float, Parameter(help=say("help_seconds"), validator=Number(gt=0))] = 1.0,
    ) -> None:
        how = say("compiled" if ludotheque.compiled else "interpreted")
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for one in all_games():
            if isinstance(one, CodedGame):
                start = one.start(one.read_seats(None), one.read_options(None)).state
                with terminal.thinking(one.title):
                    rate = decisions_a_second(start, seconds)
                grid.add_row(
                    Text(one.title, style="bold"),
                    say("rate", rate=f"{rate:,.0f}".replace(",", "\u202f")),
                    how,
                )
        terminal.print(grid)


def decisions_a_second(start: State, seconds: float) -> float:
    """Return the decisions of random games per second, with the copies of the start."""
    rng = seeded(0)
    decisions, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(ROUND):
            decisions += play_out(start.copy(), rng)
    return decisions / (time.perf_counter() - begun)
