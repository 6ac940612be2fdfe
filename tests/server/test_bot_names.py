"""Bots at one table can be told apart."""

import pytest

from ludotheque.server.tables.lobby import BOT_NAMES, bot_name


@pytest.mark.parametrize("table", ["a", "Zx81", "table-of-six"])
def test_no_two_bots_at_one_table_share_a_name(table: str) -> None:
    assert len({bot_name(table, seat) for seat in range(6)}) == 6


def test_bots_are_not_the_same_at_every_table() -> None:
    assert {bot_name(str(table), 0) for table in range(200)} == set(BOT_NAMES)
