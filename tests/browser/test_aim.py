"""A first flick at Targets is explained, and the next one starts where the last ended."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import at_one_screen, choose, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def go_on(page: Page) -> None:
    """Flick, or take the first choice."""
    before = page.locator(".log li").count()
    if page.locator(".hand .choices .button").count():
        choose(page)
    else:
        page.locator(".hand .go, .hand form .button").first.click()
    expect(page.locator(".log li")).not_to_have_count(before)
    wait_for_turn(page)


@SIZES
def test_the_first_turn_says_how_and_every_turn_begins_with_a_safe_aim(visit: Open, phone: bool) -> None:
    page = visit("/games/zoch", phone=phone)
    at_one_screen(page)
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    expect(page.locator(".prompt")).to_contain_text("Your turn: draw back on the table and let go.")
    who = page.locator("li.acting .who").inner_text()
    page.get_by_role("button", name="Finger", exact=True).click()
    height = page.get_by_label("Finger, height", exact=True)
    proposed = float(height.input_value())
    page.get_by_role("button", name="Direction: further left").click()
    page.get_by_role("button", name="Finger, height: less").click()
    expect(height).to_have_value(f"{proposed - 0.1:.1f}".replace("0.0", "0"))
    before = page.locator(".log li").count()
    page.get_by_role("button", name="Flick", exact=True).click()
    expect(page.locator(".log li")).not_to_have_count(before)
    wait_for_turn(page)
    expect(page.locator(".prompt")).not_to_contain_text("draw back")
    for _ in range(30):
        if page.locator("li.acting .who", has_text=who).count() and height.count():
            break
        go_on(page)
    expect(page.locator(".hand .risk")).to_have_text("tower safe")
