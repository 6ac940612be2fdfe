"""Targi in numbers: whole games, every payment, goods that are given back, and what is hidden."""

from typing import Any

import pytest

from ludotheque.core.coded import CodedPosition
from ludotheque.games import game
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.action_ids import ACTIONS, CODES, IDS, KEEPING, TENS
from ludotheque.games.targi.rules.bundles import COIN, UNIT, packed, part
from ludotheque.games.targi.rules.cards import GOLD, TRIBE_CARDS
from ludotheque.games.targi.rules.codes import PAYING
from ludotheque.games.targi.rules.payments import prices
from tests.games.encoding_checks import all_tables, begin, check_actions, check_random_game, parts_of

CENTRE = ["1D", 0, "1S", 1, "1P", 2, "2D", 3, "2S"]


@pytest.mark.parametrize(("seats", "options"), all_tables("targi"))
def test_random_games_are_played_by_ids_and_show_what_a_seat_may_know(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(6):
        assert check_random_game("targi", seats, options, seed) > 50


def position(**fields: Any) -> CodedPosition[Any]:
    found = game("targi").at({"centre": CENTRE, "players": [{}, {}], **fields})
    assert isinstance(found, CodedPosition)
    return found


def test_ids_have_no_gaps() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len(CODES) + TENS == ACTIONS == 483


@pytest.mark.clause("TARGI-19")
def test_every_price_of_every_card_has_an_id() -> None:
    state = position().state
    for card in range(TRIBE_CARDS):
        for source in (0, b.FROM_NOBLE, b.FROM_HAND):
            for price in prices(state, 0, card, source):
                assert IDS[PAYING + packed(price)] >= 0
                if part(price, GOLD):
                    assert IDS[PAYING + packed(price - UNIT[GOLD] + UNIT[COIN])] >= 0


@pytest.mark.clause("TARGI-8")
def test_exchanges_that_would_bring_something_back_are_told() -> None:
    players = [{"camp": [[39], [], []]}, {}]
    trading = position(phase="trade", traded=True, players=players, held_before=[[1, 2, 3], [1, 3, 2]])
    _, encoding = begin("targi", 2, {})
    told = {seat: parts_of(encoding, trading.state, seat)["held_before"] for seat in (0, 1)}
    assert told == {0: [1, 1, 0, 0, 0, 0], 1: [1, 1, 0, 0, 0, 0]}


@pytest.mark.clause("TARGI-27")
def test_goods_that_are_given_back_are_told_by_those_that_are_kept() -> None:
    _, encoding = begin("targi", 2, {})
    rich = {"dates": 12, "salt": 9, "pepper": 1, "targis": []}
    state = position(players=[rich, {}], phase="return", amount=12).state
    check_actions(encoding, state)
    assert all(KEEPING <= action < ACTIONS for action in encoding.legal(state))


@pytest.mark.clause("TARGI-23")
def test_a_card_drawn_in_secret_is_shown_to_its_owner_alone() -> None:
    _, encoding = begin("targi", 2, {})
    deciding = {"phase": "tribe_card", "card": 17, "source": "expansion", "turn": 1}
    state = position(players=[{}, {"hand": 9, "secret": True}], **deciding).state
    mine, theirs = parts_of(encoding, state, 1), parts_of(encoding, state, 0)
    assert mine["card"].index(1) == 17
    assert mine["hands"].index(1) == 9
    assert sum(theirs["card"]) == sum(theirs["hands"]) == 0
    assert (theirs["holding"], theirs["secret"]) == ([0, 1], [0, 1])
    assert (mine["holding"], mine["turn"], theirs["turn"]) == ([1, 0], [1, 0], [0, 1])
    shown = position(players=[{}, {"hand": 9}]).state
    assert parts_of(encoding, shown, 0)["hands"].index(1) == TRIBE_CARDS + 9


@pytest.mark.clause("TARGI-23")
def test_cards_of_the_deck_before_are_not_told_where_one_of_them_may_be_in_a_hand() -> None:
    _, encoding = begin("targi", 2, {})
    centre = ["1D", 0, "1S", 1, "1P", 2, "2D", "earlier_tribe", "2S"]
    held = {"hand": 9, "secret": True, "counted": True}
    hidden = position(centre=centre, tribe_earlier=[30], players=[{}, held]).state
    assert sum(parts_of(encoding, hidden, 0)["tribe_earlier"]) == 0
    assert parts_of(encoding, hidden, 1)["tribe_earlier"].index(1) == 30


def test_what_lies_in_the_centre_and_in_camps_is_told_by_card_and_symbol() -> None:
    _, encoding = begin("targi", 2, {})
    camp = {"camp": [[10, 11], [], [23]], "targis": [2], "markers": ["b"], "coin": 0}
    state = position(players=[camp, {}], fewer_targis=1, fewer_targis_next=0, phase="act").state
    seen = parts_of(encoding, state, 0)
    assert [place for place, laid in enumerate(seen["camps"]) if laid] == [10, 11, 23]
    assert sum(seen["symbols"]) == 3
    assert (seen["fewer_targis"], seen["fewer_targis_next"]) == ([0, 1], [1, 0])
    assert seen["centre"][45] == 1
    assert (seen["targis"].index(1), seen["markers"].index(1)) == (1, 1)
