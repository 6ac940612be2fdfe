"""A backup is whole while people play, and comes back on SQLite and on PostgreSQL."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text

from ludotheque.core.refusal import Refusal
from ludotheque.server.run import backup
from ludotheque.server.run.backup import back_up, restore
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage import schema
from tests.patience import LOOK
from tests.server.conftest import House, Open, new_database, settings
from tests.server.player import ME, friend, here

pytestmark = pytest.mark.anyio

KINDS = ("sqlite", "postgresql")


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second, empty database of the kind asked for."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"
    return new_database(request.getfixturevalue("postgres_server"))


def everything(address: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database."""
    engine = create_engine(address.replace("+aiosqlite", ""))
    with engine.connect() as db:
        rows = {
            table.name: sorted((tuple(row) for row in db.execute(select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }
    engine.dispose()
    return rows


async def played(house: House) -> str:
    """Two people at a table, who have played and talked; a table that waits; an account."""
    ada, bo = await house.player("Ada"), await house.player("Bo")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": "correct horse battery"})
    table = str((await ada.table(ME, friend(), title="Élan"))["id"])
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    await ada.do(table, "chat", text="hello “Bo” 🎲")
    await ada.table(ME, friend())
    for player in (ada, bo):
        view = (await player.view(table))["views"][0]
        if view["moves"]:
            await player.play(table, view["seat"], view["moves"][0]["move"])
            break
    return table


@pytest.mark.parametrize("other", KINDS, indirect=True)
async def test_a_backup_comes_back_on_either_database(
    open_house: Open, any_house: House, other: str, tmp_path: Path
) -> None:
    """SQLite to SQLite and to PostgreSQL, and the same the other way round."""
    table = await played(any_house)
    file = tmp_path / "backup.db"
    contents = await asyncio.to_thread(back_up, any_house.settings, file)
    assert (contents.people, contents.tables) == (2, 2)
    assert contents.lines >= 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    ada = any_house.players[0]
    view = await ada.view(table)
    await any_house.stop_here()
    new = settings(tmp_path / "new", other, secret=b"n" * 32)
    assert await asyncio.to_thread(restore, new, file) == contents
    assert everything(other) == everything(any_house.settings.database)
    assert bytes.fromhex((tmp_path / "new" / "secret").read_text()) == any_house.settings.secret
    again = await open_house(database=other)
    somebody = await again.player()
    somebody.http.cookies.update(ada.http.cookies)
    shown = await somebody.view(table)
    assert shown["views"] == view["views"]
    assert [line["text"] for line in shown["chat"]] == ["hello “Bo” 🎲"]
    await somebody.do(table, "chat", text="and on we go")


async def test_a_backup_while_people_play_is_of_one_moment(any_house: House, tmp_path: Path) -> None:
    ada = await any_house.player("Ada")
    tables = [str((await ada.table(ME, here("Bo")))["id"]) for _ in range(3)]
    done = asyncio.Event()
    said = 0

    async def keep_playing() -> None:
        nonlocal said
        while not done.is_set():
            for table in tables:
                view = await ada.view(table)
                mine = next(one for one in view["views"] if one["moves"])
                await ada.play(table, mine["seat"], mine["moves"][0]["move"], view["version"])
                said += 1

    playing = asyncio.create_task(keep_playing())
    versions = []
    for number in range(5):
        before = said
        while said < before + 5 and not playing.done():
            await asyncio.sleep(LOOK)
        file = tmp_path / f"backup-{number}.db"
        await asyncio.to_thread(back_up, any_house.settings, file)
        with sqlite3.connect(file) as db:
            rows = db.execute(
                'select id, version, (select max(number) from log where "table" = id) from tables'
            )
            found = {table: (version, last) for table, version, last in rows}
        db.close()
        assert all(version == last for version, last in found.values()), "a table is as far as its log"
        versions.append(sum(version for version, _ in found.values()))
    done.set()
    await playing
    assert versions == sorted(versions)
    assert versions[0] < versions[-1], "the game went on meanwhile"


async def test_nothing_is_put_back_over_a_server_that_runs(any_house: House, tmp_path: Path) -> None:
    await played(any_house)
    file = tmp_path / "backup.db"
    await asyncio.to_thread(back_up, any_house.settings, file)
    before = everything(any_house.settings.database)
    with pytest.raises(Refusal) as refused:
        await asyncio.to_thread(restore, any_house.settings, file, replace=True)
    assert refused.value.code == "cli.restore_in_use"
    assert everything(any_house.settings.database) == before


async def test_nothing_is_replaced_unasked(any_house: House, tmp_path: Path) -> None:
    await played(any_house)
    file = tmp_path / "backup.db"
    await asyncio.to_thread(back_up, any_house.settings, file)
    written = file.read_bytes()
    with pytest.raises(Refusal) as refused:
        await asyncio.to_thread(back_up, any_house.settings, file)
    assert (refused.value.code, file.read_bytes()) == ("cli.backup_exists", written)
    await any_house.players[0].table(ME, here("Cy"))
    await any_house.stop_here()
    with pytest.raises(Refusal) as refused:
        await asyncio.to_thread(restore, any_house.settings, file)
    assert refused.value.code == "cli.restore_not_empty"
    assert len(everything(any_house.settings.database)["tables"]) == 3
    assert (await asyncio.to_thread(restore, any_house.settings, file, replace=True)).tables == 2
    assert len(everything(any_house.settings.database)["tables"]) == 2
    await asyncio.to_thread(back_up, any_house.settings, file, replace=True)
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.db"]


async def test_a_restore_that_fails_changes_nothing(
    any_house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(any_house)
    file = tmp_path / "backup.db"
    await asyncio.to_thread(back_up, any_house.settings, file)
    await any_house.stop_here()
    before = everything(any_house.settings.database)

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(backup, "_count", fail)
    with pytest.raises(OSError, match="full"):
        restore(any_house.settings, file, replace=True)
    assert everything(any_house.settings.database) == before


def test_what_is_no_sound_backup_is_refused(tmp_path: Path) -> None:
    empty = Settings(data=tmp_path, database=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", secret=b"k" * 32)
    assert code(back_up, empty, tmp_path / "b.db") == "cli.backup_empty"
    assert not (tmp_path / "b.db").exists()
    assert code(restore, empty, tmp_path / "b.db") == "cli.no_backup"
    (tmp_path / "letter").write_text("Dear Ada" * 500)
    assert code(restore, empty, tmp_path / "letter") == "cli.not_a_backup"
    sqlite3.connect(tmp_path / "plain.db").executescript("create table x (y)").close()
    assert code(restore, empty, tmp_path / "plain.db") == "cli.not_a_backup"
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.executescript(
        "create table backup (name, value); insert into backup values ('format', '9')"
    ).close()
    newer.close()
    assert code(restore, empty, tmp_path / "newer.db") == "cli.backup_newer"


async def test_a_damaged_backup_is_refused(house: House, tmp_path: Path) -> None:
    await played(house)
    file = tmp_path / "backup.db"
    await asyncio.to_thread(back_up, house.settings, file)
    whole = bytearray(file.read_bytes())
    for place in range(len(whole) // 2, len(whole), 64):
        whole[place : place + 16] = os.urandom(16)
    file.write_bytes(whole)
    target = settings(tmp_path / "new", f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    assert code(restore, target, file) in ("cli.backup_damaged", "cli.not_a_backup")


@pytest.mark.parametrize("other", KINDS, indirect=True)
def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path, other: str) -> None:
    old = tmp_path / "old.db"
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as db:
        backup._migrate(db, "0001")
        person = "insert into people (id, name, epoch, created) values ('p_1', 'Ada', 0, 1)"
        db.execute(text(person))
    engine.dispose()
    past = Settings(data=tmp_path, database=f"sqlite+aiosqlite:///{old}", secret=b"k" * 32)
    file = tmp_path / "backup.db"
    back_up(past, file)
    assert restore(settings(tmp_path / "new", other), file).people == 1
    assert everything(other)["people"][0][:2] == ("p_1", "Ada")


def code(action: object, *arguments: object) -> str:
    """The code of a refusal."""
    with pytest.raises(Refusal) as refused:
        action(*arguments)  # type: ignore[operator]
    assert refused.value.text("fr") != refused.value.text("de")
    return refused.value.code
