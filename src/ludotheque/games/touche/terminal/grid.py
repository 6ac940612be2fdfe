"""The board of Touché in characters: a cell is its card and the pawn on it, in four sizes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from ludotheque.core.words import playing_cards
from ludotheque.games.touche.moves import Place
from ludotheque.games.touche.names import COLUMNS, SUIT_SIGNS
from ludotheque.games.touche.views import Shown
from ludotheque.tui.look import COLOURS, SHAPES

CROWN: Final = "♛"
JOKER: Final = "✦"
NO_CELL: Final = "."
JOKER_NAME: Final = "**"
RED: Final = "HD"

CELL_SIZES: Final = ((66, 5), (50, 4), (0, 3))
"""The width of a cell by the least number of columns: with a gap and `10`, with a gap, without."""
SPACIOUS: Final = (104, 40, 7)
"""The least columns and lines for the widest cells, with a free line between the rows, and their width."""
RAISED: Final = str.maketrans("12345", "¹²³⁴⁵")
"""Raised digits, which set a number apart from the card before it where there is no room for a gap."""
WIDE: Final = 5
MIDDLE: Final = 4
NARROW: Final = 3


def card_text(card: str, language: str = "en", *, wide: bool = True) -> Text:
    """Return a card in its colour: `10♥`, in narrow cells `T♥`; the joker is a star.

    >>> card_text("TH").plain, card_text("TH", wide=False).plain, card_text("**").plain
    ('10♥', 'T♥', '✦')
    """
    if card == JOKER_NAME:
        return Text(JOKER, style="bold bright_yellow")
    rank = "10" if wide and card[0] == "T" else card[0]
    text = playing_cards(f"{rank}{SUIT_SIGNS[card[1]]}", language)
    return Text(text, style="red" if card[1] in RED else "")


def side_style(side: int) -> str:
    """Return the colour of a side."""
    return f"bold {COLOURS[side]}"


@dataclass
class Grid:
    """The content of the board and the marks of its cells."""

    shown: Shown
    pawns: list[list[Place]]
    marks: dict[Place, str]
    """The sign before a cell: the number of the hand card that may go there."""
    chosen: set[Place]
    """The highlighted cells: those of the selected card."""
    width: int
    height: int
    language: str = "en"

    def __post_init__(self) -> None:
        columns, rows, size = SPACIOUS
        self.spacious = self.width >= columns and self.height >= rows
        self.size = size
        if not self.spacious:
            self.size = next(size for least, size in CELL_SIZES if self.width >= least)
        self.label = 2 if self.size == MIDDLE else 3
        self.owner = _owners(self.pawns)
        self.crowned = _owners(self.shown.crowns)

    @property
    def columns(self) -> int:
        """The width of the drawing."""
        return self.label + 12 * self.size

    def lines(self) -> list[Text]:
        """Return letters above, a number before each row, and the twelve rows."""
        letters = "".join(letter.rjust(self.size - 1).ljust(self.size) for letter in COLUMNS)
        lines = [Text(" " * self.label + letters, style="dim")]
        for number, row in enumerate(self.shown.board):
            line = Text.assemble((f"{number + 1:>2}".ljust(self.label), "dim"))
            for column, symbol in enumerate(row.split()):
                line.append(self.cell((number, column), symbol))
            lines += [line, Text()] if self.spacious else [line]
        return lines

    def cell(self, place: Place, symbol: str) -> Text:
        """Draw a mark, the card and the pawn; the card of a crowned cell has no effect (TOUCHE-16)."""
        if symbol == NO_CELL:
            return Text(" " * self.size)
        inside = self.inside(place, symbol)
        inside.pad_left(self.size - (self.size > NARROW) - inside.cell_len)
        if place in self.chosen:
            inside.stylize("bold reverse")
        if self.size == NARROW:
            return inside
        mark = self.marks.get(place, " ")
        raised = mark if self.size >= WIDE else mark.translate(RAISED)
        return Text.assemble((raised, "bold bright_cyan"), inside)

    def inside(self, place: Place, symbol: str) -> Text:
        """Draw the content of a cell without its mark."""
        if place in self.crowned:
            side = self.crowned[place]
            text = f"{SHAPES[side]}{CROWN}".center(self.size - (self.size > NARROW))
            return Text(text, style=f"reverse {side_style(side)}")
        card = card_text(symbol, self.language, wide=self.size >= WIDE)
        if symbol != JOKER_NAME:
            card.style = ""  # colours are for the sides here; the suit has its sign
        if place in self.owner:
            side = self.owner[place]
            return Text(f"{card.plain}{SHAPES[side]}", style=side_style(side))
        if symbol != JOKER_NAME:
            card.stylize("bold" if place in self.marks else "dim")
        return card + Text(" ")


def _owners(places: Iterable[Iterable[Place]]) -> dict[Place, int]:
    return {(row, column): side for side, own in enumerate(places) for row, column in own}
