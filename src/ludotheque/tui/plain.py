"""A board for games without a drawing of their own: the view, line by line."""

from rich.console import Group, RenderableType
from rich.text import Text

from ludotheque.core.codec import Json
from ludotheque.tui.board import Board


class PlainBoard(Board):
    """Every fact of the view on a line of its own; lists of plain values stay on one."""

    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Draw the view, indented."""
        return Group(*(Text(line) for line in outline(view)))


def outline(value: Json, depth: int = 0) -> list[str]:
    """Return JSON as indented lines.

    >>> outline({"pawns": [3, 20], "dice": [None, {"slot": 5}]})
    ['pawns: 3 20', 'dice:', '  - –', '  - slot: 5']
    """
    indent = "  " * depth
    if isinstance(value, dict):
        lines = []
        for key, inner in value.items():
            if _flat(inner):
                lines.append(f"{indent}{key}: {_spoken(inner)}")
            else:
                lines += [f"{indent}{key}:", *outline(inner, depth + 1)]
        return lines
    if isinstance(value, list) and not _flat(value):
        lines = []
        for inner in value:
            first, *rest = outline(inner, depth + 1) or [f"{indent}  {_spoken(inner)}"]
            lines += [f"{indent}- {first.lstrip()}", *rest]
        return lines
    return [f"{indent}{_spoken(value)}"]


def _flat(value: Json) -> bool:
    if isinstance(value, list):
        return not any(isinstance(inner, dict | list) for inner in value)
    return not isinstance(value, dict)


def _spoken(value: Json) -> str:
    if isinstance(value, list):
        return " ".join(_spoken(inner) for inner in value) or "–"
    return "–" if value is None else str(value)
