"""Both editions behind the contract: how positions are read, and what is common to them."""

from abc import abstractmethod

from ludotheque.core.codec import Json, demand
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.games.targets import moves
from ludotheque.games.targets.board import Board
from ludotheque.games.targets.position import TargetsPosition


class TargetsGame(Game):
    """Dice flicked at discs, on a simulated table."""

    @abstractmethod
    def at(self, position: Json) -> TargetsPosition:
        """A position written as JSON."""

    def notation(self, move: Move) -> str:
        """A move as one line."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """The move that a line of notation means."""
        return moves.parse(text)


def check_board(position: TargetsPosition, counts: tuple[int, ...]) -> None:
    """A board that play can lead to: seats, dice and discs add up, and what is awaited is there."""
    board = position.board
    demand(board.seats in counts, "$.seats")
    demand(len(board.layout.stands) == board.seats, "$.layout.stands")
    demand(len(board.holders) == board.seats * moves.DICE_EACH, "$.holders")
    for name in ("starter", "turn"):
        demand(0 <= getattr(board, name) < board.seats, f"$.{name}")
    for seat in (*board.passed, *board.stacked, *board.holders, *(duty.seat for duty in board.duties)):
        demand(0 <= seat < board.seats, "$")
    demand(all(len(board.held(seat)) == moves.DICE_EACH for seat in range(board.seats)), "$.holders")
    demand(all(1 <= rest.up <= 6 for rest in board.rests), "$.rests")
    demand(0 <= board.misses <= 1, "$.misses")
    demand((board.phase == "choose") == bool(board.duties), "$.duties")
    lying = {rest.die for rest in board.rests}
    demand(all(duty.dice and set(duty.dice) <= lying for duty in board.duties), "$.duties")
    demand(board.aim is None or (board.phase == "play" and bool(board.tower(board.turn))), "$.aim")
    demand(not position.violations(), "$.layout")


def check_lively(position: TargetsPosition, board: Board) -> None:
    """Somebody may act, chance is awaited, or the game is over."""
    demand(bool(position.actors) or position.awaits_chance or board.phase == "over", "$.phase")
