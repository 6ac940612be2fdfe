"""A round table from above in characters: lines in braille dots, with signs for pieces."""

import math
from collections.abc import Iterator
from typing import Final

from rich.text import Text

DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille character, row by row."""
ACROSS: Final = 2
DOWN: Final = 4
"""Rows of dots of a character; as characters are twice as high as wide, dots lie on a square grid."""
BRAILLE: Final = 0x2800
NEAR: Final = sorted(
    ((row, column) for row in (-1, 0, 1) for column in range(-4, 5)),
    key=lambda step: (abs(step[0]) * 2 + abs(step[1]), step),
)
"""Offsets for a sign whose cell is taken, the nearest first."""

Lens = tuple[float, float]


def seen_at(distance: float, lens: Lens) -> float:
    """Return the distance from the middle at which something is drawn.

    >>> seen_at(0.25, (0.5, 0.5)), seen_at(1.5, (0.5, 0.5))
    (0.25, 1.0)
    """
    return distance if distance <= lens[0] else lens[0] + (distance - lens[0]) * lens[1]


class Sheet:
    """A grid of columns and rows, `scale` dots per metre, with the table turned counter-clockwise by `turn`.

    With a `lens`, points further from the middle than its first number are drawn closer together, by its
    second, so that the middle, the busiest area, is enlarged.
    """

    def __init__(
        self, columns: int, rows: int, scale: float, turn: float = 0.0, lens: Lens = (math.inf, 1.0)
    ) -> None:
        self.columns, self.rows, self.scale, self.lens = columns, rows, scale, lens
        self._cos, self._sin = math.cos(turn), math.sin(turn)
        self._dots: dict[tuple[int, int], tuple[int, str]] = {}
        self._signs: dict[tuple[int, int], tuple[str, str]] = {}

    def _place(self, x: float, y: float) -> tuple[int, int]:
        """Return the dot, by row and column, of a point of the table."""
        far = math.hypot(x, y)
        nearer = self.scale * (seen_at(far, self.lens) / far if far else 1.0)
        across, up = x * self._cos - y * self._sin, x * self._sin + y * self._cos
        column = math.floor(self.columns * ACROSS / 2 + across * nearer)
        return math.floor(self.rows * DOWN / 2 - up * nearer), column

    def dot(self, x: float, y: float, style: str) -> None:
        """Draw a dot; one beside the sheet is skipped."""
        row, column = self._place(x, y)
        cell = row // DOWN, column // ACROSS
        if 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns:
            bits, _ = self._dots.get(cell, (0, ""))
            self._dots[cell] = bits | DOTS[row % DOWN][column % ACROSS], style

    def ring(self, x: float, y: float, radius: float, style: str) -> None:
        """Draw a circle."""
        steps = max(8, math.ceil(2 * math.pi * radius * self.scale * 1.5))
        for step in range(steps):
            turn = 2 * math.pi * step / steps
            self.dot(x + radius * math.cos(turn), y + radius * math.sin(turn), style)

    def spot(self, x: float, y: float, radius: float, style: str) -> None:
        """Draw a filled circle."""
        rings = max(1, math.ceil(radius * self.scale * 1.5))
        for ring in range(rings + 1):
            self.ring(x, y, radius * ring / rings, style)

    def ray(self, x: float, y: float, turn: float, length: float, style: str, gap: int = 1) -> None:
        """Draw a line from a point, dotted with gaps."""
        for step in range(0, math.ceil(length * self.scale), gap):
            way = step / self.scale
            self.dot(x + way * math.cos(turn), y + way * math.sin(turn), style)

    def sign(self, x: float, y: float, text: str, style: str) -> None:
        """Draw a sign as near to its point as there is room; one beside the sheet is moved to its edge."""
        row, column = self._place(x, y)
        top = min(self.rows - 1, max(0, row // DOWN))
        left = (column - ACROSS * len(text) // 2 + 1) // ACROSS
        left = min(self.columns - len(text), max(0, left))
        spots = ((top + down, left + right) for down, right in NEAR)
        free = (spot for spot in spots if self._is_free(*spot, len(text)))
        at_row, at_column = next(free, (top, left))
        for offset, letter in enumerate(text):
            self._signs[at_row, at_column + offset] = letter, style

    def _is_free(self, row: int, column: int, width: int) -> bool:
        if not (0 <= row < self.rows and 0 <= column <= self.columns - width):
            return False
        return not any((row, column + offset) in self._signs for offset in range(width))

    def lines(self) -> Iterator[Text]:
        """Yield the sheet line by line."""
        for row in range(self.rows):
            line = Text()
            for column in range(self.columns):
                at = row, column
                if at in self._signs:
                    line.append(*self._signs[at])
                elif at in self._dots:
                    bits, style = self._dots[at]
                    line.append(chr(BRAILLE + bits), style=style)
                else:
                    line.append(" ")
            line.rstrip()
            yield line
