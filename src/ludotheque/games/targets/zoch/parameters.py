"""Moves as parameters, the table as arrays: as in the other edition."""

from ludotheque.games.targets.parameters import HIGH, LOW, NAMES, from_move, observe, shapes, to_move

__all__ = ["HIGH", "LOW", "NAMES", "from_move", "observe", "shapes", "to_move"]
