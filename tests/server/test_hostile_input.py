"""What a hostile guest tries at the door: memory, forged keys, NUL, types, hosts, pictures, names."""

import asyncio
import os
import re
import resource
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from ludotheque import NotAllowed, Table, Unreadable
from ludotheque.games.touche.layout import STANDARD
from ludotheque.host.command_parsing import refuse_nul
from ludotheque.host.limits import address_key
from ludotheque.server.run.settings import Settings, read_settings, stored_secret
from ludotheque.server.web.site import Pages
from tests.server.conftest import House, Open
from tests.server.player import ME, Refused, friend, here

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


def test_a_built_file_is_kept_once_however_its_address_is_spelled(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html></html>")
    (tmp_path / "assets" / "app.js").write_text("x")
    pages = Pages(tmp_path)
    for number in range(50):
        pages.file("/assets/" + "./" * number + "app.js")
        pages.file("/./" * number + "/assets/../assets/app.js")
    assert pages.file("/assets/app.js") is not None
    assert pages.file("/assets/../assets/app.js") is None
    assert pages.file("//assets/app.js") is None
    assert len(pages._kept) == 1


def test_a_layout_is_kept_in_its_normal_form() -> None:
    table = Table("touche", 2, seed=1, options={"layout": STANDARD.replace("\n", "\n \n")})
    kept = table.record()["options"]["layout"]
    assert max(map(len, kept.splitlines())) <= 36
    assert len(kept) <= 432
    assert Table("touche", 2, seed=1, options={"layout": kept}).record()["options"]["layout"] == kept


@pytest.mark.parametrize("padding", [10_000, 1_500_000])
async def test_a_padded_layout_is_refused_as_an_option_and_in_a_record(house: House, padding: int) -> None:
    ada = await house.player("Ada")
    padded = STANDARD.replace("\n", "\n" + " " * padding, 1)
    if padding < 60_000:
        with pytest.raises(Refused) as refused:
            await ada.table(ME, friend(), game="touche", options={"layout": padded})
        assert refused.value.status == 400
    record = Table("touche", 2, seed=1).record()
    record["options"] = {"layout": padded}
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/records", record)
    assert refused.value.status == 400


def test_a_key_that_could_not_be_written_is_made_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(NotAllowed) as refused:
            stored_secret(path)
        assert refused.value.code == "cli.start_folder"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == [], "a full disk leaves no half of a key"
    assert len(stored_secret(path)) == 32
    assert list(tmp_path.iterdir()) == [path]


def test_a_key_is_made_where_links_are_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    assert stored_secret(tmp_path / "secret") == stored_secret(tmp_path / "secret")


@pytest.mark.parametrize("written", ["", "\n", "00", "zz" * 32, "00" * 31, "00" * 33])
def test_a_key_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    (tmp_path / "secret").write_text(written)
    with pytest.raises(NotAllowed) as refused:
        stored_secret(tmp_path / "secret")
    assert refused.value.code == "cli.start_secret"
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    with pytest.raises(NotAllowed) as refused:
        read_settings()
    assert refused.value.code == "cli.start_secret"


def test_nothing_is_signed_with_a_short_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="0 bytes"):
        Settings(data=tmp_path, database="sqlite://", secret=b"")


async def test_nul_is_refused_everywhere_alike(any_house: House) -> None:
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    record = Table("exxtra", 2, seed=1).record() | {"names": ["a\0", "b"]}
    requests = [
        ("PUT", "/api/me", {"name": "a\0b"}),
        ("POST", "/api/account", {"login": "ada\0", "password": "long enough\0"}),
        ("POST", "/api/account/login", {"login": "ada", "password": "\0"}),
        ("POST", "/api/tables", {"game": "exxtra", "seats": [ME, here("B\0")], "title": "t"}),
        ("POST", "/api/tables", {"game": "exxtra", "seats": [ME, here("B")], "title": "\0"}),
        ("POST", "/api/tables", {"game": "exxtra\0", "seats": [ME, here("B")]}),
        ("POST", f"/api/tables/{table}/do", {"do": "chat", "id": "x", "text": "a\0"}),
        ("POST", "/api/records", record),
        ("GET", "/api/tables?game=%00", None),
        ("GET", "/api/tables?before=a%00b", None),
        ("GET", "/api/tables/%00", None),
        ("GET", "/t/%00", None),
    ]
    for method, path, body in requests:
        with pytest.raises(Refused) as refused:
            await ada.ask(method, path, body)
        assert (refused.value.status, refused.value.code) == (400, "server.nul"), (method, path)


def test_nul_is_told_from_what_looks_like_it() -> None:
    refuse_nul(rb'{"name": "\\u0000"}')
    refuse_nul('{"name": "\\\\u00001"}')
    for text in (rb'"\u0000"', rb'"\\\u0000"', b"\0"):
        with pytest.raises(Unreadable):
            refuse_nul(text)


async def test_a_body_is_json_and_says_so(house: House) -> None:
    ada = await house.player("Ada")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        headers = {} if kind is None else {"content-type": kind}
        for method, path in (("PUT", "/api/me"), ("POST", "/api/records"), ("POST", "/api/account/login")):
            answer = await ada.http.request(method, path, content=b'{"name": "Eve"}', headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (415, "server.content_type")
    charset = {"content-type": "application/json; charset=utf-8"}
    assert (await ada.http.put("/api/me", content=b'{"name": "Eve"}', headers=charset)).status_code == 200


async def test_a_body_that_is_no_utf8_is_refused(house: House) -> None:
    ada = await house.player("Ada")
    for method, path in (
        ("PUT", "/api/me"),
        ("POST", "/api/account/login"),
        ("POST", "/api/tables"),
        ("POST", "/api/records"),
    ):
        for body in (b"\xff", b'{"name": "\xff"}', b'{"\xff": 1}', b'{"name": "\xed\xa0\x80"}', b'"\xc3'):
            answer = await ada.http.request(method, path, content=body, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (400, "core.unreadable"), (path, body)
            assert "UTF-8" in answer.json()["params"]["detail"]
    assert (await ada.ask("PUT", "/api/me", {"name": "Zoé"}))["name"] == "Zoé"


NO_HOSTS = ("a" * 3000, "a b", "a:99999", "a:x", "[::1", "[12:34]", "a@b", "a/b", "é", "", "..", "a?b#c")


@pytest.mark.parametrize("hosts", [(), ("play.example.org",)])
async def test_a_host_that_is_none_is_refused_everywhere(open_house: Open, hosts: tuple[str, ...]) -> None:
    house = await open_house(hosts=hosts)
    ada = await house.player()
    paths = ("/", "/health", "/api/me", "/api/address", "/robots.txt", "/sitemap.xml", "/t/x", "/nothing")
    asked = [("GET", path) for path in paths]
    asked += [("POST", f"/api/account/passkey/{path}options") for path in ("", "login/")]
    for host in NO_HOSTS:
        for method, path in asked:
            answer = await ada.http.request(method, path, headers=[(b"host", host.encode())])
            assert (answer.status_code, answer.json()["code"]) == (400, "core.unreadable"), (host, path)
            assert answer.headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus) as closed:
            async with ada.dial("x", host=host[:100]):
                pass
        assert closed.value.response.status_code in (400, 403), host
    assert (await ada.http.get("/health", headers={"host": "[::1]:8765"})).status_code == 200


async def test_two_hosts_are_refused(house: House) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(house.url.rpartition(":")[2]))
    try:
        writer.write(b"GET /health HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n")
        assert b" 400 " in await reader.readline()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_only_configured_hosts_are_answered(open_house: Open) -> None:
    house = await open_house(hosts=("play.example.org",))
    nobody = await house.player()
    for path in ("/", "/api/me", "/health", "/rules"):
        foreign = await nobody.http.get(path, headers={"host": "other.example.org"})
        assert (foreign.status_code, foreign.json()["code"]) == (400, "server.foreign_host")
        for host in ("play.example.org", "play.example.org:8443", "PLAY.example.org"):
            assert (await nobody.http.get(path, headers={"host": host})).status_code == 200, (path, host)
        for host in ("evil.example", "play.example.org.evil.example", "play.example.org@evil.example"):
            assert (await nobody.http.get(path, headers={"host": host})).status_code == 400


async def test_pictures_are_limited(open_house: Open) -> None:
    house = await open_house(pictures_a_minute=3)
    ada = await house.player("Ada")
    table = (await ada.table(ME, friend()))["id"]
    answers = [(await ada.http.get(f"/t/{table}/picture.png")).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert (await ada.http.get(f"/t/{table}")).status_code == 200


async def test_pages_count_like_requests_and_built_files_do_not(open_house: Open) -> None:
    house = await open_house(requests_a_minute=5)
    nobody = await house.player()
    answers = {(await nobody.http.get("/rules")).status_code for _ in range(10)}
    assert answers == {200, 429}
    page = Path(__file__).parents[2] / "web" / "dist" / "index.html"
    script = re.search(r"/assets/[\w.-]+\.js", page.read_text())
    assert script is not None
    assert (await nobody.http.get(script[0])).status_code == 200


async def test_an_address_can_not_make_guests_without_end(open_house: Open) -> None:
    house = await open_house(guests_a_minute=3)
    for number in range(3):
        await house.player(f"Guest {number}")
    with pytest.raises(Refused) as refused:
        await house.player("One more")
    assert refused.value.status == 429


def test_an_address_of_ipv6_is_that_of_its_site() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1")
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("::ffff:192.0.2.1") == "192.0.2.1"
    assert address_key("a socket") == "a socket"


async def test_health_sees_a_full_disk(house: House, tmp_path: Path) -> None:
    nobody = await house.player()
    assert (await nobody.http.get("/health")).json()["status"] == "ok"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "test.db-wal").stat().st_size, before[1]))
    try:
        house.clock.forward(60)
        answer = await nobody.http.get("/health")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (answer.status_code, answer.json()["code"]) == (503, "server.busy")
    house.clock.forward(60)
    assert (await nobody.http.get("/health")).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "a\u202eb",
        "a\u200bb",
        "Ada\u200d",
        "a\nb\x07",
        "\ufeffAda",
        "\u3164",
        "\u2066Ada\u2069",
        "Z" + "\u0301" * 8,
    ],
)
async def test_a_name_holds_nothing_that_can_not_be_seen(house: House, name: str) -> None:
    ada = await house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.ask("PUT", "/api/me", {"name": name})
    assert refused.value.code in ("server.name_characters", "server.name_empty")
    for seat in (here(name), friend(name)):
        with pytest.raises(Refused) as refused:
            await ada.table(ME, seat)
        assert refused.value.status == 400
    table = (await ada.table(ME, {"who": "open"}))["id"]
    bo = await house.player("Bo")
    with pytest.raises(Refused) as refused:
        await bo.sit(table, 1, name=name)
    assert refused.value.status == 400


async def test_a_name_has_one_normal_form(house: House) -> None:
    ada = await house.player()
    assert (await ada.ask("PUT", "/api/me", {"name": " Rene\u0301e   A. "}))["name"] == "Ren\u00e9e A."
    await ada.ask("POST", "/api/account", {"login": "\uff21da", "password": "correct horse battery"})
    phone = await house.player()
    login = {"login": "ADA", "password": "correct horse battery"}
    assert (await phone.ask("POST", "/api/account/login", login))["id"] == (await ada.ask("GET", "/api/me"))[
        "id"
    ]
