"""A search that goes on from move to move: what it keeps, what it forgets, and that it plays by the rules."""

from dataclasses import replace

import pytest

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.bots.search import NOBODY, Tree
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import WIDE, Knowledge
from ludotheque.core.state import State
from ludotheque.table import pondering
from ludotheque.table.check import random_choice
from ludotheque.table.pondering import Pondering, can_ponder
from tests.games.targi.helpers import RICH, acting, position


def thinker(game: str, iterations: int) -> SearchBot:
    found = bot(game, "expert")
    assert isinstance(found, SearchBot)
    return found.thinking(0.0, iterations)


def begun(table: Table, iterations: int = 60) -> Pondering:
    """What the seat to act thinks, once it has looked at the table."""
    found = Pondering(thinker(table.game.name, iterations), table.actors[0], seeded(1))
    found.turn_to(table)
    return found


def state_of(table: Table) -> State:
    state: State = table.position.state  # type: ignore[attr-defined]
    return state


def test_what_was_thought_about_a_move_stays_when_it_is_made() -> None:
    before = {"seats": 2, "pawns": [16, 16], "dice": [None, {"slot": 5, "value": 43}]}
    table = Table.at("exxtra", before | {"phase": "decide", "throws": 1, "thrown": [7, 6]}, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), WIDE, seeded(1))
    tree.think(0.0, 3000)
    child = tree.child_of(4)
    table.play(0, "place 4")
    later = tree.follow(state_of(table), [(4, 0)])
    assert list(later.moves()) == list(state_of(table).moves())
    below = tree.first_child[child]
    assert later.visits_of(tree.key[below]) == tree.visits[below] > 0
    assert later.visits[0] == 0, "of what a move of somebody else is worth to the seat nothing is known"
    assert later.iterations == 0


def test_a_move_that_was_never_thought_of_leaves_nothing() -> None:
    table = Table("exxtra", seats=2, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), WIDE, seeded(1))
    later = tree.follow(state_of(table), [(3, 1)])
    assert (list(later.moves()), later.worth()) == ([], 0.5)


def test_moves_that_are_not_possible_after_all_are_left_out() -> None:
    table = Table("exxtra", seats=2, seed=1)
    tree = Tree(state_of(table), 0, Knowledge(), WIDE, seeded(1))
    (throw,) = state_of(table).moves()
    seat = table.actors[0]
    tree.add(0, 99, seat, 1.0)
    tree.add(0, throw, 1 - seat, 1.0)
    tree.add(0, throw, NOBODY, 1.0)
    assert list(tree.follow(state_of(table), []).moves()) == []
    tree.add(0, throw, seat, 1.0)
    assert list(tree.follow(state_of(table), []).moves()) == [throw]


def test_the_tree_is_kept_until_the_seat_is_to_act_again() -> None:
    table = Table("targi", seats=2, seed=3)
    seat = table.actors[0]
    mind = begun(table, 80)
    kept = 0
    for _ in range(24):
        if table.actors[0] == seat:
            mind.turn_to(table)
            kept += mind.thought > 0
            table.play(seat, mind.choose())
        else:
            table.play(table.actors[0], begun(table, 8).choose())
    assert kept >= 3


def test_it_plays_whole_games_by_the_rules() -> None:
    table = Table("targi", seats=2, seed=5)
    minds = {seat: Pondering(thinker("targi", 8), seat, seeded(seat)) for seat in range(2)}
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
    assert mind.thought == 0


def test_it_begins_anew_where_the_match_goes_on_from_another_position() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.opinions()
    table.go_on_from(table.position.to_json())
    mind.turn_to(table)
    assert mind.thought == 0


def test_it_begins_anew_behind_a_card_that_the_seat_alone_has_seen() -> None:
    """What was thought before the draw is about any card."""
    table = acting({**RICH, "targis": [14]}, chance=[20])
    mind = begun(table, 200)
    mind.opinions()
    table.play(mind.seat, "use 14")
    assert table.actors == (mind.seat,), "the card is drawn, and something is to be done with it"
    mind.turn_to(table)
    assert mind.thought == 0


def test_it_thinks_on_while_nothing_happens_until_the_tree_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    assert mind.think(0.0), "one look at least"
    mind.turn_to(table)
    before = mind.thought
    assert mind.think(0.0)
    assert mind.thought > before > 0
    monkeypatch.setattr(pondering, "FULL", 2)
    assert not mind.think(0.0)
    assert not Pondering(mind.bot, 0, seeded(1)).think(0.0), "it has not looked at anything"


def test_a_fork_goes_its_own_way() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.opinions()
    before = mind.thought
    other = mind.fork()
    table.play(mind.seat, random_choice(table.position, mind.seat, seeded(1)))
    other.turn_to(table)
    assert mind.thought == before > other.thought


def test_an_opinion_takes_the_time_of_its_bot_less_what_was_thought_before() -> None:
    table = Table("targi", seats=2, seed=3)
    mind = begun(table)
    mind.bot = SearchBot(replace(mind.bot.search, seconds=0.01, iterations=0))
    while mind.think(0.005) and mind.spent < 0.01:
        pass
    known = mind.thought
    mind.opinions()
    assert mind.thought == known > 0


@pytest.mark.parametrize(
    ("game", "level", "can"),
    [
        ("targi", "expert", True),
        ("targi", "strong", False),
        ("touche", "expert", True),
        ("touche", "strong", False),
        ("exxtra", "strong", False),
    ],
)
def test_only_who_thinks_by_the_clock_can_think_on(game: str, level: str, can: bool) -> None:
    assert can_ponder(bot(game, level)) is can


def test_tries_go_on_while_a_position_is_looked_at_and_begin_anew_at_the_next() -> None:
    table = Table("touche", seats=2, seed=3)
    mind = begun(table)
    mind.turn_to(table)
    before = {opinion.move: opinion.visits for opinion in mind.opinions()}
    thought = mind.thought
    assert mind.think(0.01)
    mind.turn_to(table)
    after = {opinion.move: opinion.visits for opinion in mind.opinions()}
    assert mind.thought > thought > 0
    assert all(after[move] > before[move] for move in before), "every move is in question again"
    table.play(mind.seat, next(iter(after)))
    mind.turn_to(table)
    assert mind.thought == 0
    assert not mind.think(0.01), "there is nothing to try while others are to act"
    assert mind.thought == 0


def test_it_knows_only_what_its_seat_may_know() -> None:
    """Two truths that look the same to a seat lead to the same thoughts, also a move later."""
    truths = [position({}, {"hand": hand, "secret": True}) for hand in (31, 17)]
    tables = [Table.at("targi", truth, seed=4) for truth in truths]
    assert tables[0].position.to_json() != tables[1].position.to_json()
    minds = [begun(table) for table in tables]
    seat = minds[0].seat
    assert tables[0].position.view(seat) == tables[1].position.view(seat)
    assert minds[0].opinions() == minds[1].opinions()
    move = random_choice(tables[0].position, seat, seeded(1))
    for table, mind in zip(tables, minds, strict=True):
        table.play(seat, move)
        mind.turn_to(table)
    assert minds[0].thought == minds[1].thought
    assert minds[0].opinions() == minds[1].opinions()
