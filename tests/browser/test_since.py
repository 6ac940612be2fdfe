"""What happened since my last turn: marked on the board, told in a line for each, and found in the log."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import axe, take_turn, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def open_log(page: Page, *, phone: bool) -> None:
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()


@SIZES
def test_who_comes_back_sees_what_each_of_the_others_did(visit: Open, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone)
    page.get_by_label("Players").first.select_option("3")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    for _ in range(2):
        take_turn(page)
    wait_for_turn(page)
    names = page.locator(".seats .who").all_inner_texts()[1:]
    page.reload()
    wait_for_turn(page)
    lines = page.locator(".since li")
    expect(lines).to_have_count(2)
    for line, name in zip(lines.all_inner_texts(), names, strict=True):
        assert re.search(rf"{name}.*(throws|places|goes back|dice held)", line), line
    expect(page.locator(".pair.fresh, .pawn.fresh").first).to_be_attached()
    assert axe(page) == []
    open_log(page, phone=phone)
    newest = page.locator(".log li").last
    expect(newest).to_be_in_viewport()
    expect(page.locator(".log .round").last).to_have_text(re.compile(r"Round [23]"))
    expect(page.locator(".log li[data-since]")).to_have_count(1)
    rule = page.locator(".log a.clause").last
    expect(rule).to_have_text(re.compile(r"^§\d+$"))
    assert axe(page) == []


@SIZES
def test_every_cell_played_since_stays_marked(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    page.get_by_label("Players").first.select_option("3")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    page.locator("button.card:not(.dead)").first.click()
    page.locator(".choices .button.primary").first.click()
    expect(page.locator(".log ol")).to_contain_text("Guest plays")
    wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    played = page.locator(".log li.news", has_text=re.compile(" plays ")).count()
    assert played >= 1
    expect(page.locator(".square.last")).to_have_count(played)
