"""Bots: players that rate every move from what their seat may know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol

import msgspec
from librt.random import Random
from typing_extensions import TypeVar

from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.knowledge import WIDE, Exploration, Knowledge
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy
from ludotheque.core.reasons import Reason
from ludotheque.core.refusal import Refusal
from ludotheque.core.state import S

Job = TypeVar("Job")
Result = TypeVar("Result")
P = TypeVar("P", bound=Position, default=Any)
"""The positions of one game: what a `Bot[TargetsPosition]` gets."""


class Pool(Protocol):
    """Processes that share work, such as `lab.workers`."""

    def map(self, work: Callable[[Job], Result], jobs: Iterable[Job], /) -> Iterator[Result]:
        """Return the results of all jobs, in their order."""


class Opinion(msgspec.Struct, frozen=True):
    """A bot's rating of a move: the chance to win with it and the amount of search behind that number."""

    move: Move
    value: float
    visits: int = 0
    reasons: tuple[Reason, ...] = ()
    """Reasons for the rating, most important first, from the bot itself or the game's `reasons.py`."""


class Bot(ABC, Generic[P]):
    """A computer player; it gets a position that `Position.seen_by` made for its seat, never the true one."""

    reaction: tuple[float, float] = (1.0, 2.0)
    """Range of seconds an interface waits before it plays a call for which other seats compete."""
    parallel = False
    """True if worker processes make the bot faster; its moves are the same with and without them."""
    pool: Pool | None = None
    """The worker processes, where an interface provides some."""

    @abstractmethod
    def consider(self, position: P, seat: int, rng: Random) -> list[Opinion]:
        """Rate the bot's moves; the move it would play comes first."""

    def choose(self, position: P, seat: int, rng: Random) -> Move:
        """Return the move to play."""
        return self.consider(position, seat, rng)[0].move

    def refusal(self, position: P) -> Refusal | None:
        """Return the reason why the bot can't play at a table, or None; called before a game begins."""
        return None


class Trier(Bot[P]):
    """A bot that rates moves with continuous parts by trying them out."""

    @abstractmethod
    def compare(
        self, position: P, seat: int, moves: tuple[Move, Move], rng: Random
    ) -> tuple[float, float, float]:
        """Return the chance to win with each of two moves, and the error margin of their difference."""

    @abstractmethod
    def standing(self, position: P, seat: int) -> float:
        """Return the chance to win from a position as it stands, with no outcome of chance pending."""


class PolicyBot(Bot[CodedPosition[S]]):
    """A bot that plays a compiled policy, for games whose rules run on small integers."""

    def __init__(self, policy: Policy[S]) -> None:
        self.policy = policy

    def consider(self, position: CodedPosition[S], seat: int, rng: Random) -> list[Opinion]:
        """Rate all moves: the policy's move first, then the others by descending chance to win."""
        state = position.state
        assert state.turn() == seat
        chosen = self.policy.move(state, rng)
        worth = zip(state.moves(), self.policy.worth(state, rng), strict=True)
        ranked = sorted(worth, key=lambda opinion: (opinion[0] != chosen, -opinion[1]))
        return [Opinion(position.game.decode(state, code), value) for code, value in ranked]

    def choose(self, position: CodedPosition[S], seat: int, rng: Random) -> Move:
        """Return the policy's move."""
        assert position.state.turn() == seat
        return position.game.decode(position.state, self.policy.move(position.state, rng))


@dataclass(frozen=True)
class Search:
    """A searching bot as data: its thinking time and its knowledge of the game.

    A game's folder names its levels in `bots.py`, as a bot of its own or as a search; the search itself is
    `ludotheque.bots.search`, or `ludotheque.bots.trials` where luck is most of a game.
    """

    knowledge: Knowledge
    seconds: float = 1.0
    iterations: int = 0
    """If not 0, the number of iterations instead of the time, so the result is the same on any machine."""
    exploration: Exploration = WIDE
    enough: int = 0
    """If not 0, the iterations after which more time changes too little to keep others waiting."""
    turns: int = 0
    """If not 0, moves are compared with equal luck over this many turns (`bots.trials`), without a tree."""
