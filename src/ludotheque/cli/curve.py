"""Curves in text: chances over time, a column for each step, to an eighth of a line."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rich.text import Text

from ludotheque.table.analysis import Chances

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
HEIGHT: Final = 6
LABELS: Final = {0: "100", HEIGHT // 2: " 50", HEIGHT - 1: "  0"}
"""The labels before the lines, in percent."""


def side_chances(chances: Sequence[Chances], seat: int) -> list[float]:
    """Return the chance of a seat at every step with a known one; an unknown value repeats the last.

    >>> side_chances([Chances(1, (0.5, None)), Chances(2, (None, 0.4)), Chances(4, (1.0, 0.0))], 0)
    [0.5, 0.5, 1.0]
    """
    known = [step.win[seat] for step in chances]
    last = next((value for value in known if value is not None), 0.0)
    curve = []
    for value in known:
        last = last if value is None else value
        curve.append(last)
    return curve


def resampled(curve: Sequence[float], room: int) -> list[float]:
    """Return a curve resampled to the columns: the means of as many parts, or widened steps.

    >>> resampled([0.0, 1.0, 0.5, 0.5], 2), resampled([0.0, 1.0], 4)
    ([0.5, 0.5], [0.0, 0.0, 1.0, 1.0])
    """
    if not curve:
        return []
    if len(curve) <= room:
        wide = min(room // len(curve), 4)
        return [value for value in curve for _ in range(wide)]
    edges = [number * len(curve) // room for number in range(room + 1)]
    parts = [curve[start:end] for start, end in pairwise(edges)]
    return [sum(part) / len(part) for part in parts]


def sparkline(curve: Sequence[float], room: int) -> str:
    """Return a curve in one line.

    >>> sparkline([0.0, 0.5, 1.0], 3)
    '▁▄█'
    """
    return "".join(BLOCKS[max(1, round(8 * value))] for value in resampled(curve, room))


def tall_curve(curve: Sequence[float], room: int, lower: str, upper: str) -> list[Text]:
    """Return a curve in several lines, in one colour below it and another above."""
    columns = resampled(curve, room)
    lines = []
    for row in range(HEIGHT):
        line = Text(f" {LABELS.get(row, '   ')} ", style="dim")
        text = Text.assemble(line, ("┤", "dim"))
        for value in columns:
            eighths = round(value * HEIGHT * 8) - 8 * (HEIGHT - 1 - row)
            full = max(0, min(8, eighths))
            text.append(BLOCKS[full] if full else "·", style=lower if full else f"dim {upper}")
        lines.append(text)
    return lines
