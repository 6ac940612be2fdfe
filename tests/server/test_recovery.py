"""Coming back without password and passkey: by a code that was printed, or that the host gave."""

import re
import sqlite3

import msgspec
import pytest

from ludotheque.core.refusal import Refusal
from ludotheque.host.limits import Limit
from ludotheque.server.run.administering import administering
from tests.server.conftest import House, MovedWorld, Open
from tests.server.player import ME, Player, Refused, here

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
DAY = 24 * 3600


async def with_code(house: House) -> tuple[Player, str]:
    """Somebody with an account who has printed a code."""
    ada = await house.player("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    code = (await ada.ask("POST", "/api/account/recovery"))["code"]
    return ada, str(code)


async def test_a_code_brings_its_owner_back_once_however_it_is_typed(any_house: House) -> None:
    ada, code = await with_code(any_house)
    assert re.fullmatch(r"(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}", code)
    assert (await ada.ask("GET", "/api/account"))["recovery"] is not None
    phone = await any_house.player("Ada on the phone")
    table = (await phone.table(ME, here("Bo")))["id"]
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')}\n"
    assert (await phone.ask("POST", "/api/account/recover", {"code": typed}))["id"] == ada.id
    assert (await phone.info(table))["yours"], "the guest's tables come along"
    listed = await phone.ask("GET", "/api/account")
    assert (listed["recovery"], listed["proved"]) == (None, True)
    assert [one["how"] for one in listed["sign_ins"] if one["here"]] == ["recovery"]
    me = await phone.ask("POST", "/api/account/password", {"new": "another staple"})
    assert me["id"] == ada.id, "who came back by a code needs no old password"
    assert (await ada.ask("GET", "/api/me"))["id"] is None
    for again in (await any_house.player(), ada):
        with pytest.raises(Refused) as refused:
            await again.ask("POST", "/api/account/recover", {"code": code})
        assert (refused.value.status, refused.value.code) == (403, "server.wrong_code")
    await ada.ask("POST", "/api/account/login", {"login": "ada", "password": "another staple"})
    told = [one["what"] for one in (await ada.ask("GET", "/api/account"))["changes"]]
    assert told == ["password_changed", "recovered", "recovery_made"]


async def test_a_new_code_makes_the_one_before_worthless(house: House) -> None:
    ada, first = await with_code(house)
    second = (await ada.ask("POST", "/api/account/recovery"))["code"]
    phone = await house.player()
    with pytest.raises(Refused):
        await phone.ask("POST", "/api/account/recover", {"code": first})
    await phone.ask("POST", "/api/account/recover", {"code": second})


async def test_a_code_is_kept_as_a_hash_and_goes_with_its_owner(house: House) -> None:
    ada, code = await with_code(house)
    path = house.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as db:
        kept = "\n".join(db.iterdump())
    db.close()
    for form in (code, code.replace("-", ""), code.lower()):
        assert form not in kept
    assert len((await ada.ask("GET", "/api/me/export"))["recovery"]) == 1
    await ada.ask("DELETE", "/api/me")
    with pytest.raises(Refused):
        await (await house.player()).ask("POST", "/api/account/recover", {"code": code})


async def test_guessing_at_codes_is_slowed_down(house: House) -> None:
    house.services.limits.logins = Limit("logins", 1e-6, 4)
    eve = await house.player()
    told = []
    for number in range(6):
        with pytest.raises(Refused) as refused:
            await eve.ask("POST", "/api/account/recover", {"code": f"{number}" * 20})
        told.append(refused.value.status)
    assert told == [403] * 4 + [429] * 2


async def test_a_guest_has_no_code(house: House) -> None:
    ada = await house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/recovery")
    assert refused.value.code == "server.no_password"


async def test_the_host_lets_somebody_in_once_within_a_day(open_house: Open, database: str) -> None:
    house = await open_house(database=database)
    settings = msgspec.structs.replace(house.settings, url="https://play.example.org")
    ada, printed = await with_code(house)
    guest = await house.player("Guest")
    async with administering(settings, MovedWorld(house.clock)) as host:
        late = await host.reset("ada")
        house.clock.forward(DAY + 60)
        made = await host.reset("ada")
        of_guest = await host.reset(guest.id)
        with pytest.raises(Refusal) as missing:
            await host.reset("nobody")
    assert missing.value.code == "cli.no_person"
    assert made.link == f"https://play.example.org/profile#code={made.code}"
    phone = await house.player()
    with pytest.raises(Refused):
        await phone.ask("POST", "/api/account/recover", {"code": late.code})
    assert (await phone.ask("POST", "/api/account/recover", {"code": made.code}))["id"] == ada.id
    told = [one["what"] for one in (await phone.ask("GET", "/api/account"))["changes"]]
    assert told == ["recovered", "reset", "reset", "recovery_made"], "the owner is told of what the host did"
    tablet = await house.player()
    assert (await tablet.ask("POST", "/api/account/recover", {"code": of_guest.code}))["id"] == guest.id
    async with administering(house.settings, MovedWorld(house.clock)) as host:
        unused = await host.reset("ada")
        house.clock.forward(DAY + 60)
    with pytest.raises(Refused) as refused:
        await tablet.ask("POST", "/api/account/recover", {"code": unused.code})
    assert refused.value.code == "server.wrong_code"
    assert (await tablet.ask("POST", "/api/account/recover", {"code": printed}))["id"] == ada.id


async def test_somebody_banned_does_not_come_back_by_a_code(house: House) -> None:
    _, code = await with_code(house)
    async with administering(house.settings, MovedWorld(house.clock)) as host:
        await host.ban("ada")
    with pytest.raises(Refused) as refused:
        await (await house.player()).ask("POST", "/api/account/recover", {"code": code})
    assert refused.value.code == "server.banned"
