"""The actions of a turn: border cards, goods cards, order, skipping, limits."""

import pytest

from tests.games.targi.helpers import (
    OTHER_GOODS,
    POOR,
    acting,
    may,
    names,
    owns,
    player,
    state,
    table,
    truth,
    view,
    why,
)


@pytest.mark.clause("TARGI-9")
@pytest.mark.parametrize(
    ("card", "gain"), [(2, 0), (7, 0), (3, 1), (15, 1), (6, 2), (11, 2)], ids=lambda value: str(value)
)
def test_dates_salt_and_pepper_give_one_and_the_targi_comes_back(card: int, gain: int) -> None:
    at = table({"targis": sorted({card, 10})}, phase="act", robber=13)
    events = at.play(0, f"use {card}")
    assert owns(at) == tuple(amount + (kind == gain) for kind, amount in enumerate((2, 2, 2, 1, 4)))
    assert player(at)["targis"] == [10]
    assert names(list(events)) == ["border"]


@pytest.mark.clause("TARGI-16")
def test_card_1_the_noble_plays_the_hand_card_for_its_cost() -> None:
    at = acting({"targis": [1], "hand": 15}, robber=13)
    at.play(0, "use 1")
    assert may(at) == ["lay", "discard"]
    at.play(0, "lay")
    at.play(0, "row 2")
    assert player(at)["camp"] == [[], [15], []]
    assert player(at)["hand"] is None
    assert owns(at) == (2, 2, 1, 0, 4)


@pytest.mark.clause("TARGI-16")
def test_card_1_the_noble_discards_the_hand_card_for_nothing() -> None:
    at = acting({"targis": [1], "hand": 7, **POOR}, robber=13)
    at.play(0, "use 1")
    assert why(at, "keep") == ("hand_stays", "TARGI-15")
    assert why(at, "lay") == ("cannot_pay", "TARGI-15")
    at.play(0, "discard")
    assert (player(at)["hand"], truth(at)["tribe_discard"]) == (None, [7])


@pytest.mark.clause("TARGI-16")
def test_the_noble_does_not_play_a_card_taken_in_this_round_but_discards_it() -> None:
    at = acting({"targis": [1], "markers": ["b"]}, robber=13)
    assert why(at, "use 1") == ("no_effect", "TARGI-8")
    at.play(0, "use b")
    at.play(0, "keep")
    at.play(0, "use 1")
    assert why(at, "lay") == ("hand_is_new", "TARGI-16")
    assert may(at) == ["discard"]
    at.play(0, "discard")
    assert truth(at)["tribe_discard"] == [0]


@pytest.mark.clause("TARGI-8")
def test_card_5_the_trader_exchanges_any_number_of_times() -> None:
    at = acting({"targis": [5], "dates": 7, "salt": 0, "pepper": 1})
    at.play(0, "use 5")
    assert may(at) == ["trade D S", "trade D P", "trade D G"]
    assert why(at, "done") == ("trade_first", "TARGI-8")
    at.play(0, "trade D G")
    at.play(0, "trade D S")
    assert owns(at) == (2, 1, 1, 2, 4)
    at.play(0, "done")
    assert view(at)["phase"] == "act"
    assert player(at)["targis"] == [2]


@pytest.mark.clause("TARGI-8")
def test_the_trader_stops_by_himself_when_nothing_is_left_to_exchange() -> None:
    at = acting({"targis": [5], "dates": 2, "salt": 1, "pepper": 0})
    at.play(0, "use 5")
    at.play(0, "trade D P")
    assert view(at)["phase"] == "act"


@pytest.mark.clause("TARGI-8")
@pytest.mark.parametrize(
    ("move", "reason"),
    [("trade S S", "trade_same"), ("trade S D", "trade_goods"), ("trade D G", "trade_gold")],
)
def test_what_the_trader_does_not_do(move: str, reason: str) -> None:
    at = acting({"targis": [5], "dates": 2, "salt": 1, "pepper": 1})
    at.play(0, "use 5")
    assert why(at, move) == (reason, "TARGI-8")


@pytest.mark.clause("TARGI-8")
def test_the_trader_is_no_use_without_two_identical_goods() -> None:
    at = acting({"targis": [5], "dates": 1, "salt": 1, "pepper": 1})
    assert why(at, "use 5") == ("no_effect", "TARGI-8")


@pytest.mark.clause("TARGI-8", "Fata Morgana")
def test_card_9_fata_morgana_moves_an_unused_marker() -> None:
    at = table({"targis": [9], "markers": ["b"]}, {"markers": ["d"]}, phase="act", robber=13)
    at.play(0, "use 9")
    assert may(at) == [f"shift b {slot}" for slot in "acefghi"]
    assert why(at, "shift b d") == ("shift_occupied", "TARGI-8")
    assert why(at, "shift d a") == ("shift_from", "TARGI-8")
    at.play(0, "shift b g")
    assert player(at)["markers"] == ["g"]
    at.play(0, "use g")
    assert owns(at)[0] == 4


@pytest.mark.clause("TARGI-8", "Fata Morgana")
def test_card_9_fata_morgana_does_not_reach_a_face_down_card() -> None:
    centre = ["tribe", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]
    at = table({"targis": [9], "markers": ["b"]}, phase="act", robber=13, centre=centre)
    at.play(0, "use 9")
    assert why(at, "shift b a") == ("shift_face_down", "TARGI-8")
    used = table({"targis": [9], "markers": []}, phase="act", robber=13)
    assert why(used, "use 9") == ("no_effect", "TARGI-8")


@pytest.mark.parametrize(
    ("paid", "purse", "crosses"),
    [
        ("pay 2D", (0, 4, 2, 3), 1),
        ("pay 4S", (2, 0, 2, 3), 3),
        ("pay 1G", (2, 4, 2, 2), 2),
        ("pay 2G", (2, 4, 2, 1), 4),
    ],
)
def test_card_10_the_silversmith_makes_crosses_once(paid: str, purse: tuple[int, ...], crosses: int) -> None:
    at = acting({"targis": [10], "salt": 4, "gold": 3})
    at.play(0, "use 10")
    assert may(at) == ["pay 2D", "pay 2S", "pay 4S", "pay 2P", "pay 1G", "pay 2G"]
    assert why(at, "pay 3S") == ("smith", "TARGI-8")
    at.play(0, paid)
    assert owns(at) == (*purse, 4 + crosses)
    assert view(at)["phase"] == "act"


def test_card_10_the_silversmith_asks_nothing_when_there_is_one_exchange() -> None:
    at = acting({"targis": [10], **POOR, "gold": 1})
    at.play(0, "use 10")
    assert owns(at) == (0, 0, 0, 0, 6)
    poor = acting({"targis": [10], **POOR, "salt": 1})
    assert why(poor, "use 10") == ("no_effect", "TARGI-8")


def test_card_13_the_caravan_turns_over_a_goods_card_and_discards_it() -> None:
    at = acting({"targis": [13]}, chance=["D+P"])
    events = at.play(0, "use 13")
    assert owns(at) == (3, 2, 3, 1, 4)
    assert truth(at)["goods_discard"] == ["D+P"]
    assert names(list(events)) == ["caravan"]


@pytest.mark.clause("TARGI-12")
def test_the_caravan_may_bring_a_choice() -> None:
    at = acting({"targis": [13]}, chance=["choice"])
    at.play(0, "use 13")
    assert may(at) == ["take 1D", "take 1S", "take 1P"]
    assert why(at, "take 2D") == ("take", "TARGI-12")
    at.play(0, "take 1P")
    assert owns(at) == (2, 2, 3, 1, 4)


def test_card_14_tribal_expansion_draws_a_card_to_lay_keep_or_discard() -> None:
    for move, camp, hand, gone in (
        ("lay", [[20], [], []], None, []),
        ("keep", [[], [], []], 20, []),
        ("discard", [[], [], []], None, [20]),
    ):
        at = acting({"targis": [14]}, chance=[20])
        at.play(0, "use 14")
        assert may(at) == ["lay", "keep", "discard"]
        at.play(0, move)
        if move == "lay":
            at.play(0, "row 1")
        assert (player(at)["camp"], player(at)["hand"], truth(at)["tribe_discard"]) == (camp, hand, gone)


@pytest.mark.clause("TARGI-8")
def test_actions_come_in_any_order_and_each_may_be_left() -> None:
    at = table({"targis": [2, 5, 6], "markers": ["b", "a"]}, phase="act")
    assert may(at) == ["use 2", "use 5", "use 6", "use a", "use b", "finish"]
    at.play(0, "use a")
    at.play(0, "use 6")
    at.play(0, "finish")
    assert owns(at) == (3, 2, 3, 1, 4)
    assert player(at)["targis"] == player(at)["markers"] == []


@pytest.mark.clause("TARGI-8")
def test_the_start_player_does_all_actions_then_the_other() -> None:
    at = table({"targis": [2, 5]}, {"targis": [3]}, phase="act")
    assert at.actors == (0,)
    at.play(0, "use 2")
    assert at.actors == (0,)
    at.play(0, "finish")
    assert at.actors == (1,)
    assert why(at, "use 2", seat=1) == ("nothing_there", "TARGI-8")
    at.play(1, "use 3")
    assert (view(at)["robber"], view(at)["amulet"], at.actors) == (2, 1, (1,))


@pytest.mark.clause("TARGI-8")
def test_one_action_is_finished_before_the_next() -> None:
    at = acting({"targis": [5], "dates": 6})
    at.play(0, "use 5")
    assert why(at, "use 2") == ("not_now", "TARGI-8")
    at.play(0, "trade D S")
    assert why(at, "finish") == ("not_now", "TARGI-8")


@pytest.mark.clause("TARGI-9")
def test_unused_pieces_come_back_so_that_fata_morgana_may_go_where_they_were() -> None:
    at = table({"targis": [2], "markers": ["b"]}, {"targis": [9], "markers": ["d"]}, phase="act", robber=13)
    at.play(0, "finish")
    assert player(at)["targis"] == player(at)["markers"] == []
    at.play(1, "use 9")
    assert "shift d b" in may(at, 1)


@pytest.mark.clause("TARGI-10")
def test_a_used_goods_card_is_discarded_and_a_tribe_card_comes_face_down() -> None:
    at = acting({"markers": ["a"]})
    events = at.play(0, "use a")
    assert truth(at)["centre"][0] == "tribe"
    assert truth(at)["goods_discard"] == ["1D"]
    assert names(list(events)) == ["replaced_tribe", "goods"]
    assert owns(at) == (3, 2, 2, 1, 4)


@pytest.mark.clause("TARGI-10")
@pytest.mark.clause("TARGI-11")
def test_a_taken_tribe_card_is_replaced_by_a_face_down_goods_card_and_a_skipped_one_stays() -> None:
    for move, after in (("keep", "goods"), ("discard", "goods")):
        at = acting({"markers": ["b"]})
        at.play(0, "use b")
        at.play(0, move)
        assert truth(at)["centre"][1] == after
    at = acting({"markers": ["b"]})
    at.play(0, "finish")
    assert truth(at)["centre"][1] == 0


@pytest.mark.clause("TARGI-11")
def test_a_goods_card_can_not_be_discarded_unused() -> None:
    at = acting({"markers": ["a"]})
    assert why(at, "discard") == ("not_now", "TARGI-8")
    at.play(0, "finish")
    assert truth(at)["centre"][0] == "1D"


@pytest.mark.clause("TARGI-12")
@pytest.mark.parametrize(
    ("card", "purse"),
    [
        ("1D", (3, 2, 2, 1, 4)),
        ("1S", (2, 3, 2, 1, 4)),
        ("1P", (2, 2, 3, 1, 4)),
        ("2D", (4, 2, 2, 1, 4)),
        ("2S", (2, 4, 2, 1, 4)),
        ("2P", (2, 2, 4, 1, 4)),
        ("D+S", (3, 3, 2, 1, 4)),
        ("D+P", (3, 2, 3, 1, 4)),
        ("S+P", (2, 3, 3, 1, 4)),
        ("1G", (2, 2, 2, 2, 4)),
        ("1VP", (2, 2, 2, 1, 5)),
    ],
)
def test_a_goods_card_gives_all_it_shows(card: str, purse: tuple[int, ...]) -> None:
    at = acting({"markers": ["a"]}, centre=[card, 0, "choice", 3, "choice", 6, "choice", 9, "1G"])
    at.play(0, "use a")
    assert owns(at) == purse


@pytest.mark.clause("TARGI-27")
def test_the_surplus_over_ten_goods_goes_back_and_the_player_chooses() -> None:
    at = table({"targis": [2], "dates": 5, "salt": 5, "pepper": 1}, {"targis": [3]}, phase="act")
    at.play(0, "use 2")
    assert view(at)["phase"] == "return"
    assert may(at) == ["return 2D", "return 1D 1S", "return 1D 1P", "return 2S", "return 1S 1P"]
    assert why(at, "return 1D") == ("return", "TARGI-27")
    assert why(at, "return 2P") == ("return", "TARGI-27")
    at.play(0, "return 1S 1P")
    assert owns(at) == (6, 4, 0, 1, 4)
    assert at.actors == (1,)


@pytest.mark.clause("TARGI-27")
def test_a_surplus_without_choice_goes_back_by_itself() -> None:
    at = table({"targis": [2], "dates": 10, "salt": 0, "pepper": 0, "gold": 5}, {"targis": [3]}, phase="act")
    events = at.play(0, "use 2")
    assert owns(at) == (10, 0, 0, 3, 4)
    assert names(list(events)) == ["border", "returned", "returned"]


@pytest.mark.clause("TARGI-27")
def test_within_the_limits_nothing_goes_back() -> None:
    at = table({"targis": [2], "dates": 5, "salt": 4, "pepper": 0, "gold": 3}, {"targis": [3]}, phase="act")
    at.play(0, "use 2")
    assert owns(at) == (6, 4, 0, 3, 4)


@pytest.mark.clause("TARGI-13")
def test_an_empty_goods_deck_is_made_from_the_discard_pile() -> None:
    at = acting({"targis": [13], "markers": ["b"]}, goods_discard=OTHER_GOODS, chance=["1VP"])
    events = at.play(0, "use 13")
    assert names(list(events)) == ["shuffled_goods", "caravan"]
    assert truth(at)["goods_discard"] == ["1VP"]
    assert state(at).goods_deck() == 13


@pytest.mark.clause("TARGI-13")
def test_cards_that_lay_face_down_before_the_shuffle_are_not_in_the_new_deck() -> None:
    gone = [card for card in OTHER_GOODS if card != "2P"]
    at = table({"targis": [13], "markers": ["b"]}, phase="act", goods_discard=gone, chance=["1D"])
    at.play(0, "use b")
    at.play(0, "keep")
    at.play(0, "use 13")
    assert at.awaits_chance
    assert truth(at)["centre"][1] == "earlier_goods"
    assert truth(at)["goods_earlier"] == ["2P"]
    with pytest.raises(ValueError, match="can’t give"):
        at.feed({"goods": "1VP"})
    at.feed({"goods": "2P"})
    assert view(at)["centre"][1] == "2P"
    assert view(at)["phase"] == "place"


@pytest.mark.clause("TARGI-14")
def test_face_down_cards_are_turned_up_and_the_amulet_passes() -> None:
    at = table({"targis": [2], "markers": ["a", "b"]}, phase="act", chance=[44, "1VP"])
    at.play(0, "use 2")
    at.play(0, "use a")
    at.play(0, "use b")
    events = at.play(0, "discard")
    assert view(at)["centre"][:2] == [44, "1VP"]
    assert names(list(events))[-4:] == ["turn_up", "turn_up", "amulet", "robber"]
    assert (at.actors, view(at)["amulet"]) == ((1,), 1)
