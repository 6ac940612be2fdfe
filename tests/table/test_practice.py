"""Taking back in a practice game, and why it is refused elsewhere."""

import pytest

from ludotheque import Table
from ludotheque.core.events import Event
from ludotheque.core.refusal import NotAllowed

EMPTY = {"seats": 2, "pawns": [0, 0], "dice": [None, None]}


def test_in_practice_a_move_is_taken_back_behind_dice_and_answers_and_dice_fall_anew() -> None:
    table = Table("exxtra", 2, chance=[{"starter": 0}, [7, 6], [7, 5], [4, 1], [7, 3]], practice=True)
    assert (table.undo_mode(0), table.undo_mode(1)) == (None, None)
    table.play(0, "throw")
    before = table.position.to_json()
    table.play(0, "place 3")
    table.play(1, "throw")
    assert table.undo_mode(0) == "now"
    table.undo(0)
    assert table.position.to_json() == before
    table.undo(0)
    assert table.play(0, "throw")[0].text("en", "Ada") == "Ada throws 4 and 1."
    table.play(0, "place 3")
    assert table.copy().undo_mode(0) == "now"
    assert table.reset_turn(0) == 2, "throw and place are one turn"
    with pytest.raises(NotAllowed) as refused:
        table.undo(0)
    assert refused.value.code == "core.nothing_to_undo"
    assert Table.replay(table.record()).practice
    assert "practice" not in Table("exxtra", 2, seed=1).record()


def test_reset_in_practice_stops_at_what_another_seat_did() -> None:
    table = Table("exxtra", 2, chance=[{"starter": 0}, [7, 6], [7, 5], [4, 1]], practice=True)
    for seat, move in ((0, "throw"), (0, "place 3"), (1, "throw"), (1, "place 2"), (0, "throw")):
        table.play(seat, move)
    assert table.reset_turn(0) == 1
    assert table.actors == (0,)
    assert [entry.seat for entry in table.log if entry.seat is not None] == [0, 0, 1, 1]


def test_a_refusal_to_take_back_says_why() -> None:
    table = Table("exxtra", 2, chance=[{"starter": 0}, [7, 6], [7, 5]])

    def why(seat: int) -> str | None:
        refusal = table.why_not_undo(seat, agreed=True)
        return None if refusal is None else refusal.code

    assert (why(0), why(1)) == ("core.nothing_to_undo", "core.nothing_to_undo")
    table.play(0, "throw")
    assert (why(0), why(1)) == ("core.undo_chance", "core.nothing_to_undo")
    table.play(0, "place 3")
    assert why(0) is None
    table.play(1, "throw")
    assert (why(0), why(1)) == ("core.undo_others", "core.undo_chance")


def test_what_was_shown_is_told_apart_from_chance() -> None:
    table = Table.at("exxtra", EMPTY, chance=[])
    table._undo.remember(0, table.position.copy(), 0)
    table._undo.remember(1, table.position.copy(), 0)
    refusal = table.why_not_undo(0, agreed=True)
    assert refusal is not None
    assert refusal.code == "core.undo_others"
    table._settle([Event(name="exxtra.win", seat=1, reveals=True)])
    codes = [refusal.code for seat in (0, 1) if (refusal := table.why_not_undo(seat)) is not None]
    assert codes == ["core.undo_others", "core.undo_shown"]
