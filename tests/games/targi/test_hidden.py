"""Hidden information: the card of Tribal Expansion, the deck, the cards that lie face down."""

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.games.targi.game import GAME
from tests.games.targi.helpers import CENTRE, RICH, acting, names, player, players, state, table, truth, view


def kept_in_secret() -> Table:
    """Blue has drawn card 20 with Tribal Expansion and kept it."""
    at = acting({"targis": [14]}, chance=[20])
    at.play(0, "use 14")
    at.play(0, "keep")
    return at


@pytest.mark.clause("TARGI-23")
def test_a_card_drawn_and_kept_is_shown_to_nobody_else() -> None:
    at = kept_in_secret()
    assert players(view(at, 0))[0]["hand"] == 20
    for seat in (1, None):
        assert players(view(at, seat))[0]["hand"] == "unseen"
        assert "20" not in str(view(at, seat)).replace("2026", "")


@pytest.mark.clause("TARGI-23")
def test_while_it_is_decided_on_only_its_player_sees_it() -> None:
    at = acting({"targis": [14]}, chance=[20])
    events = at.play(0, "use 14")
    assert (view(at, 0)["card"], view(at, 1)["card"], view(at, None)["card"]) == (20, "unseen", "unseen")
    drew = events[-1]
    assert drew.seen_by(0).text("en", "Ada") == "Ada draws a tribe card: Camel rider 20."
    assert drew.seen_by(1).text("en", "Ada") == "Ada draws a tribe card."


@pytest.mark.clause("TARGI-23")
def test_a_card_taken_from_the_centre_is_known_to_both() -> None:
    at = acting({"markers": ["b"]})
    at.play(0, "use b")
    assert view(at, 1)["card"] == 0
    at.play(0, "keep")
    assert players(view(at, 1))[0]["hand"] == 0


@pytest.mark.clause("TARGI-23")
def test_a_secret_card_is_shown_when_it_is_laid_or_discarded_and_can_not_be_taken_back() -> None:
    for move, told in (("lay", "shown"), ("discard", "discarded")):
        at = table({**RICH, "targis": [1, 2], "hand": 20, "secret": True}, phase="act", robber=13)
        at.play(0, "use 1")
        assert view(at, 1)["card"] == "unseen"
        events = at.play(0, move)
        assert told in names(list(events))
        assert any(event.reveals for event in events)
        assert at.why_not_undo(0) is not None


@pytest.mark.clause("TARGI-23")
def test_a_guess_draws_the_unseen_card_from_all_that_it_may_be() -> None:
    at = kept_in_secret()
    rng = seeded(1)
    guesses = [at.game.guess(view(at, 1), 1, rng).to_json() for _ in range(300)]
    hands = {players(guess)[0]["hand"] for guess in guesses}
    seen = {0, 3, 6, 9}
    assert hands == set(range(45)) - seen


@pytest.mark.clause("TARGI-23")
def test_reimagining_draws_only_what_the_seat_can_not_see() -> None:
    at = kept_in_secret()
    rng = seeded(2)
    real = state(at)
    assert {real.reimagine(0, rng).hands[0] for _ in range(20)} == {20}
    assert len({real.reimagine(1, rng).hands[0] for _ in range(200)}) > 30
    assert real.hands[0] == 20
    for _ in range(50):
        assert GAME.violations(real.reimagine(1, rng)) == []


@pytest.mark.clause("TARGI-23")
def test_reimagining_draws_a_card_in_question_too() -> None:
    drawn = acting({"targis": [14]}, chance=[20])
    drawn.play(0, "use 14")
    rng = seeded(3)
    assert len({state(drawn).reimagine(1, rng).card for _ in range(200)}) > 30
    assert {state(drawn).reimagine(0, rng).card for _ in range(20)} == {20}
    noble = table({"targis": [1, 2], "hand": 20, "secret": True}, phase="act", robber=13)
    noble.play(0, "use 1")
    imagined = [state(noble).reimagine(1, rng) for _ in range(200)]
    assert all(copy.card == copy.hands[0] for copy in imagined)
    assert len({copy.card for copy in imagined}) > 30


GONE = [card for card in range(45) if card not in (0, 3, 6, 9, 20, 21, 22)]
"""All but the centre, a hand card and two in the deck."""


@pytest.mark.clause("TARGI-13")
@pytest.mark.clause("TARGI-23")
def test_the_view_names_a_secret_card_not_even_after_the_deck_is_shuffled_anew() -> None:
    at = table(
        {"targis": [2], "markers": ["a", "c"]},
        {"hand": 20, "secret": True, "targis": [3], "markers": ["e"]},
        phase="act",
        tribe_discard=GONE,
    )
    at.play(0, "use a")
    at.play(0, "use c")
    at.play(0, "use 2")
    events = at.play(1, "use e")
    assert "shuffled_tribe" in names(list(events))
    assert (view(at, 0)["tribe_earlier"], view(at, None)["tribe_earlier"]) == ([], [])
    assert view(at, 1)["tribe_earlier"] == [21, 22]
    rng = seeded(4)
    unseen = {*GONE, 20, 21, 22} - {0, 3, 6, 9}
    guesses = [at.game.guess(view(at, 0), 0, rng).to_json() for _ in range(600)]
    assert {players(guess)[1]["hand"] for guess in guesses} == unseen
    imagined = [state(at).reimagine(0, rng) for _ in range(600)]
    assert {copy.hands[1] for copy in imagined} == unseen
    assert all(GAME.violations(copy) == [] for copy in imagined)
    at.play(1, "use 3")
    at.feed({"tribe": 22})
    with pytest.raises(ValueError, match="can’t give"):
        at.feed({"tribe": 40})
    at.feed({"tribe": 21})
    at.feed({"tribe": 40})
    assert view(at)["phase"] == "place"
    for seat in (0, None):
        assert players(view(at, seat))[1]["hand"] == "unseen", "counting the others is left to the players"
        assert "20" not in str(view(at, seat))
    assert players(view(at, 1))[1]["hand"] == 20
    assert players(at.game.guess(view(at, 0), 0, rng).to_json())[1]["secret"]


def test_face_down_cards_are_nobodys_knowledge() -> None:
    at = acting({"markers": ["a"]})
    at.play(0, "use a")
    for seat in (0, 1, None):
        assert view(at, seat)["centre"][0] == "tribe"
    assert CENTRE[0] == "1D"
    assert player(at)["markers"] == []
    assert truth(at)["goods_discard"] == ["1D"]


def test_a_turn_is_taken_back_as_long_as_no_card_was_turned_up() -> None:
    at = acting({"markers": ["a", "b"]})
    before = truth(at)
    at.play(0, "use a")
    at.play(0, "use b")
    at.play(0, "keep")
    assert at.reset_turn(0) == 3
    assert truth(at) == before
