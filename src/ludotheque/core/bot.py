"""What a bot is: somebody who has an opinion on every move, from what its seat may know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

import msgspec
from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.knowledge import WIDE, Exploration, Knowledge
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy
from ludotheque.core.reasons import Reason
from ludotheque.core.refusal import Refusal

Job = TypeVar("Job")
Result = TypeVar("Result")


class Pool(Protocol):
    """Processes that share work, such as `lab.workers`."""

    def map(self, work: Callable[[Job], Result], jobs: Iterable[Job], /) -> Iterator[Result]:
        """The results of all jobs, in their order."""


class Opinion(msgspec.Struct, frozen=True):
    """What a bot thinks of a move: the chance to win with it, and how much thought stands behind that."""

    move: Move
    value: float
    visits: int = 0
    reasons: tuple[Reason, ...] = ()
    """Why, the weightiest first: what a bot computed itself, or what the game's `reasons.py` says of it."""


class Bot(ABC):
    """A player by programme; it gets a position that `Position.seen_by` made for its seat, not the truth."""

    reaction: tuple[float, float] = (1.0, 2.0)
    """How many seconds, from and to, an interface lets pass before a call that others may forestall."""
    parallel = False
    """Whether processes of its own make it quicker; it plays the same with and without them."""
    pool: Pool | None = None
    """Those processes, where an interface has some to give."""

    @abstractmethod
    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What it thinks of its moves, the one it would play first."""

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The move it plays."""
        return self.consider(position, seat, rng)[0].move

    def refusal(self, position: Position) -> Refusal | None:  # noqa: ARG002 - most bots play at any table
        """Why it can't play at such a table; None if it can. Asked before a game begins."""
        return None


class Trier(Bot):
    """A bot that judges moves with continuous parts by trying them out."""

    @abstractmethod
    def weigh(self, position: Position, seat: int, move: Move, rng: Random) -> float:
        """The chance to win with one move, whatever chance makes of it."""

    @abstractmethod
    def standing(self, position: Position, seat: int) -> float:
        """The chance to win as a position stands, after chance has spoken."""


class PolicyBot(Bot):
    """A bot whose thought is a compiled policy; it speaks for games whose rules run on small integers."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """The policy's move first, then the others, the most promising first."""
        assert isinstance(position, CodedPosition)  # a policy belongs to such a game
        state = position.state
        assert state.turn() == seat
        chosen = self.policy.move(state, rng)
        worth = zip(state.moves(), self.policy.worth(state, rng), strict=True)
        ranked = sorted(worth, key=lambda opinion: (opinion[0] != chosen, -opinion[1]))
        return [Opinion(position.game.decode(state, code), value) for code, value in ranked]

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The policy's move."""
        assert isinstance(position, CodedPosition)
        assert position.state.turn() == seat
        return position.game.decode(position.state, self.policy.move(position.state, rng))


@dataclass(frozen=True)
class Search:
    """A bot that searches, as data: how long it thinks, and what it knows of the game.

    A game's folder names its levels in `bots.py`, as a bot of its own or as a search; the search itself is
    `ludotheque.bots.search`, or `ludotheque.bots.trials` where luck is most of a game.
    """

    knowledge: Knowledge
    seconds: float = 1.0
    iterations: int = 0
    """If not 0, the number of iterations instead of the time: the same thought on any machine."""
    exploration: Exploration = WIDE
    enough: int = 0
    """If not 0, the iterations after which more time changes too little to keep others waiting."""
    turns: int = 0
    """If not 0, moves are tried behind the same luck (`bots.trials`) with so many turns, not in a tree."""
