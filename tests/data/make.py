"""Makes the test data of a version: a database and records of every game, as that version left them.

    python -m tests.data.make tests/data/0.1.0

It is run once, with the version whose name the folder bears, and never again for it: later versions have to
open what is there. Everything goes through the server as it is; only most flicks are drawn without simulating
them, since the key frames of real ones would take more room than all the rest.
"""

import argparse
import asyncio
import gzip
import json
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.host.match import LiveMatch
from ludotheque.table.check import random_choice
from ludotheque.table.table import Table
from tests.games.targets import scenes
from tests.games.targets.scenes import lie, quick_draw
from tests.games.targi.helpers import acting
from tests.patience import LOOK
from tests.server.conftest import Clock, House, settings
from tests.server.player import ME, OPEN, Player, bot, friend, here

MATCHES: list[tuple[str, int, dict[str, Json]]] = [
    ("exxtra", 2, {}),
    ("exxtra", 4, {"xx_is_100": True}),
    ("touche", 2, {}),
    ("touche", 2, {"calls": "spoken"}),
    ("touche", 3, {"patterns": "lines"}),
    ("touche", 2, {"patterns": "lines", "calls": "spoken"}),
    ("touche", 4, {"patterns": "crosses"}),
    ("touche", 4, {"patterns": "crosses", "calls": "spoken"}),
    ("touche", 6, {"teams": 2}),
    ("touche", 6, {"teams": 3, "calls": "spoken"}),
    ("touche", 2, {"patterns": "pros"}),
    ("touche", 2, {"patterns": "pros", "calls": "spoken"}),
    ("targi", 2, {}),
    ("targi", 2, {"starter": "random"}),
    ("zoch", 2, {}),
    ("zoch", 3, {"faces": "chosen", "tremor": "natural"}),
    ("zoch", 6, {}),
    ("blackrock", 2, {}),
    ("blackrock", 3, {}),
    ("blackrock", 4, {"faces": "chosen"}),
    ("blackrock", 2, {"calls": "spoken"}),
    ("blackrock", 3, {"calls": "spoken", "pas_vu_pas_pris": True}),
    ("blackrock", 2, {"three_by_three": True}),
    ("blackrock", 3, {"three_by_three": True, "calls": "spoken", "pas_vu_pas_pris": True}),
    ("blackrock", 4, {"teams": True}),
    ("blackrock", 4, {"teams": True, "calls": "spoken", "faces": "chosen"}),
    ("blackrock", 4, {"teams": True, "three_by_three": True, "calls": "spoken", "pas_vu_pas_pris": True}),
]
"""What is played to the end, and played on and left in the middle."""
SOME = 40
"""Moves of a match that is left in the middle."""


def scripted() -> dict[str, Table]:
    """Positions that chance seldom gives, where rules were corrected later."""
    found = {}
    for name, seats, options in (
        ("four", 2, {}),
        ("four-spoken", 2, {"calls": "spoken"}),
        ("four-in-sets", 2, {"three_by_three": True}),
    ):
        match = scenes.Match("blackrock", seats, **options)
        match.change(won=[[1, 4, 7], [2, 5, 8]], reserve=[], central=[0, 3, 6])
        match.with_dice(lie("B1", 3))
        match.flick(0, lie("A3", 5, centre=0), lie("B1", 3, centre=1))
        if options.get("calls") == "spoken":
            match.play(1, "targets B1")
        found[name] = match.table
    for name, options in (("equal", {}), ("equal-spoken", {"calls": "spoken"})):
        match = scenes.Match("blackrock", 2, **options).with_dice(lie("A1", 4), lie("A2", 4))
        match.flick(0, lie("A3", 4))
        match.play(0, "double A3")
        found[name] = match.table
        match = scenes.Match("blackrock", 2, **options).with_dice(lie("A1", 4), lie("A2", 4))
        match.flick(0, lie("A3", 4, centre=0))
        match.play(0, "double A1")
        match.flick(1, lie("B3", 2))
        found[f"{name}-played-on"] = match.table
    match = scenes.Match("blackrock", 2).with_dice(lie("A1", 4), lie("A2", 4), lie("B1", 1))
    match.flick(0, lie("A3", 4, centre=0), lie("B1", 1, centre=0))
    match.play(0, "pass")
    found["passed"] = match.table
    for name, seats, options in (
        ("golden", 2, {}),
        ("golden-chosen", 2, {"faces": "chosen"}),
        ("golden-three", 3, {"calls": "spoken"}),
    ):
        found[name] = golden(seats, **options)
    one_of_two = golden(2)
    one_of_two.play(0, scenes.FLICK | {"speed": 4.0})
    found["golden-aimed"] = one_of_two
    found["golden-teams"] = golden(4, teams=True)
    trader = acting({"targis": [5], "dates": 4, "salt": 1, "pepper": 3, "camp": [[39], [], []]})
    trader.play(0, "use 5")
    trader.play(0, "trade D S")
    found["trader"] = trader
    rich = acting({"targis": [5], "dates": 9, "salt": 0, "pepper": 0, "gold": 3})
    rich.play(0, "use 5")
    for _ in range(3):
        rich.play(0, "trade D G")
    found["gold"] = rich
    return found


def golden(seats: int, **options: Json) -> Table:
    """Golden Targets, before anybody has aimed."""
    match = scenes.Match("blackrock", seats, **options)
    while match.board.phase != "play":
        seat = match.actors()[0]
        match.table.play(seat, msgspec.to_builtins(match.table.moves(seat)[0]))
        while match.table.awaits_chance:
            match.table.feed(match.table.position.default_outcome())
    position: Any = match.table.position.copy()
    board = position.board
    board.central, board.reserve, board.removed = (None, None, None), (), (2, 3, 4, 5, 6, 7, 8)
    board.won = ((0,), (1,), (), ())[:seats]
    position._end_game()
    at = Table.at("blackrock", position.to_json(), chance=[])
    while at.awaits_chance:
        at.feed(at.position.default_outcome())
    return Table.at("blackrock", at.position.to_json(), chance=[])


class Maker:
    """Plays what a version is to leave behind."""

    def __init__(self, house: House, people: list[Player]) -> None:
        self.house = house
        self.people = people
        self.rng = Random(20)
        self.records: dict[str, Json] = {}
        self.tables: dict[str, Json] = {}

    async def match(self, table: str) -> LiveMatch:
        async with self.house.services.tables.cache.locked(table) as loaded:
            assert loaded.match is not None
            return loaded.match

    async def play(self, table: str, holders: list[Player], most: int, *, undo: bool = True) -> None:
        """Random moves of those who sit there, now and then taken back."""
        match = await self.match(table)
        for _ in range(most):
            acting = [seat for seat in match.actors if not match.played_by_bot(seat)]
            if match.outcome is not None:
                return
            if not acting:
                await asyncio.sleep(LOOK)
                continue
            seat = acting[self.rng.randrange(len(acting))]
            move = self.lively(match.table.position, seat)
            await holders[seat].do(table, "play", seat=seat, move=move, version=match.version)
            if undo and match.undo_mode(seat) == "now" and self.rng.randrange(6) == 0:
                back = "reset" if self.rng.randrange(3) == 0 else "undo"
                await holders[seat].do(table, back, seat=seat, version=match.version)

    def lively(self, position: Position, seat: int) -> Any:
        """A random move, but whoever may call mostly does."""
        notations = [
            position.game.notation(m)
            for m in position.moves(seat)
            if isinstance(m, Move) and hasattr(m, "die")
        ]
        if position.game.name == "blackrock" and notations and self.rng.randrange(4):
            return notations[self.rng.randrange(len(notations))]
        return position.game.notation(random_choice(position, seat, self.rng))

    async def keep(self, name: str, table: str, **more: Json) -> None:
        """Remember how a table stands, and its record."""
        async with self.house.services.tables.cache.locked(table) as loaded:
            match = loaded.match
            about: dict[str, Any] = {"name": name, "game": loaded.row.game, "state": loaded.row.state, **more}
            if match is not None:
                about |= {
                    "version": match.version,
                    "steps": len(match.table.log),
                    "position": match.table.position.to_json(),
                    "result": match.outcome and json.loads(json.dumps(match.outcome.ranks)),
                }
                self.records[name] = match.table.record()
            self.tables[table] = about

    async def begin(self, game: str, seats: list[Any], owner: Player, **more: Any) -> str:
        return str((await owner.table(*seats, game=game, **more))["id"])

    async def plain(self) -> None:
        """Every game and variant: one match to its end, one left in the middle."""
        ada = self.people[0]
        for game, seats, options in MATCHES:
            words = "-".join([game, str(seats), *(f"{key}={value}" for key, value in options.items())])
            sitting = [ME, *(here(f"Seat {seat}") for seat in range(1, seats))]
            table = await self.begin(game, sitting, ada, options=options)
            await self.play(table, [ada] * seats, SOME + self.rng.randrange(10))
            await self.keep(f"{words}-running", table)
            table = await self.begin(game, sitting, ada, options=options)
            await self.play(table, [ada] * seats, 5000, undo=game != "touche")
            await self.keep(f"{words}-finished", table)

    async def scripted(self) -> None:
        """Positions from records: left as they are, and played on to the end."""
        ada = self.people[0]
        for name, at in scripted().items():
            record = at.record()
            for end in (False, True):
                table = (await ada.ask("POST", "/api/records", record))["id"]
                if end:
                    await self.play(table, [ada] * at.seats, 5000)
                await self.keep(f"{name}-{'finished' if end or at.result else 'running'}", table)

    async def people_at_tables(self) -> None:
        """Friends, bots, clocks, chat; who leaves, returns, resigns, is asked; tables that wait."""
        ada, bob, eve = self.people
        for game in ("exxtra", "touche", "targi", "blackrock"):
            info = await ada.table(ME, friend("Bob"), game=game, clock={"seconds": 86400}, public=True)
            table = info["id"]
            await bob.take(info["seats"][1]["invite"])
            await self.play(table, [ada, bob], 15)
            await ada.do(table, "chat", text="Bonne chance !")
            await bob.do(table, "chat", text="Viel Glück!")
            await eve.do(table, "chat", text="I only watch.")
            await bob.do(table, "leave", seat=1)
            await bob.do(table, "return", seat=1)
            await self.play(table, [ada, bob], 11)
            await self.ask(table, [ada, bob])
            await self.keep(f"{game}-friends", table)
            table = await self.begin(game, [ME, here("Zoé")], ada)
            await self.play(table, [ada, ada], 12)
            if (await self.match(table)).outcome is None:
                await ada.do(table, "resign", seat=1)
            await self.keep(f"{game}-resigned", table)
            await self.keep(f"{game}-rematch", (await ada.ask("POST", f"/api/tables/{table}/rematch"))["id"])
            await self.keep(f"{game}-waiting", await self.begin(game, [ME, OPEN], bob, public=True))
        for game, seats in (("exxtra", 3), ("touche", 3)):
            info = await ada.table(ME, friend(), bot("random"), game=game)
            table = info["id"]
            await bob.take(info["seats"][1]["invite"])
            await self.play(table, [ada, bob, ada], 30, undo=False)
            await bob.do(table, "resign", seat=1)
            await self.play(table, [ada] * seats, 20, undo=False)
            await self.settled(table)
            await self.keep(f"{game}-bots", table)
        table = await self.begin("targi", [ME, bot("random")], ada)
        await self.play(table, [ada, ada], 4000, undo=False)
        await self.keep("targi-bot-finished", table)
        table = await self.begin("zoch", [ME, OPEN], eve)
        await self.keep("zoch-waiting", table)

    async def ask(self, table: str, holders: list[Player]) -> None:
        """A move that can only be taken back if the other agrees is asked for, and left open."""
        match = await self.match(table)
        for _ in range(40):
            askers = [seat for seat in range(2) if match.undo_mode(seat) == "ask"]
            if askers:
                await holders[askers[0]].do(table, "undo", seat=askers[0], version=match.version)
                return
            await self.play(table, holders, 1, undo=False)

    async def settled(self, table: str) -> None:
        """No bot is to move."""
        match = await self.match(table)
        while any(match.played_by_bot(seat) for seat in match.actors):
            await asyncio.sleep(LOOK)

    async def simulated(self) -> None:
        """One flick as people make it, key frames and all."""
        ada = self.people[0]
        for game in ("zoch", "blackrock"):
            table = await self.begin(game, [ME, here("Bob")], ada)
            match = await self.match(table)
            (seat,) = match.actors
            flick = {"do": "flick", "azimuth": 2.0, "speed": 1.3, "height": 0.4}
            await ada.do(table, "play", seat=seat, move=flick, version=match.version)
            await self.keep(f"{game}-simulated", table)


async def make(folder: Path) -> None:
    """A server, three people, and all they leave behind."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data:
        file = Path(data) / "ludotheque.db"
        house = House(settings(Path(data), f"sqlite+aiosqlite:///{file}", tables_a_person=1000), Clock())
        await house.start()
        people = [await house.player(name) for name in ("Ada", "Bob", "Eve")]
        for player, login in zip(people[:2], ("ada", "bob"), strict=True):
            await player.ask("POST", "/api/account", {"login": login, "password": f"the key of {login}"})
        maker = Maker(house, people)
        await maker.simulated()

        async def quickly(position: Position) -> Json:
            if isinstance(position, TargetsPosition):
                return quick_draw(position, maker.rng)
            return position.draw(maker.rng)

        async def seeded(position: Position) -> Json:
            return position.draw(maker.rng)

        house.services.tables.simulator = lambda row: quickly  # type: ignore[method-assign]
        house.services.tables.draw = seeded
        await maker.plain()
        await maker.scripted()
        await maker.people_at_tables()
        for player in people:
            await player.close()
        await house.stop()
        whole = Path(data) / "whole.db"
        with sqlite3.connect(file) as db:
            db.execute("vacuum into ?", (str(whole),))
        write(folder / "ludotheque.db.gz", whole.read_bytes())
    write(folder / "tables.json.gz", json.dumps(maker.tables, indent=1).encode())
    write(folder / "records.json.gz", json.dumps(maker.records).encode())


def write(path: Path, content: bytes) -> None:
    """Compressed, and the same bytes for the same content."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the files go; must not exist yet")
    asyncio.run(make(parser.parse_args().folder))
