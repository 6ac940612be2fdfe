"""People at one screen: by their names, with a cover that shows the board, and films watched to their end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.play import at_one_screen, axe, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


@SIZES
def test_the_cover_shows_the_board_and_tells_what_happened(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    page.get_by_label("All at one screen").check()
    page.get_by_label("Your name").fill("Ada")
    assert axe(page) == []
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Start at this screen").click()
    expect(page.locator(".seats .who")).to_have_text(["Ada", "Ben"])
    first = "Ada" if page.get_by_role("heading", name="Ada, it is your turn").count() else "Ben"
    second = "Ben" if first == "Ada" else "Ada"
    expect(page.locator(".board svg")).to_be_visible()
    expect(page.locator("button.card")).to_have_count(0)
    page.get_by_role("button", name="Show my hand").click()
    expect(page.locator(".prompt")).to_have_text(f"{first} – Your turn: play a card.")
    page.locator("button.card:not(.dead)").first.click()
    page.locator(".choices .button.primary").first.click()
    expect(page.get_by_role("heading", name=f"{second}, it is your turn")).to_be_visible()
    expect(page.locator(".since li")).to_have_text(re.compile(rf"{first} plays .* on [a-l]\d+"))
    expect(page.locator(".square.last")).to_have_count(1)
    expect(page.locator("button.card")).to_have_count(0)
    assert "draws a card" in page.locator(".log ol").inner_text() or phone
    assert axe(page) == []
    page.get_by_role("button", name="Show my hand").click()
    expect(page.locator("button.card")).to_have_count(5)


@SIZES
def test_a_flick_is_watched_to_its_end_from_the_side_of_who_flicked(visit: Open, phone: bool) -> None:
    page = visit("/games/zoch", phone=phone, reduced_motion="no-preference")
    page.get_by_label("All at one screen").check()
    page.get_by_label("Your name").fill("Ada")
    at_one_screen(page, "Ben")
    wait_for_turn(page)
    eyes = page.locator(".board[data-eyes]")
    first = eyes.get_attribute("data-eyes") or ""
    expect(page.locator(".prompt")).to_have_text(re.compile(f"^{['Ada', 'Ben'][int(first)]} – "))
    page.evaluate(
        """() => {
            const told = () => document.querySelector('.log ol').innerText;
            const board = document.querySelector('.board[data-eyes]');
            window.handedOver = [];
            new MutationObserver(() => window.handedOver.push(told()))
                .observe(board, { attributes: true, attributeFilter: ['data-eyes'] });
        }"""
    )
    page.get_by_role("button", name="Flick", exact=True).click()
    expect(page.locator(".log ol")).to_contain_text("flicks")
    page.wait_for_function(  # or whoever flicked has to choose what comes next
        """(first) => document.querySelector('.board').dataset.eyes !== first
            || (/stops|falls|slid|No die left|once more/.test(
                    document.querySelector('.log ol').innerText)
                && document.querySelector('.prompt.mine')
                && document.querySelector('.board.table[data-moving="false"]'))""",
        arg=first,
    )
    for told in page.evaluate("window.handedOver"):
        assert re.search("stops|falls|slid|No die left", told), told
