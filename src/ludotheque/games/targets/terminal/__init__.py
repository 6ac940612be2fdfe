"""Targets in the terminal."""

from typing import Final

from ludotheque.games.targets.terminal.board import TargetsBoard

BOARD: Final = TargetsBoard
