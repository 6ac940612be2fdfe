"""The pages: built files, previews of shared links, and what machines ask."""

import re
from importlib.metadata import files
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from ludotheque.server.web.pictures import table_png
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


async def test_every_other_path_is_the_application(built: House) -> None:
    nobody = await built.player()
    for path in ("/", "/index.html", "/tables", "/t/nothing", "/t/nothing/seat/1/key", "/%2e%2e/outside.txt"):
        page = await nobody.http.get(path)
        assert (page.status_code, page.text) == (200, INDEX)
        assert (
            "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in page.headers["content-security-policy"]
        )
    assert (await nobody.http.get("/api/nothing")).status_code == 404


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
