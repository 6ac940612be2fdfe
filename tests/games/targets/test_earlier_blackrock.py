"""Matches of Blackrock that were played under its first rules."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table

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
