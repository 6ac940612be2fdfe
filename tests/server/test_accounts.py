"""Guests, accounts and passkeys: a seat belongs to its holder."""

import pytest

from tests.server.authenticator import Authenticator
from tests.server.conftest import House, Open
from tests.server.player import ME, Refused, friend, here

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


async def test_a_guest_is_somebody_at_once(any_house: House) -> None:
    nobody = await any_house.player()
    assert (await nobody.ask("GET", "/api/me")) == {"id": None, "name": "", "account": None}
    with pytest.raises(Refused) as refused:
        await nobody.table(ME, friend())
    assert (refused.value.status, refused.value.code) == (401, "server.who_are_you")
    me = await nobody.ask("PUT", "/api/me", {"name": "  Ada "})
    assert me["name"] == "Ada"
    assert await nobody.ask("GET", "/api/me") == me
    table = await nobody.table(ME, friend())
    again = await nobody.ask("PUT", "/api/me", {"name": "Ada L."})
    assert again["id"] == me["id"]
    assert (await nobody.info(table["id"]))["seats"][0]["name"] == "Ada L."


async def test_a_guests_tables_come_along_to_the_account(any_house: House) -> None:
    ada = await any_house.player("Ada")
    old = await ada.table(ME, here("Bo"))
    me = await ada.ask("POST", "/api/account", {"login": "Ada", "password": PASSWORD})
    assert me["account"] == {"login": "ada", "password": True, "passkeys": 0}
    phone = await any_house.player("Ada on the phone")
    new = await phone.table(ME, here("Cy"))
    back = await phone.ask("POST", "/api/account/login", {"login": "ADA", "password": PASSWORD})
    assert back["id"] == me["id"]
    tables = (await phone.ask("GET", "/api/me/tables"))["tables"]
    assert {one["id"] for one in tables} == {old["id"], new["id"]}
    assert all(one["seats"][0]["yours"] and one["yours"] for one in tables)


async def test_a_wrong_password_and_an_unknown_name_are_the_same_answer(house: House) -> None:
    ada = await house.player("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    eve = await house.player()
    answers = []
    for login, password in (("ada", "wrong horse"), ("nobody", PASSWORD)):
        with pytest.raises(Refused) as refused:
            await eve.ask("POST", "/api/account/login", {"login": login, "password": password})
        answers.append(refused.value.body)
    assert answers[0] == answers[1]
    bo = await house.player("Bo")
    with pytest.raises(Refused) as refused:
        await bo.ask("POST", "/api/account", {"login": "ADA", "password": PASSWORD})
    assert refused.value.code == "server.login_taken"
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account", {"login": "ada2", "password": PASSWORD})
    assert refused.value.code == "server.has_account"


async def test_logging_in_to_another_account_takes_nothing_along(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    for player, login in ((ada, "ada"), (bo, "bob")):
        await player.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    table = await ada.table(ME, here("x"))
    await ada.ask("POST", "/api/account/login", {"login": "bob", "password": PASSWORD})
    assert (await ada.info(table["id"]))["seats"][0]["yours"] is False


async def test_logging_out_everywhere_makes_every_cookie_worthless(house: House) -> None:
    ada = await house.player("Ada")
    stolen = dict(ada.http.cookies)
    await ada.ask("POST", "/api/account/logout?everywhere=true")
    assert (await ada.ask("GET", "/api/me"))["id"] is None
    thief = await house.player()
    thief.http.cookies.update(stolen)
    assert (await thief.ask("GET", "/api/me"))["id"] is None


async def test_a_cookie_that_was_changed_is_nobodys(house: House) -> None:
    ada, eve = await house.player("Ada"), await house.player("Eve")
    genuine = ada.http.cookies["ludotheque"]
    for forged in (
        genuine[:-2],
        genuine.replace(".", "", 1),
        "",
        "x.y.z",
        eve.http.cookies["ludotheque"][::-1],
    ):
        thief = await house.player()
        thief.http.cookies.set("ludotheque", forged)
        assert (await thief.ask("GET", "/api/me"))["id"] is None


async def test_a_passkey_is_made_and_brings_its_owner_back(any_house: House) -> None:
    ada = await any_house.player("Ada")
    key = Authenticator(any_house.url.replace("127.0.0.1", "localhost"))
    ada.http.base_url = key.origin
    ada.http.cookies.clear()
    me = await ada.ask("PUT", "/api/me", {"name": "Ada"})
    options = await ada.ask("POST", "/api/account/passkey/options")
    made = key.create(options)
    added = await ada.ask("POST", "/api/account/passkey", {"credential": made})
    assert added["account"] == {"login": None, "password": False, "passkeys": 1}
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/passkey", {"credential": made})
    assert refused.value.code == "server.passkey_refused", "a challenge is answered once"
    again = key.create(await ada.ask("POST", "/api/account/passkey/options"))
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/passkey", {"credential": again})
    assert refused.value.code == "server.passkey_known"
    phone = await any_house.player()
    phone.http.base_url = key.origin
    answer = key.get(await phone.ask("POST", "/api/account/passkey/login/options"))
    back = await phone.ask("POST", "/api/account/passkey/login", {"credential": answer})
    assert back["id"] == me["id"]


async def test_a_foreign_passkey_is_refused(house: House) -> None:
    ada = await house.player("Ada")
    key, other = Authenticator("https://evil.example"), Authenticator(house.url)
    options = await ada.ask("POST", "/api/account/passkey/options")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/passkey", {"credential": key.create(options)})
    assert refused.value.code == "server.passkey_refused"
    options = await ada.ask("POST", "/api/account/passkey/login/options")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/passkey/login", {"credential": other.get(options)})
    assert refused.value.code == "server.wrong_login"
    for broken in ({}, {"rawId": 3}, {"rawId": "é"}, {"rawId": "AAAA", "response": {}}):
        with pytest.raises(Refused) as refused:
            await ada.ask("POST", "/api/account/passkey/login", {"credential": broken})
        assert 400 <= refused.value.status < 500
        with pytest.raises(Refused) as refused:
            await ada.ask("POST", "/api/account/passkey", {"credential": broken})
        assert 400 <= refused.value.status < 500


async def test_somebody_who_is_forgotten_leaves_no_name(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = (await ada.table(ME, friend()))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    await ada.do(table, "chat", text="hello")
    await ada.ask("DELETE", "/api/me")
    assert (await ada.ask("GET", "/api/me"))["id"] is None
    view = await bo.view(table)
    assert view["info"]["seats"][0]["name"] == ""
    assert view["info"]["seats"][0]["away"] is True
    assert view["chat"][0]["name"] == ""


async def test_guessing_passwords_is_slowed_down(open_house: Open) -> None:
    house = await open_house(logins_a_minute=3)
    eve = await house.player()
    answers = []
    for _ in range(5):
        with pytest.raises(Refused) as refused:
            await eve.ask("POST", "/api/account/login", {"login": "ada", "password": "guess"})
        answers.append(refused.value.status)
    assert answers == [403, 403, 403, 429, 429]
