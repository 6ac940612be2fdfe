"""Every page: in each language, for everybody, in both themes."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from tests.browser.conftest import Open
from tests.browser.house import ROOT
from tests.browser.play import axe, bring, finished_match, throw_button, wait_for_turn

LANGUAGES: Final = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
PAGES: Final = (
    "home",
    "game",
    "lobby",
    "seat",
    "table",
    "panel",
    "touche",
    "targi",
    "zoch",
    "finished",
    "replay",
    "rules",
    "rulebook",
    "edition",
    "drawing",
    "profile",
    "licences",
    "tables",
    "lost",
)
MAX_FIRST_PAGE: Final = 150_000


def sentences(language: str) -> dict[str, Any]:
    path: Path = ROOT / "web" / "messages" / f"{language}.json"
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


def lobby(page: Page) -> None:
    page.goto("/games/exxtra#friends")
    page.locator("form.now button.primary").click()
    expect(page.locator(".invite img.code")).to_be_visible()


def table(page: Page) -> None:
    page.goto("/")
    page.locator("article button.primary").first.click()
    wait_for_turn(page)


def touche(page: Page) -> None:
    sit_at(page, "touche")
    page.locator("button.card:not(.dead)").first.click()


def targi(page: Page) -> None:
    sit_at(page, "targi")


def zoch(page: Page) -> None:
    sit_at(page, "zoch")


def sit_at(page: Page, game: str) -> None:
    page.goto(f"/games/{game}")
    page.locator("form.now button.primary").click()
    wait_for_turn(page)


def panel(page: Page) -> None:
    table(page)
    page.get_by_role("toolbar").get_by_role("button").last.click()
    expect(page.locator(".panel.more")).to_be_visible()


def seat(page: Page) -> None:
    lobby(page)
    page.goto(page.locator("#link-1").input_value())
    expect(page.locator("h1")).to_be_visible()


def show(page: Page, name: str, match: str) -> None:
    """Bring a page to be looked at, until it is complete."""
    steps = {
        "lobby": lobby, "table": table, "panel": panel, "seat": seat,
        "touche": touche, "targi": targi, "zoch": zoch,
    }  # fmt: skip
    if name in steps:
        steps[name](page)
    else:
        paths = {
            "home": "/", "game": "/games/exxtra", "finished": match, "replay": f"{match}/replay",
            "rules": "/rules", "rulebook": "/rules/exxtra",
            "edition": "/rules/zoch", "drawing": "/rules/targi",
            "profile": "/profile", "tables": "/tables", "licences": "/licences", "lost": "/nowhere/at/all",
        }  # fmt: skip
        page.goto(paths[name])
        expect(page.locator("h1").first).to_be_attached()
        if name == "edition":
            expect(page.locator("[id='TARGETS-1'], [id='ZOCH-1']")).to_have_count(2)
        if name == "drawing":
            expect(page.locator("article pre")).to_be_visible()
        if name == "replay":
            expect(page.locator(".curve canvas")).to_be_visible()
        if name == "finished":
            expect(page.locator(".result")).to_be_visible()


@pytest.fixture(scope="session")
def match(server: str) -> str:
    """The path of a match that is over."""
    return finished_match(server)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious_on_any_page(visit: Open, match: str, phone: bool) -> None:
    page = visit(phone=phone)
    found = []
    for name in PAGES:
        show(page, name, match)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            found += [(name, theme, *fault) for fault in axe(page)]
    assert found == []


@pytest.mark.parametrize(
    "name",
    ["home", "game", "lobby", "table", "touche", "targi", "zoch", "replay", "profile", "licences", "tables"],
)
def test_whatever_can_be_touched_on_a_phone_is_large_enough(visit: Open, match: str, name: str) -> None:
    page = visit(phone=True)
    show(page, name, match)
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, a.button, header a')]
            .filter((one) => one.checkVisibility() && !one.closest('.hidden'))
            .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
            .filter(([one, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
            .map(([one]) => one.outerHTML.slice(0, 100))"""
    )
    assert small == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_one_language(visit: Open, match: str, language: str) -> None:
    page = visit(locale=LANGUAGES[language])
    ours = sentences(language)
    for name in PAGES:
        show(page, name, match)
        assert page.locator("html").get_attribute("lang") == language
        text = page.locator("body").inner_text()
        assert not re.search(r"\b(web|core|server|exxtra|touche|targi|targets|zoch)_[a-z_]+", text), (
            f"{name}: {text}"
        )
        foreign = [
            other[key]
            for other in (sentences(one) for one in LANGUAGES if one != language)
            for key in ("web_rules", "web_profile", "web_play_now", "web_keys", "web_close", "web_your_name")
            if other[key] != ours[key] and re.search(rf"^{re.escape(str(other[key]))}$", text, re.MULTILINE)
        ]
        assert foreign == [], name


def test_the_language_can_be_changed_and_is_kept(visit: Open) -> None:
    page = visit()
    page.locator("header select").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Une bonne table vous attend")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Une bonne table vous attend")
    page.goto("/rules/exxtra")
    expect(page.locator("#EXXTRA-4")).to_contain_text("dizaines")
    expect(page.locator("#EXXTRA-12 .ruling")).to_have_text("décision")
    expect(page.locator(".key .ruling")).to_be_visible()
    expect(page.locator("#EXXTRA-11 .ruling")).to_have_count(0)


def test_a_refusal_comes_in_the_language_of_the_reader(visit: Open) -> None:
    page = visit(locale="de-DE")
    table(page)
    page.locator("button.slot").nth(2).click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("EXXTRA-7")
    expect(page.get_by_role("alert")).not_to_contain_text("throw")


def test_replay_goes_by_arrow_keys_and_shows_the_mistakes(visit: Open, match: str) -> None:
    page = visit(f"{match}/replay")
    count = page.locator(".count")
    expect(count).to_have_text(re.compile("^0 of "))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^2 of "))
    expect(page.locator(".told")).not_to_be_empty()
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(re.compile("^1 of "))
    page.keyboard.press("End")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".curve canvas")).to_be_visible()
    told = page.locator(".mistakes .loss").all_text_contents()
    losses = [float(text.partition("%")[0].strip("−")) for text in told]
    assert losses, "a random match has mistakes"
    assert losses == sorted(losses, reverse=True)
    page.locator(".mistakes button").first.click()
    expect(page.locator(".result")).to_have_count(0)


def test_an_example_of_the_rules_can_be_played(visit: Open) -> None:
    page = visit("/rules/exxtra#EXXTRA-17")
    page.locator("#EXXTRA-17").get_by_role("button").click()
    wait_for_turn(page)
    page.get_by_role("button", name=re.compile("^Place on 4, removes")).click()
    expect(page.locator(".log ol")).to_contain_text("from slot 5")


def test_a_foreign_position_opens_as_a_study(visit: Open, server: str) -> None:
    start = {"seats": 2, "pawns": [20, 3], "dice": [None, {"slot": 5, "value": 64}]}
    path = bring(server, {"ludotheque": 1, "game": "exxtra", "seats": 2, "start": start, "log": []})
    page = visit(path)
    expect(page.get_by_role("region", name="Board in words")).to_contain_text("is on space 20")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_imported_match_is_deleted_from_the_list_by_asking_twice(visit: Open, phone: bool) -> None:
    page = visit("/", phone=phone)
    page.request.put("/api/me", data={"name": "Ada"})
    record = Table("exxtra", seats=2, seed=5).record()
    page.request.post("/api/records", data=record | {"names": ["Zoe", "Bo"]})
    page.goto("/")
    row = page.locator("li", has_text="Zoe")
    expect(row).to_have_count(1)
    row.get_by_role("button", name=re.compile("^Delete")).click()
    page.keyboard.press("Tab")
    expect(row).to_have_count(1)
    assert axe(page) == []
    row.get_by_role("button", name=re.compile("^Really delete")).click()
    expect(row).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Targi")).to_be_visible()
    assert page.request.get("/api/me/tables").json()["tables"] == []


def test_a_hint_names_the_best_move(visit: Open) -> None:
    page = visit()
    table(page)
    throw_button(page).click()
    expect(page.locator("button.slot:not([aria-disabled=true])").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    said = re.compile(r"Hint: (Throw again|Place on \d) \d+(\.\d)?\s?% to win")
    expect(page.locator(".advice [role=status]")).to_have_text(said)


def test_a_name_and_an_account_are_kept(visit: Open) -> None:
    page = visit("/profile")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    page.get_by_label("Login name").fill("ada.l")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_text("You are signed in as ada.l.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_label("Login name").fill("ada.l")
    page.get_by_label("Password", exact=True).fill("not the password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/nowhere", "/games/chess", "/rules/chess", "/t/nosuchtable", "/t/nosuchtable/replay"]
)
def test_a_wrong_address_says_what_helps(visit: Open, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    page.get_by_role("link", name="To the games", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()


def test_the_first_page_weighs_less_than_150_kilobytes(visit: Open) -> None:
    page = visit("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    weights: list[int] = []
    session.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()
    assert sum(weights) < MAX_FIRST_PAGE, weights
