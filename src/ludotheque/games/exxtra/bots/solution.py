"""Exxtra for two players, solved exactly: the win chance of every position under perfect play.

Between two throws a game for two is three numbers: the pawn of the player to throw (`me`), the pawn of the
`other` player and the other player's dice on the table. The own dice are in hand. Each of the 21 × 21 × 151
positions has two win chances: before the first throw of a turn (`first`), in which an X is harmless, and
before any later one (`again`), in which an X ends the turn.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from ludotheque.core.files import replacing
from ludotheque.games.exxtra.bots.npz import floats, read_floats, write_floats
from ludotheque.games.exxtra.bots.throws import PAIR_ADVANCE, RANKS, values
from ludotheque.games.exxtra.rules.state import GOAL as ZIEL
from ludotheque.games.exxtra.rules.state import SLOTS

if TYPE_CHECKING:
    from ludotheque.games.exxtra.bots.solver import Progress

VALUES = values()
POSITIONS = (ZIEL, ZIEL, 1 + (SLOTS - 1) * RANKS)
SIMPLE_THRESHOLDS = (40, 50, 60)


def dice_index(slot: int, value: int | None, *, xx_is_100: bool = False) -> int:
    """Return the dice on the table as one number: 0 if there are none on slots 1 to 5.

    >>> dice_index(0, None), dice_index(1, 0), dice_index(5, 76)
    (0, 1, 150)
    """
    if slot == 0:
        return 0
    if not 0 < slot < SLOTS:
        raise ValueError(f"the table has slots 0 to 5, not {slot}")
    return 1 + (slot - 1) * RANKS + _rank(value, xx_is_100=xx_is_100)


def _rank(value: int | None, *, xx_is_100: bool) -> int:
    known = values(xx_is_100=xx_is_100)
    if value not in known:
        raise ValueError(f"{value} is not the value of a throw")
    return known.index(value)


class Option(msgspec.Struct, frozen=True):
    """A choice of a player after a throw, and its win chance."""

    name: str
    slot: int | None
    win: float


@dataclass(frozen=True, eq=False)
class Solution:
    """The win chances of all positions, indexed [me, other, dice of the other player]."""

    first: "memoryview[float]"
    again: "memoryview[float]"
    xx_is_100: bool = False

    def __post_init__(self) -> None:
        for name, numbers in (("first", self.first), ("again", self.again)):
            if numbers.shape != POSITIONS or numbers.format != "d":
                raise ValueError(f"{name} must hold {POSITIONS} floats, not {numbers.shape}")
            flat = numbers.cast("B").cast("d")
            if not all(0.0 <= number <= 1.0 for number in flat):
                raise ValueError(f"{name} holds numbers that are no win chances")

    @classmethod
    def of(cls, first: bytes, again: bytes, xx_is_100: bool = False) -> "Solution":  # noqa: FBT001, FBT002
        """Return the solution with these numbers, as bytes."""
        return cls(floats(first, POSITIONS), floats(again, POSITIONS), xx_is_100)

    def __reduce__(self) -> tuple[Callable[..., "Solution"], tuple[bytes, bytes, bool]]:
        return Solution.of, (self.first.tobytes(), self.again.tobytes(), self.xx_is_100)

    def dice_index(self, slot: int, value: int | None) -> int:
        """Return the dice on the table as one number, by the ranks of this solution."""
        return dice_index(slot, value, xx_is_100=self.xx_is_100)

    def start_value(self) -> float:
        """The win chance of the player who begins."""
        return float(self.first[0, 0, 0])

    def turn_start(self, me: int, my_slot: int, other: int, other_dice: int) -> float:
        """The pawn advances by the slot on which the own dice still lie (EXXTRA-6, EXXTRA-14).

        `my_slot` is 0 if the dice were removed or never placed. The win chance is the mover's.
        """
        _check_position(me, other, other_dice)
        if not 0 <= my_slot < SLOTS:
            raise ValueError(f"the table has slots 0 to 5, not {my_slot}")
        if me + my_slot >= ZIEL:
            return 1.0
        return float(self.first[me + my_slot, other, other_dice])

    def options(self, me: int, other: int, dice: int, throw_value: int) -> list[Option]:
        """Return the options: throw again, or place on an empty slot of 1-5 or on slot 0 (EXXTRA-11, 12).

        `me` counts the advance by a pair already; a pawn at Ziel has won and has no options left.
        """
        if me >= ZIEL:
            return []
        _check_position(me, other, dice)
        rank = _rank(throw_value, xx_is_100=self.xx_is_100)
        slot, other_rank = divmod(dice - 1 + RANKS, RANKS) if dice else (0, 0)
        found = [Option("throw", None, float(self.again[me, other, dice]))]
        for place in range(SLOTS):
            if place == slot > 0:
                continue
            removed = slot > place and other_rank <= rank
            reply = self.turn_start(
                other, 0 if removed else slot, me, 0 if place == 0 else 1 + (place - 1) * RANKS + rank
            )
            found.append(Option(f"place {place}", place, 1.0 - reply))
        return found

    def save(self, path: Path) -> None:
        """Write the two arrays; a concurrent reader sees the complete old file or the complete new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as beside:
            write_floats(beside, {"first": self.first, "again": self.again})

    @classmethod
    def load(cls, path: Path, *, xx_is_100: bool = False) -> "Solution":
        """Read a file written by `save`; any other raises a ValueError."""
        try:
            arrays = read_floats(path)
            return cls(arrays["first"], arrays["again"], xx_is_100)
        except OSError:
            raise
        except Exception as error:  # a damaged archive fails in a dozen ways
            raise ValueError(f"{path} is not a solution of Exxtra: {error}") from error


def _check_position(me: int, other: int, dice: int) -> None:
    """Refuse a position out of range; a negative number would be counted from the end."""
    for what, number, end in (("pawn", me, ZIEL), ("pawn", other, ZIEL), ("dice", dice, POSITIONS[2])):
        if not 0 <= number < end:
            raise ValueError(f"{what} must be 0 to {end - 1}, not {number}")


def cache_folder() -> Path:
    """Return the folder for data of this user that can be computed again."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(named or os.path.expanduser("~/.cache"), "ludotheque")


def load_solution(progress: "Progress | None" = None, *, xx_is_100: bool = False) -> Solution:
    """Return the solution from the package or the cache; else compute and cache it.

    >>> round(load_solution().start_value(), 4)
    0.5408
    """
    if xx_is_100 not in _loaded:
        _loaded[xx_is_100] = _stored(xx_is_100=xx_is_100) or _solve_and_store(progress, xx_is_100=xx_is_100)
    return _loaded[xx_is_100]


_loaded: dict[bool, Solution] = {}
_SHIPPED = Path(__file__).with_name("data")


def _cached(*, xx_is_100: bool) -> Path:
    return cache_folder() / ("exxtra-xx_is_100-1.npz" if xx_is_100 else "exxtra-1.npz")


def _stored(*, xx_is_100: bool) -> Solution | None:
    """Return the solution in the first readable file; missing and broken files are skipped."""
    shipped = _SHIPPED / ("solution-xx_is_100.npz" if xx_is_100 else "solution.npz")
    for path in (shipped, _cached(xx_is_100=xx_is_100)):
        with suppress(OSError, ValueError):
            return Solution.load(path, xx_is_100=xx_is_100)
    return None


def _solve_and_store(progress: "Progress | None", *, xx_is_100: bool) -> Solution:
    solution = solve(progress, xx_is_100=xx_is_100)
    with suppress(OSError):  # without a cache the solution is computed again next time
        solution.save(_cached(xx_is_100=xx_is_100))
    return solution


def solve(progress: "Progress | None" = None, *, xx_is_100: bool = False) -> Solution:
    """Solve the game for two players; no win chance is off by more than 1e-12.

    `progress` is called with the completed part of the work, from 0 to 1. It needs numpy, as a summary does.
    """
    from ludotheque.games.exxtra.bots.solver import Chances, solve_arrays

    first, again = solve_arrays(Chances.of(xx_is_100=xx_is_100), progress)
    return Solution.of(first.tobytes(), again.tobytes(), xx_is_100)


def solve_variant(xx_is_100: bool) -> Solution:  # noqa: FBT001 - a job is one argument
    """Solve one of the two variants, as a job."""
    return solve(xx_is_100=xx_is_100)


class FirstThrow(msgspec.Struct, frozen=True):
    """The best answer to a value that the first player throws first, pawns at Start, table empty."""

    value: int
    chance: float
    best: str
    win: float
    keep: float
    throw: float


class Threshold(msgspec.Struct, frozen=True):
    """The win chance of the perfect player against one who keeps every throw from a fixed value on."""

    keep_from: int
    win: float


class Summary(msgspec.Struct, frozen=True):
    """Key figures of the game for two players.

    `keep_from` is the lowest value with which the first player keeps the very first throw, `starts_again` how
    often that throw is thrown again. `turns` counts the turns of both players in a perfect game,
    `throws_again` the throws after the first in one turn. The simple players of `thresholds` place as the
    perfect one does and err only in when to stop; the starter is drawn.
    """

    first_player: float
    keep_from: int
    starts_again: float
    turns: float
    throws_again: float
    throws: Sequence[FirstThrow]
    thresholds: Sequence[Threshold]


class Question(msgspec.Struct, frozen=True):
    """A question about a solution: the length of a game, or the result of a simple player."""

    keep_from: int | None = None


@dataclass(frozen=True)
class Answers:
    """The answers to questions about a solution, each by sweeps over all positions."""

    solution: Solution

    def __call__(self, question: Question) -> tuple[float, ...]:
        """Return turns and later throws of a perfect game, or the win chance against the simple player."""
        import numpy as np

        from ludotheque.games.exxtra.bots.solver import (
            Chances,
            average_turns,
            perfect_against_threshold,
            spread,
        )

        chances = Chances.of(xx_is_100=self.solution.xx_is_100)
        arrays = spread(np.asarray(self.solution.first)), spread(np.asarray(self.solution.again))
        if question.keep_from is None:
            return average_turns(*arrays, chances)
        rank = _rank(question.keep_from, xx_is_100=self.solution.xx_is_100)
        return (perfect_against_threshold(*arrays, chances, rank),)


Ask: TypeAlias = Callable[[Answers, Sequence[Question]], Iterable[tuple[float, ...]]]
"""A map over questions, which several processes may share."""


def summary(solution: Solution, thresholds: Sequence[int] = SIMPLE_THRESHOLDS, ask: Ask = map) -> Summary:
    """Compute the key figures of the solution; takes a few seconds."""
    from ludotheque.games.exxtra.bots.solver import Chances

    chances = Chances.of(xx_is_100=solution.xx_is_100)
    known = values(xx_is_100=solution.xx_is_100)
    throws = [
        _first_throw(solution, value, float(chance))
        for value, chance in zip(known, chances.first, strict=True)
    ]
    thrown_again = [throw for throw in throws if throw.best == "throw"]
    questions = [Question(), *(Question(keep_from) for keep_from in thresholds)]
    (turns, throws_again), *wins = ask(Answers(solution), questions)
    return Summary(
        first_player=solution.start_value(),
        keep_from=min(value for value in known if all(throw.value < value for throw in thrown_again)),
        starts_again=sum(throw.chance for throw in thrown_again),
        turns=turns,
        throws_again=throws_again / turns,
        throws=throws,
        thresholds=[Threshold(keep_from, win) for keep_from, (win,) in zip(thresholds, wins, strict=True)],
    )


def _first_throw(solution: Solution, value: int, chance: float) -> FirstThrow:
    throw, *placings = solution.options(PAIR_ADVANCE.get(value, 0), 0, 0, value)
    keep = max(placings, key=lambda option: option.win)
    best = max(keep, throw, key=lambda option: option.win)
    return FirstThrow(value, chance, best.name, best.win, keep.win, throw.win)
