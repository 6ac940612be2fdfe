# mypyc: compile
"""The fast side of the contract: positions that play in small integers.

In the public contract a move is a tagged struct with a JSON form; inside the compiled rules it is a small
integer, and so is the outcome of chance. Search, random play and the arena use only this side.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Self

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr
from typing_extensions import TypeVar

from ludotheque.core.pickling import copied

CHANCE: Final = -1
"""Value of `State.turn` when a throw or a drawn card comes next."""

OVER: Final = -2
"""Value of `State.turn` when the game is over."""

S = TypeVar("S", bound="State", default=Any)
"""The state of one game: what a `Policy[Pig]` or an `Encoding[Pig]` gets."""

Note = tuple[int, ...]
"""One journal line: the code of the event, the seat it happened to, and its numbers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position: mutable, small and cheap to copy.

    A game's rules subclass it. `apply` takes a move when a seat is to act and an outcome when chance is; it
    does not check its argument, `Game.refusal` does. Events are recorded in `journal` if there is one; a
    search leaves it out.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.journal: list[Note] | None = None

    @abstractmethod
    def turn(self) -> i64:
        """Return the seat to act, `CHANCE` or `OVER`."""

    @abstractmethod
    def moves(self) -> vec[i64]:
        """Return every move of the seat to act, each once, in a fixed order."""

    @abstractmethod
    def outcomes(self) -> vec[i64]:
        """Return every possible outcome of chance, in a fixed order."""

    @abstractmethod
    def weights(self) -> vec[i64]:
        """Return the weights of `outcomes` as whole numbers, in the same order."""

    def sample(self, rng: Random) -> i64:
        """Return an outcome drawn by its probability."""
        return self.outcomes()[weighted(self.weights(), rng)]

    @abstractmethod
    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""

    def copy(self) -> Self:
        """Return an independent copy without the journal.

        Rules that are searched a million times a second write their own, with a constructor that takes all
        parts.
        """
        return restore(type(self), parts(self))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "State"], tuple[Any, ...]]:
        """Pickle by parts; compiled rules override this, as an array set from outside is never freed."""
        return restore, (type(self), parts(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.seats} seats, turn {self.turn()}>"

    def note(self, code: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Record one line in the journal, if there is one: the event, its seat and its numbers."""
        if self.journal is not None:
            self.journal.append((code, seat, a, b, c))

    def reimagine(self, seat: i64, rng: Random) -> Self:
        """Return a copy in which all that the seat can't see is resampled; it may equal the true position."""
        return self.copy()

    @abstractmethod
    def payoff(self, seat: i64) -> float:
        """Return the value of the end for a seat: 1 for a win, 0 for a loss, shared among equal winners."""


def parts(state: State) -> dict[str, Any]:
    """Return a copy of every attribute of a position by its name, without the journal."""
    names = [name for kind in type(state).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())]
    names += list(getattr(state, "__dict__", {}))
    return {name: copied(getattr(state, name)) for name in names if name not in ("__dict__", "journal")}


def restore(kind: type[S], parts: dict[str, Any]) -> S:
    """Return a position built from its parts."""
    state: S = kind.__new__(kind)
    state.journal = None
    for name, value in parts.items():
        setattr(state, name, value)
    return state


def weighted(weights: vec[i64], rng: Random) -> i64:
    """Return an index drawn by the weights."""
    total: i64 = 0
    for weight in weights:
        total += weight
    left: i64 = rng.randrange(total)
    i: i64 = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return i


def payoffs(state: State) -> vec[float]:
    """Return the value of the end for each seat."""
    worth = vec[float](capacity=state.seats)
    seat: i64 = 0
    while seat < state.seats:
        worth = append(worth, state.payoff(seat))
        seat += 1
    return worth


def random_move(state: State, rng: Random) -> i64:
    """Return a uniformly random move of the seat to act."""
    moves = state.moves()
    return moves[rng.randrange(len(moves))]


def play_out(state: State, rng: Random) -> i64:
    """Play a position to its end with random moves; return the number of moves the seats made."""
    decisions: i64 = 0
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
        else:
            state.apply(random_move(state, rng))
            decisions += 1
        turn = state.turn()
    return decisions
