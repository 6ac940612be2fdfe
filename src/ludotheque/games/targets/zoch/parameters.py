"""Moves as parameters and the table as arrays, the same in both editions."""

from ludotheque.games.targets.parameters import HIGH, LOW, NAMES, from_move, observe, shapes, to_move

__all__ = ["HIGH", "LOW", "NAMES", "from_move", "observe", "shapes", "to_move"]
