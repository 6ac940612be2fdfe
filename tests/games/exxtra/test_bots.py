"""The bots of Exxtra: legal, of rising strength, exact where the game is solved; and their coach."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.bots import bot, levels
from ludotheque.core.bot import Opinion, PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.policy import play_with
from ludotheque.core.refusal import NotYourTurn, Refusal
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.exxtra.bots.evaluation import EvaluationPolicy
from ludotheque.games.exxtra.bots.heuristics import SLOT_RULES, Threshold
from ludotheque.games.exxtra.bots.levels import HEAT_OF_TWO, LEVELS, by_tables, learned, strong_policy
from ludotheque.games.exxtra.bots.perfect import Perfect, dice_of
from ludotheque.games.exxtra.bots.solution import Solution, load_solution
from ludotheque.games.exxtra.coach import coach, is_exact
from ludotheque.games.exxtra.game import GAME
from ludotheque.games.exxtra.moves import Place, Throw
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import Exxtra
from ludotheque.lab.arena import Contest, Entrant, run
from tests.effort import tries

ANY_NUMBER = [level for level in LEVELS if level != "perfect"]


@st.composite
def positions(draw: st.DrawFn, seats: st.SearchStrategy[int], *, xx_is_100: bool = False) -> Json:
    """Any position in which a seat is to act."""
    count = draw(seats)
    turn = draw(st.integers(0, count - 1))
    slots = draw(st.permutations(range(1, 6)))
    worth = (*rules.VALUES, rules.DOUBLE_CROSS) if xx_is_100 else rules.VALUES
    dice: list[Json] = []
    for seat in range(count):
        slot = draw(st.sampled_from([None, 0, slots[seat % 5]]))
        lies = slot is not None and seat != turn and (seat < 5 or slot == 0)
        dice.append({"slot": slot, "value": draw(st.sampled_from(worth))} if lies else None)
    thrown = draw(st.none() | st.sampled_from(range(rules.THROWS)))
    position = {
        "seats": count,
        "pawns": draw(st.lists(st.integers(0, 20), min_size=count, max_size=count)),
        "dice": dice,
        "turn": turn,
        "options": {"xx_is_100": xx_is_100},
    }
    if thrown is None:
        return position
    crossed = rules.CROSSES[thrown] > 0
    throws = 1 if crossed else draw(st.integers(1, 4))
    faces = GAME.write_outcome(rules.new_game(2, False), thrown)
    return position | {"phase": "decide", "throws": throws, "thrown": faces}


def at(position: Json) -> CodedPosition[Exxtra]:
    return GAME.at(position)


def alone(one: Entrant, others: Entrant, seats: int) -> Contest:
    """One bot on each seat in turn, the other everywhere else."""
    line_ups = [tuple(int(seat != turn) for seat in range(seats)) for turn in range(seats)]
    return Contest("exxtra", [one, others], seats=seats, line_ups=line_ups)


def by_the_rules(solution: Solution, state: Exxtra, code: int) -> float:
    """The win chance of a move, by playing it with the rules and looking up what comes next."""
    me = state.seat
    if code == rules.THROW:
        dice = dice_of(solution, state, 1 - me)
        array = solution.again if state.throws else solution.first
        return float(array[state.pawns[me], state.pawns[1 - me], dice])
    after = state.copy()
    after.apply(code)
    if after.turn() == OVER:
        return after.payoff(me)
    dice = dice_of(solution, after, me)
    return 1.0 - float(solution.first[after.pawns[1 - me], after.pawns[me], dice])


def test_the_levels_stand_in_their_order() -> None:
    assert levels("exxtra") == ("random", "cautious", "casual", "strong", "perfect")


@pytest.mark.clause("EXXTRA-12")
@pytest.mark.parametrize("level", ANY_NUMBER)
@given(position=positions(st.integers(2, 6)), seed=st.integers(0, 99))
@settings(max_examples=tries(60, 5), deadline=None)
def test_no_level_ever_plays_an_illegal_move(level: str, position: Json, seed: int) -> None:
    table = at(position)
    seat = table.actors[0]
    before = table.to_json()
    move = bot("exxtra", level).choose(table, seat, seeded(seed))
    assert move in table.moves(seat)
    opinions = bot("exxtra", level).consider(table, seat, seeded(seed))
    assert opinions[0].move == move
    assert {opinion.move for opinion in opinions} == set(table.moves(seat))
    assert all(0.0 <= opinion.value <= 1.0 for opinion in opinions)
    assert table.to_json() == before, "thinking changed the position"


@given(position=positions(st.integers(2, 6), xx_is_100=True))
@settings(max_examples=tries(60, 5), deadline=None)
def test_strong_knows_the_worth_of_a_double_cross(position: Json) -> None:
    table = at(position)
    opinions = bot("exxtra", "strong").consider(table, table.actors[0], seeded(0))
    assert {opinion.move for opinion in opinions} == set(table.moves(table.actors[0]))


@pytest.mark.clause("EXXTRA-18")
def test_a_double_cross_worth_100_is_kept_and_one_worth_0_is_not() -> None:
    position: dict[str, Json] = {
        "seats": 3,
        "pawns": [3, 3, 3],
        "dice": [None] * 3,
        "phase": "decide",
        "throws": 1,
        "thrown": ["X", "X"],
    }
    strong = bot("exxtra", "strong")
    assert strong.choose(at(position), 0, seeded(0)) == Throw()
    assert strong.choose(at(position | {"options": {"xx_is_100": True}}), 0, seeded(0)) == Place(5)


@given(position=positions(st.just(2)))
@settings(max_examples=400, deadline=None)
def test_perfect_never_plays_worse_than_the_best_of_the_solution(position: Json) -> None:
    table = at(position)
    seat = table.actors[0]
    state = table.state
    solution = load_solution()
    values = {GAME.decode(state, code): by_the_rules(solution, state, code) for code in state.moves()}
    opinions = Perfect().consider(table, seat, seeded(0))
    assert {opinion.move: opinion.value for opinion in opinions} == pytest.approx(values, abs=1e-12)
    assert values[Perfect().choose(table, seat, seeded(0))] >= max(values.values()) - 1e-9


def test_perfect_is_consistent_over_whole_games() -> None:
    """The value is the mean of the next positions: every throw weighted, nothing left."""
    solution, rng = load_solution(), seeded(3)
    for _ in range(8):
        state = rules.new_game(2, False)
        state.apply(state.sample(rng))
        while state.turn() != OVER:
            if state.turn() == CHANCE:
                state.apply(state.sample(rng))
                continue
            table = CodedPosition(GAME, state, GAME.read_options(None))
            opinions = Perfect().consider(table, state.seat, rng)
            throw = next(opinion.value for opinion in opinions if opinion.move == Throw())
            assert throw == pytest.approx(average_after_throw(solution, state), abs=1e-9)
            state.apply(GAME.encode(state, opinions[0].move))


def average_after_throw(solution: Solution, state: Exxtra) -> float:
    """The win chance of the seat to act, averaged over its 36 throws, each answered as well as can be."""
    me, total = state.seat, 0.0
    for thrown in range(rules.THROWS):
        after = state.copy()
        after.apply(rules.THROW)
        after.apply(thrown)
        if after.turn() == OVER:
            total += after.payoff(me)
        elif after.seat == me:
            total += max(by_the_rules(solution, after, code) for code in after.moves())
        else:
            total += 1.0 - by_the_rules(solution, after, rules.THROW)
    return total / rules.THROWS


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_perfect_is_refused_where_the_game_is_not_solved(seats: int) -> None:
    table = GAME.start(seats, GAME.read_options(None))
    table.resolve({"starter": 0})
    refusal = Perfect().refusal(table)
    assert refusal is not None
    with pytest.raises(Refusal, match="two players only") as refused:
        Perfect().consider(table, 0, seeded(0))
    assert refused.value.to_json() == refusal.to_json()
    assert len({refusal.text(language) for language in ("en", "fr", "de")}) == 3


def test_every_level_refuses_nothing_at_a_table_for_two() -> None:
    table = GAME.start(2, GAME.read_options(None))
    assert [bot("exxtra", level).refusal(table) for level in LEVELS] == [None] * 5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    ("weaker", "better"), [("random", "cautious"), ("cautious", "casual"), ("casual", "strong")]
)
def test_each_level_beats_the_one_below(weaker: str, better: str, seats: int) -> None:
    games = 400 if better == "strong" and seats > 2 else 1200  # it thinks for milliseconds
    line = run(alone(better, weaker, seats), games=games, seed=11).lines[0]
    assert line.bot == better
    assert line.low > line.fair


@pytest.mark.slow
def test_perfect_beats_casual() -> None:
    perfect, _ = run(Contest("exxtra", ["perfect", "casual"]), games=300, seed=2).lines
    assert perfect.low > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "seats"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_strong_beats_players_with_a_good_threshold(seats: int, rule: int) -> None:
    rival = PolicyBot(Threshold(51, rule))
    strong, _ = run(alone("strong", rival, seats), games=240, seed=6).lines
    assert strong.share > strong.fair


@pytest.mark.parametrize(
    ("rule", "thrown", "slot"),
    [
        ("highest", [2, 1], 5),
        ("by value", [7, 6], 5),
        ("by value", [4, 6], 3),  # 4 is taken
        ("by value", [4, 5], 3),
        ("by value", [4, 2], 1),  # 2 is taken
        ("by value", [2, 1], 1),
        ("careful", [7, 6], 3),  # 4 is taken
        ("careful", [2, 1], 1),
        ("pushing", [7, 6], 3),  # removes the 60 from 4
        ("pushing", [4, 5], 3),  # removing the 41 from 2 would win no more
        ("pushing", [2, 1], 1),
    ],
)
@pytest.mark.clause("EXXTRA-13")
def test_a_simple_player_places_by_a_rule_of_thumb(rule: str, thrown: Json, slot: int) -> None:
    position: dict[str, Json] = {
        "seats": 3,
        "pawns": [0, 0, 0],
        "dice": [None, {"slot": 4, "value": 60}, {"slot": 2, "value": 41}],
        "phase": "decide",
        "throws": 1,
        "thrown": thrown,
    }
    player = PolicyBot(Threshold(0, SLOT_RULES.index(rule)))
    assert player.choose(at(position), 0, seeded(0)) == Place(slot)


def test_a_simple_player_throws_until_the_threshold_is_reached() -> None:
    position: dict[str, Json] = {"seats": 2, "pawns": [0, 0], "dice": [None, None]}
    decided = position | {"phase": "decide", "throws": 1, "thrown": [4, 5]}
    for keep_from, move in ((54, Place(3)), (60, Throw())):
        player = PolicyBot(Threshold(keep_from, SLOT_RULES.index("by value")))
        assert player.choose(at(position), 0, seeded(0)) == Throw()
        assert player.choose(at(decided), 0, seeded(0)) == move


def test_a_casual_player_throws_on_against_dice_that_are_about_to_win_but_not_for_ever() -> None:
    position: dict[str, Json] = {
        "seats": 2,
        "pawns": [0, 18],
        "dice": [None, {"slot": 5, "value": 75}],
        "phase": "decide",
        "thrown": [1, 6],
    }
    casual = bot("exxtra", "casual")
    early, late = (
        {casual.choose(at(position | {"throws": throws}), 0, seeded(mood)) for mood in range(20)}
        for throws in (1, 4)
    )
    assert early == {Throw()}
    assert late == {Throw(), Place(4)}  # 61 is enough in most moods
    harmless = position | {"throws": 1, "pawns": [0, 2]}
    assert Place(4) in {casual.choose(at(harmless), 0, seeded(mood)) for mood in range(20)}


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_bots_play_whole_games_to_the_end(seats: int) -> None:
    state = rules.new_game(seats, False)
    bots = [bot("exxtra", level) for level in ANY_NUMBER * 2]
    policies = [made.policy for made in bots if isinstance(made, PolicyBot)]
    decisions = play_with(state, policies[:seats], seeded(seats), seeded(1))
    assert state.turn() == OVER
    assert sum(state.payoff(seat) for seat in range(seats)) == 1.0
    assert decisions > seats


@pytest.mark.slow
def test_judgement_by_tables_comes_close_to_the_exact_chances_for_two() -> None:
    rng, by_evaluation = seeded(8), EvaluationPolicy([by_tables(2)], 2)
    lost: list[float] = []
    state = rules.new_game(2, False)
    while len(lost) < 400:
        if state.turn() == OVER:
            state = rules.new_game(2, False)
        if state.turn() == CHANCE:
            state.apply(state.sample(rng))
            continue
        code = by_evaluation.move(state, rng)
        values = [by_the_rules(load_solution(), state, move) for move in state.moves()]
        lost.append(max(values) - by_the_rules(load_solution(), state, code))
        state.apply(code)
    assert sum(lost) / len(lost) < 0.01


@pytest.mark.slow
def test_strong_errs_a_little_against_one_opponent_and_never_against_more() -> None:
    """A move that costs more is played more rarely, and on average little is lost."""
    for seats, errs in ((2, True), (3, False)):
        dice: list[Json] = [None] * seats
        told: Json = {
            "seats": seats,
            "pawns": [10] * seats,
            "dice": dice,
            "phase": "decide",
            "throws": 1,
            "thrown": [7, 1],
        }
        state, policy, rng = at(told).state, strong_policy(), seeded(1)
        moves = list(state.moves())
        worth = dict(zip(moves, policy.worth(state, rng), strict=True))
        played = [policy.move(state, rng) for _ in range(400)]
        best = max(moves, key=worth.__getitem__)
        assert played.count(best) > 200
        assert (set(played) != {best}) == errs
        lost = sum(worth[best] - worth[move] for move in played) / len(played)
        assert lost < HEAT_OF_TWO
        cheap, dear = (
            [move for move in moves if (worth[best] - worth[move] > 3 * HEAT_OF_TWO) == far]
            for far in (False, True)
        )
        assert sum(map(played.count, cheap)) > 10 * sum(map(played.count, dear))


@pytest.mark.clause("EXXTRA-14")
def test_strong_sees_that_a_pair_may_win_and_that_dice_may() -> None:
    dice = [None, {"slot": 5, "value": 20}, None]
    position: dict[str, Json] = {
        "seats": 3,
        "pawns": [10, 18, 10],
        "dice": dice,
        "phase": "decide",
        "throws": 2,
        "thrown": [4, 2],
    }
    best = bot("exxtra", "strong").consider(at(position), 0, seeded(0))[0]
    assert isinstance(best.move, Place), "only removing the dice on 5 stops the next seat"
    assert best.move.slot < 5
    hopeless = [opinion for opinion in coach(position, 0) if opinion.move == Place(0)]
    assert hopeless[0].value > 0, "slot 0 removes too"


@pytest.mark.clause("EXXTRA-9")
def test_strong_computes_that_throwing_with_a_high_throw_in_hand_is_worse() -> None:
    position: dict[str, Json] = {
        "seats": 4,
        "pawns": [10, 10, 10, 10],
        "dice": [None] * 4,
        "phase": "decide",
        "throws": 1,
        "thrown": [7, 6],
    }
    opinions = {opinion.move: opinion.value for opinion in coach(position, 0)}
    assert max(opinions, key=lambda move: opinions[move]) == Place(5)
    assert opinions[Throw()] < opinions[Place(5)]


def test_the_coach_is_exact_for_two_and_estimates_for_more() -> None:
    two, three = GAME.start(2, GAME.read_options(None)), GAME.start(3, GAME.read_options(None))
    for table in (two, three):
        table.resolve({"starter": 1})
    assert is_exact(two)
    assert not is_exact(three)
    assert coach(two, 1) == [Opinion(Throw(), load_solution().start_value())]
    assert coach(two.view(1), 1) == coach(two, 1)
    (estimate,) = coach(three, 1)
    assert estimate.value == pytest.approx(1 / 3, abs=0.05)


def test_the_coach_speaks_only_to_the_seat_to_act() -> None:
    position: dict[str, Json] = {"seats": 2, "pawns": [1, 2], "dice": [None, None]}
    with pytest.raises(NotYourTurn) as refused:
        coach(position, 1)
    assert refused.value.code == "core.not_your_turn"
    with pytest.raises(NotYourTurn) as refused:
        coach(position | {"pawns": [21, 2], "phase": "over"}, 0)
    assert refused.value.code == "core.over"


def test_policies_travel_to_other_processes() -> None:
    state = rules.new_game(3, False)
    rng = seeded(5)
    for _ in range(3):
        state.apply(state.sample(rng) if state.turn() == CHANCE else rules.THROW)
    for level in ANY_NUMBER:
        made = bot("exxtra", level)
        assert isinstance(made, PolicyBot)
        again = pickle.loads(pickle.dumps(made.policy))
        assert list(again.worth(state, rng)) == list(made.policy.worth(state, rng))
        assert again.move(state, seeded(1)) == made.policy.move(state, seeded(1))


def test_what_strong_has_learned_is_there_for_every_table() -> None:
    assert tuple(learned()) == GAME.seat_counts
    for seats, tables in learned().items():
        assert all(0.0 <= stay <= 1.0 for stay in tables.stays)
        assert len(tables.strength) == seats * rules.GOAL
        assert min(tables.strength) > 0.0
