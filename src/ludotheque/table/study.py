"""Study of a match, position by position: the coach keeps searching the one that is displayed."""

from collections import OrderedDict
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec
from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Trier
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.table.analysis import Judged, Thought, advise, coach_of, is_judged
from ludotheque.table.pondering import Pondering, can_ponder
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

KEPT: Final = 3
"""Number of positions whose search is kept; each may take some 32 MB."""
SHOWN: Final = 5


class Studied(msgspec.Struct, frozen=True):
    """The coach's ratings so far: of the best moves of a position, and of the one that was played."""

    seat: int | None = None
    """The seat that decides; None if there is no decision, or none that the coach can rate."""
    exact: bool = False
    opinions: tuple[Judged, ...] = ()
    thought: int = 0
    """The number of simulations so far."""
    more: bool = False
    """True if another call would improve the ratings."""


class Mind(NamedTuple):
    """A position being searched, with the search and the move that was played there, if any."""

    game: Game
    pondering: Pondering
    made: Move | None


class Studies:
    """The most recently studied positions, with the coach's searches of them."""

    def __init__(self) -> None:
        self._minds: OrderedDict[tuple[bytes, int], Mind] = OrderedDict()
        """Searches by hash of the record and step."""

    def look(self, record: bytes, step: int, seconds: float) -> Studied:
        """Search the position after some steps for this many seconds, and return the ratings so far.

        Repeated calls for the same position continue its search.
        """
        match = blake2b(record, digest_size=16).digest()
        if (match, step) not in self._minds:
            read = read_record(record)
            table = Table.replay(write(msgspec.structs.replace(read, log=read.log[:step], result=None)))
            seat = next(iter(table.actors), None)
            entry = read.log[step] if step < len(read.log) else None
            if seat is None or not is_judged(table, seat, entry):
                return Studied()
            coach, _ = coach_of(table.position, Thought(seconds=0.0))
            # Rating a flick takes seconds each time.
            if len(table.moves(seat)) == 1 or isinstance(coach, Trier):
                return Studied(seat)
            made = table.game.read_move(entry.move) if entry is not None and entry.seat == seat else None
            if not can_ponder(coach):
                return _once(table, seat, seeded(step), made)
            pondering = self._pondering(match, step, table, coach, seat)
            self._keep(match, step, Mind(table.game, pondering, made))
        self._minds.move_to_end((match, step))
        return _further(self._minds[match, step], seconds)

    def _pondering(self, match: bytes, step: int, table: Table, coach: SearchBot, seat: int) -> Pondering:
        """Return the coach's search of a position, continued from the nearest earlier one if any."""
        before = [
            (at, mind.pondering)
            for (whose, at), mind in self._minds.items()
            if whose == match and at < step and mind.pondering.seat == seat
        ]
        last = max(before, key=lambda one: one[0], default=None)
        pondering = last[1].fork() if last is not None else Pondering(coach, seat, seeded(step))
        pondering.turn_to(table)
        return pondering

    def _keep(self, match: bytes, step: int, mind: Mind) -> None:
        """Store a search; above `KEPT` the least recently used one is dropped."""
        self._minds[match, step] = mind
        while len(self._minds) > KEPT:
            self._minds.popitem(last=False)


def _once(table: Table, seat: int, rng: Random, made: Move | None) -> Studied:
    """Return the ratings of a coach that does not search; a second call would not improve them."""
    advice = advise(table.position, seat, rng, explained=0)
    thought = sum(judged.visits for judged in advice.opinions)
    read = table.game.read_move
    best = tuple(
        judged
        for place, judged in enumerate(advice.opinions)
        if place < SHOWN or (made is not None and read(judged.move) == made)
    )
    return Studied(seat, advice.exact, best, thought)


def _further(mind: Mind, seconds: float) -> Studied:
    """Continue a search for this many seconds and return its ratings."""
    game, pondering, made = mind
    more = pondering.think(seconds)
    ranked = sorted(pondering.opinions(), key=lambda opinion: (-opinion.visits, -opinion.value))
    best = tuple(
        Judged(write(o.move), game.notation(o.move), o.value, o.visits)
        for place, o in enumerate(ranked)
        if place < SHOWN or (o.move == made and o.visits)
    )
    return Studied(pondering.seat, opinions=best, thought=pondering.thought, more=more)
