"""The boards by game: `BOARD` in `terminal` of its folder. A game without one is drawn as plain text."""

from ludotheque.games import game, part
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look
from ludotheque.tui.plain import PlainBoard


def board(name: str, look: Look, focus: str = "") -> Board:
    """Return the board of a game, with the focus of the player at the screen."""
    own = part(name, "terminal")
    kind: type[Board] = PlainBoard if own is None else own.BOARD
    return kind(game(name), look, focus)
