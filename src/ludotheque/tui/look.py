"""The look of seats: each has a colour and a shape, so that colour is never the only sign."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from ludotheque.core.refusal import Param
from ludotheque.core.words import say

SHAPES: Final = "●■▲◆★⬢"
COLOURS: Final = (
    "bright_red",
    "bright_blue",
    "bright_yellow",
    "bright_green",
    "bright_magenta",
    "bright_cyan",
)


@dataclass(frozen=True)
class Look:
    """The settings of a drawing: the language, names and teams of the seats, and the space available."""

    language: str
    names: tuple[str, ...]
    width: int = 80
    teams: tuple[int, ...] = ()
    """The team of each seat: a team has one colour and one shape. If empty, every seat plays for itself."""
    height: int = 24

    def say(self, key: str, **params: Param) -> str:
        """Return a sentence of the terminal; the key goes without `cli_`."""
        return say(f"cli_{key}", self.language, params)

    def shape(self, seat: int) -> str:
        """Return the sign of a seat."""
        return SHAPES[self._team(seat) % len(SHAPES)]

    def colour(self, seat: int) -> str:
        """Return the colour of a seat."""
        return COLOURS[self._team(seat) % len(COLOURS)]

    def _team(self, seat: int) -> int:
        return self.teams[seat] if self.teams else seat

    def name(self, seat: int, room: int = 20) -> str:
        """Return the name of a seat, cut to a width."""
        name = self.names[seat]
        return name if len(name) <= room else f"{name[: room - 1]}."

    def token(self, seat: int, room: int = 20) -> Text:
        """Return shape and name in the colour of the seat."""
        return Text(f"{self.shape(seat)} {self.name(seat, room)}", style=f"bold {self.colour(seat)}")


def bar(share: float, width: int) -> str:
    """Return a share from 0 to 1 as a bar, to an eighth of a column.

    >>> bar(0.5, 4), bar(0.53125, 4)
    ('██  ', '██▏ ')
    """
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    part = " ▏▎▍▌▋▊▉"[rest] if rest else ""
    return ("█" * full + part).ljust(width)


def percent(share: float, language: str) -> str:
    """Return a share as a percentage in a language's format.

    >>> percent(0.5408, "en"), percent(0.5408, "de")
    ('54.1\\xa0%', '54,1\\xa0%')
    """
    number = f"{100 * share:.1f}"
    return f"{number if language == 'en' else number.replace('.', ',')}\u00a0%"
