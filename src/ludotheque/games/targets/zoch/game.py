"""The Zoch edition of Targets as a `Game`: options, start and JSON."""

from typing import Final

from ludotheque.core.codec import Json, demand, read
from ludotheque.core.moves import Options
from ludotheque.games.targets import moves
from ludotheque.games.targets.game import TargetsGame
from ludotheque.games.targets.positions import check_board, check_lively
from ludotheque.games.targets.rules.board import own_dice
from ludotheque.games.targets.zoch.rules.position import (
    LAST_ROUND,
    MOST_POINTS,
    TO_WIN,
    ZochBoard,
    ZochOptions,
    ZochPosition,
    new_board,
)


class ZochGame(TargetsGame):
    """The Zoch edition of Targets: hits, dead centres, attacks and toppled towers."""

    name = "zoch"
    title = "Targets (Zoch)"
    seat_counts = (2, 3, 4, 5, 6)
    clause_prefixes = ("TARGETS", "ZOCH")
    options_type = ZochOptions
    move_types = (moves.Flick, moves.Call, moves.Pass, moves.Keep, moves.Lose, moves.Stack)
    minutes = (15, 20)

    def start(self, seats: int, options: Options) -> ZochPosition:
        """Return the starting position: towers stacked, the starter not yet drawn."""
        assert isinstance(options, ZochOptions)  # `read_options` made them
        return ZochPosition(self, new_board(seats, options), options)

    def at(self, position: Json) -> ZochPosition:
        """Return a position from JSON; raise `Unreadable`, with the place, if play can't lead to it."""
        board = read(position, ZochBoard, code="core.position")
        found = ZochPosition(self, board, board.options)
        demand(len(board.points) == board.seats, "$.points")
        demand(all(0 <= points <= MOST_POINTS for points in board.points), "$.points")
        demand(board.layout.edition == "zoch", "$.layout.edition")
        demand(board.layout.places == (0, 1, 2), "$.layout.places")
        demand(not board.layout.golden, "$.layout.golden")
        check_board(found, self.seat_counts)
        demand(board.holders == own_dice(board.seats), "$.holders")
        demand(board.phase not in ("exchange", "remove", "golden"), "$.phase")
        won = max(board.points) >= TO_WIN
        demand(won <= (board.phase == "over") <= (won or board.round == LAST_ROUND), "$.phase")
        check_lively(found)
        return found


GAME: Final = ZochGame()
