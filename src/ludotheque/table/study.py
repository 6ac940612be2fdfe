"""A match looked at move by move: as long as one stays at a position, the coach thinks on about it."""

from collections import OrderedDict
from hashlib import blake2b
from typing import Final

import msgspec

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Trier
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.table.analysis import Advice, Judged, Thought, advice_of, advise, coach_of, is_judged
from ludotheque.table.pondering import Pondering
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

KEPT: Final = 2
"""Matches whose thoughts are kept: each may take some 60 MB."""
SHOWN: Final = 5


class Studied(msgspec.Struct, frozen=True):
    """What the coach thinks of the best moves of a position so far."""

    seat: int | None = None
    """Whose decision it is; None where there is none, or the coach can't judge it."""
    exact: bool = False
    opinions: tuple[Judged, ...] = ()
    thought: int = 0
    """How often a move was tried, of all moves."""
    more: bool = False
    """Whether another look would tell more."""


class Studies:
    """The matches that were looked at last, and what the coach has thought about them."""

    def __init__(self) -> None:
        self._minds: OrderedDict[bytes, dict[int, Pondering]] = OrderedDict()

    def look(self, record: bytes, step: int, seconds: float) -> Studied:
        """Think for so long about the position behind so many steps, beside all that was thought before."""
        read = read_record(record)
        log = read.log[:step]
        table = Table.replay(write(msgspec.structs.replace(read, log=log, result=None)))
        seat = next(iter(table.actors), None)
        entry = read.log[step] if step < len(read.log) else None
        if seat is None or not is_judged(table, seat, entry):
            return Studied()
        coach, exact = coach_of(table.position, Thought(seconds))
        rng = seeded(step)
        if isinstance(coach, Trier):  # it takes seconds for every look, and would not think on
            return Studied()
        if not isinstance(coach, SearchBot):
            return _studied(seat, advise(table.position, seat, rng, explained=0), more=False)
        mind = self._minds_of(record).setdefault(seat, Pondering(coach, seat, rng))
        mind.turn_to(table)
        more = mind.think(seconds)
        advice = advice_of(table.position, seat, mind.opinions(), rng, exact=exact, explained=0)
        return _studied(seat, advice, more=more)

    def _minds_of(self, record: bytes) -> dict[int, Pondering]:
        """What the seats of a match have thought; the match looked at the longest ago is forgotten."""
        key = blake2b(record, digest_size=16).digest()
        minds = self._minds.setdefault(key, {})
        self._minds.move_to_end(key)
        while len(self._minds) > KEPT:
            self._minds.popitem(last=False)
        return minds


def _studied(seat: int, advice: Advice, *, more: bool) -> Studied:
    thought = sum(judged.visits for judged in advice.opinions)
    single = len(advice.opinions) == 1
    return Studied(seat, advice.exact, advice.opinions[:SHOWN], thought, more and not single)
