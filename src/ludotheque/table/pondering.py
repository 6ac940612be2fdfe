"""A search that goes on: it keeps its tree from move to move, and thinks while somebody looks."""

from time import monotonic
from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.bots.search import NOBODY, Tree
from ludotheque.bots.searching import SearchBot, opinions
from ludotheque.bots.trials import Trials
from ludotheque.core.bot import Opinion
from ludotheque.core.coded import CodedPosition
from ludotheque.core.moves import Move
from ludotheque.core.state import State
from ludotheque.table.record import Entry
from ludotheque.table.table import Table

MOST: Final = 300_000
"""Iterations at one position after which it thinks no further: their tree takes some 60 MB."""


class Pondering:
    """What one seat thinks of a match as it goes on.

    >>> from ludotheque.bots import bot
    >>> from ludotheque.core.chance import seeded
    >>> searcher = bot("targi", "strong")
    >>> assert isinstance(searcher, SearchBot)
    >>> table = Table("targi", seats=2, seed=1)
    >>> pondering = Pondering(searcher, table.actors[0], seeded(1))
    >>> pondering.turn_to(table)
    >>> pondering.choose() in table.moves(table.actors[0])
    True
    """

    def __init__(self, bot: SearchBot, seat: int, rng: Random) -> None:
        self.bot = bot
        self.seat = seat
        self.spent = 0.0
        """Seconds of thought about the position that it looks at."""
        self._rng = rng
        self._log: list[Entry] = []
        """What had happened when it last looked; the position then, as it was and as the seat knew it."""
        self._position: CodedPosition[State] | None = None
        self._seen: CodedPosition[State] | None = None
        self._tree: Tree | Trials | None = None

    def turn_to(self, table: Table) -> None:
        """Look at a table as it is now; what was thought about it before is kept."""
        if self._tree is not None and table.log == self._log:
            return
        seen = table.position.seen_by(self.seat, self._rng)
        assert isinstance(seen, CodedPosition)  # only games of integer rules are searched
        way = self._way_to(table)
        if way is not None and isinstance(self._tree, Tree):
            self._tree = self._tree.follow(seen.state, *way)
        else:
            self._tree = self.bot.begin(seen.state, self.seat, self._rng)
        now = table.position.copy()
        assert isinstance(now, CodedPosition)
        self._log, self._position, self._seen, self.spent = list(table.log), now, seen, 0.0

    def _way_to(self, table: Table) -> tuple[vec[i64], vec[i64]] | None:
        """Moves and open outcomes since the last look, by key and mover; None if a move was taken back."""
        known = len(self._log)
        if self._position is None or table.log[:known] != self._log:
            return None
        game, state = self._position.game, self._position.state
        keys, movers = [], []
        for entry in table.log[known:]:
            if entry.position is not None:
                return None
            if entry.seat is None:
                code = game.outcome_from_json(state, entry.chance)
                key = int(self.bot.search.knowledge.outcome_key(state, code))
            else:
                code = key = game.encode(state, game.read_move(entry.move))
            if key >= 0:
                keys.append(key)
                movers.append(NOBODY if entry.seat is None else entry.seat)
            state.apply(code)
        return vec[i64](keys), vec[i64](movers)

    def think(self, seconds: float) -> bool:
        """Think about the position for so long; whether it is worth thinking further."""
        if self._tree is None or self._tree.iterations >= MOST:
            return False
        begun = monotonic()
        self._tree.think(seconds, 0)
        self.spent += monotonic() - begun
        return True

    def opinions(self) -> list[Opinion]:
        """What it thinks of the moves so far, after at least as much thought as its bot is given."""
        assert self._tree is not None  # it has turned to a table
        assert self._seen is not None
        search = self.bot.search
        if search.iterations > 0:
            self._tree.think(0.0, max(1, search.iterations - self._tree.iterations))
        elif self.spent < search.seconds:
            self.think(search.seconds - self.spent)
        return opinions(self._seen, self._tree)

    def choose(self) -> Move:
        """The move it makes: it thinks as long as its bot does, beside all it has thought before."""
        assert self._tree is not None
        assert self._seen is not None
        search, state = self.bot.search, self._seen.state
        if len(state.moves()) > 1:
            self._tree.decide(search.seconds, search.iterations, search.enough)
        chosen = self._tree.choice() if len(state.moves()) > 1 else state.moves()[0]
        return self._seen.game.decode(state, chosen)
