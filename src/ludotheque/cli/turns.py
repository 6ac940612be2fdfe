"""Whose turn it is where several may act at once, and for whom a typed line speaks."""

from collections.abc import Sequence

from ludotheque.cli.players import Player
from ludotheque.core.moves import Move, MoveRange
from ludotheque.table.table import Table
from ludotheque.terminal.board import Board
from ludotheque.terminal.look import Look


def whose_turn(table: Table, players: Sequence[Player]) -> int:
    """Bots that can only react come first, then people, last a bot whose move nobody could forestall."""

    def order(seat: int) -> tuple[int, bool]:
        free = any(isinstance(move, MoveRange) for move in table.moves(seat))
        if players[seat].is_bot:
            return (2 if free else 0), False
        return 1, not free

    return min(table.actors, key=order)


def rival(table: Table, players: Sequence[Player]) -> int | None:
    """The first person who has something to say before a bot does; None if nobody has."""
    people = (seat for seat in table.actors if not players[seat].is_bot)
    return next((s for s in people if any(isinstance(move, Move) for move in table.moves(s))), None)


def others(table: Table, players: Sequence[Player], seat: int) -> list[int]:
    """The further people who may speak now."""
    return [other for other in table.actors if other != seat and not players[other].is_bot]


def speaker(table: Table, board: Board, seat: int, people: Sequence[int], line: str) -> tuple[int, Move]:
    """Who makes which move with a line: whoever is named first in it, else whoever may make it."""
    for person in people:
        rest = _named(board.look, person, line)
        if rest is not None:
            return person, board.parse(rest, table.moves(person))
    moves = [move for person in (seat, *people) for move in table.moves(person)]
    move = board.parse(line, moves)
    able = [person for person in (seat, *people) if table.why_not(person, move) is None]
    return (able or [seat])[0], move


def _named(look: Look, seat: int, line: str) -> str | None:
    """What follows the name, the letter or the shape of a seat in a line; None if it begins otherwise."""
    for name in (look.names[seat], chr(ord("A") + seat), look.shape(seat)):
        if line.lower().startswith(f"{name.lower()} "):
            return line[len(name) :].lstrip(" :")
    return None
