"""A resumable search: it keeps its tree from move to move, and continues while a player watches.

Bots that play out trials are resumed too, but start over at another position.
"""

from time import monotonic
from typing import Final, TypeGuard

from librt.random import Random

from ludotheque.bots.search import NOBODY, Tree
from ludotheque.bots.searching import FORCED_SHARE, SearchBot, opinions
from ludotheque.bots.trials import Trials
from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.coded import CodedPosition
from ludotheque.core.moves import Move
from ludotheque.core.state import State
from ludotheque.table.record import Entry
from ludotheque.table.table import Table

FULL: Final = 500_000
"""Number of nodes at which a tree is full, some 32 MB; also the maximum number of trials."""


def can_ponder(bot: Bot) -> TypeGuard[SearchBot]:
    """Return whether a bot searches by time, so that more time means more search."""
    return isinstance(bot, SearchBot) and not bot.search.iterations


class Pondering:
    """A search for one seat, kept and continued over the course of a match.

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
        """Seconds of search on the current position, including the share inherited from earlier ones."""
        self._rng = rng
        self._log: list[Entry] = []
        """The log at the last `turn_to`; `_position` was the position then, `_seen` the seat's view of it."""
        self._position: CodedPosition[State] | None = None
        self._seen: CodedPosition[State] | None = None
        self._tree: Tree | Trials | None = None

    def fork(self) -> "Pondering":
        """Return a copy of the search, which can move on to another position."""
        other = Pondering(self.bot, self.seat, self._rng)
        other._log, other._position = self._log, self._position
        other._seen, other._tree, other.spent = self._seen, self._tree, self.spent
        return other

    def turn_to(self, table: Table) -> None:
        """Move on to the current position of a table; the part of the tree below it is kept."""
        if self._tree is not None and table.log == self._log:
            return
        seen = table.position.seen_by(self.seat, self._rng)
        assert isinstance(seen, CodedPosition)  # only games whose rules are a `State` are searched
        way, before, spent = self._way_to(table), self.thought, 0.0
        tree: Tree | Trials
        if way is not None and isinstance(self._tree, Tree):
            tree = self._tree.follow(seen.state, way)
            spent = self.spent * _thought(tree) / before if before else 0.0
        else:
            tree = self.bot.begin(seen.state, self.seat, self._rng)
        now = table.position.copy()
        assert isinstance(now, CodedPosition)
        self._log, self._position, self._seen = list(table.log), now, seen
        self._tree, self.spent = tree, spent

    def _way_to(self, table: Table) -> list[tuple[int, int]] | None:
        """Return moves and visible outcomes since the last `turn_to`; None if the search has to start over.

        Each is a key of the tree, with the seat that moved or `NOBODY`. The search starts over after an undo
        and after a hidden draw: the tree averages over the hidden cards, and the seat may have seen which it
        was.
        """
        known = len(self._log)
        if self._position is None or table.log[:known] != self._log:
            return None
        at = self._position.copy()
        way: list[tuple[int, int]] = []
        for entry in table.log[known:]:
            if entry.position is not None:
                return None
            if entry.seat is None:
                code = at.game.outcome_from_json(at.state, entry.chance)
                key, mover = int(self.bot.search.knowledge.outcome_key(at.state, code)), NOBODY
            else:
                code = key = at.game.encode(at.state, at.game.read_move(entry.move))
                mover = entry.seat
            if key < 0:
                return None
            way.append((key, mover))
            at.state.apply(code)
        return way

    @property
    def thought(self) -> int:
        """Number of visits, or trials, of the moves of the position."""
        return _thought(self._tree) if self._tree is not None else 0

    def think(self, seconds: float) -> bool:
        """Search for this many seconds and return True; False if the tree is full or has nothing to try."""
        if self._tree is None or self._tree.size() >= FULL or self._waits():
            return False
        self._think_on(self._tree, seconds)
        return True

    def _waits(self) -> bool:
        """Return whether nothing can be tried, since trials begin only when the seat is to act."""
        return isinstance(self._tree, Trials) and self._tree.root.turn() != self.seat

    def _think_on(self, tree: Tree | Trials, seconds: float) -> None:
        begun = monotonic()
        tree.think(seconds, 0)
        self.spent += monotonic() - begun

    def opinions(self) -> list[Opinion]:
        """Return the ratings of the moves, after a search at least as long as the bot is configured for."""
        assert self._tree is not None  # set by `turn_to`
        assert self._seen is not None
        share = FORCED_SHARE if len(self._seen.state.moves()) == 1 else 1
        left = self.bot.search.seconds / share - self.spent
        if left > 0 or not self.thought:
            self._think_on(self._tree, max(left, 0.0))
        return opinions(self._seen, self._tree)

    def choose(self) -> Move:
        """Search as long as the bot usually does, on top of earlier search, and return the move to play."""
        assert self._tree is not None
        assert self._seen is not None
        search, state = self.bot.search, self._seen.state
        moves = list(state.moves())
        if len(moves) > 1:
            self._tree.decide(search.seconds, search.iterations, search.enough)
        chosen = self._tree.choice() if len(moves) > 1 else moves[0]
        return self._seen.game.decode(state, chosen)


def _thought(tree: Tree | Trials) -> int:
    """Return the number of visits, or trials, of the moves of a position."""
    if isinstance(tree, Trials):
        return int(tree.iterations)
    return sum(tree.visits_of(move) for move in tree.moves())
