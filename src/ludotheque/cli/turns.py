"""Turns where several seats may act at once, and the seat a typed line is for."""

from collections.abc import Sequence

from ludotheque.cli.players import Player
from ludotheque.core.moves import Move, MoveRange
from ludotheque.table.table import Table
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look


def whose_turn(table: Table, players: Sequence[Player]) -> int:
    """Return the seat to act: bots that can only react first, then people, then bots that can't be
    forestalled.
    """

    def order(seat: int) -> tuple[int, bool]:
        free = any(isinstance(move, MoveRange) for move in table.moves(seat))
        if players[seat].is_bot:
            return (2 if free else 0), False
        return 1, not free

    return min(table.actors, key=order)


def rival(table: Table, players: Sequence[Player]) -> int | None:
    """Return the first person who may act before a bot does; None if there is none."""
    people = (seat for seat in table.actors if not players[seat].is_bot)
    return next((s for s in people if any(isinstance(move, Move) for move in table.moves(s))), None)


def others(table: Table, players: Sequence[Player], seat: int) -> list[int]:
    """Return the other people who may act now."""
    return [other for other in table.actors if other != seat and not players[other].is_bot]


def speaker(table: Table, board: Board, seat: int, people: Sequence[int], line: str) -> tuple[int, Move]:
    """Return the seat and the move of a line: the seat named first in it, else the one that may make it."""
    for person in people:
        rest = _named(board.look, person, line)
        if rest is not None:
            return person, board.parse(rest, table.moves(person))
    moves = [move for person in (seat, *people) for move in table.moves(person)]
    move = board.parse(line, moves)
    able = [person for person in (seat, *people) if table.why_not(person, move) is None]
    return (able or [seat])[0], move


def _named(look: Look, seat: int, line: str) -> str | None:
    """Return the text behind the name, letter or shape of a seat in a line; None if it begins otherwise."""
    for name in (look.names[seat], chr(ord("A") + seat), look.shape(seat)):
        if line.lower().startswith(f"{name.lower()} "):
            return line[len(name) :].lstrip(" :")
    return None
