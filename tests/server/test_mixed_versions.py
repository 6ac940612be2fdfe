"""Processes of this version and of the one before may serve one database, as docs/hosting.md says.

`tests/data/mixed_versions.json` holds the rows that the version before wrote for a scripted match.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from ludotheque.core.codec import Json
from tests.patience import HANG
from tests.server.conftest import House
from tests.server.mixed_versions import play, rows
from tests.server.player import ME, friend

pytestmark = pytest.mark.anyio

BEFORE: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "mixed_versions.json").read_text(encoding="utf-8")
)
ADD: Final = (
    'insert into log ("table", number, seat, kind, body, client, rules, position, at)'
    " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


async def test_a_match_is_stored_as_the_version_before_stores_it(house: House) -> None:
    assert rows(house, await play(house)) == BEFORE


async def test_lines_of_the_version_before_are_followed_while_a_match_is_played(house: House) -> None:
    async def draw(_: object) -> Json:
        return {"starter": 0}

    house.services.tables.draw = draw
    ada, bo, cy = [await house.player(name) for name in ("Ada", "Bo", "Cy")]
    planned = await ada.table(ME, friend(), friend())
    for player, seat in ((bo, 1), (cy, 2)):
        await player.take(planned["seats"][seat]["invite"])
    async with ada.live(planned["id"]) as live:
        whole = await live.next("table")
        assert whole["version"] == 1
        write_as_another_process(house, planned["id"])
        house.services.broadcaster.doubt(planned["id"])
        house.services.broadcaster.publish([f"table:{planned['id']}"])
        update = await live.next("update")
    assert update["version"] == len(BEFORE["lines"])
    assert update["result"]["ranks"] == [1, 2, 2]
    told = [event["name"] for event in update["views"][0]["events"]]
    assert told.count("exxtra.throw") == sum(line[2] == "chance" for line in BEFORE["lines"][1:])
    assert {"server.undo", "server.undo_declined", "server.stood_in", "server.left"} & {*told}
    assert (await bo.info(planned["id"]))["state"] == "finished"


def write_as_another_process(house: House, table: str) -> None:
    """Write all lines but the first, and how far the table is."""
    path = house.settings.database.partition("///")[2]
    state, version, summary, _ = BEFORE["table"]
    with sqlite3.connect(path, timeout=HANG) as db:
        at = db.execute('select at from log where "table" = ?', (table,)).fetchone()[0]
        for number, seat, kind, body, client, rules, position in BEFORE["lines"][1:]:
            command = f"other:{number}" if client else None
            db.execute(ADD, (table, number, seat, kind, body, command, rules, position, at))
        db.execute(
            "update tables set state = ?, version = ?, summary = ? where id = ?",
            (state, version, summary, table),
        )
