"""A board for games without a drawing of their own: the view, line by line, in the words of the game.

The sentences are those of the browser: `pig_part_pot` names a part of the view or a value in it, and
`pig_do_roll` a move. What a game does not name keeps its name in the view.
"""

from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from ludotheque.core.codec import Json, write_fields
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.words import knows, say
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look


class PlainBoard(Board):
    """Every fact of the view on a line of its own; lists of plain values stay on one."""

    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Draw the view, indented."""
        return Group(*(Text(line) for line in outline(view, GameWords(self.game.name, self.look))))

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return the name of a move, filled in with its fields."""
        if isinstance(move, MoveRange):
            return ""
        fields = write_fields(move)
        key = f"{self.game.name}_do_{fields['do']}"
        return say(key, self.look.language, fields) if knows(key, self.look.language) else ""


class Wording:
    """The words of an outline: names and values as they are in JSON."""

    @property
    def colon(self) -> str:
        """The sign behind a name."""
        return ":"

    def name(self, part: str) -> str:
        """Return the name of a part."""
        return part

    def value(self, part: str, value: Json) -> str:
        """Return a plain value, or a list of them, of a part."""
        if isinstance(value, list):
            return " ".join(self.value(part, inner) for inner in value) or "–"
        return "–" if value is None else str(value)


@dataclass(frozen=True)
class GameWords(Wording):
    """The words of a game in the language of a look, with the names of its seats."""

    game: str
    look: Look

    @property
    def colon(self) -> str:
        """The sign behind a name, with the space that French has before it."""
        return self.look.say("colon")

    def name(self, part: str) -> str:
        """Return the game's name of a part; without one, the part with blanks."""
        key = f"{self.game}_part_{part}"
        return say(key, self.look.language) if knows(key, self.look.language) else part.replace("_", " ")

    def value(self, part: str, value: Json) -> str:
        """Return a value in words; the seat to act and the scores of all have the names of players."""
        names = self.look.names
        if part == "scores" and isinstance(value, list) and len(value) == len(names):
            return ", ".join(
                f"{name} {self.value('', score)}" for name, score in zip(names, value, strict=True)
            )
        if isinstance(value, bool):
            return "✓" if value else "✗"
        if part == "seat" and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        return self.name(value) if isinstance(value, str) else super().value(part, value)


RAW: Final = Wording()


def outline(view: Json, words: Wording = RAW, depth: int = 0, part: str = "") -> list[str]:
    """Return JSON as indented lines.

    >>> outline({"pawns": [3, 20], "dice": [None, {"slot": 5}]})
    ['pawns: 3 20', 'dice:', '  - –', '  - slot: 5']
    """
    indent = "  " * depth
    if _is_flat(view):
        return [f"{indent}{words.value(part, view)}"]
    lines = []
    if isinstance(view, dict):
        for key, inner in view.items():
            if _is_flat(inner):
                lines.append(f"{indent}{words.name(key)}{words.colon} {words.value(key, inner)}")
            else:
                lines += [f"{indent}{words.name(key)}{words.colon}", *outline(inner, words, depth + 1, key)]
    elif isinstance(view, list):
        for inner in view:
            first, *rest = outline(inner, words, depth + 1, part) or [f"{indent}  {words.value(part, [])}"]
            lines += [f"{indent}- {first.lstrip()}", *rest]
    return lines


def _is_flat(value: Json) -> bool:
    if isinstance(value, list):
        return not any(isinstance(inner, dict | list) for inner in value)
    return not isinstance(value, dict)
