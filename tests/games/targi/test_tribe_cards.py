"""Tribe cards: hand, camp, and the advantage of every card that has one."""

from collections.abc import Mapping

import pytest

from ludotheque import Table
from ludotheque.core.codec import Json
from tests.games.targi.helpers import (
    CENTRE,
    FULL_ROWS,
    POOR,
    RICH,
    acting,
    lay,
    may,
    names,
    owns,
    player,
    score,
    state,
    table,
    truth,
    view,
    why,
    with_card,
)


def camp(*rows: list[int]) -> dict[str, Json]:
    """A camp of so many rows."""
    return {"camp": [*rows, [], [], []][:3]}


def end_bonus(*rows: list[int], white: Mapping[str, Json] | None = None) -> dict[int, int]:
    """Return the crosses that the cards of a camp add at the end."""
    return score(table(camp(*rows), white)).advantages


# Hand and camp


@pytest.mark.clause("TARGI-15")
def test_a_card_is_laid_kept_or_discarded() -> None:
    at = with_card(20)
    at.play(0, "use b")
    assert may(at) == ["lay", "keep", "discard"]


@pytest.mark.clause("TARGI-15")
def test_with_a_card_in_hand_a_new_one_is_laid_or_discarded_and_never_exchanged() -> None:
    at = with_card(20, {"hand": 21})
    at.play(0, "use b")
    assert may(at) == ["lay", "discard"]
    assert why(at, "keep") == ("hand_full", "TARGI-15")
    at.play(0, "discard")
    assert (player(at)["hand"], truth(at)["tribe_discard"]) == (21, [20])


@pytest.mark.clause("TARGI-15")
def test_a_card_that_can_not_be_paid_is_not_laid_and_the_refusal_tells_the_price() -> None:
    at = with_card(1, POOR)
    at.play(0, "use b")
    assert may(at) == ["keep", "discard"]
    assert why(at, "lay") == ("cannot_pay", "TARGI-15")
    refusal = at.why_not(0, "lay")
    assert str(refusal) == "You can’t pay for this card; it costs 1 date, 1 salt, and 1 gold. (TARGI-15)"


@pytest.mark.clause("TARGI-16")
def test_the_hand_card_is_not_played_without_the_noble() -> None:
    at = acting({"hand": 20})
    assert why(at, "play") == ("needs_noble", "TARGI-16")
    assert why(acting(), "play") == ("no_hand_card", "TARGI-16")


@pytest.mark.clause("TARGI-17")
def test_rows_are_filled_from_left_to_right_and_may_be_built_at_the_same_time() -> None:
    at = with_card(20, camp([4], [5]))
    at.play(0, "use b")
    at.play(0, "lay")
    assert may(at) == ["row 1", "row 2", "row 3"]
    at.play(0, "row 2")
    assert player(at)["camp"] == [[4], [5, 20], []]


@pytest.mark.clause("TARGI-17")
def test_a_full_row_takes_no_card_and_the_last_row_is_taken_by_itself() -> None:
    at = with_card(20, camp([4, 5, 7, 8], [10]))
    at.play(0, "use b")
    at.play(0, "lay")
    assert why(at, "row 1") == ("row_full", "TARGI-17")
    last = with_card(20, camp([4, 5, 7, 8], [10, 11, 12, 13], [14]))
    last.play(0, "use b")
    last.play(0, "lay")
    assert player(last)["camp"][2] == [14, 20]


@pytest.mark.clause("TARGI-17")
def test_there_is_no_thirteenth_card() -> None:
    at = with_card(20, camp([15, 4, 7, 10], [1, 5, 8, 11], [2, 12, 13, 14]))
    at.play(0, "use b")
    assert why(at, "lay") == ("camp_full", "TARGI-17")
    assert may(at) == ["keep", "discard"]


# At the end


@pytest.mark.clause("TARGI-30")
@pytest.mark.parametrize(
    ("card", "paired"),
    [
        (15, [6, 7, 8, 17]),
        (16, [10, 11, 18, 21]),
        (17, [12, 13, 14, 19]),
        (18, [1, 2, 15, 28]),
        (19, [4, 5, 16, 20]),
    ],
)
def test_cards_15_to_19_count_pairs_of_a_symbol(card: int, paired: list[int]) -> None:
    centre = [*CENTRE]
    centre[5] = 38
    worth = []
    for count in range(5):
        at = table(camp([card], paired[:count]), centre=centre)
        worth.append(score(at).advantages.get(card, 0))
    assert worth == [0, 0, 1, 1, 2]


@pytest.mark.clause("TARGI-30")
def test_card_20_counts_strictly_more_cards_than_the_opponent() -> None:
    assert end_bonus([20]) == {20: 1}
    assert end_bonus([20], white=camp([4])) == {}
    assert end_bonus([20], white=camp([4, 5])) == {}


@pytest.mark.clause("TARGI-30")
def test_card_21_counts_ten_cards() -> None:
    assert end_bonus([21, 4, 5, 7], [8, 10, 11, 12], [13]) == {}
    assert end_bonus([21, 4, 5, 7], [8, 10, 11, 12], [13, 14]) == {21: 1}


@pytest.mark.clause("TARGI-30")
def test_card_22_doubles_up_to_two_rows_of_four_different_symbols() -> None:
    mixed = [[22, 1, 4, 7], [12, 2, 5, 8], [13, 10, 16, 25]]
    assert end_bonus(mixed[0]) == {22: 2}
    assert end_bonus(mixed[0], mixed[1]) == {22: 4}
    assert end_bonus(*mixed) == {22: 4}
    assert end_bonus([22, 12, 13, 14]) == {}


@pytest.mark.clause("TARGI-30")
def test_card_23_counts_as_the_fourth_card_of_its_row() -> None:
    assert end_bonus([4, 5, 7, 23]) == {23: 2}
    assert end_bonus([4, 5, 23, 7]) == {}
    assert end_bonus([1], [4, 5, 7, 23]) == {23: 2}


# Permanent


@pytest.mark.clause("TARGI-19")
@pytest.mark.parametrize(
    ("discount", "card", "payments"),
    [
        (24, 4, ["pay 1D 1S 1P", "pay 1D 2S", "pay 2S 1P"]),
        (25, 7, ["pay 2D 1S", "pay 2D 1P", "pay 1D 1S 1P"]),
        (26, 11, ["pay 2D 2S", "pay 2D 1S 1P", "pay 1D 2S 1P"]),
        (27, 13, ["pay 1D 1S 1P", "pay 1D 2P", "pay 1S 2P"]),
        (28, 2, ["pay 2D 1S 1P", "pay 2D 2P", "pay 1D 1S 2P"]),
    ],
)
def test_cards_24_to_28_take_one_good_off_further_cards_of_their_symbol(
    discount: int, card: int, payments: list[str]
) -> None:
    at = with_card(card, camp([discount]))
    at.play(0, "use b")
    at.play(0, "lay")
    assert sorted(may(at)) == sorted(payments)
    assert why(at, "pay 0") == ("payment", "TARGI-19")
    assert why(at, "pay 2D 2S 2P") == ("payment", "TARGI-19")
    assert why(at, "pay 9D") == ("payment", "TARGI-19")


@pytest.mark.clause("TARGI-19")
def test_a_discount_never_takes_gold_and_never_goes_below_zero() -> None:
    at = with_card(20, camp([24]))
    lay(at)
    assert owns(at) == (3, 3, 3, 1, 4)
    other = with_card(16, camp([24]))
    lay(other)
    assert owns(other) == (3, 3, 3, 1, 4)


@pytest.mark.clause("TARGI-19")
def test_a_discount_does_not_apply_to_its_own_card() -> None:
    at = with_card(25)
    lay(at)
    assert owns(at) == (2, 1, 3, 2, 4)


@pytest.mark.clause("TARGI-19")
@pytest.mark.parametrize(("card", "goods"), [(26, "pay 1D 2P"), (27, "pay 1D 2S")])
def test_cards_26_and_27_may_be_paid_with_one_gold_instead(card: int, goods: str) -> None:
    at = with_card(card)
    at.play(0, "use b")
    at.play(0, "lay")
    assert may(at) == [goods, "pay 1G"]
    at.play(0, "pay 1G")
    at.play(0, "row 1")
    assert owns(at) == (3, 3, 3, 1, 4)


@pytest.mark.clause("TARGI-19")
def test_card_30_and_a_symbol_discount_add_up_with_the_noble() -> None:
    at = acting({**RICH, "targis": [1], "hand": 11, **camp([26, 30])}, robber=13)
    at.play(0, "use 1")
    at.play(0, "lay")
    assert sorted(may(at)) == ["pay 1D 1S 1P", "pay 1D 2S", "pay 2D 1P", "pay 2D 1S", "pay 2S 1P"]


@pytest.mark.clause("TARGI-19")
def test_card_30_takes_nothing_off_a_card_from_the_centre() -> None:
    at = with_card(4, camp([30]))
    lay(at)
    assert owns(at) == (2, 1, 2, 2, 4)


@pytest.mark.clause("TARGI-19")
def test_card_30_makes_a_hand_card_of_one_good_free_of_goods() -> None:
    at = acting({**RICH, "targis": [1], "hand": 15, **camp([30])}, robber=13)
    at.play(0, "use 1")
    at.play(0, "lay")
    assert owns(at) == (3, 3, 3, 1, 4)


def test_a_card_may_cost_nothing_at_all() -> None:
    at = acting({**POOR, "targis": [1], "hand": 21, **camp([26, 30])}, robber=13)
    at.play(0, "use 1")
    events = at.play(0, "lay")
    assert names(list(events)) == ["paid_nothing"]


@pytest.mark.clause("TARGI-22", "card 32")
def test_card_32_allows_the_robbers_card_and_the_facing_rule_still_holds() -> None:
    at = table({**camp([32]), "targis": [2]}, {"targis": [3]}, robber=5)
    assert "place 5" in may(at)
    at.play(0, "place 5")
    assert why(at, "place 5", seat=1) == ("robber", "TARGI-6")
    facing = table({**camp([32]), "targis": [2]}, {"targis": [15]}, robber=5)
    assert why(facing, "place 5") == ("opposed", "TARGI-6")


@pytest.mark.clause("TARGI-21")
@pytest.mark.parametrize(
    ("card", "goods", "gained"), [(33, "1S", (2, 4, 2)), (34, "1P", (2, 2, 4)), (35, "1D", (4, 2, 2))]
)
def test_cards_33_to_35_add_a_good_once_when_a_goods_card_gives_it(
    card: int, goods: str, gained: tuple[int, ...]
) -> None:
    centre = [goods, 0, "1S", 3, "1P", 6, "1D", 9, "1VP"]
    at = acting({"markers": ["a", "i"], **camp([card])}, centre=centre)
    events = at.play(0, "use a")
    assert names(list(events)) == ["replaced_tribe", "goods", "bonus"]
    assert owns(at)[:3] == gained


@pytest.mark.clause("TARGI-21")
def test_cards_33_to_35_add_nothing_the_second_time_and_nothing_for_border_cards() -> None:
    centre = ["2S", 0, "1S", 3, "1P", 6, "2D", 9, "D+S"]
    at = acting({"markers": ["a", "i"], "targis": [15], **camp([33])}, centre=centre)
    at.play(0, "use 15")
    assert owns(at)[1] == 3
    at.play(0, "use a")
    assert owns(at)[1] == 6
    at.play(0, "use i")
    assert owns(at)[1] == 7


@pytest.mark.clause("TARGI-21")
def test_card_33_also_counts_the_caravan_and_a_chosen_good() -> None:
    at = acting({"targis": [13], **camp([33])}, chance=["choice"])
    at.play(0, "use 13")
    at.play(0, "take 1S")
    assert owns(at)[1] == 4


@pytest.mark.clause("TARGI-18")
@pytest.mark.clause("TARGI-21")
def test_card_33_works_at_once_for_a_goods_card_used_before_in_the_round() -> None:
    centre = ["2S", 33, "1S", 3, "1P", 6, "2D", 9, "1VP"]
    at = acting({"markers": ["a", "b"]}, centre=centre)
    at.play(0, "use a")
    assert owns(at)[1] == 4
    at.play(0, "use b")
    at.play(0, "lay")
    at.play(0, "row 1")
    assert owns(at)[1] == 3


@pytest.mark.clause("TARGI-18")
def test_a_discount_works_for_the_rest_of_the_same_round() -> None:
    centre = ["1D", 24, "1S", 16, "1P", 6, "2D", 9, "2S"]
    at = acting({**RICH, "salt": 0, "markers": ["b", "d"]}, centre=centre)
    lay(at)
    at.play(0, "use d")
    at.play(0, "lay")
    assert owns(at) == (3, 0, 3, 0, 4)


@pytest.mark.clause("TARGI-21")
@pytest.mark.parametrize("card", [None, "1G", "1VP"])
def test_card_36_consoles_when_no_goods_card_gave_a_good(card: str | None) -> None:
    centre: list[Json] = [card or "1D", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]
    at = table({"markers": ["a"], **camp([36])}, {"targis": [3]}, phase="act", centre=centre)
    at.play(0, "use a" if card else "finish")
    assert view(at)["phase"] == "take"
    assert may(at) == ["take 1D", "take 1S", "take 1P"]
    at.play(0, "take 1P")
    assert owns(at)[2] == 3
    assert at.actors == (1,)


@pytest.mark.clause("TARGI-21")
def test_card_36_gives_nothing_when_a_goods_card_gave_a_good_and_comes_before_the_limits() -> None:
    at = table({"markers": ["a"], **camp([36])}, {"targis": [3]}, phase="act")
    at.play(0, "use a")
    assert at.actors == (1,)
    full = table(
        {"dates": 10, "salt": 0, "pepper": 0, "markers": ["a"], **camp([36])}, {"targis": [3]}, phase="act"
    )
    full.play(0, "finish")
    full.play(0, "take 1S")
    assert may(full) == ["return 1D", "return 1S"]


@pytest.mark.clause("TARGI-20")
def test_card_38_plays_the_hand_card_for_one_good_more_between_actions() -> None:
    at = acting({**RICH, "hand": 20, **camp([38])})
    assert may(at) == ["use 2", "play", "finish"]
    at.play(0, "play")
    assert may(at) == ["pay 1D 1G", "pay 1S 1G", "pay 1P 1G"]
    at.play(0, "pay 1S 1G")
    at.play(0, "row 1")
    assert player(at)["camp"][0] == [38, 20]
    assert owns(at) == (3, 2, 3, 1, 4)


@pytest.mark.clause("TARGI-20")
def test_card_38_with_a_symbol_discount_takes_it_off_first_and_then_adds_a_good() -> None:
    at = acting({**RICH, "hand": 16, **camp([38, 24, 30])})
    at.play(0, "play")
    assert may(at) == ["pay 1D 1G", "pay 1S 1G", "pay 1P 1G"]


@pytest.mark.clause("TARGI-20")
def test_card_38_offers_each_payment_once() -> None:
    at = acting({**RICH, "hand": 4, **camp([38, 24])})
    at.play(0, "play")
    assert sorted(may(at)) == sorted(set(may(at)))
    assert {"pay 3S 1P", "pay 1D 2S 1P", "pay 2D 1S 1P"} <= set(may(at))


@pytest.mark.clause("TARGI-20")
def test_card_38_with_an_alternative_costs_one_gold_and_one_good() -> None:
    at = acting({**POOR, "gold": 1, "pepper": 1, "hand": 26, **camp([38])})
    at.play(0, "play")
    assert (owns(at), view(at)["phase"]) == ((0, 0, 0, 0, 4), "row")


@pytest.mark.clause("TARGI-20")
def test_card_38_plays_a_card_taken_in_this_round_also_after_the_last_action() -> None:
    at = table({**RICH, "markers": ["b"], **camp([38])}, {"targis": [3]}, phase="act")
    at.play(0, "use b")
    at.play(0, "keep")
    assert may(at) == ["play", "finish"]
    at.play(0, "play")
    assert view(at)["phase"] == "pay"


@pytest.mark.clause("TARGI-20")
def test_card_38_does_nothing_for_who_can_not_pay() -> None:
    at = acting({**POOR, "gold": 1, "hand": 20, **camp([38])})
    assert why(at, "play") == ("cannot_pay", "TARGI-15")
    full = acting({**RICH, "hand": 20, **camp([15, 4, 7, 10], [1, 5, 8, 11], [2, 12, 13, 38])})
    assert why(full, "play") == ("camp_full", "TARGI-17")


def test_card_39_trades_goods_one_for_one() -> None:
    at = acting({"targis": [5], **POOR, "dates": 1, **camp([39])})
    at.play(0, "use 5")
    assert may(at) == ["trade D S", "trade D P"]
    at.play(0, "trade D S")
    assert owns(at)[:3] == (0, 1, 0)


@pytest.mark.clause("TARGI-8", "circle")
def test_no_exchange_of_card_39_brings_back_exactly_what_was_held_before() -> None:
    at = acting({"targis": [5], "dates": 1, "salt": 1, "pepper": 3, **camp([39])})
    at.play(0, "use 5")
    at.play(0, "trade D S")
    assert why(at, "trade S D") == ("trade_circle", "TARGI-8")
    assert {"trade S P", "trade P D", "trade P G"} <= set(may(at))
    at.play(0, "trade S P")
    assert {why(at, back) for back in ("trade P S", "trade P D")} == {("trade_circle", "TARGI-8")}
    at.play(0, "trade S P")
    assert why(at, "trade P S") == ("trade_circle", "TARGI-8")


@pytest.mark.clause("TARGI-8", "circle")
def test_a_good_that_was_traded_away_may_come_back_for_another() -> None:
    at = acting({"targis": [5], "dates": 3, "salt": 0, "pepper": 0, **camp([39])})
    at.play(0, "use 5")
    for move in ("trade D S", "trade D P", "trade D P"):
        at.play(0, move)
    at.play(0, "trade S D")
    assert owns(at)[:3] == (1, 0, 2)
    assert why(at, "trade D S") == ("trade_circle", "TARGI-8")
    assert Table.at("targi", at.position.to_json()).moves(0) == at.moves(0)


@pytest.mark.clause("TARGI-8", "circle")
def test_what_was_held_before_another_price_never_comes_back_and_hinders_nothing() -> None:
    at = acting({"targis": [5], "dates": 3, "salt": 1, "pepper": 0, **camp([39])})
    at.play(0, "use 5")
    at.play(0, "trade D S")
    at.play(0, "trade 2D P")
    assert owns(at)[:3] == (0, 2, 1)
    at.play(0, "trade S P")
    assert why(at, "trade P S") == ("trade_circle", "TARGI-8")
    assert {"trade S D", "trade P D"} <= set(may(at))
    assert view(at)["held_before"] == [[0, 2, 1]]


@pytest.mark.clause("TARGI-8", "circle")
def test_the_trader_lets_go_when_every_exchange_would_bring_something_back() -> None:
    at = acting({"targis": [5], **POOR, "dates": 1, **camp([39])})
    at.play(0, "use 5")
    at.play(0, "trade D S")
    assert may(at) == ["trade S P", "done"]
    at.play(0, "trade S P")
    assert (view(at)["phase"], view(at)["held_before"]) == ("act", [])


@pytest.mark.clause("TARGI-22", "card 39")
def test_card_39_leaves_2_for_1_beside_1_for_1() -> None:
    at = acting({"targis": [5], "dates": 5, "salt": 1, "pepper": 0, **camp([39])})
    at.play(0, "use 5")
    assert {"trade D S", "trade 2D S", "trade D P", "trade 2D P", "trade D G", "trade S D"} == set(
        may(at)
    ) - {"trade S P"}
    events = at.play(0, "trade 2D S")
    assert events[0].text("en", "Ada") == "Ada trades 2 dates for 1 salt."
    at.play(0, {"do": "trade", "give": "dates", "get": "pepper", "count": 1})
    assert owns(at)[:3] == (2, 2, 1)
    assert why(at, "trade 2P D") == ("trade_goods", "TARGI-8")
    assert why(at, "trade 3D S") == ("trade_count", "TARGI-22")


@pytest.mark.clause("TARGI-22", "card 39")
def test_2_for_1_never_goes_round_in_a_circle() -> None:
    at = acting({"targis": [5], "dates": 2, "salt": 2, "pepper": 0, **camp([39])})
    at.play(0, "use 5")
    at.play(0, "trade D S")
    assert why(at, "trade S D") == ("trade_circle", "TARGI-8")
    at.play(0, "trade 2S D")
    assert owns(at)[:3] == (2, 1, 0)


@pytest.mark.clause("TARGI-22", "card 39")
def test_without_card_39_the_traders_price_may_be_said_and_is_the_only_one() -> None:
    at = acting({"targis": [5], "dates": 5, "salt": 0, "pepper": 0})
    at.play(0, "use 5")
    assert set(may(at)) == {"trade D S", "trade D P", "trade D G"}
    assert why(at, "trade 1D S") == ("trade_count", "TARGI-22")
    assert why(at, "trade 2D G") == ("trade_count", "TARGI-22")
    at.play(0, "trade 3D G")
    at.play(0, "trade 2D S")
    assert owns(at)[:4] == (0, 1, 0, 2)


PRICES_OF_TENT_11 = {
    "en": "2 dates and 2 salt, or 2 dates, 1 salt and 1 pepper, or 1 date, 2 salt and 1 pepper",
    "fr": "2 dattes et 2 sels, ou 2 dattes, 1 sel et 1 poivre, ou 1 datte, 2 sels et 1 poivre",
    "de": "2 Datteln und 2 Salz oder 2 Datteln, 1 Salz und 1 Pfeffer oder 1 Dattel, 2 Salz und 1 Pfeffer",
}


@pytest.mark.clause("TARGI-15")
@pytest.mark.clause("TARGI-19")
@pytest.mark.parametrize(
    ("card", "laid", "prices"),
    [(26, [], {"en": "1 date and 2 pepper or 1 gold"}), (11, [26], PRICES_OF_TENT_11)],
)
def test_a_refusal_names_every_price_of_a_card(card: int, laid: list[int], prices: dict[str, str]) -> None:
    poor = with_card(card, {**POOR, **camp(laid)})
    poor.play(0, "use b")
    refused = poor.why_not(0, "lay")
    assert refused is not None
    assert refused.code == "targi.cannot_pay"
    for language, price in prices.items():
        assert price in refused.text(language)
    rich = with_card(card, camp(laid))
    rich.play(0, "use b")
    rich.play(0, "lay")
    wrong = rich.why_not(0, "pay 1S")
    assert wrong is not None
    assert wrong.code == "targi.payment"
    for language, price in prices.items():
        assert price in wrong.text(language)


@pytest.mark.clause("TARGI-27")
def test_the_event_of_a_surplus_of_four_or_more_gold_says_gold() -> None:
    at = acting({"dates": 9, "salt": 0, "pepper": 0, "gold": 3, "targis": [5], "markers": ["a"]}, centre=[
        "1G", *CENTRE[1:],
    ])  # fmt: skip
    at.play(0, "use 5")
    for _ in range(3):
        at.play(0, "trade D G")
    at.play(0, "use a")
    events = at.play(0, "use 2")
    assert "Ada gives back 4 gold: at most 10 goods and 3 gold are kept." in [
        event.text("en", "Ada") for event in events
    ]


@pytest.mark.clause("TARGI-22", "card 40")
def test_the_coin_of_card_40_counts_for_no_limit() -> None:
    at = acting({"gold": 3, **camp([40]), "coin": 1})
    at.play(0, "finish")
    assert (player(at)["gold"], player(at)["coin"]) == (3, 1)


@pytest.mark.clause("TARGI-22", "card 40")
def test_the_coin_of_card_40_pays_no_raid() -> None:
    purse = {**POOR, "crosses": 3, **camp([40]), "coin": 1}
    at = table(purse, phase="raid", robber=16)
    assert may(at) == ["pay 3VP"]


# At once


@pytest.mark.clause("TARGI-22", "card 37")
@pytest.mark.parametrize(
    ("before", "goods"),
    [([], 0), ([4], 1), ([4, 5], 1), ([4, 5, 7], 2)],
)
def test_card_37_gives_a_good_of_choice_per_two_cards_itself_counted(before: list[int], goods: int) -> None:
    at = with_card(37, camp(before))
    lay(at, row=2)
    if goods:
        assert all(sum(map(int, filter(str.isdigit, move))) == goods for move in may(at))
        at.play(0, f"take {goods}P")
    assert owns(at) == (2, 1, 2 + goods, 2, 4)


@pytest.mark.clause("TARGI-22", "card 42")
@pytest.mark.parametrize(("rows", "goods"), [(0, 5), (1, 5), (2, 4)])
def test_card_42_gives_a_good_of_choice_per_two_free_places_after_laying(rows: int, goods: int) -> None:
    at = with_card(42, camp([4, 5][:rows]))
    lay(at, row=2)
    at.play(0, f"take {goods}S")
    assert owns(at) == (1, 2 + goods, 3, 2, 4)


@pytest.mark.clause("TARGI-22", "card 42")
def test_card_42_gives_nothing_in_a_full_camp() -> None:
    at = with_card(42, {"camp": FULL_ROWS}, centre=["1D", 42, "1S", 3, "1P", 6, "2D", 9, "2S"])
    lay(at)
    assert view(at)["phase"] == "act"


@pytest.mark.parametrize(
    ("taken", "purse"),
    [("take 2D 1S", (4, 3, 1, 2, 4)), ("take 1G", (2, 2, 1, 3, 4)), ("take 1VP", (2, 2, 1, 2, 5))],
)
def test_card_41_gives_three_goods_or_a_gold_or_a_cross(taken: str, purse: tuple[int, ...]) -> None:
    at = with_card(41)
    lay(at)
    assert len(may(at)) == 12
    assert why(at, "take 2D") == ("take_or", "TARGI-12")
    assert why(at, "take 1D 1G") == ("take_or", "TARGI-12")
    at.play(0, taken)
    assert owns(at) == purse


@pytest.mark.clause("TARGI-22", "card 40")
def test_card_40_holds_a_coin_that_pays_for_a_card_that_costs_gold() -> None:
    at = acting(
        {**RICH, "gold": 1, "markers": ["b", "d"]}, centre=["1D", 40, "1S", 20, "1P", 6, "2D", 9, "2S"]
    )
    lay(at)
    assert (player(at)["coin"], player(at)["gold"]) == (1, 0)
    at.play(0, "use d")
    at.play(0, "lay")
    assert player(at)["coin"] == 0


@pytest.mark.clause("TARGI-22", "card 40")
def test_the_payer_chooses_between_gold_and_the_coin_of_card_40() -> None:
    at = with_card(26, {**camp([40]), "coin": 1})
    at.play(0, "use b")
    at.play(0, "lay")
    assert may(at) == ["pay 1D 2P", "pay 1G", "pay 1C"]
    at.play(0, "pay 1C")
    at.play(0, "row 2")
    assert (owns(at), player(at)["coin"]) == ((3, 3, 3, 2, 4), 0)


@pytest.mark.clause("TARGI-22", "card 40")
def test_the_coin_of_card_40_pays_no_goods() -> None:
    """Card 30 costs a date and a gold: the coin is there, the date is not."""
    at = with_card(30, {**POOR, **camp([40]), "coin": 1})
    at.play(0, "use b")
    assert "lay" not in may(at)
    assert why(at, "lay") == ("cannot_pay", "TARGI-15")


@pytest.mark.clause("TARGI-22", "card 40")
def test_the_coin_of_card_40_is_no_gold_for_the_silversmith_or_a_card_without_gold() -> None:
    at = acting({"targis": [10], **POOR, **camp([40]), "coin": 1})
    assert why(at, "use 10") == ("no_effect", "TARGI-8")
    card = with_card(21, {**camp([40]), "coin": 1})
    lay(card)
    assert player(card)["coin"] == 1


@pytest.mark.clause("TARGI-22", "card 43")
def test_card_43_may_swap_two_cards_itself_included_or_none() -> None:
    at = with_card(43, camp([4, 5], [7]))
    lay(at, row=2)
    assert may(at) == ["swap 1 2", "swap 1 5", "swap 1 6", "swap 2 5", "swap 2 6", "swap 5 6", "skip"]
    assert why(at, "swap 1 1") == ("swap", "TARGI-22")
    assert why(at, "swap 1 3") == ("swap", "TARGI-22")
    at.play(0, "swap 6 1")
    assert player(at)["camp"] == [[43, 5], [7, 4], []]
    other = with_card(43, camp([4]))
    lay(other, row=2)
    other.play(0, "skip")
    assert player(other)["camp"] == [[4], [43], []]


def test_card_43_asks_nothing_when_it_lies_alone() -> None:
    at = with_card(43)
    lay(at)
    assert view(at)["phase"] == "act"


@pytest.mark.clause("TARGI-22", "card 44")
def test_card_44_leaves_the_opponent_two_targis_in_the_next_round() -> None:
    at = with_card(44, chance=["1VP"])
    lay(at)
    at.play(0, "finish")
    assert (view(at)["fewer_targis"], at.actors) == (1, (1,))
    order = []
    for card in (3, 5, 6, 7, 11):
        order.append(at.actors[0])
        at.play(at.actors[0], f"place {card}")
    assert order == [1, 0, 1, 0, 0]
    assert view(at)["phase"] == "act"
    assert state(at).to_place(1) == 0


@pytest.mark.clause("TARGI-22", "card 44")
def test_card_44_leaves_the_third_placement_to_the_start_player_when_the_other_has_two() -> None:
    at = table({}, {}, fewer_targis=1, robber=13)
    order = []
    for card in (3, 5, 6, 7, 11):
        order.append(at.actors[0])
        at.play(at.actors[0], f"place {card}")
    assert order == [0, 1, 0, 1, 0]
