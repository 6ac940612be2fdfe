"""Matches of Blackrock that were played under its first rules."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core.codec import Json
from ludotheque.core.refusal import Unreadable
from tests.games.targets.scenes import FLICK, Match, die, lie
from tests.games.targets.test_blackrock import last_flick, spoken, stack_all, with_central
from tests.games.targets.test_blackrock_golden import tied_teams

RECORDS = Path(__file__).parents[2] / "data" / "0.1.0" / "records.json.gz"


def records() -> dict[str, Any]:
    """The records of Blackrock that version 0.1.0 made."""
    found: dict[str, Any] = json.loads(gzip.decompress(RECORDS.read_bytes()))
    return {name: record for name, record in found.items() if record["game"] == "blackrock"}


@pytest.mark.clause("BLACKROCK-11")
@pytest.mark.parametrize("name", sorted(records()))
def test_a_match_under_the_first_rules_replays_to_its_end_or_to_the_fourth_disc(name: str) -> None:
    record = records()[name]
    table = Table.replay(record, partial=True)
    if name.startswith("four-"):
        assert table.result is not None, "today the fourth disc ends the game at once"
    else:
        assert table.stopped is None


@pytest.mark.clause("BLACKROCK-4")
def test_a_double_of_the_first_rules_gets_its_second_die() -> None:
    said = [entry["move"] for record in records().values() for entry in record["log"] if "move" in entry]
    doubles = [move for move in said if move.get("what") == "double"]
    assert doubles, "the data hold doubles"
    assert all("other" not in move for move in doubles)
    replayed = [
        entry.move
        for record in records().values()
        for entry in Table.replay(record, partial=True).log
        if entry.seat is not None and isinstance(entry.move, dict)
    ]
    again = [move for move in replayed if move.get("what") == "double"]
    assert again
    assert all(move["other"] is not None for move in again)


def under_first_rules(match: Match, *later: Json) -> dict[str, Any]:
    """The record of a match, made under the first rules, with what was played later."""
    record = match.table.record()
    return {**record, "rules": 1, "log": [*record["log"], *later]}


def replayed(match: Match, *later: Json) -> Table:
    """A match and what was played later under the first rules, by today's."""
    return Table.replay(under_first_rules(match, *later))


def last(table: Table, count: int) -> list[Any]:
    """The last lines of the log: who did what."""
    return [(entry.seat, entry.chance if entry.seat is None else entry.move) for entry in table.log[-count:]]


NEXT_FLICK: Json = {"seat": 1, "move": FLICK}


@pytest.mark.clause("BLACKROCK-17")
def test_a_call_that_was_made_by_itself_and_is_asked_today_is_made() -> None:
    match = Match("blackrock").with_dice(lie("A1", 3), lie("A2", 5), lie("B1", 5))
    match.flick(0, lie("A3", 6, centre=0), lie("A2", 3, target=0), lie("B1", 5, centre=1))
    assert match.actors() == (0,), "the disc takes A2 out of a double"
    table = replayed(match, NEXT_FLICK)
    called, _ = last(table, 2)
    assert called == (0, {"do": "call", "what": "targets", "die": die("A3"), "other": None})
    assert table.position.scores() == (1, 1), "and B1 is called by itself, as ever"  # type: ignore[attr-defined]


@pytest.mark.clause("BLACKROCK-17")
def test_whoever_is_asked_today_and_was_not_then_has_passed() -> None:
    match = Match("blackrock").with_dice(lie("A1", 3), lie("B1", 2), lie("B2", 4))
    match.flick(0, lie("A3", 3, centre=0), lie("B2", 2))
    assert match.actors() == (0,)
    table = replayed(match, {"seat": 1, "move": "double B1"}, NEXT_FLICK)
    assert last(table, 3)[:2] == [
        (0, {"do": "pass"}),
        (1, {"do": "call", "what": "double", "die": die("B1"), "other": die("B2")}),
    ]
    table = replayed(match, {"seat": 0, "move": "pass"}, {"seat": 1, "move": "pass"}, NEXT_FLICK)
    assert last(table, 3)[:2] == [(0, {"do": "pass"}), (1, {"do": "pass"})]


@pytest.mark.clause("BLACKROCK-17")
def test_answers_about_a_call_without_effect_are_left_out() -> None:
    match = Match("blackrock", 3, calls="spoken", pas_vu_pas_pris=True).with_dice(lie("B1", 2), lie("B2", 4))
    match.flick(0, lie("A3", 6, centre=0), lie("B2", 2))
    match.play(0, "pass")
    assert match.actors() == (1,)
    pas_vu: Json = {"do": "call", "what": "pas_vu", "die": die("A3")}
    table = replayed(
        match, {"seat": 1, "move": pas_vu}, {"seat": 2, "move": {"do": "pass"}}, {"seat": 1, "move": "pass"},
        {"seat": 1, "move": {"do": "pass"}}, NEXT_FLICK,
    )  # fmt: skip
    assert [seat for seat, _ in last(table, 3)] == [0, 1, 1]
    assert table.position.board.aim is not None  # type: ignore[attr-defined]


@pytest.mark.clause("BLACKROCK-14")
def test_a_call_with_effect_is_kept() -> None:
    match = Match("blackrock", 3, calls="spoken", pas_vu_pas_pris=True)
    match.flick(0, lie("A3", 6, centre=0))
    table = replayed(match, {"seat": 2, "move": "pas_vu A3"}, NEXT_FLICK)
    assert [seat for seat, _ in last(table, 2)] == [2, 1]


def tied(**options: Json) -> tuple[Match, dict[str, Any]]:
    """Golden Targets begins, with towers stacked by choice; the faces drawn under the first rules."""
    match = tied_two(**options) if options else tied_teams()
    assert match.board.phase == "stack"
    return match, {"chance": {"faces": [1 + number % 6 for number in range(len(match.board.holders))]}}


def tied_two(**options: Json) -> Match:
    match = spoken(2, **options)
    stack_all(match)
    with_central(last_flick(match=match), [None, None, 5], won=[[0], [1]])
    match.flick(0, lie("A3", 6))
    return match


@pytest.mark.clause("BLACKROCK-12")
def test_towers_of_golden_targets_stand_as_they_stood_with_drawn_faces() -> None:
    match, faces = tied(faces="chosen")
    table = replayed(match, faces)
    tower = {"do": "stack", "dice": [3, 4, 5], "faces": [4, 5, 6]}
    assert last(table, 1) == [(1, tower)]
    assert table.actors == (0, 1)
    match, faces = tied()
    table = replayed(match, faces)
    assert last(table, 1) == [(None, faces["chance"])]
    stands = table.position.board.layout.stands  # type: ignore[attr-defined]
    assert [member.up for member in stands[1].tower] == [1 + m.die % 6 for m in stands[1].tower]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 0, "move": {"do": "call", "what": "double"}},
        {"seat": 0, "move": {"do": "call", "what": "pas_vu", "die": "A1"}},
        {"seat": 0, "move": {"do": "call", "what": "double", "die": 4}},
        {"seat": 9, "move": "double A1"},
        {"seat": 0, "move": 7},
        {"seat": 0, "move": None},
        {"chance": None},
        {"chance": {"faces": [1]}},
        {"chance": {"faces": [7, 7, 7, 7, 7, 7]}},
        {"chance": ["faces"]},
    ],
)
@pytest.mark.parametrize("begin", ["stack", "call"])
def test_a_broken_record_of_the_first_rules_is_refused_with_the_place(begin: str, wrong: Json) -> None:
    if begin == "stack":
        match, _ = tied(faces="chosen")
    else:
        match = Match("blackrock").with_dice(lie("A1", 3))
        match.flick(0, lie("A3", 3))
    with pytest.raises(Unreadable, match="log"):
        replayed(match, wrong)
    record = under_first_rules(match, wrong)
    if wrong not in ({"seat": 0, "move": None}, {"chance": None}):
        assert Table.replay(record, partial=True).stopped is not None
