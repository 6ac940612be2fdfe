"""The parts around the board on the screen of a match: title, log, rule, places at the end."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.core.events import Event
from ludotheque.core.moves import Result
from ludotheque.core.rulebook import split_ruling
from ludotheque.tui.look import Look

CLAUSES_FROM: Final = 66
"""Columns from which on each line of the log names its rule."""


def draw_title(look: Look, game: str, bots: Sequence[bool]) -> RenderableType:
    """Draw the game and its players, bots marked as such."""
    title = Text(game, style="bold")
    for seat, is_bot in enumerate(bots):
        title.append("  ").append(look.token(seat))
        if is_bot:
            title.append(f" ({look.say('bot')})", style="not bold dim")
    if title.cell_len > look.width - 4:
        title = Text(game, style="bold")
    return Rule(title.append(" "), align="left", style="dim", characters="─")


def draw_log(look: Look, events: Sequence[Event], seat: int | None, dimmed: int = 0) -> RenderableType:
    """Draw lines of the log as a seat may read them, each with the sign of its player and its rule."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for number, event in enumerate(events):
        shown = event.seen_by(seat)
        sign, name = Text("  "), None
        if shown.seat is not None:
            sign = Text(f" {look.shape(shown.seat)}", style=look.colour(shown.seat))
            name = look.names[shown.seat]
        line = Text(shown.text(look.language, name, look.names), style="dim" if number < dimmed else "")
        if shown.clause and look.width >= CLAUSES_FROM:
            line.append(f" {shown.clause}", style="dim")
        grid.add_row(sign, line)
    return grid


def draw_places(look: Look, result: Result) -> RenderableType:
    """Draw the winner and the reason, and every player with place and score."""
    winners = [look.names[seat] for seat in result.winners]
    grid = Grid.grid(padding=(0, 2))
    for seat in sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat]):
        grid.add_row(f" {result.ranks[seat]}.", look.token(seat), f"{result.scores[seat]:g}")
    headline = look.say("won", who=winners, count=len(winners))
    why = f"{result.text(look.language)} ({result.clause})"
    return Group(Text(f" {headline}", style="bold green"), Text(f" {why}", style="dim"), Text(), grid)


def draw_clause(name: str, text: str, mark: str) -> Text:
    """Draw one clause behind its number."""
    return Text(f"{name}  ", style="bold cyan").append_text(draw_clause_text(text, mark))


def draw_clause_text(text: str, mark: str) -> Text:
    """Draw the text of a clause; the part behind the mark is our ruling."""
    printed, ruled = split_ruling(text)
    drawn = Text(printed, style="not bold default")
    if ruled:
        drawn.append(" " if printed else "").append(f"({mark})", style="italic magenta").append(f" {ruled}")
    return drawn
