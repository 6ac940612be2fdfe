"""The arithmetic of perfect play in Exxtra for two players: sweeps over all positions at once.

Arrays have the axes [case, me, other, slot, rank]; slot and rank are those of the other player's dice on the
table. Slot 0 is repeated over the ranks, since a value has no meaning there. The cases are computed side by
side: two bounds, two players, or two counts.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import log
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.games.exxtra.bots.throws import DICE, PAIR_ADVANCE, RANKS, read, values
from ludotheque.games.exxtra.rules.state import GOAL as ZIEL
from ludotheque.games.exxtra.rules.state import SLOTS

Floats: TypeAlias = npt.NDArray[np.float64]
Progress: TypeAlias = Callable[[float], None]

TOLERANCE = 1e-12
ROUGHLY = 1e-6


@dataclass(frozen=True)
class Chances:
    """The probability of each rank in a first throw and in a later one, and the advance by each pair."""

    first: Floats
    again: Floats
    bust: tuple[float, float]
    advance: tuple[int, ...]

    @classmethod
    def of(cls, *, xx_is_100: bool) -> "Chances":
        """Count the 36 throws (EXXTRA-8, EXXTRA-9)."""
        known = values(xx_is_100=xx_is_100)
        throws = list(product(*DICE))
        first = Counter(read(*throw, xx_is_100=xx_is_100) for throw in throws)
        again = Counter(read(*throw, xx_is_100=xx_is_100) for throw in throws if 0 not in throw)
        bust = Counter(throw.count(0) for throw in throws)
        return cls(
            np.array([first[value] for value in known]) / len(throws),
            np.array([again[value] for value in known]) / len(throws),
            (bust[1] / len(throws), bust[2] / len(throws)),
            tuple(PAIR_ADVANCE.get(value, 0) for value in known),
        )


class _Player(Protocol):
    def place(self, placings: Floats) -> Floats:
        """Return the value of the chosen placement."""
        ...

    def decide(self, rank: int, kept: Floats, again: Floats, /) -> Floats:
        """Return the value of the choice between keeping and throwing again."""
        ...


class _Best:
    """The choices that are best by the numbers of this sweep."""

    def place(self, placings: Floats) -> Floats:
        best: Floats = placings.max(axis=-2)
        return best

    def decide(self, _rank: int, kept: Floats, again: Floats, /) -> Floats:
        return np.maximum(kept, again)


class _Planned:
    """The choices that are perfect by a solution, except that case 1 may stop at a fixed rank."""

    def __init__(self, first: Floats, again: Floats, threshold: int | None = None) -> None:
        placings = _placings(_handed_over(1 - first))
        self._slots = placings.argmax(axis=-2)[..., None, :]
        keep = placings.max(axis=-2)
        self._stops = []
        for rank in range(RANKS):
            perfect = _kept(keep, rank) >= again
            simple = perfect if threshold is None else np.full_like(perfect, rank >= threshold)
            self._stops.append(np.concatenate((perfect, simple)))

    def place(self, placings: Floats) -> Floats:
        chosen: Floats = np.take_along_axis(placings, self._slots, axis=-2)[..., 0, :]
        return chosen

    def decide(self, rank: int, kept: Floats, again: Floats, /) -> Floats:
        return np.where(self._stops[rank], kept, again)


def _handed_over(next_turn: Floats) -> Floats:
    """Return the values for a player when the other one is about to throw, by slot and rank of the own dice.

    The axis `other` extends beyond Ziel: there the other player has won and the value is 0.
    """
    worth = np.zeros((len(next_turn), ZIEL, ZIEL + SLOTS - 1, SLOTS, RANKS))
    worth[:, :, :ZIEL] = next_turn.transpose(0, 2, 1, 3, 4)
    return worth


def _placings(worth: Floats) -> Floats:
    """Return the values of placing [.., me, other, other's slot, removable, own slot, rank]; -1 if illegal.

    A pair on a higher slot is removed if its value is not above the placed one (EXXTRA-13), and its owner
    stays; otherwise the owner advances by its slot (EXXTRA-6). An occupied slot is closed (EXXTRA-12).
    """
    found = np.empty((len(worth), ZIEL, ZIEL, SLOTS, 2, SLOTS, RANKS))
    for slot in range(SLOTS):
        found[:, :, :, slot] = worth[:, :, slot : slot + ZIEL, None]
        found[:, :, :, slot, 1, :slot] = worth[:, :, :ZIEL, :slot]
        if slot:
            found[:, :, :, slot, :, slot] = -1
    return found


def _kept(keep: Floats, rank: int) -> Floats:
    """Return the values of a kept throw of this rank against dice of every slot and rank."""
    removable = np.arange(RANKS) <= rank
    return np.where(removable, keep[..., 1, rank, None], keep[..., 0, rank, None])


def _bust(worth: Floats, bust: tuple[float, float]) -> Floats:
    """Return what busts add to the values of a throw, with the chances `bust` of one X and of two.

    The pawn goes back one space per X, and no dice are placed (EXXTRA-9).
    """
    untouched = np.stack([worth[:, :, slot : slot + ZIEL, 0, 0] for slot in range(SLOTS)], axis=-1)
    one, two = (untouched[:, np.maximum(np.arange(ZIEL) - back, 0)] for back in (1, 2))
    total: Floats = (bust[0] * one + bust[1] * two)[..., None]
    return total


@dataclass(frozen=True)
class _Sweep:
    """One sweep: every position recomputed from the positions one throw later.

    `won` is the value of reaching Ziel; the tolls are added by a first and a later throw themselves.
    """

    chances: Chances
    player: _Player
    won: float = 1.0
    first_toll: Floats | float = 0.0
    again_toll: Floats | float = 0.0

    def __call__(self, next_turn: Floats, again: Floats) -> tuple[Floats, Floats]:
        worth = _handed_over(next_turn)
        keep = self.player.place(_placings(worth))
        bust = _bust(worth, self.chances.bust)
        again = self._throw(self.chances.again, keep, again) + bust + self.again_toll
        return self._throw(self.chances.first, keep, again) + self.first_toll, again

    def _throw(self, chance: Floats, keep: Floats, again: Floats) -> Floats:
        """Return the values of a throw: a pair advances at once (EXXTRA-10) and may win (EXXTRA-14)."""
        total = np.zeros_like(again)
        for rank, steps in enumerate(self.chances.advance):
            if chance[rank]:
                chosen = chance[rank] * self.player.decide(rank, _kept(keep, rank), again)
                total[:, : ZIEL - steps] += chosen[:, steps:]
                total[:, ZIEL - steps :] += chance[rank] * self.won
        return total


def solve_arrays(chances: Chances, progress: Progress | None = None) -> tuple[Floats, Floats]:
    """Narrow lower and upper bounds of the win chances until they meet within `TOLERANCE`.

    The lower bound counts an unfinished game as lost, the upper as won. A player's lower bound is made from
    the other one's upper bound, so the exact value stays between them: half of their distance bounds the
    error, however slowly the sweeps converge. They do converge, since no play avoids the end for ever: for
    any decisions of the players, thirteen throws of 33 in a row bring one of them to Ziel.
    """
    sweep = _Sweep(chances, _Best())
    first = np.stack([np.full((ZIEL, ZIEL, SLOTS, RANKS), bound) for bound in (0.0, 1.0)])
    again = first.copy()
    distance = 1.0
    while distance > TOLERANCE:
        first, again = sweep(1 - first[::-1], again)
        distance = max(float((bounds[1] - bounds[0]).max()) for bounds in (first, again))
        if progress is not None:
            progress(min(max(log(distance) / log(TOLERANCE), 0.0), 1.0))
    return _gather(first.mean(axis=0)), _gather(again.mean(axis=0))


def _gather(spread_out: Floats) -> Floats:
    """Index the dice on the table: 0 for none or slot 0, then slot by slot, rank by rank."""
    on_slots = spread_out[..., 1:, :].reshape(*spread_out.shape[:-2], -1)
    return np.concatenate((spread_out[..., 0, :1], on_slots), axis=-1)


def spread(gathered: Floats) -> Floats:
    """Return an array indexed by the number of the dice with the axes of this module, in one case."""
    nothing = np.repeat(gathered[..., :1], RANKS, axis=-1)
    return np.concatenate((nothing, gathered[..., 1:]), axis=-1).reshape(1, ZIEL, ZIEL, SLOTS, RANKS)


def average_turns(first: Floats, again: Floats, chances: Chances) -> tuple[float, float]:
    """Return the turns of both players in a perfect game, and the throws after the first of a turn."""
    toll = np.array([1.0, 0.0]).reshape(2, 1, 1, 1, 1)
    sweep = _Sweep(chances, _Planned(first, again), won=0.0, first_toll=toll, again_toll=1 - toll)
    count = np.zeros((2, *first.shape[1:]))
    turns, throws = _settle(sweep, count, lambda next_turn: next_turn)
    return turns, throws


def perfect_against_threshold(first: Floats, again: Floats, chances: Chances, threshold: int) -> float:
    """Return the win chance of the perfect player against one who keeps every throw from a rank on.

    The simple player places as the perfect one would; the starter is drawn.
    """
    sweep = _Sweep(chances, _Planned(first, again, threshold))
    perfect_begins, simple_begins = _settle(
        sweep, np.concatenate((first, first)), lambda chance: 1 - chance[::-1]
    )
    return (perfect_begins + 1 - simple_begins) / 2


def _settle(sweep: _Sweep, first: Floats, hand_over: Callable[[Floats], Floats]) -> tuple[float, float]:
    """Sweep until nothing changes by more than `ROUGHLY`; return the two cases at the start of the game."""
    again, change = first, 1.0
    while change > ROUGHLY:
        before = first
        first, again = sweep(hand_over(first), again)
        change = float(np.abs(first - before).max())
    return float(first[0, 0, 0, 0, 0]), float(first[1, 0, 0, 0, 0])
