"""The bots: what looks good, what a position is worth, and that each level plays and is stronger."""

import pytest

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots import heuristics as instinct
from ludotheque.games.targi.bots.knowledge import EXPLORATION, Greedy, LearnedPolicy, TargiKnowledge, Value
from ludotheque.games.targi.bots.levels import LEVELS, trained
from ludotheque.games.targi.bots.value_features import FEATURES, WEIGHTS, feature_row, rounds_left
from ludotheque.games.targi.rules.state import Targi, new_game
from ludotheque.lab.arena import Contest, run
from tests.games.targi.helpers import POOR, RICH, acting, may, state, table, view, with_card


def favourite(at: Table) -> str:
    """Return the move of the greedy bot."""
    return at.game.notation(bot("targi", "greedy").choose(at.position, at.actors[0], seeded(1)))


def test_the_levels_go_from_weak_to_strong() -> None:
    assert levels("targi") == (
        "random",
        "beginner",
        "novice",
        "learner",
        "greedy",
        "casual",
        "regular",
        "capable",
        "skilled",
        "strong",
        "veteran",
        "master",
        "expert",
    )


@pytest.mark.parametrize("level", ["random", "beginner", "greedy"])
def test_a_quick_level_plays_a_whole_game(level: str) -> None:
    at, player, rng = Table("targi", seed=3), bot("targi", level), seeded(3)
    while at.result is None:
        seat = at.actors[0]
        at.play(seat, player.choose(at.position.seen_by(seat, rng), seat, rng))
    assert min(at.result.scores) >= 0


@pytest.mark.parametrize(
    "level",
    [
        "skilled",
        pytest.param("strong", marks=pytest.mark.slow),
        pytest.param("expert", marks=pytest.mark.slow),
    ],
)
def test_a_searching_level_has_an_opinion_on_every_move(level: str) -> None:
    at = Table("targi", seed=4)
    opinions = bot("targi", level).consider(at.position.seen_by(0, seeded(1)), 0, seeded(1))
    assert {opinion.move for opinion in opinions} == set(at.moves(0))
    assert all(0 <= opinion.value <= 1 for opinion in opinions)


@pytest.mark.parametrize(("stronger", "weaker"), [("beginner", "random"), ("casual", "beginner")])
def test_a_quick_level_beats_a_weaker_one(stronger: str, weaker: str) -> None:
    standing = run(Contest("targi", [stronger, weaker]), games=6, seed=1)
    assert standing.lines[0].share > 0.65


@pytest.mark.slow
def test_a_few_thoughts_beat_the_first_sight() -> None:
    knowledge, greedy, rng, won = trained(), Greedy(), seeded(8), 0.0
    for game in range(4):
        position, searcher = new_game(random_starter=False), game % 2
        while (turn := position.turn()) != OVER:
            if turn == CHANCE:
                position.apply(position.sample(rng))
            elif turn == searcher:
                tree = Tree(position, turn, knowledge, EXPLORATION, rng)
                tree.think(0.0, 40)
                position.apply(max(position.moves(), key=tree.visits_of))
            else:
                position.apply(greedy.move(position, rng))
        won += position.payoff(searcher)
    assert won >= 3


def test_the_value_function_that_ships_has_all_weights() -> None:
    assert len(list(trained().weights)) == WEIGHTS == 2 * FEATURES


def test_a_better_camp_is_worth_more_and_the_other_seat_sees_it_the_other_way_round() -> None:
    better: dict[str, Json] = {"camp": [[1, 2], [10], []], "gold": 3}
    ahead, behind = state(table(better, {})), state(table({}, better))
    for knowledge in (trained(), TargiKnowledge(Value([], 1.0, 1.0))):
        assert knowledge.winning_chance(ahead) > 0.6
        assert knowledge.winning_chance(behind) < 0.4
    assert feature_row(ahead)[:5] == [-number for number in feature_row(behind)[:5]]


def test_a_position_is_judged_from_its_round_end_or_by_its_result() -> None:
    rng, knowledge = seeded(5), trained()
    for at in (table(), table({"targis": [2]}), acting({"markers": ["b"]}, second=True)):
        worth = knowledge.judge(state(at).copy(), 0, rng)
        assert sum(worth) == pytest.approx(1.0)
    last = table({"targis": [2], "crosses": 9}, phase="act", robber=15, second=True)
    camp: Json = [[0, 4, 7, 10], [1, 5, 8, 11], [2, 12, 13, 14]]
    over = table(
        {"targis": [2], "camp": camp}, phase="act", centre=["1D", 33, "1S", 3, "1P", 6, "2D", 9, "2S"]
    )
    assert sum(knowledge.judge(state(last).copy(), 0, rng)) == pytest.approx(1.0)
    assert list(knowledge.judge(state(over).copy(), 0, rng)) == [1.0, 0.0]


def test_rounds_are_counted_down() -> None:
    assert rounds_left(state(table())) == 12
    assert rounds_left(state(table(robber=15))) == 1
    assert rounds_left(state(table(phase="raid", robber=16))) == 0
    centre: Json = ["tribe", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]
    assert rounds_left(state(table(phase="turn_up", centre=centre, next_slot="a", robber=2))) == 10


def test_features_tell_rows_hand_and_advantages() -> None:
    rows: Json = [[1, 2, 28], [4, 7], [10]]
    plain = feature_row(state(table({"camp": rows})))
    other = feature_row(state(table({"camp": [[1, 4, 2], [5, 7, 12], [8, 25]], "hand": 20})))
    full = feature_row(state(table({"camp": [[1, 4, 2, 5], [], []], "hand": 11, **POOR})))
    assert plain != other != full
    assert other[12:15] == [1.0, 1.0, 1.0]
    assert full[12:15] == [1.0, 3.0, 0.0]
    assert plain[15:22] == [1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    assert other[15:22] == [0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0]
    assert full[15:22] == [0.0] * 6 + [1.0]


def test_a_card_of_tribal_expansion_is_nobody_elses_knowledge_in_the_search() -> None:
    at = acting({"targis": [14]})
    at.play(0, "use 14")
    assert at.awaits_chance
    assert trained().outcome_key(state(at), 20) == -1
    assert trained().outcome_key(new_game(random_starter=False), 45) == 45


# What looks good at first sight


def test_the_last_raid_is_paid_with_gold() -> None:
    assert favourite(table(phase="raid", robber=16)) == "pay 1G"
    assert favourite(table({"dates": 8}, phase="raid", robber=4)) == "pay 1D"
    assert favourite(table({**POOR, "dates": 3}, phase="raid", robber=12)) == "pay 2VP"


def test_goods_are_taken_before_cards_are_paid() -> None:
    assert favourite(acting({"markers": ["a", "b"], **RICH})) in ("use a", "use 2")
    assert favourite(table({"markers": ["b"], "targis": [5], **RICH}, phase="act")) == "use b"


def test_a_card_that_can_be_paid_is_laid_another_kept() -> None:
    at = with_card(1)
    at.play(0, "use b")
    assert favourite(at) == "lay"
    poor = with_card(20, POOR)
    poor.play(0, "use b")
    assert favourite(poor) == "keep"


@pytest.mark.parametrize(
    ("camp", "row"),
    [
        ([[1, 2], [4], []], "row 1"),
        ([[4, 7], [5, 16], []], "row 1"),
        ([[4, 5], [7, 8], []], "row 3"),
        ([[4, 7, 8], [1, 4], []], "row 2"),
    ],
)
def test_a_card_goes_where_its_symbol_fits(camp: list[list[int]], row: str) -> None:
    camp = [[card for card in cards if camp.index(cards) == 0 or card != 4] for cards in camp]
    at = with_card(29, {"camp": camp})
    at.play(0, "use b")
    at.play(0, "lay")
    assert favourite(at) == row


def test_goods_that_are_missing_are_taken_and_plenty_goes_back() -> None:
    at = acting(
        {"markers": ["a"], "dates": 5, "salt": 5, "pepper": 0},
        centre=["choice", 0, "1S", 3, "1P", 6, "2D", 9, "2S"],
    )
    at.play(0, "use a")
    assert favourite(at) == "take 1P"
    full = table({"targis": [2], "dates": 9, "salt": 2, "pepper": 2}, {"targis": [3]}, phase="act")
    full.play(0, "finish")
    assert favourite(full) == "return 3D"


def test_card_41_gives_gold_to_who_has_none() -> None:
    at = with_card(41, {"gold": 0})
    at.play(0, "use b")
    at.play(0, "lay")
    at.play(0, "row 1")
    assert favourite(at) in ("take 1G", "take 1D 1S 1P")
    weights = dict(zip(may(at), instinct.promise(state(at), state(at).moves()), strict=True))
    assert weights["take 1G"] > weights["take 1VP"]


def test_the_trader_the_silversmith_and_fata_morgana_are_used_for_gain() -> None:
    trader = acting({"targis": [5], "dates": 6, "salt": 0, "gold": 0})
    trader.play(0, "use 5")
    assert favourite(trader) == "trade D G"
    trader.play(0, "trade D S")
    assert "done" in may(trader)
    assert favourite(trader) in ("trade D G", "done")
    smith = acting({"targis": [10], "salt": 4, "gold": 2})
    smith.play(0, "use 10")
    assert favourite(smith) == "pay 2G"
    mirage = table({"targis": [9], "markers": ["b"], **POOR, "hand": 20}, phase="act", robber=13)
    mirage.play(0, "use 9")
    assert favourite(mirage) in ("shift b g", "shift b i")


@pytest.mark.clause("TARGI-22")
def test_two_for_one_beside_card_39_is_possible_and_hardly_tempting() -> None:
    """Instinct pays the lower price; it would give two only where nothing else can be done."""
    trader = acting({"targis": [5], "dates": 4, "salt": 0, "gold": 0, "camp": [[39], [], []]})
    trader.play(0, "use 5")
    promise = instinct.promise(state(trader), state(trader).moves())
    weights = dict(zip(may(trader), promise, strict=True))
    dear = [move for move in weights if move.startswith("trade 2")]
    assert dear
    assert all(0 < weights[move] < 0.1 * weights["trade D G"] for move in dear)


def test_a_swap_that_makes_a_better_row_is_seen() -> None:
    at = with_card(43, {"camp": [[1, 2, 33, 4], [7, 10], []]})
    at.play(0, "use b")
    at.play(0, "lay")
    at.play(0, "row 2")
    assert favourite(at) == "swap 4 7"
    plain = with_card(43, {"camp": [[1], [], []]})
    plain.play(0, "use b")
    plain.play(0, "lay")
    plain.play(0, "row 1")
    assert favourite(plain) == "skip"


def test_the_hand_card_and_the_noble_are_worth_something() -> None:
    playable = table({"hand": 20, **RICH}, robber=13)
    useless = table({"hand": 11, **POOR}, robber=13)
    empty = table(robber=13)
    worth = [instinct.border_worth(state(at), 1) for at in (playable, useless, empty)]
    assert worth[0] > worth[1] > worth[2] == 0
    at = acting({"hand": 20, "targis": [1], **RICH, "camp": [[38], [], []]}, robber=13)
    weights = dict(zip(may(at), instinct.promise(state(at), state(at).moves()), strict=True))
    assert weights["use 1"] > weights["play"] > weights["finish"]
    poor = acting({"hand": 11, "targis": [1, 14], **POOR}, robber=13)
    weights = dict(zip(may(poor), instinct.promise(state(poor), state(poor).moves()), strict=True))
    assert weights["use 14"] > weights["use 1"]


def test_every_border_card_has_a_worth_and_a_weight() -> None:
    at = state(table())
    assert all(instinct.border_worth(at, card) >= 0 for card in range(1, 17))
    centre: Json = ["1VP", "tribe", "choice", 3, "1G", 6, "2D", 9, "2S"]
    worth = [
        instinct.central_worth(state(table({"hand": 20, **POOR}, centre=centre)), 0, slot)
        for slot in range(9)
    ]
    assert worth[0] == 1.0
    assert worth[1] == 0.0
    assert worth[3] == 0.1
    use = acting(
        {
            "targis": [5, 9],
            "markers": ["b"],
            "dates": 9,
            "hand": 20,
        },
        robber=13,
    )
    assert all(weight > 0 for weight in instinct.promise(state(use), state(use).moves()))
    smith = acting({"targis": [10, 13]}, robber=13 - 10)
    assert all(weight > 0 for weight in instinct.promise(state(smith), state(smith).moves()))


def test_habits_draw_different_moves_the_sharper_the_fewer_and_greedy_always_the_same() -> None:
    position = state(table())
    rng = seeded(9)
    drawn = [
        len({LearnedPolicy(trained(), sharpness).move(position, rng) for _ in range(60)})
        for sharpness in (0.5, 3.0)
    ]
    assert drawn[0] > drawn[1]
    assert len({Greedy().move(position, rng) for _ in range(10)}) == 1
    assert isinstance(position, Targi)
    assert trained().rollout_move(state(table({"targis": [2, 3]}, {"targis": [5, 6]}, robber=13)), rng) > 0
    assert view(table())["phase"] == "place"
    assert set(LEVELS) == set(levels("targi"))
