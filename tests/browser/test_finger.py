"""Mistakes of the finger: a second tap where cells are small, and practice games where a move comes back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import axe, open_options, slots, throw_button, wait_for_turn

PLAIN_CLICKS = """addEventListener('click', (event) => {
  if (!(event instanceof PointerEvent)) return;
  event.stopImmediatePropagation();
  event.target.dispatchEvent(new MouseEvent('click', event));
}, true)"""
"""Clicks as older browsers send them: they do not say what they were made with."""
SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def sit_down(visit: Open, game: str, *, phone: bool, practice: bool = False) -> Page:
    page = visit(f"/games/{game}", phone=phone)
    if practice:
        open_options(page)
        page.get_by_label("Practice: take back any move").check()
        assert axe(page) == []
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    return page


def touch(page: Page, *, phone: bool) -> None:
    cell = page.locator(".square.offered, .square.chosen").first
    cell.tap() if phone else cell.click()


@SIZES
def test_a_small_cell_is_chosen_first_and_played_by_a_second_tap(visit: Open, phone: bool) -> None:
    page = sit_down(visit, "touche", phone=phone)
    touch(page, phone=phone)
    if phone:
        expect(page.locator(".notice")).to_contain_text("tap again to play it")
        expect(page.locator(".square.pointed")).to_have_count(1)
        expect(page.locator(".log ol")).not_to_contain_text("Guest plays")
        assert axe(page) == []
        page.locator(".square.pointed").tap()
    expect(page.locator(".log ol")).to_contain_text("Guest plays")


@SIZES
def test_a_finger_is_known_where_a_click_does_not_name_it(visit: Open, phone: bool) -> None:
    page = sit_down(visit, "touche", phone=phone)
    page.evaluate(PLAIN_CLICKS)
    touch(page, phone=phone)
    if phone:
        expect(page.locator(".notice")).to_contain_text("tap again to play it")
        page.locator(".square.pointed").tap()
    expect(page.locator(".log ol")).to_contain_text("Guest plays")


def test_who_is_sure_of_the_finger_turns_the_second_tap_off(visit: Open) -> None:
    page = visit("/profile", phone=True)
    page.get_by_label("Small cells: a first tap chooses").uncheck()
    page.goto("/games/touche")
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    touch(page, phone=True)
    expect(page.locator(".log ol")).to_contain_text("Guest plays")


@SIZES
def test_in_practice_a_move_comes_back_behind_dice_and_the_bot(visit: Open, phone: bool) -> None:
    page = sit_down(visit, "exxtra", phone=phone, practice=True)
    expect(page.locator(".seats .note").first).to_have_text("you · practice")
    throw_button(page).click()
    slots(page).last.click()
    expect(page.locator(".log ol")).to_contain_text("Guest places")
    wait_for_turn(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log ol")).not_to_contain_text("Guest places")
    expect(slots(page).first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log ol")).not_to_contain_text("Guest throws")
    expect(throw_button(page)).to_have_attribute("aria-disabled", "false")
    page.goto("/")
    expect(page.locator("a.turn .state")).to_have_text("Your turn · practice")


@SIZES
def test_undo_says_why_it_can_not_be(visit: Open, phone: bool) -> None:
    page = sit_down(visit, "exxtra", phone=phone)
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("nothing of yours to take back")
    throw_button(page).click()
    expect(slots(page).first).to_be_visible()
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("Dice were thrown or cards drawn since")
