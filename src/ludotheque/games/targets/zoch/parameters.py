"""Moves as numbers and the table as arrays in the Zoch edition, shared by both editions."""

from ludotheque.games.targets.parameters import HIGH, LOW, NAMES, from_move, observe, shapes, to_move

__all__ = ["HIGH", "LOW", "NAMES", "from_move", "observe", "shapes", "to_move"]
