"""Refusals: each has a sentence in every language, a clause if the rules forbid a move, and none crashes."""

from typing import Final

from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.table.promises.playing import promised
from ludotheque.table.promises.sentences import Sentences

GARBAGE: Final[tuple[Json, ...]] = (
    "",
    "?",
    "no such move",
    "\x00",
    7,
    None,
    [],
    {},
    {"do": None},
    {"do": "no such move"},
)
"""Values that are not a move in any game."""


class Known:
    """A sample of moves from all positions so far, to be tried where they may be illegal."""

    MOST: Final = 60

    def __init__(self) -> None:
        self.moves: dict[Move, None] = {}

    def meet(self, move: Move, rng: Random) -> None:
        """Add a move; above `MOST` a random one is dropped."""
        self.moves[move] = None
        if len(self.moves) > self.MOST:
            del self.moves[list(self.moves)[rng.randrange(len(self.moves))]]


def check_refusals(position: Position, known: Known, sentences: Sentences) -> None:
    """Check that illegal moves are refused with a sentence, and with a clause if the rules forbid them."""
    for seat in range(position.seats):
        for move in known.moves:
            with promised(f"a refusal crashes on {move}"):
                refusal = position.refusal(seat, move)
            if refusal is not None:
                sentences.check_refusal(refusal)


def check_garbage(position: Position, sentences: Sentences) -> None:
    """Check that values which are not moves are refused with a sentence."""
    for garbage in GARBAGE:
        with promised(f"a refusal crashes on {garbage!r}"):
            try:
                position.game.read_move(garbage)
            except Refusal as refused:
                unreadable: Refusal | None = refused
            else:
                unreadable = None
        assert unreadable is not None, f"{garbage!r} is read as a move"
        sentences.check_refusal(unreadable)
