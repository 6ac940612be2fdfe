"""The table of Targets from above, drawn in characters: for a terminal, a log or a screen reader."""

import math
from typing import Final

from ludotheque.games.targets.moves import COLOURS, colour, label
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import value_of

WIDTH: Final = 61
HEIGHT: Final = 31
REACH: Final = 0.42
"""How much of the table is shown, in metres from the middle."""

Grid = list[list[str]]


def draw(layout: Layout, *, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """The table from above, seat 0 at the near side.

    A disc is a ring of dots with its number, a die its colour and what it shows, a base the letter of its
    seat in brackets with the number of dice on it; `+2` behind it are two discs below.
    """
    grid: Grid = [[" "] * width for _ in range(height)]
    sizes = DEFAULT.sizes
    places = disc_places(sizes, golden=layout.golden)
    for place in layout.places:
        x, y = places[place]
        for step in range(72):
            angle = 2 * math.pi * step / 72
            _write(
                grid, x + sizes.disc_radius * math.cos(angle), y + sizes.disc_radius * math.sin(angle), "·"
            )
        _write(grid, x, y, "★" if layout.golden else f"{place + 1}")
    for seat, stand in enumerate(layout.stands):
        discs = f"+{stand.discs}" if stand.discs else ""
        x, y = base_place(sizes, seat, len(layout.stands), golden=layout.golden)
        _write(grid, x, y, f"[{COLOURS[seat]}{len(stand.tower)}]{discs}")
    for die in layout.dice:
        _write(grid, die.pose.x, die.pose.y, f"{COLOURS[colour(die.die)].lower()}{value_of(die.pose)}")
    return ["".join(row).rstrip() for row in grid]


def describe(layout: Layout) -> list[str]:
    """The same table in lines of words without prose: each die with its place in centimetres from the middle.

    Right of the middle and away from seat 0 are positive.
    """
    lines = []
    for seat, stand in enumerate(layout.stands):
        tower = " ".join(f"{label(member.die)}={member.up}" for member in stand.tower) or "-"
        under = " ".join(label(die) for die in stand.under) or "-"
        lines.append(f"{COLOURS[seat]}: {tower} | {under} | {stand.discs}")
    for die in layout.dice:
        x, y = round(100 * die.pose.x), round(100 * die.pose.y)
        lines.append(f"{label(die.die)}={value_of(die.pose)}: {x:+d} {y:+d}")
    return lines


def _write(grid: Grid, x: float, y: float, text: str) -> None:
    """Write a text centred on a point of the table; what lies beyond the picture stands at its edge."""
    height, width = len(grid), len(grid[0])
    row = round((0.5 - y / (2 * REACH)) * (height - 1))
    column = round((0.5 + x / (2 * REACH)) * (width - 1) - (len(text) - 1) / 2)
    row = min(height - 1, max(0, row))
    column = min(width - len(text), max(0, column))
    grid[row][column : column + len(text)] = list(text)
