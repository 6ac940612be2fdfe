"""The rules of Pike, clause by clause, its secrets, and its promises."""

from collections.abc import Sequence

import pytest
from ludotheque_pike.game import GAME, PikeOptions

from ludotheque import NotAllowed, Table, Unreadable, all_games, check_game
from ludotheque.bots import levels
from ludotheque.core.chance import seeded
from ludotheque.core.rulebook import clauses
from ludotheque.lab.arena import Contest, run

FISH = set(range(1, 21))


def at(hands: list[list[int]], table: Sequence[int] = (), eaten: Sequence[int] = (), **more: object) -> Table:
    """Set up a position with hands of three at the start; the fish that are not named are in the lake."""
    lake = sorted(FISH.difference(*hands, table, eaten))
    cards = {"hands": hands, "lake": lake, "table": list(table), "eaten": list(eaten)}
    given = {"seats": len(hands), "scores": [0] * len(hands), "options": {"size": 3}, **cards, **more}
    return Table.at("pike", given)


def test_it_is_found_through_its_entry_point() -> None:
    assert "pike" in [game.name for game in all_games()]
    assert levels("pike") == ("random", "angler", "strong")


def test_it_keeps_every_promise() -> None:
    assert check_game("pike", games=60).looked_at > 0


@pytest.mark.clause("PIKE-1")
@pytest.mark.parametrize("card", [0, 21, 7, "8", None])
def test_there_is_one_fish_of_each_number(card: object) -> None:
    with pytest.raises(Unreadable):
        Table("pike", 2, chance=[7, card])


@pytest.mark.clause("PIKE-2")
@pytest.mark.parametrize("size", [3, 5])
def test_cards_are_dealt_in_turn_and_seen_by_their_owner_alone(size: int) -> None:
    table = Table("pike", 2, options={"size": size}, chance=[*range(1, 2 * size + 1), {"starter": 0}])
    own, theirs = [card for card in range(1, 2 * size + 1) if card % 2], [0] * size
    assert table.position.view(0)["hands"] == [own, theirs]
    assert table.position.view(None)["hands"] == [theirs, theirs]
    assert table.position.view(0)["lake"] == [0] * (20 - 2 * size)


@pytest.mark.clause("PIKE-2")
def test_the_card_dealt_is_in_the_event_of_its_owner_alone() -> None:
    (event,) = GAME.start(2, PikeOptions()).resolve(3)
    assert event.seen_by(0).text("en", "Ada") == "Ada is dealt the 3."
    assert (
        event.seen_by(1).text("en", "Ada") == event.seen_by(None).text("en", "Ada") == "Ada is dealt a card."
    )


def test_a_guess_keeps_what_a_seat_sees_and_deals_the_rest() -> None:
    position = at([[1, 9, 20], [4, 5]], table=[6], seat=0).position
    view, hands = position.view(0), set()
    for seed in range(40):
        guessed = GAME.guess(view, 0, seeded(seed))
        assert guessed.view(0) == view
        hands.add(tuple(guessed.state.hands[1]))
    assert len(hands) > 20
    assert {card for hand in hands for card in hand} == FISH - {1, 6, 9, 20}


@pytest.mark.clause("PIKE-3")
def test_the_leader_is_drawn_and_turns_go_clockwise() -> None:
    table = Table("pike", 3, chance=[*range(1, 16), {"starter": 2}])
    assert table.actors == (2,)
    table.play(2, "play 3")
    assert table.actors == (0,)


@pytest.mark.clause("PIKE-4")
def test_only_a_card_of_the_hand_is_played_and_then_all_see_it() -> None:
    table = at([[1, 9, 20], [4, 5, 6]])
    with pytest.raises(NotAllowed, match="not in your hand"):
        table.play(0, "play 4")
    table.play(0, "play 9")
    assert table.position.view(1)["table"] == [9]
    assert table.position.view(1)["hands"] == [[0, 0], [4, 5, 6]]


@pytest.mark.clause("PIKE-5")
def test_the_biggest_fish_eats_the_smallest_and_leads() -> None:
    table = at([[1, 9], [4, 5, 6], [2, 3]], table=[12, 8], seat=1)
    assert [event.text("en", "Ada") for event in table.play(1, "play 6")] == [
        "Ada plays the 6.",
        "Ada eats the 6 with the 12 and has 6 now.",
    ]
    view = table.position.view(None)
    assert (table.actors, view["scores"], view["eaten"]) == ((2,), [0, 0, 6], [6, 8, 12])


@pytest.mark.clause("PIKE-6")
@pytest.mark.parametrize(("scores", "ranks"), [([3, 8], (2, 1)), ([4, 0], (1, 2)), ([0, 4], (1, 1))])
def test_the_most_points_win_and_a_tie_is_shared(scores: list[int], ranks: tuple[int, ...]) -> None:
    table = at([[], [4]], table=[20], seat=1, scores=scores, eaten=[1, 2, 3, 5])
    table.play(1, "play 4")
    assert table.result is not None
    assert table.result.ranks == ranks


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 3},
        {"scores": [1]},
        {"phase": "over"},
        {"phase": "deal"},
        {"table": [7]},
        {"eaten": [7]},
        {"eaten": [7, 8]},
        {"hands": [[1, 9, 20], [4, 5]]},
        {"hands": [[1, 9, 20], [4, 5, 5]]},
        {"hands": [[1, 9, 20], [4, 5, 0]]},
        {"seats": 9},
    ],
)
def test_a_position_that_can_not_be_is_refused(wrong: dict[str, object]) -> None:
    whole = at([[1, 9, 20], [4, 5, 6]]).position.to_json()
    with pytest.raises(Unreadable):
        Table.at("pike", {**whole, **wrong})


def test_bots_are_as_strong_as_they_say() -> None:
    for weak, strong, games in (("random", "angler", 300), ("angler", "strong", 60)):
        line = run(Contest("pike", [weak, strong]), games=games, seed=1).lines[1]
        assert line.low > 0.5


def test_every_clause_has_a_test() -> None:
    assert list(clauses("pike", "de")) == list(clauses("pike", "fr")) == [f"PIKE-{n}" for n in range(1, 7)]
