"""The door: headers, origins, sizes, pace, secrets on disk, and no stack trace for anybody."""

import json
import stat
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError
from websockets.exceptions import ConnectionClosed

from ludotheque.host import limits
from ludotheque.host.limits import MemoryLimiter
from ludotheque.server.people.cookies import HOST, NAME, Cookies
from ludotheque.server.run.settings import read_settings, stored_secret
from ludotheque.server.storage import schema
from tests.server.conftest import House, Open
from tests.server.player import ME, Refused, friend, here

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


async def test_every_answer_carries_strict_headers(house: House) -> None:
    nobody = await house.player()
    for path in ("/", "/api/me", "/api/nothing", "/health", "/t/x"):
        answer = await nobody.http.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert "server" not in answer.headers or "uvicorn" not in answer.headers["server"]
    assert (await nobody.http.get("/api/me")).headers["cache-control"] == "no-store"


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House, open_house: Open) -> None:
    ada = await house.player()
    given = (await ada.http.put("/api/me", json={"name": "Ada"})).headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert "Secure" not in given, "a plain address has no secure cookies"
    https = await open_house(url="https://play.example.org")
    bo = await https.player()
    assert "Secure" in (await bo.http.put("/api/me", json={"name": "Bo"})).headers["set-cookie"]


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """What an answer sets, by name: value and attributes."""
    return dict(line.split("=", 1) for line in answer.headers.get_list("set-cookie"))


async def test_cookies_of_https_are_of_this_site_alone_and_older_ones_go_on(open_house: Open) -> None:
    house = await open_house(url="https://play.example.org")
    ada = await house.player()
    site = cookies_of(await ada.http.put("/api/me", json={"name": "Ada"}))
    login = {"login": "ada", "password": "correct horse battery"}

    async def post(path: str, cookies: dict[str, str], body: object = None) -> httpx.Response:
        given = "; ".join(f"{name}={value.partition(';')[0]}" for name, value in cookies.items())
        headers = {"cookie": given, "content-type": "application/json"}
        ada.http.cookies.clear()
        return await ada.http.post(path, content=json.dumps(body), headers=headers)

    new = cookies_of(await post("/api/account", site, login))
    new |= cookies_of(await post("/api/account/passkey/options", new, {}))
    assert set(new) == {"__Host-ludotheque", "__Host-ludotheque_device", "__Host-ludotheque_challenge"}
    for attributes in new.values():
        assert "Path=/;" in attributes + ";"
        assert "Secure" in attributes
        assert "Domain" not in attributes
    person = house.services.cookies.read({HOST + NAME: new[HOST + NAME].partition(";")[0]})
    assert person is not None
    before = (
        Cookies(house.settings.secret, None)._people[""].dumps([person.person, person.epoch, person.session])
    )
    me = await ada.http.get("/api/me", headers={"cookie": f"ludotheque={before}"})
    assert me.json()["name"] == "Ada", "nobody is signed out by the new name"
    assert "Max-Age=0" in cookies_of(me)["ludotheque"], "the old one goes"
    assert cookies_of(me)["__Host-ludotheque"]
    mine = await ada.http.get(
        "/api/me", headers={"cookie": f"ludotheque={new[HOST + NAME].partition(';')[0]}"}
    )
    assert mine.json()["id"] is None, "a neighbour can't plant the cookie of an account of their own"
    planted = {"ludotheque": "planted by a neighbour", "__Host-ludotheque": new["__Host-ludotheque"]}
    gone = cookies_of(await post("/api/account/logout", planted))
    assert "Max-Age=0" in gone["__Host-ludotheque"]
    assert "Max-Age=0" in gone["ludotheque"]
    me = await ada.http.get(
        "/api/me", headers={"cookie": f"{HOST}{NAME}={new[HOST + NAME].partition(';')[0]}"}
    )
    assert me.json()["id"] is None, "the planted one did not hide it"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://["]
)
async def test_another_site_can_not_act_for_its_visitors(house: House, origin: str) -> None:
    ada = await house.player("Ada")
    table = await ada.table(ME, here("Bo"))
    with pytest.raises(Refused) as refused:
        await ada.ask("PUT", "/api/me", {"name": "Eve"}, headers={"origin": origin})
    assert (refused.value.status, refused.value.code) == (403, "server.foreign_origin")
    with pytest.raises(ConnectionClosed) as closed:
        async with ada.live(table["id"], origin=origin) as live:
            await live.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    async with ada.live(table["id"], origin=house.url) as live:
        await live.next("table")


async def test_too_large_a_request_is_refused(house: House) -> None:
    ada = await house.player("Ada")
    answer = await ada.http.put("/api/me", content=b'{"name": "' + b"x" * 70_000 + b'"}', headers=JSON)
    assert (answer.status_code, answer.json()["kind"]) == (413, "too_large")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as live:
        await live.next("table")
        await live.socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            await live.next("pong")


async def test_json_nested_without_end_is_refused(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    deep = b'{"name": ' + b'{"a":' * 10_000
    answer = await ada.http.put("/api/me", content=deep, headers=JSON)
    assert answer.status_code == 400
    async with ada.live(table) as live:
        await live.next("table")
        await live.socket.send("[" * 16_000)
        assert (await live.next("refused"))["refusal"]["kind"] == "unreadable"


async def test_a_table_or_a_way_that_is_not_there_is_told_so(house: House) -> None:
    ada = await house.player("Ada")
    for path in ("/api/tables/nothing", "/api/tables/nothing/view", "/api/nothing"):
        with pytest.raises(Refused) as refused:
            await ada.ask("GET", path)
        assert (refused.value.status, refused.value.kind) == (404, "not_found")
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", "/api/games")
    assert refused.value.status == 404
    with pytest.raises(ConnectionClosed) as closed:
        async with ada.live("nothing") as live:
            await live.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    table = (await ada.table(ME, here("Bo"), spectators=False))["id"]
    with pytest.raises(ConnectionClosed) as closed:
        async with (await house.player("Eve")).live(table) as live:
            await live.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


async def test_a_fault_of_ours_tells_no_secrets(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await house.player("Ada")

    async def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.services.repository, "owned", fail)
    with pytest.raises(Refused) as refused:
        await ada.table(ME, friend())
    assert (refused.value.status, refused.value.code) == (500, "server.failed")
    assert "secret" not in str(refused.value.body)


async def test_an_error_of_the_database_holds_nothing_that_was_written(any_house: House) -> None:
    people, database = any_house.services.people, any_house.services.database
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    await people.set_password(ada.id, "ada", "the hash of a password")
    twice = update(schema.people).values(id=bo.id, login="ada", password="the hash of a password")

    async def write() -> None:
        async with database.writing() as db:
            await db.execute(twice)

    with pytest.raises(DBAPIError) as failed:
        await write()
    assert "hash of a password" not in str(failed.value)


async def test_a_write_that_fails_changes_nothing_and_the_table_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.player("Ada")
    table = await ada.table(ME, here("Bo"))
    (actor,) = table["actors"]

    async def fail(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(house.services.log, "append", fail)
        with pytest.raises(Refused) as refused:
            await ada.play(table["id"], actor, "throw")
        assert refused.value.status == 500
    assert (await ada.view(table["id"]))["version"] == 1
    await ada.play(table["id"], actor, "throw")


async def test_who_asks_too_fast_has_to_wait(open_house: Open) -> None:
    house = await open_house(requests_a_minute=5, messages_a_second=2)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as live:
        await live.next("table")
        for _ in range(20):
            await live.send("ping")
        assert (await live.next("refused"))["refusal"]["kind"] == "too_many"
        with suppress(ConnectionClosed):
            for _ in range(200):
                await live.send("ping")
        with pytest.raises(ConnectionClosed):
            await live.next("table")
    answers = {(await ada.http.get("/api/me")).status_code for _ in range(60)}
    assert answers == {200, 429}


async def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    limiter = MemoryLimiter(lambda: now[0])
    assert [await limiter.take("ada", 1, 2, 3) for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] = 0.5
    assert [await limiter.take("ada", 1, 2, 3) for _ in range(2)] == [0, 0.5]
    assert await limiter.take("bo", 3, 2, 3) == 0, "everybody has a bucket of their own"
    assert await limiter.take("bo", 3, 2, 3) == 1.5


async def test_many_keys_do_not_fill_the_memory_and_set_no_guesser_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    limiter = MemoryLimiter(lambda: now[0])
    monkeypatch.setattr(limits, "KEPT", 100)
    for number in range(1000):
        now[0] += 1
        await limiter.take("guesser", 1, 0.01, 1)
        await limiter.take(f"passer-by {number}", 1, 10, 1)
        assert len(limiter._full_at) <= 101
    assert await limiter.take("guesser", 1, 0.01, 1) > 0


def test_secrets_are_made_once_and_readable_by_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    for name in ("LUDOTHEQUE_DATABASE", "LUDOTHEQUE_WEB", "LUDOTHEQUE_URL", "LUDOTHEQUE_REDIS"):
        monkeypatch.delenv(name, raising=False)
    settings = read_settings()
    path = tmp_path / "data" / "secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert len(settings.secret) == 32
    assert stored_secret(path) == settings.secret == read_settings().secret
    assert settings.database == f"sqlite+aiosqlite:///{tmp_path / 'data' / 'ludotheque.db'}"
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "postgres://ada@host/games")
    monkeypatch.setenv("LUDOTHEQUE_URL", "https://play.example.org/")
    monkeypatch.setenv("LUDOTHEQUE_BOT_WORKERS", "7")
    settings = read_settings()
    assert settings.database == "postgresql+psycopg://ada@host/games"
    assert (settings.url, settings.bot_workers) == ("https://play.example.org", 7)
