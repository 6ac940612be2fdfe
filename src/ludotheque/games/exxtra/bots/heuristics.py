# mypyc: compile
"""Players of Exxtra that do not calculate: they stop at a fixed value and place by a rule of thumb."""

from typing import Final

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.policy import Policy
from ludotheque.games.exxtra.rules.state import DECIDE, GOAL, NOWHERE, PLACE, SLOTS, THROW, Exxtra

# Rules of thumb for the slot of a kept throw.
HIGHEST: Final = 0  # the highest empty slot: as far as possible
BY_VALUE: Final = 1  # a high throw high, a low one low
CAREFUL: Final = 2  # as by value, a slot lower
PUSHING: Final = 3  # where it removes most, or by value if it removes nothing
SLOT_RULES: Final = ("highest", "by value", "careful", "pushing")


def highest(state: Exxtra, limit: i64) -> i64:
    """Return the highest empty slot up to a limit; slot 0 is always possible (EXXTRA-12)."""
    slot = limit
    while slot > 0 and state.holder(slot) != NOWHERE:
        slot -= 1
    return slot


def fitting(value: i64) -> i64:
    """Return the highest slot on which a value has a fair chance to stay."""
    if value >= 70:
        return 5
    if value >= 61:
        return 4
    if value >= 51:
        return 3
    return 2 if value >= 40 else 1


def pushed(state: Exxtra, slot: i64, value: i64) -> i64:
    """Return the number of spaces the others lose if a value is placed on a slot (EXXTRA-13)."""
    lost: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if state.slots[other] > slot and state.values[other] <= value:
            lost += state.slots[other]
        other += 1
    return lost


def pushing(state: Exxtra, value: i64) -> i64:
    """Return the slot with the best sum of spaces gained and spaces taken from the others."""
    found = highest(state, fitting(value))
    most = pushed(state, found, value) + found
    slot = found - 1
    while slot > 0:
        if state.holder(slot) == NOWHERE:
            gain = pushed(state, slot, value) + slot
            if gain > most:
                most = gain
                found = slot
        slot -= 1
    return found


def slot_by(rule: i64, state: Exxtra, value: i64) -> i64:
    """Return the slot chosen by a rule of thumb."""
    if rule == HIGHEST:
        return highest(state, SLOTS - 1)
    if rule == BY_VALUE:
        return highest(state, fitting(value))
    if rule == CAREFUL:
        fit = fitting(value)
        return highest(state, fit - 1 if fit > 1 else 1)
    return pushing(state, value)


def is_threatened(state: Exxtra) -> bool:
    """Return whether dice on the table would carry a pawn of another player to Ziel (EXXTRA-14)."""
    seat: i64 = 0
    while seat < state.seats:
        if state.slots[seat] > 0 and state.pawns[seat] + state.slots[seat] >= GOAL:
            return True
        seat += 1
    return False


class Threshold(Policy[Exxtra]):
    """A policy that keeps every throw from a fixed value on and places it by a rule of thumb."""

    def __init__(self, keep_from: i64, rule: i64) -> None:
        self.keep_from: i64 = keep_from
        self.rule: i64 = rule

    def __reduce__(self) -> tuple[type["Threshold"], tuple[int, int]]:
        return Threshold, (self.keep_from, self.rule)

    def move(self, state: Exxtra, rng: Random) -> i64:
        """Throw, or place a throw of enough value."""
        if state.phase != DECIDE:
            return THROW
        value = state.kept_value()
        return PLACE + slot_by(self.rule, state, value) if value >= self.keep_from else THROW


CALMEST: Final = 25  # the lowest value at which a casual player stops
MOODS: Final = 55  # random addition to that value, less than this


class Casual(Policy[Exxtra]):
    """A policy like a casual player: it stops by feeling, and attacks a player who is about to win."""

    def __reduce__(self) -> tuple[type["Casual"], tuple[()]]:
        return Casual, ()

    def move(self, state: Exxtra, rng: Random) -> i64:
        """Keep a throw that feels high enough; place to remove the dice of a pawn about to arrive."""
        if state.phase != DECIDE:
            return THROW
        value = state.kept_value()
        mood: i64 = rng.randrange(MOODS)
        if value < CALMEST + mood:
            return THROW
        if not is_threatened(state):
            return PLACE + highest(state, fitting(value))
        slot = pushing(state, value)
        return THROW if pushed(state, slot, value) == 0 and state.throws < 4 else PLACE + slot
