"""`ludotheque admin`: what each command prints, in a database without a server."""

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest

from ludotheque.cli.commands.admin import printable
from ludotheque.server.run import startup
from ludotheque.server.run.settings import read_settings
from tests.cli.conftest import Command

ROWS = """
insert into people (id, name, login, password, epoch, created) values ('p_ada', 'Ada', 'ada', 'x', 0, 1);
insert into people (id, name, epoch, created) values ('p_bo', 'Bo\x1b[2J', 0, 2);
insert into tables (id, game, title, options, owner, public, spectators, chat, hints, study, state, version,
    summary, created, changed)
    values ('t_1', 'exxtra', 'Friday', '{}', 'p_bo', 1, 1, 1, 1, 0, 'waiting', 0, '{}', 1, 1);
insert into seats ("table", seat, kind, name, person, invitation)
    values ('t_1', 0, 'person', 'Bo', 'p_bo', 0);
insert into seats ("table", seat, kind, name, invitation) values ('t_1', 1, 'open', '', 0);
update tables set bytes = 2500;
insert into chat ("table", number, person, name, seat, text, at)
    values ('t_1', 1, 'p_ada', 'Ada', null, 'hello', 3);
"""


@pytest.fixture(autouse=True)
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LUDOTHEQUE_DATABASE", "LUDOTHEQUE_SYNC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    asyncio.run(startup.check(read_settings()))
    with sqlite3.connect(tmp_path / "data" / "ludotheque.db") as db:
        db.executescript(ROWS)
    db.close()


def test_lists(ludotheque: Command) -> None:
    people = ludotheque("admin", "people").out
    assert "p_ada" in people
    assert "Shown: 2." in people
    assert "\x1b" not in people, "a name moves no cursor"
    assert "p_bo" not in ludotheque("admin", "people", "ada").out
    assert "Friday" in ludotheque("admin", "tables").out
    assert "Shown: 0." in ludotheque("admin", "tables", "--state", "finished").out
    assert "hello" in ludotheque("admin", "chat", "t_1").out
    assert ludotheque("admin", "tables", "--state", "lost").status == 2
    assert printable("a\x1bb") == "a\ufffdb"


def test_somebody_is_banned_exported_and_deleted(ludotheque: Command, tmp_path: Path) -> None:
    assert ludotheque("admin", "ban", "ada").out == "Ada (p_ada) is not let in any more.\n"
    assert ludotheque("admin", "unban", "p_ada").out == "Ada (p_ada) is let in again.\n"
    assert json.loads(ludotheque("admin", "export", "ada").out)["chat"][0]["text"] == "hello"
    assert (
        ludotheque("admin", "export", "ada", "ada.json").out == "All that is kept about Ada is in ada.json.\n"
    )
    assert json.loads((tmp_path / "ada.json").read_text())["login"] == "ada"
    assert ludotheque("admin", "export", "ada", "ada.json").status == 2
    unsure = ludotheque("admin", "delete", "ada")
    assert (unsure.status, unsure.out) == (2, "")
    assert unsure.err == "Deleting “ada” can’t be undone. If you are sure, add --yes.\n"
    assert ludotheque("admin", "delete", "ada", "--yes").out.startswith("Ada (p_ada) is deleted.")
    assert ludotheque("admin", "ban", "ada").err == "There is nobody with the id or login “ada”.\n"


def test_somebody_who_lost_every_way_in_gets_a_code(
    ludotheque: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ludotheque("admin", "reset", "ada").out
    assert told.startswith("Ada (p_ada) can come back once within 24 hours")
    found = re.search(r": ((?:[0-9A-Z]{4}-){4}[0-9A-Z]{4})\n", told)
    assert found is not None
    assert "/profile#code=" not in told, "nobody has told the public address"
    monkeypatch.setenv("LUDOTHEQUE_URL", "https://play.example.org")
    linked = ludotheque("admin", "reset", "p_bo").out
    assert re.search(r"https://play\.example\.org/profile#code=[0-9A-Z-]{24}\n", linked)
    assert "\x1b" not in linked
    assert ludotheque("admin", "reset", "nobody").status == 2


def test_the_largest_tables_are_listed_and_one_is_removed(ludotheque: Command) -> None:
    listed = ludotheque("admin", "largest").out
    assert re.search(r"t_1 +3 +exxtra +waiting +– .* p_bo", listed)
    assert re.search(r"^The database takes \d+ MB\.$", listed, re.MULTILINE)
    unsure = ludotheque("admin", "remove", "t_1")
    assert (unsure.status, unsure.out) == (2, "")
    assert unsure.err == "Deleting “t_1” can’t be undone. If you are sure, add --yes.\n"
    assert "Friday" in ludotheque("admin", "tables").out
    removed = ludotheque("admin", "remove", "t_1", "--yes").out
    assert removed == "Table t_1 is deleted. Backups made before still hold it.\n"
    assert "Shown: 0." in ludotheque("admin", "largest").out
    assert ludotheque("admin", "remove", "t_1", "--yes").err == "There is no table t_1.\n"


def test_tables_are_moderated_and_purged(ludotheque: Command) -> None:
    assert ludotheque("admin", "remove-chat", "t_1", "1").out == "Line 1 at table t_1 is removed.\n"
    assert ludotheque("admin", "remove-chat", "t_1", "1").err == "There is no line 1 at table t_1.\n"
    assert ludotheque("admin", "end", "t_1").out == "Table t_1 is over.\n"
    assert ludotheque("admin", "end", "t_1").err == "There is no table t_1.\n"
    assert ludotheque("admin", "purge", "--days", "30").out == "Guests deleted: 1. Tables cleared away: 0.\n"
    assert ludotheque("admin", "purge", "--days", "0").status == 2
    assert ludotheque("admin", "purge").status == 2


def test_the_help_is_in_the_language_of_the_host(ludotheque: Command) -> None:
    assert "Lister les personnes" in ludotheque("admin", "--help", "--language", "fr").out
    assert "Personen auflisten" in ludotheque("admin", "--help", "--language", "de").out
