"""Nothing keeps anybody out: axe looks at every page and panel, at phone and desk size, light and dark."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games import REGISTRY
from tests.browser.conftest import Open
from tests.browser.house import DESK, PHONE
from tests.browser.play import axe, finished_match, wait_for_turn
from tests.browser.test_targets import NO_WEBGL

PAGES = [
    ("/", "article"),
    ("/games/exxtra", "form.now"),
    ("/games/zoch", "form.now"),
    ("/tables", "h1"),
    ("/learn/targi", "h1"),
    ("/learn/touche/1", ".solo .board"),
    ("/practice/zoch", ".solo .plan"),
    ("/rules", "h1"),
    ("/rules/blackrock", "h1"),
    ("/profile", "h1"),
    ("/licences", "h1"),
    ("/nowhere", "h1"),
]


def findings(page: Page, part: str) -> list[object]:
    """What axe finds on what is shown now, at both sizes and in both themes."""
    found: list[object] = []
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            found += [(part, size["width"], theme, fault) for fault in axe(page)]
    return found


def plain(visit: Open, path: str = "about:blank") -> Page:
    """A page of a browser without WebGL, which draws quickly."""
    page = visit("about:blank")
    page.add_init_script(NO_WEBGL)
    page.goto(path)
    return page


def test_axe_finds_nothing_on_any_page(visit: Open) -> None:
    page = plain(visit, "/")
    found: list[object] = []
    for path, shown in PAGES:
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        found += findings(page, path)
    assert found == []


def sit_down(page: Page, game: str) -> None:
    page.request.put("/api/me", data={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "here", "name": "Ben"}]
    page.goto(page.request.post("/api/tables", data={"game": game, "seats": seats}).json()["link"])
    if game in ("touche", "targi"):
        page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)


def press(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


PANELS: list[tuple[str, Callable[[Page], None], str]] = [
    ("help", press("?"), "dialog[open]"),
    ("words", press("b"), ".words, .text"),
    ("chat", press("c"), "#chat-text"),
    ("log", press("l"), ".log"),
    ("hint", press("h"), ".advice"),
    ("more", lambda page: page.get_by_role("button", name="More", exact=True).click(), ".panel"),
]


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=() if one == "exxtra" else pytest.mark.long) for one in REGISTRY],
)
def test_axe_finds_nothing_at_a_table_with_any_panel_open(visit: Open, game: str) -> None:
    page = plain(visit, "/")
    sit_down(page, game)
    found = findings(page, "table")
    for name, opens, shown in PANELS if game == "exxtra" else PANELS[:2]:
        page.locator("body").press("Escape")
        opens(page)
        expect(page.locator(shown).first).to_be_attached()
        found += findings(page, name)
    assert found == []


def test_axe_finds_nothing_at_the_end_in_the_replay_at_an_invitation_and_over_the_board(
    visit: Open, server: str
) -> None:
    page = plain(visit, finished_match(server))
    expect(page.locator(".ending")).to_be_visible()
    found = findings(page, "end")
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("slider").first).to_be_visible()
    found += findings(page, "replay")
    page.request.put("/api/me", data={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
    plan = {"game": "exxtra", "seats": seats, "by_link": True}
    table = page.request.post("/api/tables", data=plan).json()
    page.goto(table["link"])
    page.get_by_text("Fill it otherwise").first.click()
    found += findings(page, "lobby")
    guest = visit(table["seats"][1]["invite"])
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    found += findings(guest, "invitation")
    newcomer = visit("/", newcomer=True)
    newcomer.get_by_role("button", name=re.compile("^Play now.*Exxtra")).click()
    expect(newcomer.get_by_role("dialog")).to_be_visible()
    found += findings(newcomer, "offer of lessons")
    sit_down(page, "exxtra")
    page.locator("button.slot").nth(3).click(force=True)
    page.get_by_role("alert").get_by_role("link").first.click()
    expect(page.locator(".sheet, dialog[open], .panel").first).to_be_visible()
    found += findings(page, "rule")
    assert found == []
