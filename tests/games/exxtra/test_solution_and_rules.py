"""The solution against the rules themselves: one throw ahead is worth what the solution says.

The solver knows the rules by arrays of its own; here the compiled rules are played one throw ahead, in
positions drawn at random, and the values of what follows must add up to the value of the position.
"""

import random

import pytest

from ludotheque.core.state import OVER
from ludotheque.games.exxtra.bots.solution import Solution, load_solution
from ludotheque.games.exxtra.rules import state as rules

SOLUTION = load_solution()


def position(me: int, other: int, slot: int, value: int, throws: int) -> rules.Exxtra:
    """Seat 0 about to throw, for the first time or again, with the other's dice on a slot."""
    return rules.position(
        False,
        rules.FIRST_THROW if throws == 0 else rules.DECIDE,
        0,
        0,
        throws,
        OUTCOME_42,
        [me, other],
        [rules.NOWHERE, slot],
        [0, value],
    )


OUTCOME_42 = 3 * 6 + 1  # any throw without an X and without a pair


def worth_at_turn_start(state: rules.Exxtra, seat: int, solution: Solution) -> float:
    """Return the value of a position before its first throw for a seat."""
    if state.turn() == OVER:
        return state.payoff(seat)
    me, other = state.seat, 1 - state.seat
    dice = solution.dice_index(max(state.slots[other], 0), state.values[other])
    value = float(solution.first[state.pawns[me], state.pawns[other], dice])
    return value if me == seat else 1 - value


def worth_after_throw(state: rules.Exxtra, solution: Solution) -> float:
    """The best that seat 0 can make of a position after a throw."""
    if state.phase != rules.DECIDE:
        return worth_at_turn_start(state, 0, solution)
    dice = solution.dice_index(max(state.slots[1], 0), state.values[1])
    best = float(solution.again[state.pawns[0], state.pawns[1], dice])
    for move in state.moves():
        if move != rules.THROW:
            placed = state.copy()
            placed.apply(move)
            best = max(best, worth_at_turn_start(placed, 0, solution))
    return best


@pytest.mark.clause("EXXTRA-8")
@pytest.mark.clause("EXXTRA-9")
@pytest.mark.clause("EXXTRA-13")
@pytest.mark.parametrize("throws", [0, 1])
def test_playing_one_throw_ahead_gives_the_value_of_the_position(throws: int) -> None:
    rng = random.Random(throws)
    for _ in range(400):
        me, other = rng.randrange(21), rng.randrange(21)
        slot, value = rng.choice([rules.NOWHERE, 0, 1, 2, 3, 4, 5]), rng.choice(rules.VALUES)
        state = position(me, other, slot, value, throws)
        state.apply(rules.THROW)
        total = 0.0
        for outcome in state.outcomes():
            after = state.copy()
            after.apply(outcome)
            total += worth_after_throw(after, SOLUTION) / rules.THROWS
        told = (SOLUTION.first, SOLUTION.again)[throws]
        assert total == pytest.approx(told[me, other, SOLUTION.dice_index(max(slot, 0), value)], abs=1e-9)
