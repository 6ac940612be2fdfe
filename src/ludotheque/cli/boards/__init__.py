"""The boards, by game. A game that is drawn in the terminal is one module here and one line below."""

from importlib import import_module
from typing import Final

from ludotheque.cli.boards.board import Board
from ludotheque.cli.boards.plain import PlainBoard
from ludotheque.cli.look import Look
from ludotheque.games import game

BOARDS: Final = {
    "exxtra": "ludotheque.cli.boards.exxtra",
    "zoch": "ludotheque.cli.boards.targets",
    "blackrock": "ludotheque.cli.boards.targets",
}
"""Where each game's `BOARD` is; a game without one is drawn plainly."""


def board(name: str, look: Look) -> Board:
    """The board of a game."""
    kind: type[Board] = import_module(BOARDS[name]).BOARD if name in BOARDS else PlainBoard
    return kind(game(name), look)
