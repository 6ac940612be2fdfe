"""What people have outlives a change of the rules: data of every past version keep loading."""

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Position, Step
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.core.words import LANGUAGES
from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.games.exxtra.game import ExxtraGame
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.host.match import POSITION_EVERY, LiveMatch, encode
from ludotheque.host.views import event_seen
from ludotheque.server.run.services import Services
from ludotheque.server.storage.schema import metadata
from ludotheque.table.check import random_choice
from ludotheque.table.table import Table
from tests.games.targets.scenes import quick_draw
from tests.patience import HANG, LOOK, looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, Refused, bot, here
from tests.server.whole_replay import paged, whole_replay

pytestmark = pytest.mark.anyio

DATA = Path(__file__).parents[1] / "data"
VERSIONS = sorted(path.name for path in DATA.iterdir() if (path / "ludotheque.db.gz").exists())
MOST = 6000
"""Moves after which a match is surely over."""


def unpacked(version: str, name: str) -> bytes:
    return gzip.decompress((DATA / version / name).read_bytes())


def kept(version: str) -> dict[str, Any]:
    """The tables as that version saw them last."""
    tables: dict[str, Any] = json.loads(unpacked(version, "tables.json.gz"))
    return tables


def old_database(version: str, folder: Path) -> Path:
    path = folder / "test.db"
    path.write_bytes(unpacked(version, "ludotheque.db.gz"))
    return path


def pour(source: Path, url: str) -> None:
    """The rows of an old SQLite database into a PostgreSQL database that has the tables of that time."""
    engine = sa.create_engine(url)
    with sqlite3.connect(source) as old, engine.begin() as new:
        old.row_factory = sqlite3.Row
        there = {row["name"] for row in old.execute("select name from sqlite_master where type = 'table'")}
        for table in [one for one in metadata.sorted_tables if one.name in there]:
            rows = [dict(row) for row in old.execute(f'select * from "{table.name}"')]
            columns = [column for column in table.columns if rows and column.name in rows[0]]
            plain = sa.table(table.name, *(sa.column(column.name) for column in columns))
            for row in rows:
                for column in columns:
                    if isinstance(column.type, sa.Boolean) and row[column.name] is not None:
                        row[column.name] = bool(row[column.name])
            if rows:
                new.execute(plain.insert(), rows)
    engine.dispose()


async def look(services: Services, table: str) -> LiveMatch | None:
    async with services.tables.cache.locked(table) as loaded:
        return loaded.match


def play_on(match: LiveMatch) -> None:
    """Play a match to its end by today's rules, by any moves."""
    table = Table.at(match.game, match.table.position.to_json(), chance=[])
    rng = seeded(3)
    for _ in range(MOST):
        position: Any = table.position
        if table.result is not None:
            return
        if table.awaits_chance:
            quick = match.game in ("zoch", "blackrock")
            table.feed(quick_draw(position, rng) if quick else position.draw(rng))
            continue
        seat = table.actors[rng.randrange(len(table.actors))]
        table.play(seat, random_choice(position, seat, rng))
    raise AssertionError("it does not end")


def tells(position: Json, old: Json) -> bool:
    """Whether a position says all that one of an earlier version said; it may say more."""
    if isinstance(old, dict):
        return isinstance(position, dict) and all(
            name in position and tells(position[name], value) for name, value in old.items()
        )
    if isinstance(old, list):
        return (
            isinstance(position, list)
            and len(position) == len(old)
            and all(tells(now, then) for now, then in zip(position, old, strict=True))
        )
    return position == old


def events_of(match: LiveMatch) -> list[Event]:
    return [event for line in match.table.lines for event in line.events]


def check(match: LiveMatch, about: dict[str, Any]) -> None:
    """One table: it is where it was, or says why not; it can be looked at step by step, and played on."""
    name, game = about["name"], find_game(match.game)
    rules = game.rules_version
    told = events_of(match)
    notices = [event for event in told if event.name.startswith("server.rules")]
    exact = tells(match.table.position.to_json(), game.upgrade_position(about["position"], 1))
    if about["state"] == "finished":
        assert match.outcome is not None, name
        assert list(match.outcome.ranks) == about["result"], name
        assert match.actors == (), name
        assert exact or notices, name
    elif rules == 1 or about["version"] == 0:
        assert exact, name
        assert notices == [], name
        assert match.version == about["version"], name
    else:
        assert match.version > about["version"], name
        assert [event.name for event in notices] in (["server.rules_changed"], ["server.rules_lost"]), name
        assert exact or notices[0].name == "server.rules_lost" or match.game == "blackrock", name
    for event in notices:
        assert all(event.text(language) for language in LANGUAGES)
    for seat in (None, match.table.seats - 1):
        whole = whole_replay(match, LiveMatch(row_of[name], sitting_of[name], match.begun_under), seat)
        assert [step.step for step in whole] == list(range(len(match.table.log) + 1)), name
        assert paged(match, seat, 60) == [encode(step) for step in whole], name
    if rules == 1:
        assert len(match.table.log) == about["steps"], name
    assert all(
        event_seen(event, 1, line.at, None, watched=False)
        for line in match.table.lines
        for event in line.events
    )
    if match.outcome is None:
        assert match.actors, name
        play_on(match)


row_of: dict[str, Any] = {}
sitting_of: dict[str, Any] = {}


@pytest.mark.parametrize("version", VERSIONS)
async def test_every_table_of_an_old_database_opens_and_goes_on(
    version: str, tmp_path: Path, open_house: Open
) -> None:
    path = old_database(version, tmp_path)
    before = sqlite3.connect(path).execute("select count(*) from log").fetchone()[0]
    house = await open_house(database=f"sqlite+aiosqlite:///{path}")
    for table, about in kept(version).items():
        async with house.services.tables.cache.locked(table) as loaded:
            assert loaded.row.game == about["game"]
            row_of[about["name"]], sitting_of[about["name"]] = loaded.row, loaded.seats
            match = loaded.match
        if about["state"] == "waiting":
            assert match is None
        else:
            assert match is not None
            check(match, about)
    after = sqlite3.connect(path).execute("select count(*) from log").fetchone()[0]
    assert after >= before


@pytest.mark.parametrize("version", VERSIONS)
async def test_people_of_an_old_database_log_in_and_play_on(
    version: str, tmp_path: Path, open_house: Open
) -> None:
    house = await open_house(database=f"sqlite+aiosqlite:///{old_database(version, tmp_path)}")
    ada = await house.player()
    await ada.ask("POST", "/api/account/login", {"login": "ada", "password": "the key of ada"})
    for table, about in kept(version).items():
        if about["name"].endswith("-friends") and about["state"] == "running":
            whole = await ada.view(table)
            assert [line["text"] for line in whole["chat"]] == ["Bonne chance !", "Viel Glück!"]
            steps = await ada.ask("GET", f"/api/tables/{table}/steps?count=400")
            assert steps["count"] == len(steps["steps"])
            await ada.do(table, "resign", seat=0)
            assert (await ada.info(table))["state"] == "finished"
            assert (await ada.ask("GET", f"/api/tables/{table}/record"))["rules"] >= 1


GO_ON_WITH_BOTS = (
    "exxtra-4-xx_is_100=True-running",
    "touche-2-calls=spoken-running",
    "touche-bots",
    "targi-2-running",
    "trader-running",
    "zoch-3-faces=chosen-tremor=natural-running",
    "blackrock-2-running",
    "equal-running",
    "golden-chosen-running",
    "golden-teams-running",
    "blackrock-4-teams=True-running",
)
"""Tables left in the middle, of every game, and where a rule was corrected."""


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
async def test_bots_play_running_tables_of_an_old_database_to_their_end(
    version: str, tmp_path: Path, open_house: Open
) -> None:
    house = await open_house(database=f"sqlite+aiosqlite:///{old_database(version, tmp_path)}")
    rng = seeded(9)

    async def quickly(position: Position) -> Any:
        if isinstance(position, TargetsPosition):
            return quick_draw(position, rng)
        return position.draw(rng)

    house.services.tables.simulator = lambda row: quickly  # type: ignore[method-assign]
    ada = await house.player()
    await ada.ask("POST", "/api/account/login", {"login": "ada", "password": "the key of ada"})
    tables = {about["name"]: table for table, about in kept(version).items()}
    assert {kept(version)[tables[name]]["game"] for name in GO_ON_WITH_BOTS} == set(REGISTRY)
    for name in GO_ON_WITH_BOTS:
        table, game = tables[name], kept(version)[tables[name]]["game"]
        level = "beginner" if game in ("zoch", "blackrock") else "random"
        before = (await ada.info(table))["version"]
        for seat in (await ada.info(table))["seats"]:
            if seat["yours"] and not seat["away"]:
                await ada.do(table, "leave", seat=seat["seat"], level=level)
        async for _ in looks_async(f"the end of {name}"):
            info = await ada.info(table)
            assert not info["stopped"], name
            if info["state"] == "finished":
                break
        assert (await ada.info(table))["version"] > before, name
        first, count = 0, 1
        while first < count:
            steps = await ada.ask("GET", f"/api/tables/{table}/steps?first={first}&count=100")
            count, first = steps["count"], first + len(steps["steps"])
        record = await ada.ask("GET", f"/api/tables/{table}/record")
        assert record["rules"] == find_game(game).rules_version
        again = await reopened(house, table)
        assert again.outcome is not None
        assert not again.broken


@pytest.mark.parametrize("version", VERSIONS)
async def test_an_old_database_in_postgresql(
    version: str, tmp_path: Path, open_house: Open, postgres_database: str
) -> None:
    from alembic import command
    from alembic.config import Config

    from ludotheque.server.storage import database as module

    url = postgres_database.replace("+psycopg_async", "+psycopg")
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(module.__file__).with_name("migrations")))
    source = old_database(version, tmp_path)
    (revision,) = sqlite3.connect(source).execute("select version_num from alembic_version").fetchone()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    pour(source, url)
    house = await open_house(database=postgres_database)
    for table, about in kept(version).items():
        match = await look(house.services, table)
        assert (match is None) == (about["state"] == "waiting")


@pytest.mark.parametrize("version", VERSIONS)
def test_every_old_record_replays_or_says_where_it_stops(version: str) -> None:
    records = json.loads(unpacked(version, "records.json.gz"))
    about = {one["name"]: one for one in kept(version).values()}
    for name, record in records.items():
        table = Table.replay(record, partial=True)
        if record["game"] in ("exxtra", "zoch"):
            assert table.stopped is None, name
            assert table.position.to_json() == about[name]["position"], name
        elif table.stopped is not None:
            assert table.stopped.code in ("core.record_old_rules", "core.record_old_result"), name
            assert all(table.stopped.text(language) for language in LANGUAGES)
            with pytest.raises(Unreadable):
                Table.replay(record)
        assert Table.replay(table.record()).position.to_json() == table.position.to_json(), name


class Refusing:
    """Rules of Exxtra that changed: from the step with one number to before another, nothing is allowed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, first: int, last: int) -> None:
        self.steps = 0
        self.first, self.last = first, last
        monkeypatch.setattr(ExxtraGame, "rules_version", 2)
        monkeypatch.setattr(ExxtraGame, "upgrade", lambda _, *said: self.upgrade(*said))

    def upgrade(self, step: Step, version: int, position: Position) -> list[Step]:
        assert (version, position.game.name) == (1, "exxtra")
        self.steps += 1
        if self.first <= self.steps < self.last:
            raise NotAllowed("core.over")
        return [step]


async def played(house: House, moves: int, *, to_the_end: bool = False) -> tuple[Player, str]:
    """A table at which somebody has played so many moves with both hands, on slot 0 unless it is to end."""
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bob")))["id"]
    rng = seeded(5)
    for _ in range(moves):
        match = await look(house.services, table)
        assert match is not None
        if match.outcome is not None:
            break
        (seat,) = match.actors
        choices = match.table.moves(seat)
        move = (
            random_choice(match.table.position, seat, rng)
            if to_the_end
            else choices[min(1, len(choices) - 1)]
        )
        assert isinstance(move, Move)
        notation = match.table.game.notation(move)
        await ada.do(table, "play", seat=seat, move=notation, version=match.version)
    return ada, table


async def reopened(house: House, table: str) -> LiveMatch:
    """The table, read anew from the database."""
    async with house.services.tables.cache.locked(table) as loaded:
        house.services.tables.cache.forget(loaded)
    match = await look(house.services, table)
    assert match is not None
    return match


async def test_a_running_match_goes_on_from_its_last_stored_position(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await played(house, 45)
    match = await look(house.services, table)
    assert match is not None
    assert match.version > 2 * POSITION_EVERY
    position, version, actors = match.table.position.to_json(), match.version, match.actors
    Refusing(monkeypatch, 10, 12)
    again = await reopened(house, table)
    assert again.table.position.to_json() == position
    assert (again.version, again.actors) == (version + 1, actors)
    names = [event.name for event in events_of(again)]
    assert names[-1] == "server.rules_changed"
    assert "core.goes_on" in names
    steps = await ada.ask("GET", f"/api/tables/{table}/steps?count=400")
    assert steps["steps"][-1]["position"] == position
    assert (await reopened(house, table)).version == version + 1
    await ada.do(table, "play", seat=actors[0], move="throw", version=version + 1)
    assert (await reopened(house, table)).version > version + 1


async def test_a_running_match_without_a_stored_position_goes_on_before_what_is_no_longer_allowed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await played(house, 8)
    match = await look(house.services, table)
    assert match is not None
    assert match.version < POSITION_EVERY
    await ada.do(table, "leave", seat=1)
    await ada.do(table, "return", seat=1)
    Refusing(monkeypatch, 4, 1000)
    again = await reopened(house, table)
    (told,) = (event for event in events_of(again) if event.name.startswith("server.rules"))
    assert told.name == "server.rules_lost"
    assert told.params["moves"] == sum(entry.seat is not None for entry in match.table.log[3:])
    assert again.actors
    assert not again.table.awaits_chance
    assert [event.name for event in events_of(again) if event.name.startswith("server.")][:2] == [
        "server.left",
        "server.returned",
    ]
    record = await ada.ask("GET", f"/api/tables/{table}/record")
    assert Table.replay(record).position.to_json() == again.table.position.to_json()
    monkeypatch.undo()
    info = await ada.ask("POST", "/api/records", {**record, "rules": 1})
    assert (await look(house.services, info["id"])) is not None


async def test_a_bot_moves_where_a_match_went_back_to_under_new_rules(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = seeded(1)
    drawn: list[Any] = [{"starter": 1}]

    async def draw(position: Position) -> Any:
        return drawn.pop() if drawn else position.draw(rng)

    house.services.tables.draw = draw
    ada = await house.player("Ada")
    table = (await ada.table(ME, bot("random")))["id"]
    async with asyncio.timeout(HANG):
        while (await ada.info(table))["actors"] != [0]:
            await asyncio.sleep(LOOK)
    Refusing(monkeypatch, 2, 1000)
    again = await reopened(house, table)
    before, actors = again.version, again.actors
    assert actors == (1,)
    async with asyncio.timeout(HANG):
        while (await ada.info(table))["version"] == before:
            await asyncio.sleep(LOOK)


async def test_a_finished_match_keeps_its_result_and_can_be_stepped_through(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await played(house, 4000, to_the_end=True)
    match = await look(house.services, table)
    assert match is not None
    assert match.outcome is not None
    ranks, lines = match.outcome.ranks, match.version
    Refusing(monkeypatch, 30, 100_000)
    again = await reopened(house, table)
    assert again.version == lines
    assert again.outcome is not None
    assert again.outcome.ranks == ranks
    steps = await ada.ask("GET", f"/api/tables/{table}/steps?count=400")
    assert steps["count"] == len(again.table.log) + 1
    assert any(event["name"] == "core.goes_on" for step in steps["steps"] for event in step["events"])
    monkeypatch.setattr(ExxtraGame, "upgrade_position", lambda *_: {})
    Refusing(monkeypatch, 30, 100_000)
    short = await reopened(house, table)
    assert short.outcome is not None
    assert short.outcome.ranks == ranks
    assert short.table.lines[short.table.steps[-1].number - 1].events[-1].name == "server.rules_ended"
    assert (await ada.info(table))["state"] == "finished"
    for do in ("undo", "reset"):
        with pytest.raises(Refused, match=r"core\.over"):
            await ada.do(table, do, seat=0, version=lines)
