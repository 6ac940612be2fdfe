"""Targets in the Zoch edition behind the contract."""

from typing import Final

from ludotheque.core.codec import Json, demand, read
from ludotheque.core.moves import Options
from ludotheque.games.targets import moves
from ludotheque.games.targets.family import TargetsGame, check_board, check_lively
from ludotheque.games.targets.zoch.rules import ZochBoard, ZochOptions, ZochPosition, new_board


class ZochGame(TargetsGame):
    """Flick your dice through the holes; hits, attacks and toppled towers."""

    name = "zoch"
    title = "Targets (Zoch)"
    seat_counts = (2, 3, 4, 5, 6)
    clause_prefixes = ("TARGETS", "ZOCH")
    options_type = ZochOptions
    move_types = (moves.Flick, moves.Call, moves.Pass, moves.Keep, moves.Lose, moves.Stack)
    minutes = (15, 20)

    def start(self, seats: int, options: Options) -> ZochPosition:
        """Towers stacked, the starter still to be drawn."""
        assert isinstance(options, ZochOptions)  # `read_options` made them
        return ZochPosition(self, new_board(seats, options), options)

    def at(self, position: Json) -> ZochPosition:
        """A position written as JSON."""
        board = read(position, ZochBoard, code="core.position")
        found = ZochPosition(self, board, board.options)
        demand(len(board.points) == board.seats and min(board.points, default=-1) >= 0, "$.points")
        check_board(found, self.seat_counts)
        demand(board.layout.edition == "zoch" and board.layout.places == (0, 1, 2), "$.layout")
        demand(board.phase not in ("exchange", "remove", "golden"), "$.phase")
        check_lively(found, board)
        return found


GAME: Final = ZochGame()
