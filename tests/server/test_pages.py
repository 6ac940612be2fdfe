"""The pages: built files, previews of shared links, and what machines ask."""

import re
from datetime import datetime, timedelta
from importlib.metadata import files
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image

from ludotheque.server.web.pictures import table_png
from ludotheque.server.web.site import ROUTES, Pages
from tests.server.conftest import House, Open
from tests.server.player import ME, Refused, friend

pytestmark = pytest.mark.anyio

INDEX = "<!doctype html><html><head><title>L</title><script>1</script></head><body></body></html>"


@pytest.fixture
async def built(open_house: Open, tmp_path: Path) -> House:
    """A server with a built browser application."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "main-abc123.js").write_text("console.log(1)")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "outside.txt").write_text("secret")
    return await open_house(web=folder)


async def test_built_files_are_served_and_hashed_ones_kept_for_ever(built: House) -> None:
    nobody = await built.player()
    script = await nobody.http.get("/assets/main-abc123.js")
    assert script.text == "console.log(1)"
    assert script.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in script.headers["cache-control"]
    assert (await nobody.http.get("/icon.svg")).headers["cache-control"] == "no-cache"
    assert (await nobody.http.get("/assets/gone.js")).status_code == 404


async def test_every_page_is_the_application(built: House) -> None:
    nobody = await built.player()
    for path in ("/", "/tables", "/tables/targi/", "/rules/exxtra", "/learn/touche/first", "/profile"):
        page = await nobody.http.get(path)
        assert (page.status_code, page.text) == (200, INDEX), path
        assert (
            "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in page.headers["content-security-policy"]
        )
    assert (await nobody.http.get("/api/nothing")).status_code == 404


async def test_where_there_is_nothing_the_application_says_so_with_the_status_404(built: House) -> None:
    ada = await built.player("Ada")
    table = await ada.table(ME, friend())
    for path in ("", "/replay", "/seat/1/key"):
        page = await ada.http.get(f"/t/{table['id']}{path}")
        assert (page.status_code, page.headers["x-robots-tag"]) == (200, "noindex"), path
    nothing = (
        "/index.html", "/wp-login.php", "/t/nothing", "/t/nothing/seat/1/key", f"/t/{table['id']}/else",
        "/rules/chess", "/favicon.ico", "/%2e%2e/outside.txt", "/.well-known/else", "/tables/targi/else",
    )  # fmt: skip
    for path in nothing:
        page = await ada.http.get(path)
        assert (page.status_code, page.text) == (404, INDEX), path


def test_the_server_and_the_browser_know_the_same_pages() -> None:
    route = (Path(__file__).parents[2] / "web" / "src" / "lib" / "route.svelte.ts").read_text(
        encoding="utf-8"
    )
    known = re.findall(r"^  \[/\^(.+)\$/, '", route, re.MULTILINE)
    assert tuple(path.replace("\\/", "/") for path in known) == ROUTES


async def test_a_request_for_the_head_of_an_answer_gets_what_get_would_without_its_body(built: House) -> None:
    ada = await built.player("Ada")
    table = await ada.table(ME, friend())
    paths = (
        "/", "/health", "/metrics", "/assets/main-abc123.js", "/robots.txt", "/api/games", "/wp-login.php",
        f"/t/{table['id']}", f"/t/{table['id']}/picture.png", f"/api/tables/{table['id']}",
    )  # fmt: skip
    for path in paths:
        head, whole = await ada.http.head(path), await ada.http.get(path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        for name in ("content-type", "cache-control", "content-security-policy", "content-encoding"):
            assert head.headers.get(name) == whole.headers.get(name), (path, name)
        if path not in ("/metrics", f"/api/tables/{table['id']}"):  # they count or tell the time
            assert head.headers.get("content-length") == whole.headers.get("content-length"), path
    assert (await ada.http.head("/api/me/logout")).status_code == 404


async def test_a_monitor_may_ask_by_address_whatever_the_server_is_called(open_house: Open) -> None:
    house = await open_house(hosts=("play.example.org",))
    nobody = await house.player()
    for method in ("GET", "HEAD"):
        for path in ("/health", "/metrics"):
            answer = await nobody.http.request(method, path)
            assert answer.status_code == 200, (method, path)
            named = await nobody.http.request(method, path, headers={"host": "evil.example"})
            assert named.status_code == 400, "another site's name could lead a browser here"
    for path in ("/", "/api/games", "/healthy", "/robots.txt"):
        assert (await nobody.http.get(path)).status_code == 400, path
    for host in ("[::1]:8765", "localhost:8765", "10.1.2.3"):
        assert (await nobody.http.get("/health", headers={"host": host})).status_code == 200, host
    for host in ("[::", "1.2.3", "localhost.evil.example"):
        assert (await nobody.http.get("/health", headers={"host": host})).status_code == 400, host


async def test_programs_find_the_files_that_they_ask_every_site_for(open_house: Open) -> None:
    house = await open_house(url="https://play.example.org", security_contact="mailto:safe@example.org")
    nobody = await house.player()
    robots = await nobody.http.get("/robots.txt")
    assert robots.headers["content-type"] == "text/plain; charset=utf-8"
    rules = RobotFileParser()
    rules.parse(robots.text.splitlines())
    assert rules.can_fetch("any", "/rules/targi")
    assert not rules.can_fetch("any", "/api/games")
    assert rules.site_maps() == ["https://play.example.org/sitemap.xml"]

    sitemap = await nobody.http.get("/sitemap.xml")
    assert sitemap.headers["content-type"].startswith("application/xml")
    told = [where.text or "" for where in ElementTree.fromstring(sitemap.content).iterfind(".//{*}loc")]
    assert "https://play.example.org/rules/touche" in told
    for address in told:
        answer = await nobody.http.get(urlsplit(address).path)
        assert answer.status_code == 200, address

    security = await nobody.http.get("/.well-known/security.txt")
    assert security.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in security.text.splitlines())
    assert fields["Contact"] == "mailto:safe@example.org"
    assert fields["Canonical"] == "https://play.example.org/.well-known/security.txt"
    assert house.clock() < datetime.fromisoformat(fields["Expires"]) < house.clock() + timedelta(days=365)


async def test_without_a_contact_there_is_no_security_txt(house: House) -> None:
    nobody = await house.player()
    assert (await nobody.http.get("/.well-known/security.txt")).status_code == 404


def test_the_icon_for_old_programs_is_an_icon() -> None:
    icon = Pages(Path(__file__).parents[2] / "web" / "public").file("/favicon.ico")
    assert icon is not None
    assert icon.media_type in ("image/x-icon", "image/vnd.microsoft.icon")
    assert Image.open(BytesIO(icon.content)).info["sizes"] == {(16, 16), (32, 32), (48, 48)}


async def test_a_shared_link_shows_a_preview(built: House) -> None:
    ada = await built.player('A"da<')
    table = await ada.table(ME, friend())
    page = await ada.http.get(table["link"], headers={"accept-language": "fr-CH"})
    tags = dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page.text))
    assert tags["og:title"] == "Exxtra – Ludothèque"
    assert tags["og:description"] == "Vous êtes invité à une partie de Exxtra, avec A&quot;da&lt;."
    assert tags["og:locale"] == "fr_FR"
    assert tags["og:image"] == f"{built.url}/t/{table['id']}/picture.png"
    assert tags["og:image:type"] == "image/png"
    answer = await ada.http.get(tags["og:image"])
    assert answer.headers["content-type"] == "image/png"
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == (int(tags["og:image:width"]), int(tags["og:image:height"]))
    assert (await ada.http.get("/t/nothing/picture.png")).status_code == 404


async def test_the_picture_of_a_link_tells_tables_apart(built: House) -> None:
    ada = await built.player("Ada")
    one, two = [await ada.table(ME, friend(name)) for name in ("Bo", "Cléo Ж")]
    pictures = [(await ada.http.get(f"{table['link']}/picture.png")).content for table in (one, two)]
    assert pictures[0] != pictures[1]


async def test_a_preview_names_the_strength_of_a_bot_in_the_language_of_the_reader(built: House) -> None:
    ada = await built.player("Ada")
    table = await ada.table(ME, {"who": "bot", "level": "perfect"})
    for language, said in (("en", "Bot, perfect"), ("fr", "Robot parfait"), ("de", "Bot, perfekt")):
        spoken = {"accept-language": language}
        assert said in (await ada.http.get(table["link"], headers=spoken)).text
    french, german = [
        (await ada.http.get(f"{table['link']}/picture.png", headers={"accept-language": language})).content
        for language in ("fr", "de")
    ]
    assert french != german


def test_long_names_of_a_full_table_stay_apart_and_inside_the_picture() -> None:
    names = ("Maximiliane-Charlotte", "Robot détendu", "Ada", "Bot, gemütlich", "Wolfgang Amadeus", "Zoë")
    picture = Image.open(BytesIO(table_png("Targets (Blackrock)", names, None))).convert("L")
    between = [
        picture.getpixel((round(70 + 1060 / 6 * seat), y)) for seat in range(7) for y in range(495, 540)
    ]
    assert len(set(between)) == 1
    assert len({picture.getpixel((x, y)) for x in (60, 1139) for y in range(120, 280)}) == 1


async def test_a_closed_table_shows_no_names_in_its_preview(built: House) -> None:
    ada = await built.player("Ada")
    table = await ada.table(ME, {"who": "here", "name": "Bo"}, spectators=False)
    assert (await ada.http.get(table["link"])).text == INDEX
    assert (await ada.http.get(f"{table['link']}/picture.png")).status_code == 404


async def test_without_built_files_a_page_says_how_to_build_them(open_house: Open, tmp_path: Path) -> None:
    house = await open_house(web=tmp_path / "nothing")
    nobody = await house.player()
    assert "make web" in (await nobody.http.get("/")).text


async def test_every_part_is_named_with_its_licence(built: House) -> None:
    bundled = [{"name": "three", "version": "1", "identifier": "MIT", "text": "Do."}]
    (built.settings.web or Path()).joinpath("licences.json").write_bytes(msgspec.json.encode(bundled))
    nobody = await built.player()
    told = await nobody.ask("GET", "/api/licences")
    assert told["pages"] == bundled
    named = {part["name"]: part for part in told["program"]}
    assert "Permission is hereby granted" in named["Ludothèque"]["text"]
    assert "Jukka Lehtosalo" in named["mypyc"]["text"]
    assert named["litestar"]["identifier"].startswith("MIT")
    assert all(part["identifier"] for part in told["program"])


async def test_what_is_compiled_into_the_rules_is_shipped_with_its_licence() -> None:
    shipped = Path(__file__).parents[2] / "licences" / "mypyc.txt"
    texts = [file.read_text(encoding="utf-8") for file in files("mypy") or () if file.name == "LICENSE"]
    assert shipped.read_text(encoding="utf-8") in texts


async def test_machines_can_ask_for_health_metrics_and_the_schema(any_house: House) -> None:
    nobody = await any_house.player()
    health = await nobody.ask("GET", "/health")
    assert health["status"] == "ok"
    assert health["database"] in any_house.settings.database
    assert "ludotheque_log_lines_total" in (await nobody.http.get("/metrics")).text
    schema = await nobody.ask("GET", "/api/schema/openapi.json")
    assert "/api/tables/{table}/do" in schema["paths"]
    for other in ("0", "x.json", "a/b"):
        with pytest.raises(Refused) as refused:
            await nobody.ask("GET", f"/api/schema/{other}")
        assert refused.value.code == "server.no_page"
