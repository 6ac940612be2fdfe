"""The cards: every number of the tables, and their sums."""

import pytest

from ludotheque.games.targi import browser
from ludotheque.games.targi.rules.advantages import AT_END, AT_ONCE
from ludotheque.games.targi.rules.border import FACING
from ludotheque.games.targi.rules.cards import (
    BORDER_CARDS,
    GOODS_CARDS,
    INCOME,
    SYMBOL_NAMES,
    TRIBE,
)
from tests.games.targi.helpers import lay, owns, player, score, with_card

# Each card once more, as it reads: symbol, crosses, cost.
PRINTED = """
0 oasis 2 PG | 1 oasis 3 SDG | 2 oasis 3 SPPDD | 3 camel 3 SDG | 4 camel 2 SSPD | 5 camel 3 SSPPD
6 well 3 SDG | 7 well 2 SPDD | 8 well 3 SPPDD | 9 tent 2 PG | 10 tent 3 PDG | 11 tent 3 SSPDD
12 targia 3 PDG | 13 targia 2 SPPD | 14 targia 3 SSPPD | 15 oasis 1 PG | 16 camel 1 SG | 17 well 1 SG
18 tent 1 DG | 19 targia 1 PG | 20 camel 1 G | 21 tent 1 PD | 22 targia 1 PPG | 23 camel 2 SSPDD
24 camel 1 G | 25 well 1 SSD | 26 tent 1 PPD | 27 targia 1 SSD | 28 oasis 1 SSP | 29 oasis 1 SPG
30 tent 2 DG | 31 targia 1 DG | 32 well 1 DG | 33 oasis 1 SSP | 34 camel 2 PPG | 35 targia 2 DDG
36 oasis 2 PDG | 37 well 2 SSPD | 38 well 2 SPG | 39 tent 1 DG | 40 well 1 DG | 41 targia 2 SPPD
42 camel 1 SDD | 43 oasis 2 SPG | 44 tent 2 SPPD
"""
CARDS = [line.split() for line in PRINTED.replace("|", "\n").strip().splitlines()]


@pytest.mark.parametrize("printed", CARDS, ids=lambda printed: printed[0])
@pytest.mark.clause("TARGI-15")
def test_a_tribe_card_costs_what_it_shows_and_brings_its_crosses(printed: list[str]) -> None:
    number, symbol, crosses, cost = int(printed[0]), printed[1], int(printed[2]), printed[3]
    assert SYMBOL_NAMES[TRIBE[number][1]] == symbol
    at = with_card(number)
    lay(at)
    own = player(at)
    assert own["camp"] == [[number], [], []]
    assert score(at).printed == crosses
    paid = [3 - cost.count("D"), 3 - cost.count("S"), 3 - cost.count("P"), 2 - cost.count("G")]
    assert list(owns(at)[:4]) == paid


def test_all_tribe_cards_together() -> None:
    assert [row[0] for row in TRIBE] == list(range(45))
    assert [sum(row[1] == symbol for row in TRIBE) for symbol in range(5)] == [9] * 5
    assert [sum(row[2] == crosses for row in TRIBE) for crosses in (1, 2, 3)] == [20, 15, 10]
    assert sum(row[2] for row in TRIBE) == 80
    salt, pepper, dates, gold = (sum(row[part] for row in TRIBE) for part in (3, 4, 5, 6))
    assert (salt, pepper, dates, gold) == (35, 38, 37, 26)
    assert [row[0] for row in TRIBE if row[7]] == [26, 27]


def test_nine_cards_count_at_the_end_and_six_work_at_once() -> None:
    assert sorted(AT_END) == list(range(15, 24))
    assert sorted(AT_ONCE) == [37, 40, 41, 42, 43, 44]


def test_the_pages_get_every_card_as_it_is_printed() -> None:
    assert [card.crosses for card in browser.TRIBE_CARDS] == [row[2] for row in TRIBE]
    assert [number for number, card in enumerate(browser.TRIBE_CARDS) if card.when == "end"] == sorted(AT_END)
    assert [number for number, card in enumerate(browser.TRIBE_CARDS) if card.when == "once"] == sorted(
        AT_ONCE
    )
    assert browser.TRIBE_CARDS[1].price == browser.Price(dates=1, salt=1, gold=1)


def test_all_goods_cards_together() -> None:
    assert sum(count for _, count, _ in GOODS_CARDS) == 19
    in_all = [sum(count * gives[kind] for _, count, gives in GOODS_CARDS) for kind in range(5)]
    assert in_all == [6, 6, 6, 3, 1]


def test_the_border_gives_each_good_twice_and_has_four_corners() -> None:
    assert [list(INCOME).count(good) for good in range(3)] == [2, 2, 2]
    assert [card for card in range(1, BORDER_CARDS + 1) if FACING[card] == 0] == [4, 8, 12, 16]
