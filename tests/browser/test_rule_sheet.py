"""What happened says why, and its rule is one tap away: read over the board, which stays where it is."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.lessons import awaits
from tests.browser.play import axe, take_turn, wait_for_turn


def test_the_rule_behind_what_happened_is_read_over_the_board(visit: Open) -> None:
    page = visit("/games/exxtra", phone=True)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    take_turn(page)
    wait_for_turn(page)
    address = page.url
    page.locator(".todo a.clause").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(r"Rule EXXTRA-\d+"))
    expect(sheet.locator("p").first).to_have_text(re.compile(r"\w+ \w+"))
    assert axe(page) == []
    assert page.url == address
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Log", exact=True).click()
    page.locator(".log a.clause").last.click()
    page.get_by_role("dialog").get_by_role("link", name="All rules").click()
    page.wait_for_url(re.compile(r"/rules/exxtra#EXXTRA-\d+"))


def test_a_refusal_in_a_lesson_leads_to_its_rule_in_french(visit: Open) -> None:
    page = visit("/learn/exxtra/1", locale="fr-FR")
    awaits(page, "move", 0)
    page.keyboard.press("3")
    page.locator(".said .refusal a.clause").click()
    expect(page.get_by_role("dialog")).to_contain_text("EXXTRA-7")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".said .refusal")).to_be_visible()
