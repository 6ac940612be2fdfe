"""The bots of Touché: what they see at once, what they know, and who beats whom."""

from dataclasses import replace

import pytest

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.games.touche.bots.features import (
    AT_RISK,
    AT_RISKS,
    GONE,
    IN_HAND,
    OPEN,
    OPEN_TWICE,
    OTHERS,
    OWN,
    PLACE,
    SAFE,
    NetworkInput,
)
from ludotheque.games.touche.bots.knowledge import Plain, ToucheKnowledge, even_match
from ludotheque.games.touche.bots.levels import expert, hand_model, move_scorer, value_networks
from ludotheque.games.touche.bots.move_scorer import SIZE as SCORES
from ludotheque.games.touche.bots.move_scorer import MoveFeatures
from ludotheque.games.touche.bots.value_network import SIZE, ValuePolicy
from ludotheque.games.touche.rules.board import CELLS, JOKER
from ludotheque.games.touche.rules.state import Touche
from ludotheque.lab.arena import Contest, run
from tests.effort import tries
from tests.games.touche.setting import at, cells, last_cards, position

THREE = ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", "")
CROWNED = ("h1-i2 a4-b5 k4-l5", "")


def plays(level: str, table: Table, seed: int = 1) -> str:
    seat = table.actors[0]
    move = bot("touche", level).choose(table.position.seen_by(seat, seeded(seed)), seat, seeded(seed))
    assert isinstance(move, Move)
    return table.game.notation(move)


def state_of(table: Table) -> Touche:
    state = table.position.state  # type: ignore[attr-defined]
    assert isinstance(state, Touche)
    return state.copy()


def chances(table: Table, viewer: int = 0) -> list[float]:
    return list(
        ToucheKnowledge(value_networks(), move_scorer(), hand_model()).judge(
            state_of(table), viewer, seeded(1)
        )
    )


def test_the_greedy_bot_completes_before_it_blocks_and_blocks_before_it_extends() -> None:
    both = position("4S 3S TH", "", pawns=("e1 d2", "h2 i2 g2 h3"))
    assert plays("greedy", at(both)) == "4S e2"
    without = position("3S TH", "", pawns=("e1 d2", "h2 i2 g2 h3"))
    assert plays("greedy", at(without)) == "TH i2"
    block = position("3S QS", "", pawns=("c4 c5 e5", "e1 d2"))
    assert plays("greedy", at(block)) == "3S d2"
    extend = position("3S KC", "", pawns=("e1", ""))
    assert plays("greedy", at(extend)) == "3S d2"


def test_the_random_bot_plays_anything() -> None:
    table = at(position("4S AS", "", pawns=("e1 d2", "")))
    assert len({plays("random", table, seed) for seed in range(30)}) > 5


def test_the_greedy_bot_exchanges_dead_cards_and_calls() -> None:
    dead = position("AS 2S 2S 3S 3S", "", pawns=("e1 f4 f1 a5 d2 b5", ""))
    assert plays("greedy", at(dead)).startswith(("exchange", "discard"))
    spoken = position("4S", "", pawns=("e1 d2", "e2"), options={"calls": "spoken"})
    assert plays("greedy", at(spoken)) == "4S e2!"


def test_the_greedy_bot_chooses_a_crown() -> None:
    table = at(position("5S", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", "")))
    table.play(0, "5S d5")
    assert plays("greedy", table).startswith("crown")
    assert plays("casual", table).startswith("crown")


@pytest.mark.parametrize("level", ["greedy", "strong", "expert"])
def test_a_good_bot_wins_when_it_can(level: str) -> None:
    table = at(position("4S KC", "", pawns=THREE, crowned=CROWNED))
    assert plays(level, table) == "4S e2"


def test_the_expert_tells_what_it_thinks_of_each_move() -> None:
    table = at(position("4S KC", "", pawns=THREE, crowned=CROWNED))
    found = bot("touche", "expert").consider(table.position, 0, seeded(1))
    assert table.game.notation(found[0].move) == "4S e2"
    assert found[0].value == 1.0
    assert found[0].visits >= found[1].visits >= found[-1].visits > 0
    assert found[-1].value < 1.0


def test_a_network_has_a_number_for_everything_it_reads() -> None:
    for value_network in value_networks():
        assert len(value_network.numbers) == SIZE
        assert any(value_network.numbers)


def test_chances_add_up_to_one_and_favour_who_is_ahead() -> None:
    ahead = chances(at(position("", "", pawns=THREE, crowned=CROWNED)))
    assert sum(ahead) == pytest.approx(1.0)
    assert ahead[0] > 0.75
    starts = [Table("touche", 2, seed=seed) for seed in range(20)]
    even = sum(chances(table, table.actors[0])[table.actors[0]] for table in starts) / len(starts)
    assert 0.45 < even < 0.65  # it is good to begin, but not very
    team = chances(at(position("", "", "", "", pawns=THREE, crowned=CROWNED)))
    assert team[0] == team[2] > team[1] == team[3]
    three = chances(at(position("", "", "", pawns=("e1 d2 e2", "", ""), crowned=("d1-e2", "", ""))))
    assert three[0] > three[1]


def by_scorer(table: Table) -> str:
    state = state_of(table)
    return table.game.notation(table.game.decode(state, move_scorer().best(state)))  # type: ignore[attr-defined]


def test_reflexes_complete_topple_what_is_nearly_complete_and_begin_where_they_hold_more() -> None:
    assert by_scorer(at(position("4S KC 9D", "", pawns=("e1 d2", "h1")))) == "4S e2"
    assert by_scorer(at(position("3S KC 9D", "", pawns=("k5", "e1 d2")))) == "3S d2"
    assert by_scorer(at(position("9H TH 5S", ""))) in ("9H g2", "TH g3", "5S f2")


def test_reflexes_have_a_number_for_everything_a_move_touches() -> None:
    assert len(move_scorer().numbers) == SCORES
    for table in (
        at(position("AS ** 2S", "", pawns=("e1 d2", "f1 f4"))),
        at(position("4S", "", "", pawns=("e1 d2", "e2", "h1"), options={"calls": "spoken"})),
        at(position("AS 2S 2S 3S 3S", "", pawns=("e1 f4 f1 a5 d2 b5", ""))),
    ):
        state = state_of(table)
        touched = MoveFeatures(state)
        rows = [row for move in state.moves() for row in touched.rows(move)]
        assert rows
        assert all(0 <= row < SCORES for row in rows)


def test_reflexes_never_leave_the_call_out() -> None:
    spoken = at(position("4S", "", pawns=("e1 d2", "e2"), options={"calls": "spoken"}))
    assert by_scorer(spoken) == "4S e2!"


def test_reflexes_choose_a_crown_and_touch_nothing_by_it() -> None:
    table = at(position("5S", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", "")))
    table.play(0, "5S d5")
    assert by_scorer(table).startswith("crown")


def test_the_likely_move_is_the_best_without_heat_and_any_with_much_of_it() -> None:
    state = state_of(at(position("4S KC 9D", "", pawns=("e1 d2", "h1"))))
    cold = {move_scorer().likely(state, 1e-4, seeded(seed)) for seed in range(20)}
    assert cold == {move_scorer().best(state)}
    assert len({move_scorer().likely(state, 10.0, seeded(seed)) for seed in range(40)}) > 3
    alone = state_of(at(last_cards("4S", "KC", pawns=("e2", ""))))
    assert [move_scorer().likely(alone, 1.0, seeded(1))] == list(alone.moves())


def test_a_joker_is_never_wasted_by_heat_alone() -> None:
    """It has a hundred cells; with each as likely as any other card, it would hardly ever stay in a hand."""
    state = state_of(at(position("** KC 9D", "", pawns=("e1 d2", "h1"))))
    likely = [move_scorer().likely(state, 10.0, seeded(seed)) for seed in range(60)]
    jokers = {move for move in likely if move // CELLS == JOKER}
    assert jokers == {max(state.moves(), key=lambda move: (move // CELLS == JOKER, score(state, move)))}
    assert sum(move in jokers for move in likely) < 30


def score(state: Touche, move: int) -> float:
    return sum(move_scorer().numbers[row] for row in MoveFeatures(state).rows(move))


def standing(table: Table, place: str, role: int) -> int:
    """Return the state of a cell for the side of seat 0, or for the other, as seat 0 sees it."""
    state = state_of(table)
    ((row, column),) = cells(place)
    number = NetworkInput(state, 0).standings(role, role)[state.board.at(row, column)]
    return list(PLACE).index(number)


def test_a_look_tells_how_each_cell_stands() -> None:
    """AS takes e1 and f4; one AS and no 3S is out, if the other AS is in the hand and both 3S are played."""
    table = at(position("AS 2S", "", pawns=("e1 d2", "h1"), discard=["3S", "3S", "2S", "KH"]))
    assert standing(table, "e1", OWN) == AT_RISK
    assert standing(table, "d2", OWN) == SAFE
    assert standing(table, "f4", OWN) == IN_HAND
    assert standing(table, "d1", OWN) == SAFE  # a joker cell
    assert standing(table, "e2", OWN) == OPEN_TWICE
    assert standing(table, "h1", OTHERS) == AT_RISKS
    assert standing(table, "e1", OTHERS) == OPEN
    assert standing(table, "d2", OTHERS) == GONE


def test_a_seat_judges_by_what_it_sees_alone() -> None:
    """The evaluation of seat 0 doesn't depend on the other hand; that of seat 1 does."""
    one = at(position("AS 4S", "2S 3S 5S 6S 7S", pawns=("e1 d2", "f1 f2")))
    other = at(position("AS 4S", "KH QH JH 9H 8H", pawns=("e1 d2", "f1 f2")))
    assert chances(one) == chances(other)
    assert chances(one, viewer=1) != chances(other, viewer=1)


def test_a_look_tells_each_pattern_as_it_stands() -> None:
    """Seat 0 has e1 and d2, holds 4S for e2, and d1 is a joker cell: its last cell, and in its hand."""
    inputs = NetworkInput(state_of(at(position("4S", "", pawns=("e1 d2", "h1")))), 0)
    assert 0 < inputs.others_from < len(inputs.rows)
    ahead = inputs.plain[-8:]
    assert list(ahead)[:3] == [1.0, 0.0, 0.0]
    nothing = NetworkInput(state_of(at(position("KC 6S 9D 3S QH", ""))), 0)
    assert len(nothing.rows) == 0
    assert list(nothing.plain)[-8:-5] == [0.0, 0.0, 0.0]


def test_a_look_counts_the_cards_that_could_complete_for_the_other() -> None:
    threatened = NetworkInput(state_of(at(position("3S", "", pawns=("", "e1 d2")))), 0)
    calm = NetworkInput(state_of(at(position("3S", "", pawns=("", "e1 h5")))), 0)
    assert list(threatened.plain)[-4] > 0.0
    assert list(calm.plain)[-4] == 0.0


def test_insight_alone_completes_when_it_can() -> None:
    table = at(position("4S KC", "", pawns=THREE, crowned=CROWNED))
    state = state_of(table)
    worth = list(value_networks()[0].worth(state, seeded(1)))
    assert max(worth) == 1.0
    move = ValuePolicy(value_networks()[0]).move(state, seeded(1))
    assert move == list(state.moves())[worth.index(1.0)]


def test_insight_looks_behind_an_exchange_and_at_the_last_card() -> None:
    dead = state_of(at(position("AS 2S 2S 3S 3S", "", pawns=("e1 f4 f1 a5 d2 b5", ""))))
    assert len(list(value_networks()[0].worth(dead, seeded(1)))) == len(list(dead.moves()))
    last = state_of(at(last_cards("AS", "", pawns=("e1", ""))))
    assert [0.0 < chance < 1.0 for chance in value_networks()[0].worth(last, seeded(1))] == [True]


@pytest.mark.clause("TOUCHE-7")
def test_in_a_match_a_game_is_worth_what_it_brings() -> None:
    """One set behind, a match of even games is won one time in four; level it is even."""
    behind = position("", "", sets=["lines", "crosses"], game=4, options={"patterns": "pros"})
    level = position("", "", sets=["crosses", "crosses"], game=5, options={"patterns": "pros"})
    assert chances(at(level))[0] == pytest.approx(0.5, abs=0.15)
    assert chances(at(behind))[0] < chances(at(level))[0]
    assert sum(chances(at(behind))) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("stages", "share"), [((0, 0), 0.5), ((2, 2), 0.5), ((1, 2), 0.25), ((3, 1), 1.0), ((1, 3), 0.0)]
)
def test_the_chance_in_an_even_match(stages: tuple[int, int], share: float) -> None:
    from librt.vecs import vec
    from mypy_extensions import i64

    assert even_match(vec[i64](stages), 0) == pytest.approx(share)


def test_drawn_cards_are_no_news_to_all() -> None:
    state = at(position("AS", "")).position.state  # type: ignore[attr-defined]
    assert Plain().outcome_key(state, 3) == -1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"patterns": "lines", "calls": "spoken"}),
        (3, {"patterns": "crosses"}),
        (4, {}),
        (6, {"teams": 3}),
    ],
)
def test_a_thinking_bot_plays_every_kind_of_table_to_the_end(seats: int, options: dict[str, str]) -> None:
    search = expert()
    quick = SearchBot(replace(search, iterations=tries(20, 2)))
    line_up = [tuple(seat % 2 for seat in range(seats))]
    standing = run(Contest("touche", [quick, "greedy"], seats, dict(options), line_up), games=1, seed=3)
    assert standing.games >= 1


@pytest.mark.slow
def test_every_level_beats_random() -> None:
    for level in levels("touche")[1:3]:
        line = run(Contest("touche", [level, "random"]), games=20, seed=2).lines[0]
        assert line.share > 0.8, level
