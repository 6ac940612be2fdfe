"""`ludotheque analyse`: a finished game, judged move by move by the best judge of the game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.coach import draw_reason
from ludotheque.cli.commands.replay import names_of
from ludotheque.cli.curve import side_chances, sparkline, tall_curve
from ludotheque.cli.terminal import Terminal
from ludotheque.core.codec import Json, write
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.lab.analyses import analyse_all
from ludotheque.lab.workers import open_workers
from ludotheque.table.analysis import TWO_SIDES, Analysis, Decision, Judged, Rating, Thought
from ludotheque.table.record import Record, read_record
from ludotheque.table.table import Table
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look, percent

SIGNS: Final[dict[Rating, tuple[str, str]]] = {
    "best": ("✓", "green"),
    "good": ("·", ""),
    "inaccuracy": ("?!", "yellow"),
    "mistake": ("?", "bright_red"),
    "blunder": ("??", "bold bright_red"),
}
"""The sign and the colour of each rating."""
MOST_MISTAKES: Final = 8
RIGHT_LEFT: Final[tuple[Literal["right", "left"], ...]] = ("right", "right", "left", "right", "left")
"""The alignment of the columns before the words: step, loss, rating, chance, played or better."""
TALL_FROM: Final = 40
"""Columns from which on the curve has several lines."""


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque analyse`."""
    say = terminal.say

    @app.command(name="analyse", help=say("help_analyse"))
    def analyse_record(
        *files: Annotated[Path, Parameter(name="FILE", help=say("help_files"))],
        seconds: Annotated[float, Parameter(help=say("help_think_seconds"), validator=Number(gt=0))] = 0.2,
        iterations: Annotated[int, Parameter(help=say("help_iterations"), validator=Number(gte=0))] = 0,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
        jobs: Annotated[int | None, Parameter(help=say("help_jobs"), validator=Number(gte=1))] = None,
        ray: Annotated[bool, Parameter(help=say("help_ray"), negative="")] = False,
        json: Annotated[bool, Parameter(help=say("help_json"), negative="")] = False,
    ) -> None:
        records = read_all(files)
        with open_workers(jobs, ray=ray) as workers, terminal.progress(say("coach_thinks"), 1.0) as update:
            thought = Thought(seconds, iterations)
            found = list(analyse_all(records, workers, seed, thought, lambda done, of: update(done / of)))
        for file, record, one in zip(files, records, found, strict=True):
            if json:
                terminal.write(msgspec.json.encode(one).decode())
                continue
            if len(files) > 1:
                terminal.print(Text(str(file), style="bold"))
            Report(terminal, read_record(record), one).print()


def read_all(files: Sequence[Path]) -> list[bytes]:
    """Return the records of all files; an error names its file if there are several."""
    if not files:
        raise Unreadable("cli.missing", params={"word": "FILE"})
    records = [file.read_bytes() for file in files]
    if len(files) > 1:
        for file, record in zip(files, records, strict=True):
            try:
                Table.replay(record)
            except Refusal as refusal:
                raise InFile(file, refusal) from refusal
    return records


class InFile(Unreadable):
    """A refusal about one of several files."""

    def __init__(self, file: Path, refusal: Refusal) -> None:
        super().__init__(refusal.code, refusal.clause, refusal.params)
        self.file = file

    def text(self, language: str) -> str:
        """Return the sentence behind the name of the file."""
        return f"{self.file}: {super().text(language)}"


class Report:
    """An analysis on the screen: the curve, the players, the largest mistakes, every decision."""

    def __init__(self, terminal: Terminal, record: Record, found: Analysis) -> None:
        self.terminal = terminal
        self.found = found
        self.table = Table.replay(write(record))
        self.record = read_record(self.table.record())
        self.teams = self.table.position.teams
        names = names_of(terminal, self.table)
        self.look = Look(terminal.language, names, terminal.width, self.teams, terminal.height)

    @property
    def board(self) -> Board:
        """Return the board, for the names of moves."""
        return board(self.table.game.name, self.look)

    def print(self) -> None:
        """Print everything, top to bottom."""
        say = self.terminal.say
        how = say("analysis_exact" if self.found.exact else "analysis_search")
        self.terminal.print(
            Rule(Text(f"{self.table.game.title} ", style="bold"), align="left", style="dim"),
            Text(f" {how}", style="dim"),
            Text(),
            *self._curve(),
            Text(),
            Padding(self._players(), (0, 1)),
            Text(),
        )
        if not self.found.decisions:
            self.terminal.print(Text(f" {say('analysis_no_decision')}"))
            return
        mistakes = Padding(self._mistakes(), (0, 1))
        self.terminal.print(Text(f" {say('analysis_mistakes')}", style="bold"), mistakes, Text())
        self.terminal.print(Text(f" {say('analysis_decisions')}", style="bold"), self._decisions())

    def _curve(self) -> list[RenderableType]:
        """Return the win chances over time: one curve for two sides, else a line for each side."""
        room = self.terminal.width - 8
        first = [self.teams.index(side) for side in sorted(set(self.teams))]
        curves = [side_chances(self.found.chances, seat) for seat in first]
        title = Text(f" {self.terminal.say('analysis_curve')}", style="bold")
        if len(first) == TWO_SIDES and self.terminal.width >= TALL_FROM:
            lower, upper = (self.look.colour(seat) for seat in first)
            return [title, *tall_curve(curves[0], room, lower, upper), self._legend(first)]
        lines: list[RenderableType] = [title]
        for seat, curve in zip(first, curves, strict=True):
            token = Text(f" {self.look.shape(seat)} ", style=f"bold {self.look.colour(seat)}")
            lines.append(token.append(sparkline(curve, room)))
        return lines

    def _legend(self, first: list[int]) -> Text:
        lower, upper = (self._side(seat) for seat in first)
        return Text.assemble("       ", (self.terminal.say("analysis_below"), "dim"), " ", lower).append_text(
            Text.assemble("   ", (self.terminal.say("analysis_above"), "dim"), " ", upper)
        )

    def _side(self, first: int) -> Text:
        """Return a side by its sign and the names of all its seats."""
        own = [seat for seat, team in enumerate(self.teams) if team == self.teams[first]]
        names = " + ".join(self.look.name(seat, 12) for seat in own)
        return Text(f"{self.look.shape(first)} {names}", style=f"bold {self.look.colour(first)}")

    def _players(self) -> RenderableType:
        """Return, for each player, the share of the reachable chance that was kept, and the ratings."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for seat, accuracy in enumerate(self.found.accuracy):
            counts = Text()
            own = [decision.rating for decision in self.found.decisions if decision.seat == seat]
            for rating, (sign, style) in SIGNS.items():
                if rating in own:
                    said = self.terminal.say(f"rating_{rating}", count=own.count(rating))
                    counts.append(f"{sign} {said}  ", style=style)
            kept = "–" if accuracy is None else percent(accuracy, self.terminal.language)
            grid.add_row(self.look.token(seat, 14), Text(kept, style="bold"), counts)
        return grid

    def _mistakes(self) -> RenderableType:
        """Return the most expensive decisions, the largest first, each with the better move below it."""
        if not self.found.mistakes:
            return Text(self.terminal.say("analysis_none"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for justify in RIGHT_LEFT:
            grid.add_column(justify=justify, no_wrap=True)
        views = self._views()
        for index in self.found.mistakes[:MOST_MISTAKES]:
            decision = self.found.decisions[index]
            sign, style = SIGNS[decision.rating]
            lost = Text(percent(-decision.loss, self.terminal.language), style=style or "dim")
            own = Text(self.look.shape(decision.seat), style=f"bold {self.look.colour(decision.seat)}")
            step = Text(f"{decision.step} ", style="dim").append_text(own)
            view = views[decision.step]
            grid.add_row(
                step, lost, Text(sign, style), *self._judged("played", decision.played, view, decision.seat)
            )
            grid.add_row("", "", "", *self._judged("better", decision.best, view, decision.seat))
            for reason in decision.why():
                grid.add_row("", "", "", "", "", draw_reason(self.look, reason, decision.seat, None))
        return grid

    def _judged(self, which: str, judged: Judged, view: Json, seat: int) -> tuple[RenderableType, ...]:
        """Return a move with its chance to win, in the words of the board."""
        move = self.table.game.read_move(judged.move)
        style = "green" if which == "better" else ""
        said = Text(self.board.key(move), style=f"bold {style}")
        described = self.board.describe(view, seat, move)
        return (
            Text(percent(judged.value, self.terminal.language), style=style),
            Text(self.terminal.say(f"analysis_{which}"), style=style or "dim"),
            Text.assemble(said, (f"  {described}", "dim")),
        )

    def _views(self) -> dict[int, Json]:
        """Return the view of the seat at each decision, by its step."""
        table = Table.replay(write(msgspec.structs.replace(self.record, log=[], result=None)))
        views: dict[int, Json] = {}
        for step, entry in enumerate(self.record.log, 1):
            if entry.seat is not None:
                views[step] = table.position.view(entry.seat)
            table.follow(entry)
        return views

    def _decisions(self) -> RenderableType:
        """Return every decision with its rating, side by side."""
        return Columns(
            [self._rated(decision) for decision in self.found.decisions], padding=(0, 2), expand=False
        )

    def _rated(self, decision: Decision) -> Text:
        sign, style = SIGNS[decision.rating]
        move: Move = self.table.game.read_move(decision.played.move)
        return Text.assemble(
            (f" {decision.step:>3} ", "dim"),
            (self.look.shape(decision.seat), f"bold {self.look.colour(decision.seat)}"),
            f" {self.board.key(move)} ",
            (sign, style),
        )
