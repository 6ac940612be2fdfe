"""Numbers in reasons, counted again by the outer contract: with bots and events, not as the game counts."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from librt.random import Random

from ludotheque.bots import bot
from ludotheque.core.chance import seeded
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Reason, mean_error
from ludotheque.table.table import Table

LOG = logging.getLogger(__name__)
"""`pytest -rP --log-level INFO -m long -k agree` shows the figures."""


@dataclass
class Recount:
    """The numbers compared, and those further off than both errors allow."""

    compared: int = 0
    off: list[str] = field(default_factory=list)

    def check(self, reason: Reason, name: str, found: Sequence[float], scale: float = 1.0) -> None:
        """Compare a number of a reason with the mean of some tries, times a scale."""
        told = reason.params[name]
        assert isinstance(told, int | float)
        mean = scale * sum(found) / len(found)
        allowed = reason.error + scale * mean_error(found) + (1.0 if scale > 1 else 0.05)
        self.compared += 1
        if abs(told - mean) > allowed:
            self.off.append(f"{reason.code} {name}: {told} told, {mean:.2f} counted, ±{allowed:.2f}")

    def expect(self, least: int) -> None:
        """Two numbers, each right 19 times of 20, are further apart than both errors 6 times of 1000."""
        LOG.info("%d numbers compared, %d further apart than both errors", self.compared, len(self.off))
        assert self.compared >= least
        assert len(self.off) <= self.compared // 50, self.off


def decisions(
    game: str, level: str, seats: Sequence[int], count: int, seed: int
) -> Iterator[tuple[Position, int, list[Move]]]:
    """Random decisions from games of bots: the position as its seat knows it, the seat and its moves."""
    rng, found = seeded(seed), 0
    while found < count:
        table = Table(game, seats=seats[found % len(seats)], seed=rng.randrange(1 << 30))
        players = bot(game, level)
        while table.result is None and found < count:
            seat = table.actors[0]
            moves = [move for move in table.position.moves(seat) if isinstance(move, Move)]
            if len(moves) > 1 and rng.random() < 0.08:
                found += 1
                yield table.position.seen_by(seat, rng), seat, moves
            table.play(seat, players.choose(table.position.seen_by(seat, rng), seat, rng))


def any_of(moves: Sequence[Move], rng: Random) -> Move:
    """Any of some moves."""
    return moves[rng.randrange(len(moves))]


def play(position: Position, seat: int, move: Move) -> list[Event]:
    """Play a move that is allowed."""
    assert position.refusal(seat, move) is None
    return position.play(seat, move)
