"""Advice points at what it is about, and tells nobody else's secrets."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import at_one_screen, throw_button, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def ask(page: Page) -> None:
    page.get_by_role("button", name="Hint", exact=True).click()


def against_a_bot(visit: Open, game: str, *, phone: bool) -> Page:
    page = visit(f"/games/{game}", phone=phone)
    page.get_by_role("button", name=re.compile("^Play now")).first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    return page


@SIZES
def test_the_cover_of_a_shared_screen_gives_no_advice(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/hint" in request.url else None)
    at_one_screen(page)
    expect(page.locator(".cover")).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click(force=True)
    page.keyboard.press("h")
    expect(page.locator(".prompt")).to_have_text("")
    page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)
    assert asked == []
    expect(page.locator(".advice")).to_have_count(0)
    ask(page)
    expect(page.locator(".advice")).to_be_visible()


@SIZES
def test_advice_that_comes_late_stays_under_the_cover(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    at_one_screen(page)
    page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)
    page.locator(".hand .card").first.click()
    with page.expect_response(re.compile("/hint")):
        ask(page)
        page.locator(".choices .button.primary").first.click()
    expect(page.locator(".cover")).to_be_visible()
    expect(page.locator(".advice")).to_have_count(0)
    page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)
    expect(page.locator(".advice")).to_have_count(0)


@SIZES
def test_a_hint_glows_tells_the_chance_and_is_played_with_one_tap(visit: Open, phone: bool) -> None:
    page = against_a_bot(visit, "exxtra", phone=phone)
    page.locator("button.slot").nth(3).click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("throw before you place")
    ask(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".advice")).to_contain_text(re.compile(r"Hint: Throw \d+\s?% to win"))
    expect(throw_button(page)).to_have_class(re.compile("hinted"))
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".log ol")).to_contain_text("Guest throws")
    expect(page.locator(".advice")).to_have_count(0)


@SIZES
def test_a_hint_says_why_with_numbers_and_the_clause(visit: Open, phone: bool) -> None:
    page = against_a_bot(visit, "exxtra", phone=phone)
    throw_button(page).click()
    expect(page.locator("button.slot:not([aria-disabled=true])").first).to_be_visible()
    ask(page)
    reasons = page.locator(".advice .why")
    expect(reasons).to_contain_text(re.compile(r"\w+\."))
    expect(reasons.get_by_role("link").first).to_have_attribute(
        "href", re.compile(r"^/rules/exxtra#EXXTRA-\d+$")
    )
    reasons.get_by_role("button", name="more").click()
    expect(page.locator(".counsel .reasons li").first).to_be_visible()
    expect(page.locator(".counsel .figures").first).to_contain_text(re.compile(r"\d+"))


@SIZES
def test_a_hint_points_at_card_and_cell(visit: Open, phone: bool) -> None:
    page = against_a_bot(visit, "touche", phone=phone)
    ask(page)
    expect(page.locator(".advice")).to_contain_text("to win")
    expect(page.locator(".card.hinted").first).to_be_visible()
    expect(page.locator(".square.hinted")).to_have_count(1)


@SIZES
def test_a_hint_points_at_a_card_of_the_market(visit: Open, phone: bool) -> None:
    page = against_a_bot(visit, "targi", phone=phone)
    ask(page)
    expect(page.locator(".place.hinted")).to_have_count(1)


@SIZES
def test_a_hint_for_a_flick_says_how_often_it_stays_on_a_disc(visit: Open, phone: bool) -> None:
    page = against_a_bot(visit, "zoch", phone=phone)
    ask(page)
    expect(page.locator(".advice")).to_contain_text("to win")
    expect(page.locator(".advice .why")).to_contain_text(re.compile(r"in \d+% of all tries"))
    expect(page.get_by_role("alert")).to_have_count(0)
