"""Bot levels: each plays a legal move, or refuses the position with a sentence."""

from typing import Final

from librt.random import Random

from ludotheque.bots import bot as find_bot
from ludotheque.bots import levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.game import Position
from ludotheque.table.promises.playing import promised
from ludotheque.table.promises.sentences import Sentences

ITERATIONS: Final = 8
"""Iterations of a searching bot: enough to find a move, not to find a good one."""


def check_levels(position: Position, sentences: Sentences, rng: Random) -> None:
    """Check that every level plays a legal move, or refuses the position with a sentence."""
    seat = position.actors[0]
    name = position.game.name
    for level in levels(name):
        with promised(f"the level {level} can't play"):
            player = find_bot(name, level)
            refusal = player.refusal(position)
            if refusal is None:
                if isinstance(player, SearchBot):
                    player = player.thinking(0, ITERATIONS)
                move = player.choose(position.seen_by(seat, rng), seat, rng)
                refused = position.refusal(seat, position.game.read_move(move))
                assert refused is None, f"{move} is not allowed"
        if refusal is not None:
            sentences.check_sentence(refusal)
