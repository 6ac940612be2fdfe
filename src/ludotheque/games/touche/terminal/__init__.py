"""Touché in the terminal."""

from typing import Final

from ludotheque.games.touche.terminal.board import ToucheBoard

BOARD: Final = ToucheBoard
