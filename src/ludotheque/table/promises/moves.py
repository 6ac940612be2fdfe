"""Moves: each is offered once, in a fixed order, and is never refused when it is offered."""

from ludotheque.core.codec import write
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.table.promises.playing import promised
from ludotheque.table.promises.sentences import Sentences
from ludotheque.table.table import Table


def check_offers(position: Position, again: Position, seat: int) -> None:
    """Check that each move is offered once, in the same order on each request and at an equal position."""
    moves = position.moves(seat)
    offered = [move for move in moves if isinstance(move, Move)]
    assert bool(moves) == (seat in position.actors), (
        f"seat {seat} may do {offered} while seats {position.actors} are to act"
    )
    twice = sorted({str(move) for move in offered if offered.count(move) > 1})
    assert not twice, f"offered twice: {twice}"
    for other in (position, position.copy(), again):
        repeated = other.moves(seat)
        assert repeated == moves, f"moves have no fixed order: {moves}, then {repeated}"


def check_forms(table: Table, seat: int, sentences: Sentences) -> None:
    """Check that moves survive a round trip through JSON and notation, and are refused to other seats."""
    game = table.game
    for move in (move for move in table.moves(seat) if isinstance(move, Move)):
        assert table.why_not(seat, move) is None, f"{move} is listed and refused"
        with promised(f"{move} can't be read from what it is written as"):
            assert game.read_move(write(move)) == move, "its JSON is another move"
            assert game.parse(game.notation(move)) == move, "its notation is another move"
        for other in range(table.seats):
            if other not in table.actors:
                refusal = table.why_not(other, move)
                assert refusal is not None, f"{move} is allowed to seat {other}, which may not act"
                sentences.check_sentence(refusal)
