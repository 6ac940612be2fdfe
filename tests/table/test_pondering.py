"""A search that goes on from move to move: what it keeps, what it forgets, and that it plays by the rules."""

from dataclasses import replace

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.bots.search import Tree
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.state import State
from ludotheque.table import pondering
from ludotheque.table.check import random_choice
from ludotheque.table.pondering import Pondering


def thinker(game: str, iterations: int) -> SearchBot:
    found = bot(game, "expert")
    assert isinstance(found, SearchBot)
    return found.thinking(0.0, iterations)


def begun(table: Table, iterations: int = 60) -> Pondering:
    """What the seat to act thinks, once it has looked at the table."""
    found = Pondering(thinker(table.game.name, iterations), table.actors[0], seeded(1))
    found.turn_to(table)
    return found


def visits(mind: Pondering) -> int:
    """How much was thought about the moves of the position so far."""
    tree = mind._tree
    assert isinstance(tree, Tree)
    return sum(int(tree.visits_of(move)) for move in tree.moves())


def state_of(table: Table) -> State:
    state: State = table.position.state  # type: ignore[attr-defined]
    return state


def test_what_was_thought_about_a_move_stays_when_it_is_made() -> None:
    before = {"seats": 2, "pawns": [16, 16], "dice": [None, {"slot": 5, "value": 43}]}
    table = Table.at("exxtra", before | {"phase": "decide", "throws": 1, "thrown": [7, 6]}, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), 0.7, seeded(1))
    tree.think(0.0, 3000)
    child = tree.child_of(4)
    table.play(0, "place 4")
    later = tree.follow(state_of(table), vec[i64]([4]), vec[i64]([0]))
    assert list(later.moves()) == list(state_of(table).moves())
    below = tree.first_child[child]
    assert later.visits_of(tree.key[below]) == tree.visits[below] > 0
    assert later.visits[0] == 0, "of what a move of somebody else is worth to the seat nothing is known"
    assert later.iterations == 0


def test_a_move_that_was_never_thought_of_leaves_nothing() -> None:
    table = Table("exxtra", seats=2, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), 0.7, seeded(1))
    later = tree.follow(state_of(table), vec[i64]([3]), vec[i64]([1]))
    assert (list(later.moves()), later.worth()) == ([], 0.5)


def test_moves_that_are_not_possible_after_all_are_left_out() -> None:
    table = Table("exxtra", seats=2, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), 0.7, seeded(1))
    tree.add(0, 99, 0, 1.0)
    assert list(tree.follow(state_of(table), vec[i64](), vec[i64]()).moves()) == []


def test_the_tree_is_kept_until_the_seat_is_to_act_again() -> None:
    table = Table("targi", seats=2, seed=3)
    seat = table.actors[0]
    mind = begun(table, 80)
    kept = 0
    for _ in range(24):
        if table.actors[0] == seat:
            mind.turn_to(table)
            kept += visits(mind) > 0
            table.play(seat, mind.choose())
        else:
            table.play(table.actors[0], begun(table, 8).choose())
    assert kept >= 3


@pytest.mark.parametrize("game", ["targi", "touche"])
def test_it_plays_whole_games_by_the_rules(game: str) -> None:
    table = Table(game, seats=2, seed=5)
    minds = {seat: Pondering(thinker(game, 8), seat, seeded(seat)) for seat in range(2)}
    while table.result is None:
        seat = table.actors[0]
        minds[seat].turn_to(table)
        table.play(seat, minds[seat].choose())


def test_it_begins_anew_where_a_move_was_taken_back() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.opinions()
    table.play(mind.seat, random_choice(table.position, mind.seat, seeded(1)))
    mind.turn_to(table)
    table.undo(mind.seat, agreed=True)
    mind.turn_to(table)
    assert visits(mind) == 0


def test_it_begins_anew_where_the_match_goes_on_from_another_position() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.opinions()
    table.go_on_from(table.position.to_json())
    mind.turn_to(table)
    assert visits(mind) == 0


def test_it_thinks_on_while_nothing_happens_until_it_has_thought_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    first = mind.opinions()
    mind.turn_to(table)
    assert mind.think(0.0), "one look at least"
    assert visits(mind) == sum(opinion.visits for opinion in first) + 1
    monkeypatch.setattr(pondering, "MOST", 10)
    assert not mind.think(0.0)
    assert not Pondering(mind.bot, 0, seeded(1)).think(0.0), "it has not looked at anything"


def test_an_opinion_takes_the_time_of_its_bot_less_what_was_thought_before() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.bot = SearchBot(replace(mind.bot.search, seconds=0.01, iterations=0))
    mind.opinions()
    assert mind.spent >= 0.01
    known = visits(mind)
    mind.opinions()
    assert visits(mind) == known


def test_it_knows_only_what_its_seat_may_know() -> None:
    """Two truths that look the same to a seat lead to the same thoughts."""
    table = Table("targi", seats=2, seed=3)
    seat = table.actors[0]
    other = Table.at("targi", table.position.seen_by(seat, seeded(9)).to_json(), seed=8)
    assert table.position.view(seat) == other.position.view(seat)
    one, another = begun(table), begun(other)
    assert one.opinions() == another.opinions()
