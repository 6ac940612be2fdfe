"""The search: it finds what wins, thinks only about what its seat knows, and thinks the same again."""

import pytest
from librt.random import Random
from mypy_extensions import i64

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.bots.search import Tree
from ludotheque.bots.searching import SearchBot
from ludotheque.bots.trials import Trials
from ludotheque.core.bot import Opinion, PolicyBot, Search
from ludotheque.core.chance import seeded
from ludotheque.core.coded import coded
from ludotheque.core.game import Position
from ludotheque.core.knowledge import WIDE, Belief, Exploration, Knowledge
from ludotheque.core.refusal import Unreadable
from ludotheque.core.state import State
from ludotheque.games.touche.bots.knowledge import Plain
from tests.effort import tries
from tests.games.touche.setting import at, position
from tests.patience import looks

NEARLY_WON = {"pawns": ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""), "crowned": ("h1-i2 a4-b5 k4-l5", "")}


def opinions(search: Search, position: Position, seed: int = 1) -> list[Opinion]:
    return SearchBot(search).consider(coded(position), position.actors[0], seeded(seed))


def expert() -> Knowledge:
    """Return the knowledge of the best bot of Touché."""
    found = bot("touche", "expert")
    assert isinstance(found, SearchBot)
    return found.search.knowledge


def exxtra(**parts: object) -> State:
    """Two players of Exxtra, seat 0 about to throw."""
    made = {"seats": 2, "pawns": [16, 16], "dice": [None, {"slot": 5, "value": 43}]} | parts
    state: State = Table.at("exxtra", made).position.state  # type: ignore[attr-defined]
    return state


def thought(state: State, knowledge: Knowledge, iterations: int) -> Tree:
    tree = Tree(state, 0, knowledge, WIDE, seeded(1))
    tree.think(0.0, iterations)
    return tree


def test_an_open_outcome_is_told_apart() -> None:
    """A player who sees the throw before a decision wins more than one who decides blindly."""
    seen = thought(exxtra(), Knowledge(), 6000)
    blind = thought(exxtra(), Plain(), 6000)
    assert seen.value_of(0) > blind.value_of(0) + 0.02


def test_visits_and_values_are_told_for_every_move_of_the_root() -> None:
    tree = thought(exxtra(phase="decide", throws=1, thrown=[7, 6]), Knowledge(), 500)
    assert sorted(tree.moves()) == [0, 1, 2, 3, 4, 5]
    assert sum(tree.visits_of(move) for move in tree.moves()) == tree.iterations == 500
    assert all(0.0 <= tree.value_of(move) <= 1.0 for move in tree.moves())
    assert tree.visits_of(77) == 0
    assert tree.value_of(77) == pytest.approx(sum(tree.total[1:7]) / 500)


def test_with_more_doubt_no_move_of_the_root_is_left_out() -> None:
    state = exxtra(phase="decide", throws=1, thrown=[7, 6])
    least = []
    for doubt in (0.0, 2.0):
        tree = Tree(state, 0, Knowledge(), Exploration(promise=0.05, doubt=doubt), seeded(1))
        tree.think(0.0, 600)
        least.append(min(tree.visits_of(move) for move in tree.moves()))
    assert least[0] < 25 < least[1]


def test_a_move_that_was_never_tried_waits_the_longer_the_worse_it_is_taken_to_be() -> None:
    state = exxtra(phase="decide", throws=1, thrown=[7, 6])
    tried = []
    for first_look in (-1.0, 1.0):
        tree = Tree(state, 0, Knowledge(), Exploration(0.1, 0.0, first_look), seeded(1))
        tree.think(0.0, 6)
        tried.append(sum(tree.visits_of(move) > 0 for move in tree.moves()))
    assert tried[0] == 6 > tried[1]


def test_a_tree_that_never_thought_knows_nothing() -> None:
    tree = Tree(exxtra(), 0, Knowledge(), WIDE, seeded(1))
    assert (tree.value_of(0), tree.visits_of(0), list(tree.moves())) == (0.5, 0, [])


def test_thinking_by_the_clock_looks_at_least_once_and_thinks_on_where_it_stopped() -> None:
    tree = Tree(exxtra(), 0, Knowledge(), WIDE, seeded(1))
    tree.think(0.0, 0)
    assert tree.iterations >= 1
    for _ in looks("a whole slice of time for the search"):
        before = tree.iterations
        tree.think(0.05, 0)
        if tree.iterations > before + 10:
            break


def decided(seconds: float, iterations: int, enough: int) -> Tree:
    state = at(position("4S AS", "", **NEARLY_WON)).position.state  # type: ignore[attr-defined]
    tree = Tree(state, 0, expert(), Exploration(0.1, 0.1), seeded(1))
    tree.decide(seconds, iterations, enough)
    return tree


def test_deciding_stops_when_no_other_move_can_overtake() -> None:
    tree = decided(0.0, 2000, 0)
    assert tree.iterations < 2000
    assert tree.lead() > 2000 - tree.iterations


def test_deciding_by_the_clock_looks_at_least_once_and_has_enough() -> None:
    assert decided(0.0, 0, 0).iterations == 1
    assert decided(60.0, 0, 40).iterations <= 40
    for _ in looks("a whole slice of time for the search"):
        if decided(0.05, 0, 0).iterations > 10:
            break


def test_it_finds_out_nothing_new_by_thinking_to_the_end() -> None:
    """An early choice is the choice after all iterations."""
    state = at(position("4S AS KC 9D", "", pawns=("e1", "f1 f2"))).position.state  # type: ignore[attr-defined]
    whole, short = (Tree(state, 0, Plain(), WIDE, seeded(3)) for _ in range(2))
    thoughts = tries(1500, 200)
    whole.think(0.0, thoughts)
    short.decide(0.0, thoughts, 0)
    assert max(whole.moves(), key=whole.visits_of) == max(short.moves(), key=short.visits_of)


@pytest.mark.parametrize("knowing", ["expert", "plain"])
def test_it_finds_a_win_in_one(knowing: str) -> None:
    known = Plain() if knowing == "plain" else expert()
    table = at(position("4S AS", "", **NEARLY_WON))
    found = opinions(Search(known, iterations=300), table.position)
    assert table.game.notation(found[0].move) == "4S e2"
    assert found[0].value == 1.0
    assert sum(opinion.visits for opinion in found) == 300


def test_it_topples_what_would_win_for_the_other() -> None:
    """Seat 1 lacks one cell; toppling any pawn of that pattern is what seat 0 thinks about most."""
    theirs = {"pawns": ("", NEARLY_WON["pawns"][0]), "crowned": ("", NEARLY_WON["crowned"][0])}
    table = at(position("3S KC", "4S 4S", **theirs))
    found = opinions(Search(expert(), iterations=400), table.position)
    assert table.game.notation(found[0].move) == "3S d2"


def test_it_never_uses_hidden_cards() -> None:
    """Two truths that look the same to seat 0 lead to the same thoughts, visit for visit."""
    one = at(position("AS 4S", "2S 3S 5S 6S 7S", pawns=("e1", "f1 f2")))
    other = at(position("AS 4S", "KH QH JH 9H 8H", pawns=("e1", "f1 f2")))
    assert one.position.view(0) == other.position.view(0)
    search = Search(Plain(), iterations=200)
    assert opinions(search, one.position) == opinions(search, other.position)


class Seen(Belief[State]):
    """Takes the truth for granted, and counts how often it was asked."""

    asked = 0

    def world(self, rng: Random) -> State:
        self.asked += 1
        return self.state.copy()


class Seer(Knowledge[State]):
    """Believes what it sees."""

    def belief(self, state: State, seat: i64) -> Belief[State]:
        return Seen(state, seat)


def test_what_is_hidden_is_drawn_as_the_knowledge_of_the_game_believes() -> None:
    state: State = at(position("AS 4S", "2S 3S", pawns=("e1", "f1 f2"))).position.state  # type: ignore[attr-defined]
    tree = Tree(state, 0, Seer(), WIDE, seeded(1))
    tree.think(0.0, 20)
    tried = Trials(state, 0, Seer(), 2, seeded(1))
    tried.try_all()
    assert [thought.belief.asked for thought in (tree, tried)] == [20, 1]  # type: ignore[attr-defined]


def test_it_thinks_the_same_again_for_the_same_seed_and_differently_for_another() -> None:
    table = at(position("AS 4S", "", pawns=("e1", "f1 f2")))
    search = Search(Plain(), iterations=150)
    before = table.position.to_json()
    first = opinions(search, table.position)
    assert first == opinions(search, table.position)
    assert first != opinions(search, table.position, seed=2)
    assert table.position.to_json() == before


def test_a_single_move_is_thought_about_for_a_moment_only() -> None:

    table = at({"seats": 2, "hands": [["AS"], ["KH"]], "stacks": [0, 0], "pawns": [[[0, 4]], []]})
    found = opinions(Search(Plain(), iterations=100), table.position)
    assert [opinion.visits for opinion in found] == [5]


def test_levels_are_searches_or_bots_of_their_own() -> None:
    assert levels("touche") == ("random", "beginner", "casual", "greedy", "strong", "expert")
    assert isinstance(bot("touche", "expert"), SearchBot)
    assert isinstance(bot("touche", "greedy"), PolicyBot)
    with pytest.raises(Unreadable):
        bot("touche", "genius")


def test_an_open_game_is_searched_too() -> None:
    """In Exxtra a pawn one space before the goal places on slot 1 or throws; the search sees every throw."""
    dice = [None, None]
    table = Table.at(
        "exxtra",
        {"seats": 2, "pawns": [20, 3], "dice": dice, "phase": "decide", "throws": 1, "thrown": [7, 6]},
    )
    found = opinions(Search(Knowledge(), iterations=800), table.position)
    assert found[0].value > 0.8
