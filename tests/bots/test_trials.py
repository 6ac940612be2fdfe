"""Trials: the same luck for every move, the worse half left out, the time and the number of tries kept."""

import pytest

from ludotheque import Table
from ludotheque.bots.searching import SearchBot
from ludotheque.bots.trials import MOST, Trials
from ludotheque.core.bot import Search
from ludotheque.core.chance import seeded
from ludotheque.core.coded import coded
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.state import State
from ludotheque.games.touche.bots.knowledge import ToucheKnowledge
from ludotheque.games.touche.bots.levels import hand_model, move_scorer, value_networks
from tests.games.touche.setting import at, position

NEARLY_WON = {"pawns": ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""), "crowned": ("h1-i2 a4-b5 k4-l5", "")}


def state_of(table: Table) -> State:
    state: State = table.position.state  # type: ignore[attr-defined]
    return state


def trials(state: State, seat: int = 0, seed: int = 1) -> Trials:
    return Trials(
        state, seat, ToucheKnowledge(value_networks(), move_scorer(), hand_model()), 3, seeded(seed)
    )


def test_the_winning_move_is_worth_a_win_and_stays_to_the_end() -> None:
    table = at(position("4S KC", "3S 3S AS AS 9H", **NEARLY_WON))
    state = state_of(table)
    tried = trials(state)
    tried.think(0.0, 200)
    win = table.game.encode(state, table.game.parse("4S e2"))  # type: ignore[attr-defined]
    assert tried.value_of(win) == 1.0
    assert tried.visits_of(win) == max(tried.visits)
    assert tried.choice() == win


def test_the_same_seed_tries_the_same() -> None:
    state = state_of(Table("touche", 2, seed=3))
    seat = state.turn()
    one, other, third = trials(state, seat), trials(state, seat), trials(state, seat, seed=2)
    for tried in (one, other, third):
        tried.think(0.0, 300)
    assert list(one.total) == list(other.total) != list(third.total)


def test_half_of_the_moves_are_left_out_after_each_stage() -> None:
    state = state_of(at(position("4S KC 9D", "", pawns=("e1", ""))))
    tried = trials(state)
    tried.think(0.0, 400)
    visits = sorted((tried.visits_of(move) for move in state.moves()), reverse=True)
    assert sum(visits) == tried.iterations
    assert 400 <= tried.iterations < 400 + MOST
    assert visits[0] == visits[1] > visits[2] > visits[-1] > 0


def test_of_many_moves_only_the_most_promising_are_tried() -> None:
    state = state_of(at(position("** KC 9D", "", pawns=("e1 d2", ""))))
    assert len(state.moves()) > MOST
    tried = trials(state)
    tried.think(0.0, 100)
    assert sum(tried.visits_of(move) > 0 for move in state.moves()) == MOST
    never = next(move for move in state.moves() if tried.visits_of(move) == 0)
    assert tried.value_of(never) == pytest.approx(tried.worth())
    assert tried.visits_of(999_999) == 0


def test_who_thinks_on_begins_with_all_moves_and_keeps_what_they_were_worth() -> None:
    state = state_of(at(position("4S KC 9D", "", pawns=("e1", ""))))
    once, twice = trials(state), trials(state)
    for tried in (once, twice):
        tried.think(0.0, 200)
    twice.think(0.0, 200)
    for move in state.moves():
        assert twice.visits_of(move) > once.visits_of(move) > 0
    assert twice.size() == twice.iterations >= once.iterations + 200
    assert sum(twice.total) > sum(once.total)
    twice.decide(0.0, 200, 0)
    assert max(len(one) for one in twice.results) < max(twice.visits), "moves are compared by this run alone"


def test_nothing_is_known_before_the_first_try() -> None:
    tried = trials(state_of(Table("touche", 2, seed=3)))
    assert tried.worth() == 0.5
    assert tried.value_of(999_999) == 0.5


def test_a_position_of_another_seat_is_judged_as_a_whole() -> None:
    state = state_of(at(position("KC 9D", "", **NEARLY_WON)))
    tried = trials(state, seat=1)
    tried.think(0.0, 50)
    assert tried.iterations == 50
    assert tried.worth() < 0.4


def test_tries_end_with_the_time_or_when_they_are_enough() -> None:
    state = state_of(Table("touche", 2, seed=3))
    seat = state.turn()
    short, few, counted = trials(state, seat), trials(state, seat), trials(state, seat)
    short.decide(0.02, 0, 10**6)
    few.decide(60.0, 0, 100)
    counted.decide(60.0, 150, 100)
    assert 0 < short.iterations < 10**5
    assert 100 <= few.iterations < 100 + 3 * MOST
    assert 150 <= counted.iterations < 150 + MOST
    timed = trials(state, seat)
    timed.decide(0.02, 0, 0)
    assert timed.iterations > 0


def test_whoever_decides_stops_when_one_move_is_clearly_the_best() -> None:
    table = at(position("4S KC", "3S 3S AS AS 9H", **NEARLY_WON))
    state = state_of(table)
    win = table.game.encode(state, table.game.parse("4S e2"))  # type: ignore[attr-defined]
    decided, thought = trials(state), trials(state)
    decided.decide(0.0, 5000, 0)
    thought.think(0.0, 5000)
    assert decided.choice() == thought.choice() == win
    assert decided.iterations < 2500
    assert thought.iterations >= 5000


def test_a_move_is_never_behind_itself_and_those_behind_are_dropped() -> None:
    state = state_of(at(position("4S KC", "3S 3S AS AS 9H", **NEARLY_WON)))
    tried = trials(state)
    for _ in range(30):
        tried.try_all()
    assert not tried.is_behind(tried.left[0], tried.left[0])
    before = set(tried.left)
    tried.drop_those_behind()
    assert set(tried.left) < before


def test_without_knowledge_everybody_is_expected_to_play_anything() -> None:
    """A bot that tries moves plays any game; here one that sees a win at once."""
    table = Table.at("exxtra", {"seats": 2, "pawns": [20, 1], "dice": [None, {"slot": 5, "value": 43}]})
    search = Search(Knowledge(), iterations=60, turns=4)
    found = SearchBot(search).consider(coded(table.position), 0, seeded(1))
    assert all(opinion.visits > 0 for opinion in found)
    assert SearchBot(search).weigh(coded(table.position), 0, found[0].move, seeded(1)) > 0.0
