"""The boards, by game: `BOARD` in `terminal` of its folder. A game without one is drawn plainly."""

from ludotheque.games import game, part
from ludotheque.terminal.board import Board
from ludotheque.terminal.look import Look
from ludotheque.terminal.plain import PlainBoard


def board(name: str, look: Look, focus: str = "") -> Board:
    """The board of a game, with what the player at the screen points at."""
    own = part(name, "terminal")
    kind: type[Board] = PlainBoard if own is None else own.BOARD
    return kind(game(name), look, focus)
