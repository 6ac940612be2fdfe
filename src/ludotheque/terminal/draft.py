"""A move in the making: drawn, changed by single keys, and made with Enter."""

from abc import ABC, abstractmethod

from rich.console import RenderableType

from ludotheque.core.moves import Move


class Draft(ABC):
    """What a player is about to do; it never changes, every key makes another one."""

    @property
    @abstractmethod
    def move(self) -> Move:
        """The move as it would be made now."""

    @abstractmethod
    def press(self, key: str) -> "Draft":
        """What a key makes of it; a key without meaning leaves it as it is."""

    @abstractmethod
    def draw(self) -> RenderableType:
        """The board with what the move means, and the keys."""
