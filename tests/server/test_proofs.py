"""What a stolen cookie alone can't do: add a way in, delete, export; and the owner is told of changes."""

from collections.abc import Awaitable, Callable

import pytest

from ludotheque.host.limits import Limit
from tests.server.authenticator import Authenticator
from tests.server.conftest import House
from tests.server.player import Json, Player, Refused

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
LATER = 301
"""Seconds after which a proof holds no longer."""


async def account(house: House, login: str = "ada") -> Player:
    """Somebody with a password, reached by a name that passkeys can belong to."""
    player = await house.player()
    player.http.base_url = house.url.replace("127.0.0.1", "localhost")
    await player.introduce(login.capitalize())
    await player.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    return player


async def add_passkey(player: Player) -> Authenticator:
    key = Authenticator(str(player.http.base_url).rstrip("/"))
    made = key.create(await player.ask("POST", "/api/account/passkey/options"))
    await player.ask("POST", "/api/account/passkey", {"credential": made})
    return key


async def twin(house: House, player: Player) -> Player:
    """A thief with somebody's cookies."""
    thief = await house.player()
    thief.http.base_url = player.http.base_url
    thief.http.cookies.update(dict(player.http.cookies))
    return thief


async def changes(player: Player) -> list[tuple[str, bool, bool]]:
    listed: list[Json] = (await player.ask("GET", "/api/account"))["changes"]
    return [(one["what"], one["here"], one["seen"]) for one in listed]


async def news(player: Player) -> int:
    return int((await player.ask("GET", "/api/me"))["account"]["news"])


GUARDED: dict[str, Callable[[Player], Awaitable[object]]] = {
    "add a passkey": lambda who: who.ask("POST", "/api/account/passkey/options"),
    "finish a passkey": lambda who: who.ask("POST", "/api/account/passkey", {"credential": {}}),
    "make a recovery code": lambda who: who.ask("POST", "/api/account/recovery"),
    "change the password": lambda who: who.ask("POST", "/api/account/password", {"new": "another staple"}),
    "confirm changes": lambda who: who.ask("POST", "/api/account/changes/seen"),
    "export": lambda who: who.ask("GET", "/api/me/export"),
    "delete": lambda who: who.ask("DELETE", "/api/me"),
}


async def test_a_stolen_cookie_alone_changes_nothing_that_lasts(house: House) -> None:
    ada = await account(house)
    house.clock.forward(LATER)
    thief = await twin(house, ada)
    for what, attempt in GUARDED.items():
        with pytest.raises(Refused) as refused:
            await attempt(thief)
        assert (refused.value.status, refused.value.kind) == (403, "not_proved"), what
        assert refused.value.code == "server.prove_first"
    assert await house.services.people.passkeys_of(ada.id) == []


async def test_a_proof_holds_for_five_minutes(house: House) -> None:
    ada = await account(house)
    house.clock.forward(LATER)
    assert (await ada.ask("GET", "/api/account"))["proved"] is False
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/proof", {"password": "wrong horse"})
    assert refused.value.code == "server.wrong_password"
    await ada.ask("POST", "/api/account/proof", {"password": PASSWORD})
    assert (await ada.ask("GET", "/api/account"))["proved"] is True
    house.clock.forward(LATER - 10)
    for what, attempt in GUARDED.items():
        if what == "finish a passkey":
            with pytest.raises(Refused) as refused:
                await attempt(ada)
            assert refused.value.code == "server.passkey_refused"
        else:
            await attempt(ada)


async def test_a_passkey_is_a_proof_and_can_not_be_removed_without_one(house: House) -> None:
    ada = await account(house)
    key = await add_passkey(ada)
    house.clock.forward(LATER)
    (listed,) = (await ada.ask("GET", "/api/account"))["passkeys"]
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", f"/api/account/passkeys/{listed['id']}")
    assert refused.value.code == "server.prove_first"
    options = await ada.ask("POST", "/api/account/proof/options")
    assert [one["id"] for one in options["allowCredentials"]] == [listed["id"]]
    answer = key.get(options)
    await ada.ask("POST", "/api/account/proof/passkey", {"credential": answer})
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/proof/passkey", {"credential": answer})
    assert refused.value.code == "server.passkey_refused", "an answer counts once"
    await ada.ask("DELETE", f"/api/account/passkeys/{listed['id']}")


async def test_only_the_persons_own_passkey_proves_who_they_are(house: House) -> None:
    ada, eve = await account(house), await account(house, "eve")
    key, _ = await add_passkey(eve), await add_passkey(ada)
    house.clock.forward(LATER)
    options = await ada.ask("POST", "/api/account/proof/options")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/proof/passkey", {"credential": key.get(options)})
    assert refused.value.code == "server.passkey_refused"
    login = await ada.ask("POST", "/api/account/passkey/login/options")
    with pytest.raises(Refused):
        await eve.ask("POST", "/api/account/proof/passkey", {"credential": key.get(login)})
    assert (await ada.ask("GET", "/api/account"))["proved"] is False


async def test_a_passkey_alone_has_to_be_shown_before_a_password_is_set(house: House) -> None:
    ada = await house.player()
    ada.http.base_url = house.url.replace("127.0.0.1", "localhost")
    await ada.introduce("Ada")
    key = await add_passkey(ada)
    house.clock.forward(LATER)
    wanted = {"login": "ada", "password": PASSWORD}
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account", wanted)
    assert refused.value.code == "server.prove_first"
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/proof", {"password": PASSWORD})
    assert refused.value.code == "server.no_password"
    options = await ada.ask("POST", "/api/account/proof/options")
    await ada.ask("POST", "/api/account/proof/passkey", {"credential": key.get(options)})
    await ada.ask("POST", "/api/account", wanted)
    assert [what for what, _, _ in await changes(ada)] == ["password_set"]


async def test_a_guest_has_nothing_to_prove(house: House) -> None:
    ada = await house.player("Ada")
    house.clock.forward(LATER)
    assert (await ada.ask("GET", "/api/account"))["proved"] is True
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/account/proof/options")
    assert refused.value.code == "server.no_passkey"
    await ada.ask("GET", "/api/me/export")
    await ada.ask("DELETE", "/api/me")


async def test_guessing_at_a_proof_is_slowed_down(house: House) -> None:
    house.services.limits.logins = Limit("logins", 1e-6, 5)
    ada = await account(house)
    thief = await twin(house, ada)
    told = []
    for _ in range(7):
        with pytest.raises(Refused) as refused:
            await thief.ask("POST", "/api/account/proof", {"password": "a guess"})
        told.append(refused.value.status)
    assert told == [403] * 5 + [429] * 2


async def test_the_owner_is_told_in_every_other_browser(any_house: House) -> None:
    ada, phone = await account(any_house), await any_house.player()
    phone.http.base_url = ada.http.base_url
    await phone.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
    assert (await news(ada), await news(phone)) == (0, 0), "what one begins with is no change"
    await add_passkey(ada)
    assert (await news(ada), await news(phone)) == (0, 1)
    assert await changes(ada) == [("passkey_added", True, False)]
    assert await changes(phone) == [("passkey_added", False, False)]
    (listed,) = (await ada.ask("GET", "/api/account"))["passkeys"]
    await ada.ask("DELETE", f"/api/account/passkeys/{listed['id']}")
    await ada.ask("POST", "/api/account/recovery")
    assert await news(phone) == 3
    await phone.ask("POST", "/api/account/changes/seen")
    assert await news(phone) == 0
    assert await changes(phone) == [
        ("recovery_made", False, True),
        ("passkey_removed", False, True),
        ("passkey_added", False, True),
    ]
    await ada.ask("POST", "/api/account/password", {"current": PASSWORD, "new": "another staple"})
    await phone.ask("POST", "/api/account/login", {"login": "ada", "password": "another staple"})
    assert (await news(ada), await news(phone)) == (0, 1)
    assert (await changes(phone))[0] == ("password_changed", False, False)


async def test_changes_are_bounded_and_go_with_their_owner(house: House) -> None:
    ada = await account(house)
    for _ in range(40):
        await house.services.changes.note(ada.id, "reset", house.clock())
    assert len(await changes(ada)) == 30
    exported = await ada.ask("GET", "/api/me/export")
    assert [one["what"] for one in exported["changes"]] == ["reset"] * 30
    await ada.ask("DELETE", "/api/me")
    assert await house.services.changes.of(ada.id) == []


async def test_a_new_password_can_remove_every_other_way_in(house: House) -> None:
    ada = await account(house)
    key = await add_passkey(ada)
    code = (await ada.ask("POST", "/api/account/recovery"))["code"]
    await ada.ask("POST", "/api/account/password", {"current": PASSWORD, "new": "another staple"})
    assert (await ada.ask("GET", "/api/me"))["account"]["passkeys"] == 1, "only if wished"
    assert (await ada.ask("GET", "/api/account"))["recovery"] is not None
    change = {"current": "another staple", "new": "yet another staple", "remove_others": True}
    me = await ada.ask("POST", "/api/account/password", change)
    assert me["account"]["passkeys"] == 0
    assert (await ada.ask("GET", "/api/account"))["recovery"] is None
    thief = await house.player()
    thief.http.base_url = ada.http.base_url
    answer = key.get(await thief.ask("POST", "/api/account/passkey/login/options"))
    for path, body in (("passkey/login", {"credential": answer}), ("recover", {"code": code})):
        with pytest.raises(Refused) as refused:
            await thief.ask("POST", f"/api/account/{path}", body)
        assert refused.value.status == 403


async def test_a_cookie_from_before_sign_ins_were_listed_proves_and_goes_on(house: House) -> None:
    ada = await account(house)
    old = house.services.cookies._people[""].dumps([ada.id, 0])
    phone = await house.player()
    phone.http.cookies.set("ludotheque", old, domain="127.0.0.1")
    with pytest.raises(Refused) as refused:
        await phone.ask("GET", "/api/me/export")
    assert refused.value.code == "server.prove_first"
    await phone.ask("POST", "/api/account/proof", {"password": PASSWORD})
    assert (await phone.ask("GET", "/api/me/export"))["login"] == "ada"
