"""A scripted match and its rows, the same in every version: what processes of two versions share."""

import json
import sqlite3
from typing import Any

from tests.server.conftest import House
from tests.server.player import ME, friend

ROWS = (
    'select number, seat, kind, body, client, rules, position from log where "table" = ? order by number',
    "select state, version, summary, bytes from tables where id = ?",
)
DICE = [
    {"starter": 0},
    [7, 6],
    [4, 3],
    [3, 2],
    [2, 5],
    [1, 3],
    [7, 1],
    [4, 6],
    [3, 3],
    [7, 2],
    [2, 2],
    [4, 1],
]


async def play(house: House) -> str:
    """Play until the end: moves, a question, a move taken back, a bot that stands in, resignations."""
    left: list[Any] = [*DICE]

    async def draw(position: Any) -> Any:
        return left.pop(0)

    house.services.tables.draw = draw
    ada, bo, cy = [await house.player(name) for name in ("Ada", "Bo", "Cy")]
    planned = await ada.table(ME, friend(), friend())
    table: str = planned["id"]
    for player, seat in ((bo, 1), (cy, 2)):
        await player.take(planned["seats"][seat]["invite"])
    await ada.play(table, 0, "throw")
    await ada.play(table, 0, "place 5")
    await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    asked = (await bo.info(table))["proposal"]["number"]
    await bo.do(table, "agree", seat=1, proposal=asked)
    await cy.do(table, "agree", seat=2, proposal=asked)
    await ada.play(table, 0, "place 4")
    await bo.play(table, 1, "throw")
    await bo.play(table, 1, "place 3")
    await bo.do(table, "undo", seat=1, version=(await bo.view(table))["version"])
    asked = (await ada.info(table))["proposal"]["number"]
    await ada.do(table, "decline", seat=0, proposal=asked)
    await cy.play(table, 2, "throw")
    await cy.play(table, 2, "place 2")
    for slot in (5, 6, 7):
        for seat, player in enumerate((ada, bo, cy)):
            if len(left) > 1 and (await player.info(table))["actors"] == [seat]:
                await player.play(table, seat, "throw")
                moves = (await player.view(table))["views"][0]["moves"]
                places = [one["move"] for one in moves if one["move"]["do"] == "place"]
                if places:
                    move = places[slot % len(places)]
                    version = (await player.view(table))["version"]
                    await player.do(table, "play", seat=seat, version=version, move=move)
    await cy.do(table, "leave", seat=2)
    await cy.do(table, "return", seat=2)
    await cy.do(table, "resign", seat=2)
    await bo.do(table, "resign", seat=1)
    return table


def rows(house: House, table: str) -> dict[str, Any]:
    """Return what the database holds of the match, without times and names of one run."""
    path = house.settings.database.partition("///")[2]
    with sqlite3.connect(path) as db:
        lines, (row,) = (db.execute(query, (table,)).fetchall() for query in ROWS)
    return {"lines": [[*line[:4], bool(line[4]), *line[5:]] for line in lines], "table": list(row)}


def write_golden(house: House, table: str, path: str) -> None:
    """Write the rows of this version, for later ones to be compared with."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(rows(house, table), file, indent=1)
