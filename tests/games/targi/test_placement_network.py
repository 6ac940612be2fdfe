"""The network that places Targis: what it reads of the table, and that it says what it was taught."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from train.targi.placement_network import (
    Numbers,
    Placings,
    first_numbers,
    fit_placing,
    lesson,
    read_numbers,
    slopes,
)
from train.targi.play import Games, SelfPlay
from train.targi.versions import DATA, SHIPPED, read, ship

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots import placement_network
from ludotheque.games.targi.bots.levels import trained
from ludotheque.games.targi.bots.move_policy import FLOOR, feature_lists
from ludotheque.games.targi.bots.placement_network import PlacementNetwork, table_rows
from ludotheque.games.targi.rules.board import PLACE
from ludotheque.games.targi.rules.state import Targi, new_game
from tests.games.targi.helpers import state, table


def placings(seed: int) -> Iterator[Targi]:
    """Every position of a game in which a Targi is to be placed."""
    position, rng = new_game(random_starter=True), seeded(seed)
    while (turn := position.turn()) != OVER:
        if turn == CHANCE:
            position.apply(position.sample(rng))
            continue
        if position.phase == PLACE:
            yield position
        moves = list(position.moves())
        position.apply(moves[rng.randrange(len(moves))])


@pytest.fixture(scope="module")
def games() -> Games:
    """Two games with hardly any thought."""
    return SelfPlay(read(SHIPPED), 8)([1, 2])


@pytest.fixture(scope="module")
def numbers() -> Numbers:
    return first_numbers(np.random.default_rng(1))


def test_every_table_has_rows_and_looking_changes_nothing() -> None:
    for seed in range(4):
        for position in placings(seed):
            before = position.__reduce__()
            rows = list(table_rows(position))
            assert position.__reduce__() == before
            assert all(0 <= row < placement_network.TABLE_ROWS for row in rows)
            moves = list(position.moves())
            assert all(
                row < placement_network.PLACING_ROWS
                for rows in feature_lists(position, moves)
                for row in rows
            )


def test_rows_are_still_those_that_the_network_was_taught() -> None:
    """Other rows need other weights, fitted by `train/targi`."""
    found = [list(table_rows(position)) for seed in range(2) for position in placings(seed)]
    digest = hashlib.sha256(repr(found).encode()).hexdigest()
    assert digest == "26671732e931a8d397ab33a1e6a14cbca09d247c2a6ae4e2ce54693272fe48cc"


def test_the_seat_to_act_comes_first_whoever_it_is() -> None:
    one = state(table({"gold": 3}, {"salt": 5}, turn=0, amulet=0))
    other = state(table({"salt": 5}, {"gold": 3}, turn=1, amulet=1))
    assert sorted(table_rows(one)) == sorted(table_rows(other))


def test_a_card_that_lies_face_down_has_a_row_too() -> None:
    position = state(table(centre=["tribe", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]))
    assert placement_network.LIES + placement_network.CARDS_IN_CENTRE - 1 in list(table_rows(position))


def test_the_network_that_ships_has_all_numbers_and_its_chances_add_up() -> None:
    network = trained().placement
    assert network is not None
    assert len(list(network.numbers)) == placement_network.SIZE
    for position in placings(3):
        likely = list(network.likely(position, position.moves()))
        assert sum(likely) == pytest.approx(1.0 + FLOOR * len(likely))
        assert min(likely) >= FLOOR
        assert list(trained().priors(position, position.moves())) == likely


def test_the_compiled_network_says_what_the_numbers_mean(numbers: Numbers) -> None:
    network = PlacementNetwork([float(number) for part in numbers for number in part.ravel()])
    for position in [position.copy() for position in placings(5)][::20]:
        moves = position.moves()
        scores = np.array(list(network.scores(position, moves)))
        rows = feature_lists(position, list(moves))
        table_sum = numbers.table[list(table_rows(position))].sum(0) + numbers.bias
        for move, found, score in zip(moves, rows, scores, strict=True):
            hidden = np.maximum(numbers.placing[found].sum(0) + table_sum, 0)
            wanted = hidden @ numbers.out + np.maximum(table_sum, 0) @ numbers.by_card[move]
            assert score == pytest.approx(wanted + numbers.alone[found].sum(), abs=1e-4)


def test_the_slope_of_a_lesson_is_that_of_its_loss(games: Games, numbers: Numbers) -> None:
    """Each part of the network, moved a little along its slope, changes the loss as the slope says."""
    given = lesson(Placings(games), np.arange(40))
    wide = Numbers(*(part.astype(np.float64) for part in numbers))
    _, slope = slopes(wide, given)
    for part, (numbers_of_part, down) in enumerate(zip(wide, slope, strict=True)):
        step = 1e-4 / (np.abs(down).max() + 1e-12)
        ahead, behind = (
            slopes(Numbers(*(*wide[:part], numbers_of_part + sign * step * down, *wide[part + 1 :])), given)[
                0
            ]
            for sign in (1, -1)
        )
        assert (ahead - behind) / (2 * step) == pytest.approx((down**2).sum(), rel=0.02)


def test_lessons_bring_the_network_nearer_to_what_the_search_chose(games: Games) -> None:
    given = lesson(Placings(games), np.arange(100))
    once = fit_placing(games, b"", seed=1)
    assert fit_placing(games, b"", seed=1) == once
    twice = fit_placing(games, once, seed=1)
    first, second, third = (
        slopes(numbers, given)[0]
        for numbers in (first_numbers(np.random.default_rng(1)), read_numbers(once), read_numbers(twice))
    )
    assert third < second < first


def test_without_a_network_the_policy_places() -> None:
    knowledge, position = trained(), state(table())
    network = knowledge.placement
    knowledge.placement = None
    try:
        moves = position.moves()
        assert list(knowledge.priors(position, moves)) == list(knowledge.policy.likely(position, moves))
    finally:
        knowledge.placement = network


def test_a_version_ships_as_the_package_holds_it(tmp_path: Path) -> None:
    ship(read(SHIPPED), tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        name: (DATA / name).read_bytes() for name in ("trained.json", "placement_network.f16")
    }
