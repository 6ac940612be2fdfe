"""A match looked at move by move: the coach keeps thinking about a position while somebody looks at it."""

from collections import OrderedDict
from hashlib import blake2b
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Trier
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.core.game import Game
from ludotheque.table.analysis import Judged, Thought, advise, coach_of, is_judged
from ludotheque.table.pondering import Pondering, can_ponder
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

KEPT: Final = 3
"""Positions whose thoughts are kept: each may take some 32 MB."""
SHOWN: Final = 5


class Studied(msgspec.Struct, frozen=True):
    """What the coach thinks of the best moves of a position so far."""

    seat: int | None = None
    """Whose decision it is; None where there is none, or the coach can't judge it."""
    exact: bool = False
    opinions: tuple[Judged, ...] = ()
    thought: int = 0
    """How many simulations stand behind it."""
    more: bool = False
    """Whether another look would tell more."""


class Studies:
    """The positions that were looked at last, and what the coach has thought about them."""

    def __init__(self) -> None:
        self._minds: OrderedDict[tuple[bytes, int], tuple[Game, Pondering]] = OrderedDict()
        """By match and step."""

    def look(self, record: bytes, step: int, seconds: float) -> Studied:
        """Think for so long about the position after so many steps, on top of all earlier looks at it."""
        match = blake2b(record, digest_size=16).digest()
        if (match, step) not in self._minds:
            read = read_record(record)
            table = Table.replay(write(msgspec.structs.replace(read, log=read.log[:step], result=None)))
            seat = next(iter(table.actors), None)
            entry = read.log[step] if step < len(read.log) else None
            if seat is None or not is_judged(table, seat, entry):
                return Studied()
            coach, _ = coach_of(table.position, Thought(seconds=0.0))
            if len(table.moves(seat)) == 1 or isinstance(coach, Trier):  # it takes seconds for every flick
                return Studied(seat)
            if not can_ponder(coach):
                return _once(table, seat, seeded(step))
            self._keep(match, step, table.game, self._mind(match, step, table, coach, seat))
        self._minds.move_to_end((match, step))
        return _further(*self._minds[match, step], seconds)

    def _mind(self, match: bytes, step: int, table: Table, coach: SearchBot, seat: int) -> Pondering:
        """What the coach thinks of a position, beginning with what it thought at the last one before it."""
        before = [
            (at, mind)
            for (whose, at), (_, mind) in self._minds.items()
            if whose == match and at < step and mind.seat == seat
        ]
        last = max(before, key=lambda one: one[0], default=None)
        mind = last[1].fork() if last is not None else Pondering(coach, seat, seeded(step))
        mind.turn_to(table)
        return mind

    def _keep(self, match: bytes, step: int, game: Game, mind: Pondering) -> None:
        """Remember a position; the one looked at the longest ago is forgotten."""
        self._minds[match, step] = (game, mind)
        while len(self._minds) > KEPT:
            self._minds.popitem(last=False)


def _once(table: Table, seat: int, rng: Random) -> Studied:
    """What a coach thinks that computes: it has thought enough after one look."""
    advice = advise(table.position, seat, rng, explained=0)
    thought = sum(judged.visits for judged in advice.opinions)
    return Studied(seat, advice.exact, advice.opinions[:SHOWN], thought)


def _further(game: Game, mind: Pondering, seconds: float) -> Studied:
    """What a coach thinks after so many more seconds."""
    more = mind.think(seconds)
    ranked = sorted(mind.opinions(), key=lambda opinion: (-opinion.visits, -opinion.value))
    best = tuple(Judged(write(o.move), game.notation(o.move), o.value, o.visits) for o in ranked[:SHOWN])
    return Studied(mind.seat, opinions=best, thought=mind.thought, more=more)
