"""The learned policy of Targi: features of every move, and what it makes of them."""

import hashlib
from collections.abc import Iterator

import pytest

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots import move_policy
from ludotheque.games.targi.bots.knowledge import TargiKnowledge, Value
from ludotheque.games.targi.bots.levels import trained
from ludotheque.games.targi.bots.move_policy import MovePolicy, feature_lists
from ludotheque.games.targi.bots.table_features import TableFeatures
from ludotheque.games.targi.rules.board import FROM_EXPANSION, FROM_HAND, FROM_NOBLE, PLACES
from ludotheque.games.targi.rules.codes import PLAY_HAND
from ludotheque.games.targi.rules.payments import can_lay, payments
from ludotheque.games.targi.rules.state import Targi, new_game
from tests.games.targi.helpers import acting, state, table


def positions(seed: int, *, wild: bool) -> Iterator[Targi]:
    """Every position of a game in which a seat chooses, played at random or by the policy."""
    position, rng, knowledge = new_game(random_starter=True), seeded(seed), trained()
    while (turn := position.turn()) != OVER:
        if turn == CHANCE:
            position.apply(position.sample(rng))
            continue
        yield position
        moves = list(position.moves())
        position.apply(moves[rng.randrange(len(moves))] if wild else knowledge.rollout_move(position, rng))


@pytest.mark.parametrize("wild", [True, False])
def test_every_move_has_features_and_looking_changes_nothing(wild: bool) -> None:
    for seed in range(6):
        for position in positions(seed, wild=wild):
            moves = list(position.moves())
            before = position.__reduce__()
            found = feature_lists(position, moves)
            assert position.__reduce__() == before
            assert all(0 <= feature < move_policy.WEIGHTS for features in found for feature in features)
            assert all(found)


@pytest.mark.parametrize("wild", [True, False])
def test_the_likely_moves_add_up_to_one_beside_the_floor(wild: bool) -> None:
    learned = trained().policy
    for position in positions(3, wild=wild):
        moves = position.moves()
        likely = list(learned.likely(position, moves))
        assert sum(likely) == pytest.approx(1.0 + move_policy.FLOOR * len(likely))
        assert min(likely) >= move_policy.FLOOR


def test_features_are_still_those_that_the_weights_were_fitted_to() -> None:
    """Other numbers of features need other weights, fitted by `train/targi`."""
    found = [
        feature_lists(position, list(position.moves()))
        for seed in range(2)
        for position in positions(seed, wild=True)
    ]
    digest = hashlib.sha256(repr(found).encode()).hexdigest()
    assert digest == "d2751b0c1ed7796ea2354984a58e8274d8e5469065c135a9916fcaa0939adf28"


def test_whoever_has_learned_nothing_holds_all_moves_for_equal() -> None:
    position = state(table())
    likely = list(MovePolicy([0.0] * move_policy.WEIGHTS).likely(position, position.moves()))
    assert max(likely) == min(likely)


def test_a_weight_counts_for_the_moves_that_have_its_feature() -> None:
    position = state(table())
    moves = list(position.moves())
    features = feature_lists(position, moves)
    alone = next(one for one in features[0] if all(one not in other for other in features[1:]))
    weights = [0.0] * move_policy.WEIGHTS
    weights[alone] = 2.0
    likely = list(MovePolicy(weights).likely(position, position.moves()))
    assert likely.index(max(likely)) == 0


@pytest.mark.clause("TARGI-19")
@pytest.mark.clause("TARGI-20")
@pytest.mark.clause("TARGI-22")
def test_a_card_can_be_laid_just_when_there_is_a_payment_for_it() -> None:
    for seed in range(4):
        for position in positions(seed, wild=seed % 2 == 0):
            seat = position.seat
            room = position.laid(seat) < PLACES
            for card in range(45):
                for source in (0, FROM_EXPANSION, FROM_NOBLE, FROM_HAND):
                    pays = len(payments(position, seat, card, source)) > 0
                    assert can_lay(position, seat, card, source) == (room and pays)


@pytest.mark.clause("TARGI-22")
def test_the_coin_of_card_40_pays_in_the_quick_look_too() -> None:
    at = state(acting({"gold": 0, "camp": [[40], [], []], "coin": 1}))
    assert at.coins[0] == 1
    assert can_lay(at, 0, 0, 0)
    assert not can_lay(state(acting({"gold": 0})), 0, 0, 0)


def test_a_seat_that_waits_for_its_first_round_is_at_the_first_stage() -> None:
    position = new_game(random_starter=False)
    assert move_policy.MoveFeatures(position).stage == 0


def test_a_card_that_lies_face_down_has_no_features_of_its_own() -> None:
    position = state(table(centre=["tribe", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]))
    assert list(TableFeatures(position).central_features(0, 0)) == []
    assert all(feature_lists(position, list(position.moves())))


@pytest.mark.clause("TARGI-20")
def test_a_hand_card_played_through_card_38_is_an_action_of_its_own() -> None:
    position = state(acting({"camp": [[38], [], []], "hand": 20, "targis": [3], "gold": 2}))
    assert move_policy.action_kind(position, PLAY_HAND) == move_policy.PLAYS_HAND
    assert PLAY_HAND in list(position.moves())


def test_without_a_policy_instinct_tells_what_looks_good() -> None:
    plain, rng = TargiKnowledge(Value([], 1.0, 1.0)), seeded(2)
    position = state(table())
    assert min(plain.priors(position, position.moves())) > 0
    assert plain.rollout_move(position, rng) in list(position.moves())
    alone = next(at for at in positions(1, wild=True) if len(at.moves()) == 1)
    assert plain.rollout_move(alone, rng) == alone.moves()[0]
