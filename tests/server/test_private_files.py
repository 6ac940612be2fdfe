"""The database, what SQLite keeps beside it and the secret key are their owner's alone."""

import os
import stat
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ludotheque.server.run import startup
from ludotheque.server.run.backup import back_up, restore
from ludotheque.server.run.settings import stored_secret
from tests.server.conftest import Open, settings

pytestmark = pytest.mark.anyio

FILES = ("test.db", "test.db-wal", "test.db-shm")


def modes(folder: Path, names: tuple[str, ...] = FILES) -> dict[str, str]:
    return {name: f"{stat.S_IMODE((folder / name).stat().st_mode):04o}" for name in names}


async def test_a_new_database_is_readable_by_its_owner_alone(open_house: Open, tmp_path: Path) -> None:
    before = os.umask(0)  # whatever a host allows in general
    try:
        house = await open_house()
        await house.player("Ada")
        assert modes(tmp_path) == dict.fromkeys(FILES, "0600")
    finally:
        os.umask(before)


async def test_files_that_others_could_read_are_tightened_and_the_log_says_so(
    open_house: Open, tmp_path: Path
) -> None:
    house = await open_house()
    ada = await house.player("Ada")
    await house.stop_here()
    (tmp_path / "test.db").chmod(0o644)
    with capture_logs() as told:
        again = await open_house()
    assert modes(tmp_path) == dict.fromkeys(FILES, "0600")
    lines = {(Path(line["file"]).name, line["was"]) for line in told if "restricted" in line["event"]}
    assert lines == {(name, "0644") for name in FILES}, "SQLite makes its companions like the database"
    somebody = await again.player()
    somebody.http.cookies.update(ada.http.cookies)
    assert (await somebody.ask("GET", "/api/me"))["name"] == "Ada"


async def test_start_up_and_restore_make_private_files_too(tmp_path: Path, sqlite: str) -> None:
    before = os.umask(0)
    try:
        here = settings(tmp_path / "data", sqlite)
        await startup.check_database(here)
        assert modes(tmp_path, ("test.db",)) == {"test.db": "0600"}
        back_up(here, tmp_path / "backup")
        there = settings(tmp_path / "new", f"sqlite+aiosqlite:///{tmp_path / 'other.db'}")
        restore(there, tmp_path / "backup")
        assert modes(tmp_path, ("other.db", "backup")) == {"other.db": "0600", "backup": "0600"}
    finally:
        os.umask(before)


def test_a_key_that_others_could_read_is_tightened(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    key = stored_secret(path)
    path.chmod(0o640)
    with capture_logs() as told:
        assert stored_secret(path) == key
    assert modes(tmp_path, ("secret",)) == {"secret": "0600"}
    assert [line["was"] for line in told] == ["0640"]
