"""The coach: the opinion of the strongest bot on every choice, as chances to win."""

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
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look, bar, percent

NARROW: Final = 66
"""Columns below which the effects of choices are left out."""
EXPLAINED: Final = 2
"""The best choice, and the next to compare it with."""


class Counsel(NamedTuple):
    """The opinions on every move, best first, and the reasons for the first one over the next."""

    opinions: list[Opinion]
    instead: Reason | None


def consider(position: Position, seat: int, rng: Random, level: str | None = None) -> Counsel:
    """Return the chance to win with each move, the best first, from a seat's knowledge."""
    thinker = coach_of(position)[0] if level is None else suitable(position, level)
    return counsel(position, seat, rng, thinker.consider(position.seen_by(seat, rng), seat, rng))


def counsel(position: Position, seat: int, rng: Random, opinions: Sequence[Opinion]) -> Counsel:
    """Return the opinions on the moves of a seat, the best first, with reasons."""
    seen = position.seen_by(seat, rng)
    opinions = sorted(opinions, key=lambda opinion: (-opinion.visits, -opinion.value))
    why = explain(seen, seat, [opinion.move for opinion in opinions[:EXPLAINED]], rng)
    for place, reasons in enumerate(why.reasons):
        opinions[place] = msgspec.structs.replace(opinions[place], reasons=reasons)
    return Counsel(opinions, why.instead)


def suitable(position: Position, level: str) -> Bot:
    """Return the bot of a level; refused if it can't play at such a table."""
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
    """Draw each choice as a line: its key, the chance to win as a bar and a number, and its effect.

    Opinions of a search also show the visits; a choice without visits has no chance. With `most`, only the
    best ones are drawn; an arrow marks the one that was made.
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
    """Draw the reasons for the best choice of a seat, the weightiest first; with `most`, only so many.

    The main difference from the next choice comes first, and is not repeated as a reason of its own. With
    `figures`, the numbers behind each reason follow it.
    """
    reasons, instead = list(counsel.opinions[0].reasons), counsel.instead
    if instead is not None:
        reasons = [instead, *(own for own in reasons if own.code != instead.code.removesuffix(THAN))]
    return Group(*(draw_reason(look, reason, seat, seat, figures=figures) for reason in reasons[:most]))


def draw_reason(look: Look, reason: Reason, seat: int, reader: int | None, *, figures: bool = False) -> Text:
    """Draw a reason as a sentence with its clause; with `figures`, the numbers behind it."""
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
    """Return a text that is cut rather than wrapped."""
    return Text(text, style="dim", no_wrap=True, overflow="ellipsis")
