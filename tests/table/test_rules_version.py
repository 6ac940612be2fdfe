"""Records made under other versions of the rules: translated, refused with the place, or played in part."""

from collections.abc import Sequence
from typing import Any

import pytest

from ludotheque import NotAllowed, Table
from ludotheque.core.codec import Json
from ludotheque.core.game import Position, Step
from ludotheque.core.refusal import Unreadable
from ludotheque.games.exxtra.game import ExxtraGame


def upgrade(game: ExxtraGame, step: Step, version: int, position: Position) -> Sequence[Step]:
    """Since the second version of these rules a throw is no longer written with its dice."""
    seat, said = step
    if isinstance(said, dict) and said.get("do") == "throw" and "dice" in said:
        return [(seat, {"do": "throw"}), (None, said["dice"])]
    return [step]


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of Exxtra have changed."""
    monkeypatch.setattr(ExxtraGame, "rules_version", 2)
    monkeypatch.setattr(ExxtraGame, "upgrade", upgrade)


def old_record(**changed: Any) -> dict[str, Any]:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    return {**table.record(), "rules": 1, **changed}


def test_a_record_says_under_which_rules_it_was_made() -> None:
    record = Table("exxtra", seats=2, seed=1).record()
    assert (record["ludotheque"], record["rules"]) == (2, ExxtraGame.rules_version)
    del record["rules"]
    assert Table.replay({**record, "ludotheque": 1}).stopped is None


def test_rules_of_tomorrow_are_refused() -> None:
    with pytest.raises(Unreadable, match="version 9") as refused:
        Table.replay(old_record(rules=9))
    assert refused.value.code == "core.record_rules"


@pytest.mark.usefixtures("second")
def test_an_old_record_is_translated() -> None:
    log: list[Json] = [*old_record()["log"][:-2], {"seat": 0, "move": {"do": "throw", "dice": [7, 6]}}]
    table = Table.replay(old_record(log=log))
    assert [entry.seat for entry in table.log][-2:] == [0, None]
    assert table.log == Table.replay(old_record()).log
    assert table.record()["rules"] == 2
    with pytest.raises(Unreadable):
        Table.replay(old_record(log=log, rules=2))


@pytest.mark.usefixtures("second")
def test_an_old_record_that_today_is_not_allowed_is_refused_or_played_in_part() -> None:
    log = [*old_record()["log"], {"seat": 1, "move": {"do": "throw"}}]
    with pytest.raises(Unreadable) as refused:
        Table.replay(old_record(log=log))
    assert (refused.value.code, refused.value.params["where"]) == (
        "core.record_old_rules",
        f"$.log[{len(log) - 1}]",
    )
    table = Table.replay(old_record(log=log), partial=True)
    assert table.stopped is not None
    assert table.stopped.code == "core.record_old_rules"
    assert len(table.log) == len(log) - 1
    with pytest.raises(Unreadable, match="breaks the rules"):
        Table.replay(old_record(log=log, rules=2), partial=True)


@pytest.mark.usefixtures("second")
def test_an_old_record_that_today_ends_another_way_says_so() -> None:
    result = {"ranks": [1, 2], "scores": [1, 0], "reason": "exxtra.goal", "clause": "EXXTRA-1"}
    with pytest.raises(Unreadable) as refused:
        Table.replay(old_record(result=result))
    assert refused.value.code == "core.record_old_result"
    table = Table.replay(old_record(result=result), partial=True)
    assert table.result is None
    assert table.stopped is not None


def test_a_match_goes_on_from_a_position_and_its_record_too() -> None:
    table = Table("exxtra", seats=2, seed=7)
    table.play(0, "throw")
    (event,) = table.go_on_from({"seats": 2, "pawns": [20, 3], "dice": [None, {"slot": 5, "value": 64}]})
    assert event.text("en") == "The game goes on from this position."
    assert table.position.to_json() != Table("exxtra", seats=2, seed=7).position.to_json()
    with pytest.raises(NotAllowed):
        table.undo(0)
    again = Table.replay(table.record())
    assert again.position.to_json() == table.position.to_json()
    assert again.record() == table.record()
    with pytest.raises(Unreadable, match=r"\$\.seats"):
        table.go_on_from({"seats": 3, "pawns": [20, 3, 1], "dice": [None, None, None]})
