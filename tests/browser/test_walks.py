"""The first time here: from the first page to a first move on every table, as the screen says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import throw_button, wait_for_turn

GAMES = {"exxtra": "Exxtra", "touche": "Touché", "targi": "Targi", "zoch": "Zoch", "blackrock": "Blackrock"}


def sit_down(visit: Open, game: str, *, phone: bool) -> Page:
    """The first page, the game, and the one large button."""
    page = visit(phone=phone)
    page.locator(f"a[href='/games/{game}']").first.click()
    page.wait_for_url(re.compile(f"/games/{game}"))
    page.get_by_role("button", name=re.compile("^Play now")).first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    return page


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_comes_from_the_first_page_to_a_first_move(visit: Open, game: str, phone: bool) -> None:
    page = sit_down(visit, game, phone=phone)
    prompt = page.locator(".prompt.mine")
    before = page.locator(".log li").count()
    if game == "exxtra":
        expect(prompt).to_contain_text("throw the dice")
        throw_button(page).click()
        expect(prompt).to_contain_text(re.compile("[Pp]lace|throw"))
        page.locator("button.slot:not([aria-disabled=true])").last.click()
    elif game == "touche":
        expect(prompt).to_contain_text("play a card")
        page.locator(".hand .card:not(.dead)").first.click()
        page.locator(".hand .choices .button.primary").first.click()
    elif game == "targi":
        expect(prompt).to_contain_text("Place your Targi 1 of 3")
        lit = page.locator(".place.lit").first
        lit.click()
        if phone:
            lit.click()
    else:
        expect(prompt).to_contain_text("draw back on the table and let go")
        page.get_by_role("button", name="Flick", exact=True).click()
    expect(page.locator(".log li")).not_to_have_count(before)
