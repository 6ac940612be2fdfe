# mypyc: compile
"""Players of Exxtra who do not calculate: they stop from a value on and place by a rule of thumb."""

from typing import Final

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.policy import Policy
from ludotheque.core.state import State
from ludotheque.games.exxtra.rules import DECIDE, GOAL, NOWHERE, PLACE, SLOTS, THROW, Exxtra

# Rules of thumb for the slot of a kept throw.
HIGHEST: Final = 0  # the highest empty slot: as far as possible
BY_VALUE: Final = 1  # a high throw high, a low one low
CAREFUL: Final = 2  # as by value, a slot lower
PUSHING: Final = 3  # where it removes most, if it removes anything; else by value
SLOT_RULES: Final = ("highest", "by value", "careful", "pushing")


def highest(state: Exxtra, limit: i64) -> i64:
    """The highest empty slot up to a limit; slot 0 is always possible (EXXTRA-12)."""
    slot = limit
    while slot > 0 and state.holder(slot) != NOWHERE:
        slot -= 1
    return slot


def fitting(value: i64) -> i64:
    """The highest slot on which a value has a fair chance to stay."""
    if value >= 70:
        return 5
    if value >= 61:
        return 4
    if value >= 51:
        return 3
    return 2 if value >= 40 else 1


def pushed(state: Exxtra, slot: i64, value: i64) -> i64:
    """How many spaces the others lose when a value is placed on a slot (EXXTRA-13)."""
    lost: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if state.slots[other] > slot and state.values[other] <= value:
            lost += state.slots[other]
        other += 1
    return lost


def pushing(state: Exxtra, value: i64) -> i64:
    """The slot that takes most from the others and gives most to oneself, both counted in spaces."""
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
    """The slot that a rule of thumb gives."""
    if rule == HIGHEST:
        return highest(state, SLOTS - 1)
    if rule == BY_VALUE:
        return highest(state, fitting(value))
    if rule == CAREFUL:
        fit = fitting(value)
        return highest(state, fit - 1 if fit > 1 else 1)
    return pushing(state, value)


def is_threatened(state: Exxtra) -> bool:
    """Whether somebody's dice on the table would carry a pawn to Ziel (EXXTRA-14)."""
    seat: i64 = 0
    while seat < state.seats:
        if state.slots[seat] > 0 and state.pawns[seat] + state.slots[seat] >= GOAL:
            return True
        seat += 1
    return False


class Threshold(Policy):
    """Keeps every throw from a value on and places it by a rule of thumb."""

    def __init__(self, keep_from: i64, rule: i64) -> None:
        self.keep_from: i64 = keep_from
        self.rule: i64 = rule

    def __reduce__(self) -> tuple[type["Threshold"], tuple[int, int]]:
        return Threshold, (self.keep_from, self.rule)

    def move(self, state: State, rng: Random) -> i64:  # noqa: ARG002 - always the same
        """Throw, or place what is worth enough."""
        assert isinstance(state, Exxtra)
        if state.phase != DECIDE:
            return THROW
        value = state.kept_value()
        return PLACE + slot_by(self.rule, state, value) if value >= self.keep_from else THROW


CALMEST: Final = 25  # a casual player stops from this value on at the earliest
MOODS: Final = 55  # and by mood less than so many points later


class Casual(Policy):
    """Plays like a person at the table: stops by feeling, and goes for whoever is about to win."""

    def __reduce__(self) -> tuple[type["Casual"], tuple[()]]:
        return Casual, ()

    def move(self, state: State, rng: Random) -> i64:
        """Keep what feels high enough; against a pawn that is about to arrive, what removes its dice."""
        assert isinstance(state, Exxtra)
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
