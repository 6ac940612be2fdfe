"""The game itself is fine."""

from tests.table.honest.game import GAME

__all__ = ["GAME"]
