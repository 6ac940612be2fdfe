"""A move being composed: drawn, changed by single keys, and made with Enter."""

from abc import ABC, abstractmethod

from rich.console import RenderableType

from ludotheque.core.moves import Move


class Draft(ABC):
    """An immutable move being composed; every key returns a new one."""

    @property
    @abstractmethod
    def move(self) -> Move:
        """The move as it would be made now."""

    @abstractmethod
    def press(self, key: str) -> "Draft":
        """Return the draft after a key; a key without meaning changes nothing."""

    @abstractmethod
    def draw(self) -> RenderableType:
        """Draw the board with the effect of the move, and the keys."""
