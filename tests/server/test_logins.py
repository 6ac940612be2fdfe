"""Logins that look like another and passwords that everybody tries first are refused."""

import asyncio
import sqlite3
import unicodedata
from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from ludotheque.core.refusal import Refusal
from ludotheque.host.limits import Limit
from ludotheque.host.names import login_key
from ludotheque.server.people.common_passwords import refuse_common
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.logins import look_of, read_login
from tests.server.conftest import House
from tests.server.player import Player, Refused

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


async def register(player: Player, login: str, password: str = PASSWORD) -> str:
    """The code of the refusal, if there is one."""
    try:
        await player.ask("POST", "/api/account", {"login": login, "password": password})
    except Refused as refused:
        return str(refused.code)
    return ""


async def test_a_login_that_looks_like_another_is_refused(house: House) -> None:
    ada, eve = await house.player("Ada"), await house.player("Eve")
    assert await register(ada, "Lovelace1") == ""
    for alike in ("lovelace1", "LOVELACE1", "Ｌovelace1", "l0velace1", "lovelacel", "lοvelace1"):
        assert await register(eve, alike) in ("server.login_taken", "server.login_mixed"), alike
    other = await house.player("Other")
    assert await register(other, "сора") == "", "letters of one alphabet are a login"
    assert await register(eve, "copa") == "server.login_taken"
    for mixed in ("pаypal", "аdа", "αlpha"):
        assert await register(eve, mixed) == "server.login_mixed", mixed
    assert await register(eve, "Zoé") == ""
    assert (await eve.ask("GET", "/api/me"))["account"]["login"] == "zoé"


async def test_a_login_has_no_blanks_and_no_breaks_of_lines(house: House) -> None:
    eve = await house.player("Eve")
    blanks = ("ada ", " ada", "ada\n", "ada\r\n", "a da", "ada\u2028", "ada\u00a0", "ada\u200b")
    for login in (*blanks, "ad", "", "a" * 41, "ﬃ" * 20, "ada\u0301\u0301"):
        assert await register(eve, login) == "server.login_characters", repr(login)


async def test_a_blank_that_a_phone_put_behind_a_login_is_left_out(house: House) -> None:
    ada, phone = await house.player("Ada"), await house.player()
    await register(ada, "ada")
    for typed in ("ada ", " Ada", "ada\n"):
        back = await phone.ask("POST", "/api/account/login", {"login": typed, "password": PASSWORD})
        assert back["id"] == ada.id


async def test_guesses_at_one_login_count_together_however_it_is_written(house: House) -> None:
    ada = await house.player("Ada")
    await register(ada, "ada")
    counted: list[str] = []
    wait = house.services.limits.wait

    async def noted(limit: Limit, key: str, people: int = 1, cost: float = 1) -> float:
        counted.append(key)
        return await wait(house.services.limits.logins, key, people)

    house.services.limits.wait = noted  # type: ignore[method-assign]
    for typed in ("ada", "ADA", "ada ", "ada\n", " ada"):
        with pytest.raises(Refused):
            await (await house.player()).ask(
                "POST", "/api/account/login", {"login": typed, "password": "a guess"}
            )
    assert {key for key in counted if key.startswith("login:")} == {"login:ada"}


async def test_two_that_register_the_same_look_at_once_are_one_account(any_house: House) -> None:
    people = [await any_house.player(f"P{number}") for number in range(4)]
    logins = ("bi11", "bill", "bil1", "bi1l")
    codes = await asyncio.gather(*(register(*one) for one in zip(people, logins, strict=True)))
    assert sorted(codes) == ["", *["server.login_taken"] * 3]


COMMON = ["password", "12345678", "Passwort1!", "qwertzuiop", "dragon2024", "00000000", "MotDePasse"]
NAMES_AND_WORDS = ["jennifer", "Michelle1", "chocolate", "doudou01", "Schokolade!", "12341234", "abcabcabc"]
DERIVED = ["abcdefgh", "87654321", "lovelace1815", "LOVELACE", "ludotheque", "Ludotheque!"]


@pytest.mark.parametrize("password", [*COMMON, *NAMES_AND_WORDS, *DERIVED])
def test_the_commonest_passwords_are_refused(password: str) -> None:
    with pytest.raises(Refusal) as refused:
        refuse_common(password, "lovelace")
    assert refused.value.code == "server.password_common"


async def test_a_common_password_is_refused_for_a_new_account_and_for_a_change(house: House) -> None:
    ada = await house.player("Ada")
    assert await register(ada, "lovelace", "lovelace12") == "server.password_common"
    assert await register(ada, "lovelace") == ""
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/password", {"current": PASSWORD, "new": "password1"})
    assert refused.value.code == "server.password_common"


@pytest.mark.parametrize(
    "password", [PASSWORD, "another staple", "wombat hat", "29384756", "tr0ub4dor&3", "ççççéééè"]
)
def test_a_password_that_is_none_of_them_is_taken(password: str) -> None:
    refuse_common(password, "ada")


@given(st.text(min_size=1, max_size=60))
def test_every_text_is_a_login_or_refused_and_has_one_look(text: str) -> None:
    look = look_of(login_key(text))
    assert look == unicodedata.normalize("NFD", look)[:200]
    try:
        login = read_login(text)
    except Refusal as refusal:
        event(refusal.code)
        return
    assert login == read_login(login)
    assert look_of(login) == look_of(login.upper()) == look


async def test_logins_of_before_that_look_alike_stay_and_the_first_keeps_its_look(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.open()
    await database.close()
    with sqlite3.connect(path) as db:
        db.execute("drop index ix_people_look")
        db.execute("alter table people drop column look")
        db.execute("alter table tables drop column bytes")
        db.execute("alter table tables drop column opened")
        db.execute("alter table tables drop column by_link")
        db.execute("alter table seats drop column ready")
        db.execute("alter table sign_ins drop column proved")
        db.execute("drop table recovery")
        db.execute("drop table changes")
        db.execute("update alembic_version set version_num = '0008'")
        for number, login in enumerate(("bill", "bi11", "ada\n", None)):
            db.execute(
                "insert into people (id, name, login, epoch, created) values (?, ?, ?, 0, ?)",
                (f"p_{number}", "x", login, number),
            )
    db.close()
    await database.open()
    await database.close()
    with sqlite3.connect(path) as db:
        kept = dict(db.execute("select id, look from people").fetchall())
    db.close()
    assert kept == {"p_0": look_of("bill"), "p_1": None, "p_2": look_of("ada\n"), "p_3": None}
