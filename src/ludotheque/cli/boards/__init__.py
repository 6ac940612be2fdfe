"""The boards, by game. A game that is drawn in the terminal is one module here and one line below."""

from importlib import import_module
from typing import Final

from ludotheque.cli.boards.board import Board
from ludotheque.cli.boards.plain import PlainBoard
from ludotheque.cli.look import Look
from ludotheque.games import game

BOARDS: Final = {
    "exxtra": "ludotheque.cli.boards.exxtra",
    "targi": "ludotheque.cli.boards.targi",
    "touche": "ludotheque.cli.boards.touche",
    "zoch": "ludotheque.cli.boards.targets",
    "blackrock": "ludotheque.cli.boards.targets",
}
"""Where each game's `BOARD` is; a game without one is drawn plainly."""


def board(name: str, look: Look, focus: str = "") -> Board:
    """The board of a game, with what the player at the screen points at."""
    kind: type[Board] = import_module(BOARDS[name]).BOARD if name in BOARDS else PlainBoard
    return kind(game(name), look, focus)
