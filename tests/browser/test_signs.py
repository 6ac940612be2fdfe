"""What lies on a board explains itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import at_one_screen, throw_button, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
STAR = "A star is a joker cell"


def start(page: Page) -> None:
    page.locator("form.now button.primary").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)


@SIZES
def test_the_tray_is_empty_before_the_first_throw_and_keeps_its_owner(visit: Open, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone)
    at_one_screen(page)
    wait_for_turn(page)
    die = page.locator(".tray .die").first
    expect(die).to_be_hidden()
    throw_button(page).click()
    expect(die).to_be_visible()
    thrower = die.get_attribute("data-owner")
    page.locator("button.slot:not([aria-disabled=true])").last.click()
    expect(die).to_have_class(re.compile("idle"))
    assert page.locator(".pawn.turn").count() == 1
    assert die.get_attribute("data-owner") == thrower


@SIZES
def test_stars_and_scores_of_touche_explain_themselves(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    start(page)
    star = page.locator(".square[data-cell=d1]")
    expect(star.locator("title")).to_contain_text(STAR)
    star.click()
    expect(page.locator(".explained")).to_contain_text(STAR)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".score").first.click()
    expect(page.locator(".explained")).to_contain_text("Guest: 0 of 4 patterns crowned")
    page.locator(".explained").click()
    expect(page.locator(".explained")).to_have_count(0)
    if phone:
        page.get_by_role("button", name="More").click()
        expect(page.locator(".panel.more")).to_contain_text(STAR)
    else:
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text(STAR)


@SIZES
@pytest.mark.parametrize(("language", "court"), [("de", "BDK"), ("fr", "VDR"), ("en", "JQK")])
def test_cards_are_written_as_the_language_does(visit: Open, phone: bool, language: str, court: str) -> None:
    page = visit("/games/touche", phone=phone, locale=language)
    start(page)
    letters = "".join(page.locator(".square text.card").all_text_contents())
    assert {letter for letter in letters if letter.isalpha()} == {"A", *court}
    log = "".join(page.locator(".log li").all_text_contents())
    assert not set(re.findall("([A-Z])[♠♥♦♣]", log)) - {"A", *court}
