"""Aiming in Targets with single keys: the line on the table, the point of contact on the die, the numbers."""

from dataclasses import dataclass, replace
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.core.reasons import of_hundred
from ludotheque.games.targets.bots.proposals import HIGH_RISK, SOME_RISK, tower_risk
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.physics.flick import limits
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.simulation import Tremor
from ludotheque.games.targets.terminal.map import TopView
from ludotheque.tui.draft import Draft
from ludotheque.tui.look import Look

STEPS: Final = {
    "left": ("azimuth", 2.0),
    "right": ("azimuth", -2.0),
    ",": ("azimuth", 0.2),
    ".": ("azimuth", -0.2),
    "up": ("speed", 0.05),
    "down": ("speed", -0.05),
    "w": ("height", 0.1),
    "s": ("height", -0.1),
    "a": ("side", 0.1),
    "d": ("side", -0.1),
    "e": ("elevation", 5.0),
    "c": ("elevation", -5.0),
}
"""For each key the parameter of the flick and its change."""
KEYS: Final = {"azimuth": "← →  , .", "speed": "↑ ↓", "height": "w s", "side": "a d", "elevation": "e c"}
UNITS: Final = {"azimuth": "°", "speed": "\u00a0m/s", "height": "", "side": "", "elevation": "°"}
DIGITS: Final = {"azimuth": 1, "speed": 2, "height": 1, "side": 1, "elevation": 0}
FACE: Final = (9, 5)
"""Columns and rows of the drawn face of a die."""


@dataclass(frozen=True)
class Aim(Draft):
    """A draft of a flick, adjusted with single keys before it is played (TARGETS-2)."""

    look: Look
    layout: Layout
    faces: dict[int, int]
    seat: int
    flick: Flick
    size: tuple[int, int]
    """Columns and rows of the top view."""
    tremor: Tremor = "steady"

    @property
    def move(self) -> Flick:
        """The flick in its current state."""
        return self.flick

    def press(self, key: str) -> "Aim":
        """Return the draft after a key: a parameter changed by one step, within its limits."""
        if key not in STEPS:
            return self
        name, step = STEPS[key]
        low, high = limits(golden=self.layout.golden)[name]
        value = round(min(high, max(low, getattr(self.flick, name) + step)), 2)
        return replace(self, flick=msgspec.structs.replace(self.flick, **{name: value}))

    def draw(self) -> RenderableType:
        """Draw the table with the line of aim, the numbers beside the finger on the die, and the keys."""
        view = TopView(self.layout, self.look, *self.size)
        view.aim(self.seat, self.flick)
        beside = Grid.grid(padding=(0, 3, 0, 1))
        beside.add_row(self.look.token(self.seat), "")
        beside.add_row(self._face(), self._numbers())
        keys = Text(f" {self.look.say('targets_aim_keys')}", style="dim")
        return Group(*view.draw(self.faces), Text(), beside, self._risk(), keys)

    def _risk(self) -> Text:
        """Return the risk that the own tower falls, in words (ZOCH-2, BLACKROCK-2)."""
        dice = len(self.layout.stands[self.seat].tower)
        if self.layout.golden or dice < 2:
            return Text()
        risk = tower_risk(dice, self.tremor, self.flick)
        style = "red" if risk >= HIGH_RISK else "yellow" if risk >= SOME_RISK else "green"
        return Text(f" {self.look.say('targets_risk', count=of_hundred(risk, 1))}", style=style)

    def _numbers(self) -> RenderableType:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(style="bold cyan", no_wrap=True)
        for name in STROKE:
            number = spoken(getattr(self.flick, name), DIGITS[name], self.look.language)
            value = Text(f"{number}{UNITS[name]}", style="bold")
            grid.add_row(self.look.say(f"targets_{name}"), value, KEYS[name])
        return grid

    def _face(self) -> Text:
        """Draw the back of the die with the point where the finger meets it."""
        columns, rows = FACE
        across = round((1 - self.flick.side) / 2 * (columns - 1))
        down = round((1 - self.flick.height) / 2 * (rows - 1))
        face = Text("╭" + "─" * columns + "╮\n")
        for row in range(rows):
            line = "".join("✛" if (row, column) == (down, across) else "·" for column in range(columns))
            face.append("│").append(line, style=self.look.colour(self.seat)).append("│\n")
        return face.append("╰" + "─" * columns + "╯")


STROKE: Final = tuple(KEYS)
"""The five parameters of a flick, in the order of its notation."""


def spoken(value: float, digits: int, language: str) -> str:
    """Return a number in the format of a language.

    >>> spoken(-3.5, 1, "en"), spoken(1.25, 2, "fr"), spoken(-0.01, 1, "de")
    ('-3.5', '1,25', '0,0')
    """
    number = f"{round(value, digits) + 0.0:.{digits}f}"
    return number if language == "en" else number.replace(".", ",")
