"""`ludotheque backup` and `ludotheque restore`: what they say, and what they refuse."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LUDOTHEQUE_DATABASE", "LUDOTHEQUE_SYNC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))


def test_a_backup_is_written_and_put_back(
    ludotheque: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    from ludotheque.server.run import startup
    from ludotheque.server.run.settings import read_settings

    asyncio.run(startup.check(read_settings()))
    with sqlite3.connect(tmp_path / "data" / "ludotheque.db") as db:
        db.execute("insert into people (id, name, epoch, created) values ('p_1', 'Ada', 0, 1)")
    db.close()
    said = ludotheque("backup", "games.backup")
    assert said.status == 0, said.err
    assert said.out.startswith("games.backup holds everything. People: 1, tables: 0, lines of their logs: 0.")
    again = ludotheque("backup", "games.backup")
    assert (again.status, again.err) == (
        2,
        "games.backup is there already. Choose another name, or add --replace.\n",
    )
    assert ludotheque("backup", "games.backup", "--replace").status == 0
    secret = (tmp_path / "data" / "secret").read_text()
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "elsewhere"))
    assert ludotheque("restore", "games.backup").out == (
        "All of games.backup is back. People: 1, tables: 0, lines of their logs: 0.\n"
    )
    assert (tmp_path / "elsewhere" / "secret").read_text() == secret
    assert ludotheque("restore", "games.backup").err.startswith(
        "The database already holds people and tables."
    )
    assert ludotheque("restore", "games.backup", "--replace").status == 0


def test_what_can_not_be_done_is_one_sentence(ludotheque: Command, tmp_path: Path) -> None:
    assert ludotheque("backup", "a.backup").err.startswith("There is no database yet")
    assert ludotheque("restore", "a.backup").err == "There is no file a.backup.\n"
    (tmp_path / "letter").write_text("Dear Ada")
    assert ludotheque("restore", "letter").err == "letter is not a backup of Ludothèque.\n"
    assert ludotheque("restore", "letter", "--language", "fr").err == (
        "letter n’est pas une sauvegarde de Ludothèque.\n"
    )
    assert ludotheque("backup").status == 2
