"""The screen of a seat at the terminal: title, board, news, choices, and the answer to the last input."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.coach import Counsel, draw_opinions, draw_reasons
from ludotheque.cli.players import Player
from ludotheque.cli.scene import draw_log, draw_title
from ludotheque.cli.terminal import Terminal
from ludotheque.cli.turns import others
from ludotheque.core.codec import Json
from ludotheque.table.table import Table
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look

NEWS: Final = 6
"""Lines of past events on the screen; the log has them all."""
LEAST_NEWS: Final = 2
"""Lines of past events that stay even if they do not fit."""
LEAST_HINTS: Final = 5
"""Choices that are rated even if they do not fit."""
MOST_REASONS: Final = 3
TYPED: Final = 2
"""Lines of the screen for the input."""
NARROW: Final = 50
BLANK: Final = Text()


@dataclass(frozen=True)
class Notice:
    """An answer to an input: beside the choices, or instead of them if it needs the room."""

    content: RenderableType
    fills: bool = False


@dataclass
class MatchScreen:
    """The screen of a match: decides how much of it fits, not its contents."""

    terminal: Terminal
    table: Table
    players: Sequence[Player]
    seen: dict[int, int] = field(default_factory=dict, init=False)
    """The number of events each seat had seen when it last acted."""
    focus: str = field(default="", init=False)
    """The focus of the player at the screen before deciding."""

    @property
    def board(self) -> Board:
        """Return the board, drawn for the current width of the terminal."""
        names = tuple(player.name for player in self.players)
        teams = self.table.position.teams
        look = Look(self.terminal.language, names, self.terminal.width, teams, self.terminal.height)
        return board(self.table.game.name, look, self.focus)

    def screen(self, seat: int, notice: Notice | None = None) -> list[RenderableType]:
        """Return the screen of a seat to act, top to bottom; without blank lines if there is little room."""
        parts = self._parts(seat, notice)
        room = self.terminal.lines_left(*parts) - TYPED
        if room < LEAST_NEWS and notice is not None and notice.fills:
            parts[1] = BLANK
        if room < LEAST_NEWS:
            parts = [part for part in parts if part is not BLANK]
            return [*parts[:2], self._news(seat, LEAST_NEWS), *parts[2:]]
        return [*parts[:3], self._news(seat, min(NEWS, room)), *parts[3:]]

    def _parts(self, seat: int, notice: Notice | None) -> list[RenderableType]:
        """Return title, board, choices or answer, and the question, with blank lines between."""
        view, drawn = self.table.position.view(seat), self.board
        parts: list[RenderableType] = [self._title(drawn.look), drawn.draw(view, seat), BLANK, BLANK]
        if notice is None or not notice.fills:
            parts += [indented(_beside(drawn, view, seat, self._choices(drawn, view, seat))), BLANK]
        if notice is not None:
            parts += [indented(notice.content), BLANK]
        return [*parts, indented(Text(drawn.prompt(view, seat), style="bold"))]

    def _title(self, look: Look) -> RenderableType:
        title = self.table.game.title
        if self.table.practice:
            title += f" ({self.terminal.say('practice')})"
        return draw_title(look, title, [player.is_bot for player in self.players])

    def _news(self, seat: int | None, room: int = NEWS) -> RenderableType:
        """Return the last lines of the log, as many as fit; those the seat has seen before are dimmed."""
        seen = len(self.table.events) if seat is None else self.seen.get(seat, 0)
        first = max(0, len(self.table.events) - room)
        return draw_log(self.board.look, self.table.events[first:], seat, dimmed=seen - first)

    def _choices(self, drawn: Board, view: Json, seat: int) -> RenderableType:
        """Return the choices with their keys and effects."""
        listed = Grid.grid(padding=(0, 1))
        listed.add_column(justify="right", style="bold cyan", no_wrap=True)
        for line in drawn.choices(view, seat, self.table.moves(seat)):
            listed.add_row(*line)
        for other in self._others(drawn, seat):
            for move in self.table.moves(other):
                said = drawn.look.token(other).append(
                    f": {drawn.describe(view, other, move)}", style="not bold default"
                )
                listed.add_row(f"{drawn.look.shape(other)} {drawn.key(move)}", said)
        return listed

    def _others(self, drawn: Board, seat: int) -> list[int]:
        """Return the other people at the screen who may act now."""
        shared = drawn.shared(self.table.position.view(seat))
        return others(self.table, self.players, seat) if shared else []

    def advice(self, seat: int, given: Counsel) -> Notice:
        """Return the chances to win and the reasons, as much as a screen has room for."""
        if not self.terminal.is_screen:
            return self._advice(seat, given, MOST_REASONS, len(given.opinions))
        for beside_board in (True, False):
            for reasons in range(MOST_REASONS, -1, -1):
                notice = self._fitting(seat, given, reasons, beside_board=beside_board)
                if notice is not None:
                    return notice
        return self._advice(seat, given, 0, LEAST_HINTS)

    def _fitting(self, seat: int, given: Counsel, reasons: int, *, beside_board: bool) -> Notice | None:
        """Return the chances with a number of reasons and as many choices as fit; None if too few do."""
        most = len(given.opinions)
        notice = self._advice(seat, given, reasons, most)
        over = self._lines_over(seat, notice, beside_board=beside_board)
        if over <= 0:
            return notice
        most -= over + 1  # one line says how many are left out
        if most < LEAST_HINTS:
            return None
        notice = self._advice(seat, given, reasons, most)
        return notice if self._lines_over(seat, notice, beside_board=beside_board) <= 0 else None

    def _advice(self, seat: int, given: Counsel, reasons: int, most: int) -> Notice:
        """Return the chances with the best choices, the number of others, and reasons for the first."""
        drawn, view = self.board, self.table.position.view(seat)
        lines: list[RenderableType] = [
            Text(self.terminal.say("hint"), style="bold"),
            draw_opinions(drawn, view, seat, given.opinions, most),
        ]
        if most < len(given.opinions):
            more = self.terminal.say("hint_more", count=len(given.opinions) - most)
            lines.append(Text(more, style="dim"))
        why = draw_reasons(drawn.look, given, seat, reasons)
        return Notice(Group(_beside(drawn, view, seat, Group(*lines)), why), fills=True)

    def _lines_over(self, seat: int, notice: Notice, *, beside_board: bool) -> int:
        """Return the number of lines by which an answer is too long, beside the board or without it."""
        parts, news = self._parts(seat, notice), LEAST_NEWS
        if not beside_board:
            parts = [part for part in (parts[0], *parts[2:]) if part is not BLANK]
            news = self.terminal.lines_of(self._news(seat, LEAST_NEWS))
        return news + TYPED - self.terminal.lines_left(*parts)


def indented(content: RenderableType) -> RenderableType:
    """Return a content with a blank column on both sides."""
    return Padding(content, (0, 1))


def _beside(drawn: Board, view: Json, seat: int, content: RenderableType) -> RenderableType:
    """Return the throw or the hand with a content next to it, or below if there is little room."""
    hand = drawn.hand(view, seat)
    if hand is None:
        return content
    if drawn.look.width < NARROW:
        return Group(hand, content)
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(hand, content)
    return grid
