"""Records and positions of Targi from before the Trader allowed corrections (version 3 of its rules)."""

from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core.codec import Json
from tests.games.targi.helpers import acting, owns, truth, view

ONE_OF_EACH: dict[str, Json] = {
    "targis": [5],
    "dates": 1,
    "salt": 1,
    "pepper": 0,
    "camp": [[39], [], []],
}
UNTIL_HE_LET_GO = ("use 5", "trade D P", "trade S D", "trade D P", "trade 2P D", "trade D P")
"""After this, the second version of the rules saw nothing more to trade and went on by itself."""


def under_second_rules(*moves: str) -> dict[str, Any]:
    """A record as the second version wrote it."""
    table = acting(ONE_OF_EACH)
    start = {**truth(table), "traded_away": [], "traded_for": []}
    del start["held_before"]
    log = [{"seat": 0, "move": move} for move in moves]
    return {**table.record(), "rules": 2, "start": start, "log": log}


@pytest.mark.clause("TARGI-8")
def test_whoever_went_on_after_the_trader_let_go_is_done_with_him() -> None:
    table = Table.replay(under_second_rules(*UNTIL_HE_LET_GO, "use 2"))
    assert owns(table)[:3] == (1, 0, 1)
    written: Any = table.record()
    assert [entry["move"]["do"] for entry in written["log"]][-2:] == ["done", "use"]
    assert Table.replay(written).position.to_json() == table.position.to_json()


def test_exchanges_of_the_second_version_go_on_as_they_were() -> None:
    table = Table.replay(under_second_rules("use 5", "trade D P", "done"))
    assert view(table)["phase"] == "act"
    still_there = Table.replay(under_second_rules(*UNTIL_HE_LET_GO))
    assert view(still_there)["phase"] == "trade"


def test_a_stored_position_of_the_second_version_is_read() -> None:
    table = acting(ONE_OF_EACH)
    table.play(0, "use 5")
    table.play(0, "trade D P")
    old = {**truth(table), "traded_away": ["dates"], "traded_for": ["pepper"]}
    del old["held_before"]
    table.go_on_from(table.game.upgrade_position(old, 2))
    assert view(table)["traded"]
    assert table.game.upgrade_position("not a position", 2) == "not a position"
    assert table.game.upgrade_position(old, 3) == old
