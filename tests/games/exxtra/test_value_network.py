"""The network behind `strong` for three to six players."""

import pickle
from importlib.resources import files
from math import exp

import pytest
from bench.exxtra_networks import strong_by_tables

from ludotheque.core.chance import seeded
from ludotheque.core.float16 import read_float16
from ludotheque.games.exxtra.bots.evaluation import Evaluation
from ludotheque.games.exxtra.bots.levels import by_network, by_tables, strong
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.lab.arena import Contest, run

SEATS = (3, 4, 5, 6)


def plainly(seats: int, pawns: list[int], slots: list[int], values: list[int]) -> float:
    """The chance of seat 0 when seat 1 is about to begin its turn, written down layer by layer."""
    data = (files("ludotheque.games.exxtra.bots") / f"data/value_network_{seats}.f16").read_bytes()
    numbers = list(read_float16(data))
    rows, width, hidden = 277, 96, 32

    def take(count: int) -> list[float]:
        taken, numbers[:count] = numbers[:count], []
        return taken

    table = [take(width) for _ in range(seats * rows)]
    sums = take(width)
    for turns in range(seats):
        seat = (1 + turns) % seats
        pawn, slot = pawns[seat], max(slots[seat], 0)
        if turns == 0:
            pawn, slot = pawn + slot, 0
        dice = 0 if slot == 0 else 1 + 30 * (slot - 1) + rules.VALUES.index(values[seat])
        for row in (table[turns * rows + pawn * 6 + slot], table[turns * rows + 126 + dice]):
            sums = [one + other for one, other in zip(sums, row, strict=True)]
    layer = [max(one, 0.0) for one in sums]
    weights, biases = [take(width) for _ in range(hidden)], take(hidden)
    second = [
        max(sum(a * b for a, b in zip(layer, row, strict=True)) + bias, 0.0)
        for row, bias in zip(weights, biases, strict=True)
    ]
    last, ends = [take(hidden) for _ in range(seats)], take(seats)
    assert not numbers
    shares = [
        exp(sum(a * b for a, b in zip(second, row, strict=True)) + end)
        for row, end in zip(last, ends, strict=True)
    ]
    return shares[-1] / sum(shares)


def a_table(seats: int, seed: int) -> tuple[list[int], list[int], list[int]]:
    """Pawns, slots and values somewhere in a game."""
    rng = seeded(seed)
    slots = [-1, 0, 1, 2, 3, 4, 5]
    lying = [slots.pop(rng.randrange(len(slots))) for _ in range(seats)]
    pawns = [rng.randrange(16) for _ in range(seats)]
    return pawns, lying, [rules.VALUES[rng.randrange(30)] for _ in range(seats)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_compiled_network_says_what_its_layers_say(seats: int) -> None:
    evaluation = by_network(seats)
    for seed in range(3):
        pawns, slots, values = a_table(seats, seed)
        state = rules.position(False, rules.FIRST_THROW, 0, 0, 0, 0, pawns, slots, values)
        evaluation.prepare()
        assert evaluation.chance(state, 1, 0) == pytest.approx(plainly(seats, pawns, slots, values), abs=1e-9)


@pytest.mark.clause("EXXTRA-14")
def test_dice_that_carry_the_next_pawn_to_ziel_leave_no_chance() -> None:
    evaluation = by_network(3)
    state = rules.position(False, rules.FIRST_THROW, 0, 0, 0, 0, [20, 18, 5], [-1, 3, -1], [0, 76, 0])
    evaluation.prepare()
    assert evaluation.chance(state, 1, 0) == 0.0


@pytest.mark.clause("EXXTRA-14")
def test_tables_too_know_that_dice_may_carry_another_pawn_to_ziel() -> None:
    evaluation = by_tables(3)
    behind = rules.position(False, rules.FIRST_THROW, 0, 0, 0, 0, [5, 18, 5], [-1, -1, -1], [0, 0, 0])
    about_to_win = rules.position(False, rules.FIRST_THROW, 0, 0, 0, 0, [5, 18, 5], [-1, 3, -1], [0, 76, 0])
    assert evaluation.chance(about_to_win, 1, 0) < evaluation.chance(behind, 1, 0)


def test_without_knowledge_all_seats_have_equal_chances() -> None:
    state = rules.new_game(4, False)
    evaluation = Evaluation()
    evaluation.prepare()
    assert evaluation.chance(state, 1, 0) == 0.25


def test_the_network_travels_to_other_processes() -> None:
    evaluation = by_network(4)
    state = rules.new_game(4, False)
    again = pickle.loads(pickle.dumps(evaluation))
    evaluation.prepare()
    again.prepare()
    assert again.chance(state, 1, 0) == evaluation.chance(state, 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_strong_beats_the_fitted_tables(seats: int) -> None:
    line_ups = [tuple(int(seat != one) for seat in range(seats)) for one in range(seats)]
    match = Contest("exxtra", [strong(), strong_by_tables()], seats, line_ups=line_ups)
    line = run(match, games=240, seed=3).lines[0]
    assert line.share > line.fair
