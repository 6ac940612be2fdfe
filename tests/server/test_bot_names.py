"""Bots at one table can be told apart."""

from itertools import product

import pytest

from ludotheque.bots.characters import offered
from ludotheque.games import REGISTRY
from ludotheque.host.lobby import bot_name


@pytest.mark.parametrize("game", REGISTRY)
def test_no_two_bots_at_one_table_share_a_name(game: str) -> None:
    names = [bot_name(game, level, seat) for level, seat in product(offered(game), range(6))]
    assert len(set(names)) == len(names)


def test_beside_a_person_sits_the_character_itself() -> None:
    assert bot_name("exxtra", "casual", 1) == "Basile"


def test_a_bot_for_programs_goes_by_its_level() -> None:
    assert bot_name("targi", "greedy", 1) == "greedy"
