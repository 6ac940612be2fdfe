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
    assert me["account"] == {"login": "ada", "password": True, "passkeys": 0, "news": 0}
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
    assert added["account"] == {"login": None, "password": False, "passkeys": 1, "news": 0}
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
    assert view["chat"] == []


async def test_a_password_is_changed_and_signs_out_everybody_else(any_house: House) -> None:
    ada, thief = await any_house.player("Ada"), await any_house.player()
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    thief.http.cookies.update(dict(ada.http.cookies))
    assert (await thief.ask("GET", "/api/me"))["name"] == "Ada"
    change = {"current": "wrong horse", "new": "another staple"}
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/password", change)
    assert (refused.value.status, refused.value.code) == (403, "server.wrong_password")
    me = await ada.ask("POST", "/api/account/password", change | {"current": PASSWORD})
    assert (await ada.ask("GET", "/api/me"))["id"] == me["id"]
    assert (await thief.ask("GET", "/api/me"))["id"] is None
    with pytest.raises(Refused):
        await thief.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
    back = await thief.ask("POST", "/api/account/login", {"login": "ada", "password": "another staple"})
    assert back["id"] == me["id"]
    guest = await any_house.player("Guest")
    with pytest.raises(Refused) as refused:
        await guest.ask("POST", "/api/account/password", change)
    assert refused.value.code == "server.no_password"


async def test_sign_ins_are_listed_and_ended_one_by_one(any_house: House) -> None:
    ada, phone = await any_house.player(), await any_house.player()
    ada.http.headers["user-agent"] = "Desk\x7f"
    phone.http.headers["user-agent"] = "Phone" * 100
    await ada.introduce("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    await phone.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
    listed = (await ada.ask("GET", "/api/account"))["sign_ins"]
    assert [(one["agent"][:5], len(one["agent"]), one["how"], one["here"]) for one in listed] == [
        ("Phone", 200, "password", False),
        ("Desk", 4, "password", True),
    ]
    eve = await any_house.player("Eve")
    with pytest.raises(Refused) as refused:
        await eve.ask("DELETE", f"/api/account/sign-ins/{listed[0]['id']}")
    assert refused.value.status == 404
    await ada.ask("DELETE", f"/api/account/sign-ins/{listed[0]['id']}")
    assert (await phone.ask("GET", "/api/me"))["id"] is None
    assert (await ada.ask("GET", "/api/me"))["name"] == "Ada"
    stolen = dict(ada.http.cookies)
    await ada.ask("POST", "/api/account/logout")
    eve.http.cookies.update(stolen)
    assert (await eve.ask("GET", "/api/me"))["id"] is None, "a cookie that logged out is worthless"


async def test_sign_ins_are_bounded_and_seen_again(house: House) -> None:
    ada = await house.player("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    for _ in range(55):
        await house.services.sign_ins.begin(ada.id, "password", "another", house.clock())
    listed = (
        (await ada.ask("GET", "/api/account/"))["sign_ins"] if (await ada.ask("GET", "/api/me"))["id"] else []
    )
    assert listed == [], "the oldest sign-in has ended"
    await ada.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
    listed = (await ada.ask("GET", "/api/account"))["sign_ins"]
    assert len(listed) == 50
    house.clock.forward(7200)
    await ada.ask("GET", "/api/me")
    seen = (await ada.ask("GET", "/api/account"))["sign_ins"][0]
    assert seen["here"]
    assert seen["seen"] > listed[0]["seen"]


async def test_a_cookie_from_before_sign_ins_were_listed_goes_on(house: House) -> None:
    ada = await house.player("Ada")
    old = house.services.cookies._people[""].dumps([ada.id, 0])
    phone = await house.player()
    phone.http.cookies.set("ludotheque", old, domain="127.0.0.1")
    assert (await phone.ask("GET", "/api/me"))["id"] == ada.id
    assert len((await phone.ask("GET", "/api/account"))["sign_ins"]) == 2


async def test_a_passkey_is_removed_but_not_the_last_way_in(any_house: House) -> None:
    key = Authenticator(any_house.url.replace("127.0.0.1", "localhost"))
    ada = await any_house.player()
    ada.http.base_url = key.origin
    await ada.introduce("Ada")
    made = key.create(await ada.ask("POST", "/api/account/passkey/options"))
    await ada.ask("POST", "/api/account/passkey", {"credential": made})
    (listed,) = (await ada.ask("GET", "/api/account"))["passkeys"]
    assert listed["used"] is None
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", f"/api/account/passkeys/{listed['id']}")
    assert refused.value.code == "server.last_way_in"
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    eve = await any_house.player("Eve")
    for who, passkey in ((eve, listed["id"]), (ada, "AAAA"), (ada, "A")):
        with pytest.raises(Refused) as refused:
            await who.ask("DELETE", f"/api/account/passkeys/{passkey}")
        assert refused.value.status == 404
    await ada.ask("DELETE", f"/api/account/passkeys/{listed['id']}")
    phone = await any_house.player()
    phone.http.base_url = key.origin
    answer = key.get(await phone.ask("POST", "/api/account/passkey/login/options"))
    with pytest.raises(Refused):
        await phone.ask("POST", "/api/account/passkey/login", {"credential": answer})


async def test_a_challenge_fits_one_purpose_and_one_browser_and_once(house: House) -> None:
    key = Authenticator(house.url.replace("127.0.0.1", "localhost"))
    ada, eve = await house.player(), await house.player()
    for player in (ada, eve):
        player.http.base_url = key.origin
        await player.introduce("Somebody")
    creating = await ada.ask("POST", "/api/account/passkey/options")
    await eve.ask("POST", "/api/account/passkey/options")
    with pytest.raises(Refused) as refused:
        await eve.ask("POST", "/api/account/passkey", {"credential": key.create(creating)})
    assert refused.value.code == "server.passkey_refused", "asked of another browser"
    made = key.create(creating)
    await ada.ask("POST", "/api/account/passkey", {"credential": made})
    creating = await ada.ask("POST", "/api/account/passkey/options")
    misused = key.get({"challenge": creating["challenge"], "rpId": "localhost"})
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/passkey/login", {"credential": misused})
    assert refused.value.code == "server.passkey_refused", "asked for another purpose"
    phone = await house.player()
    phone.http.base_url = key.origin
    asked = await phone.ask("POST", "/api/account/passkey/login/options")
    house.clock.forward(400)
    with pytest.raises(Refused):
        await phone.ask("POST", "/api/account/passkey/login", {"credential": key.get(asked)})
    answer = key.get(await phone.ask("POST", "/api/account/passkey/login/options"))
    await phone.ask("POST", "/api/account/passkey/login", {"credential": answer})
    with pytest.raises(Refused) as refused:
        await phone.ask("POST", "/api/account/passkey/login", {"credential": answer})
    assert refused.value.code == "server.passkey_refused", "answered before"


async def test_guessing_at_a_name_delays_strangers_and_never_its_owner(open_house: Open) -> None:
    house = await open_house(logins_a_minute=3)
    delays: list[float] = []

    async def pause(seconds: float) -> None:
        delays.append(seconds)

    house.services.pause = pause
    ada = await house.player("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    limits, login = house.services.limits, {"login": "ada", "password": PASSWORD}
    for _ in range(20):
        await limits.wait(limits.logins, "login:ada")  # as guesses from twenty addresses count
    await ada.ask("POST", "/api/account/login", login)
    assert delays == [], "a browser that the account knows does not wait"
    stranger = await house.player()
    await stranger.ask("POST", "/api/account/login", login)
    assert len(delays) == 1, "any other waits a while, and gets in"
    assert 0 < delays[0] <= 5
    for _ in range(10):
        with pytest.raises(Refused):
            await (await house.player()).ask("POST", "/api/account/login", login | {"password": "x"})
    await ada.ask("POST", "/api/account/login", login)
    eve = await house.player("Eve")
    known = dict(ada.http.cookies)["ludotheque_device"]
    eve.http.cookies.set("ludotheque_device", known[:-2], domain="127.0.0.1")
    with pytest.raises(Refused) as refused:
        await eve.ask("POST", "/api/account/login", login)
    assert refused.value.status == 429, "a forged device is a stranger"


async def test_guessing_passwords_is_slowed_down(open_house: Open) -> None:
    house = await open_house(logins_a_minute=3)
    eve = await house.player()
    answers = []
    for _ in range(5):
        with pytest.raises(Refused) as refused:
            await eve.ask("POST", "/api/account/login", {"login": "ada", "password": "guess"})
        answers.append(refused.value.status)
    assert answers == [403, 403, 403, 429, 429]
