"""The belief about a card that the other keeps unseen: one that would have been kept (TARGI-23)."""

from collections import Counter

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games.targi.bots import belief
from ludotheque.games.targi.bots.levels import trained
from ludotheque.games.targi.game import GAME
from ludotheque.games.targi.rules.cards import WORTH
from ludotheque.games.targi.rules.payments import can_pay_for
from ludotheque.games.targi.rules.state import Targi
from tests.games.targi.helpers import POOR, RICH, acting, players, state, table, truth, view

OWNED: dict[str, Json] = {"dates": 3, "salt": 0, "pepper": 2, "gold": 1}
KEPT: dict[str, Json] = {"robber": 1, **OWNED, "coin": 0}


def kept(owned: dict[str, Json], card: int = 20, robber: int = 1) -> Table:
    """Blue has drawn a card with Tribal Expansion, beside what blue owns, and kept it."""
    at = acting({"targis": [14], **owned}, chance=[card], robber=robber)
    at.play(0, "use 14")
    at.play(0, "keep")
    return at


def likelihoods(at: Table) -> dict[int, float]:
    return belief.likelihoods(trained().policy, state(at), 0)


def imagined(position: Targi, seed: int = 1) -> Targi:
    found = trained().belief(position, 1).world(seeded(seed))
    assert isinstance(found, Targi)
    return found


@pytest.mark.clause("TARGI-23")
def test_everybody_sees_when_a_card_was_kept_unseen_and_what_its_player_owned() -> None:
    at = kept(OWNED)
    assert players(view(at, 1))[0]["kept"] == players(view(at, None))[0]["kept"] == KEPT
    at.play(0, "use 2")
    assert players(truth(at))[0]["kept"] == KEPT, "what comes later changes nothing"
    assert players(view(kept(OWNED, card=40), 1))[0] == players(view(kept(OWNED), 1))[0]


@pytest.mark.clause("TARGI-23")
@pytest.mark.parametrize("move", ["lay", "discard"])
def test_it_is_forgotten_when_the_card_leaves_the_hand(move: str) -> None:
    at = table({**RICH, "targis": [1, 2], "hand": 20, "secret": True, "kept": KEPT}, phase="act", robber=13)
    at.play(0, "use 1")
    at.play(0, move)
    assert players(truth(at))[0]["kept"] is None
    assert set(state(at).kept) == {0}


def test_a_card_taken_from_the_centre_leaves_nothing_to_remember() -> None:
    at = acting({"markers": ["b"]})
    at.play(0, "use b")
    at.play(0, "keep")
    assert players(truth(at))[0]["kept"] is None


@pytest.mark.clause("TARGI-23")
def test_a_card_that_could_have_been_laid_at_once_is_less_likely() -> None:
    rich, poor = likelihoods(kept(RICH, robber=11)), likelihoods(kept(POOR, robber=11))
    assert rich.keys() == poor.keys() == set(range(45)) - {0, 3, 6, 9}
    worthy = [card for card in rich if WORTH[card] == 3]
    payable = [card for card in worthy if can_pay_for(state(kept(RICH)), 0, card, 10)]
    assert len(payable) > 5
    assert all(rich[card] < poor[card] for card in payable)
    assert sum(rich[card] for card in payable) < 0.5 * sum(poor[card] for card in payable)


@pytest.mark.clause("TARGI-23")
def test_the_unseen_card_is_drawn_by_how_likely_it_would_have_been_kept() -> None:
    at = kept(RICH)
    position, likely, rng = state(at), likelihoods(at), seeded(1)
    drawn = Counter[int]()
    believed = trained().belief(position, 1)
    for _ in range(8000):
        other = believed.world(rng)
        assert isinstance(other, Targi)
        drawn[other.hands[0]] += 1
    assert drawn.keys() <= likely.keys()
    for card, weight in likely.items():
        expected = 8000 * weight / sum(likely.values())
        assert abs(drawn[card] - expected) < 6 * expected**0.5


@pytest.mark.clause("TARGI-23")
def test_every_card_that_it_may_be_keeps_a_chance_and_no_other_has_any() -> None:
    at = kept(RICH)
    believed, rng = trained().belief(state(at), 1), seeded(2)
    worlds = [believed.world(rng) for _ in range(4000)]
    assert {world.hands[0] for world in worlds if isinstance(world, Targi)} == set(range(45)) - {0, 3, 6, 9}
    assert all(GAME.violations(world) == [] for world in worlds[:50] if isinstance(world, Targi))
    assert min(likelihoods(at).values()) >= belief.DOUBT


@pytest.mark.clause("TARGI-23")
def test_two_truths_that_look_the_same_are_imagined_the_same() -> None:
    one, other = state(kept(RICH)), state(kept(RICH, card=40))
    for seed in range(30):
        assert imagined(one, seed).hands[0] == imagined(other, seed).hands[0]
    assert len({imagined(one, seed).hands[0] for seed in range(30)}) > 5


def test_without_a_secret_the_truth_is_imagined() -> None:
    position = state(acting({"hand": 20}))
    assert imagined(position).hands[0] == 20
    own = trained().belief(state(kept(RICH)), 0).world(seeded(1))
    assert isinstance(own, Targi)
    assert own.hands[0] == 20, "a seat knows its own card"


@pytest.mark.clause("TARGI-23")
def test_a_position_that_does_not_tell_when_it_was_kept_leaves_all_cards_as_likely() -> None:
    position = state(table({"hand": 20, "secret": True}))
    assert [imagined(position, seed).hands[0] for seed in range(20)] == [
        position.reimagine(1, seeded(seed)).hands[0] for seed in range(20)
    ]
