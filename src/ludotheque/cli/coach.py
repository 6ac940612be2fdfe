"""The coach: what the strongest bot thinks of every choice, as chances to win."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from babel.numbers import format_decimal
from librt.random import Random
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.bots import load_bot
from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import THAN, Reason
from ludotheque.table.analysis import coach_of
from ludotheque.table.reasons import explain
from ludotheque.terminal.board import Board
from ludotheque.terminal.look import Look, bar, percent

NARROW: Final = 66
"""Below so many columns, what a choice does is left out."""
EXPLAINED: Final = 2
"""The best choice, and the next to compare it with."""


class Counsel(NamedTuple):
    """What a thinker holds of every move, the best first, and what the first has ahead of the next."""

    opinions: list[Opinion]
    instead: Reason | None


def consider(position: Position, seat: int, rng: Random, level: str | None = None) -> Counsel:
    """The chance to win with each move, the best first, from what the seat may know."""
    thinker = coach_of(position)[0] if level is None else suitable(position, level)
    return counsel(position, seat, rng, thinker.consider(position.seen_by(seat, rng), seat, rng))


def counsel(position: Position, seat: int, rng: Random, opinions: Sequence[Opinion]) -> Counsel:
    """Opinions on the moves of a seat, the best first, and why."""
    seen = position.seen_by(seat, rng)
    opinions = sorted(opinions, key=lambda opinion: (-opinion.visits, -opinion.value))
    why = explain(seen, seat, [opinion.move for opinion in opinions[:EXPLAINED]], rng)
    for place, reasons in enumerate(why.reasons):
        opinions[place] = msgspec.structs.replace(opinions[place], reasons=reasons)
    return Counsel(opinions, why.instead)


def suitable(position: Position, level: str) -> Bot:
    """The bot of a level; refused where it can't play at such a table."""
    found = load_bot(position.game.name, level)
    refusal = found.refusal(position)
    if refusal is not None:
        raise refusal
    return found


def draw_opinions(
    board: Board,
    view: Json,
    seat: int,
    opinions: Sequence[Opinion],
    most: int | None = None,
    made: Move | None = None,
) -> RenderableType:
    """A line a choice: what to type, the chance to win as a bar and as a number, what it does.

    Where a search stands behind them, also how often it looked at each; one it never looked at has no chance
    to tell. With `most`, only the best ones; an arrow is at the one that was made.
    """
    narrow = board.look.width < NARROW
    searched = any(opinion.visits for opinion in opinions)
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold cyan", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for place, opinion in enumerate(opinions[:most]):
        style = "bold green" if place == 0 else "cyan"
        unknown = searched and not opinion.visits
        share = "–" if unknown else percent(opinion.value, board.look.language)
        grid.add_row(
            f"→ {board.key(opinion.move)}" if opinion.move == made else board.key(opinion.move),
            Text("" if unknown else bar(opinion.value, 12), style=style),
            Text(share, style="bold" if place == 0 else ""),
            *([Text(f"{opinion.visits}×", style="dim", justify="right")] if searched else []),
            *([] if narrow else [_one_line(board.describe(view, seat, opinion.move))]),
        )
    return grid


def draw_reasons(
    look: Look, counsel: Counsel, seat: int, most: int | None = None, *, figures: bool = False
) -> RenderableType:
    """Reasons for the best choice of a seat, the weightiest first, a line each; with `most`, only so many.

    The main difference from the next choice comes first, and is not repeated as a reason of its own. With
    `figures`, the numbers behind each reason follow it.
    """
    told, instead = list(counsel.opinions[0].reasons), counsel.instead
    if instead is not None:
        told = [instead, *(own for own in told if own.code != instead.code.removesuffix(THAN))]
    return Group(*(draw_reason(look, reason, seat, seat, figures=figures) for reason in told[:most]))


def draw_reason(look: Look, reason: Reason, seat: int, reader: int | None, *, figures: bool = False) -> Text:
    """A reason for a move of a seat as a sentence with its clause; with `figures`, the numbers behind it."""
    text = Text(f"· {reason.text(look.language, look.names, seat, reader)}")
    if reason.clause:
        text.append(f" ({reason.clause})", style="dim")
    if not figures:
        return text
    exact = reason.figures(look.language, look.names)
    if exact:
        text.append(f" {exact}", style="dim")
    if reason.error:
        text.append(f" ±{format_decimal(round(reason.error, 1), locale=look.language)}", style="dim")
    return text


def _one_line(text: str) -> Text:
    """A text that is cut rather than wrapped."""
    return Text(text, style="dim", no_wrap=True, overflow="ellipsis")
