"""The first time here: from the first page to a first move and a first point, as the screen says."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.play import wait_for_turn

TITLES: Final = {
    "exxtra": "Exxtra",
    "touche": "Touché",
    "targi": "Targi",
    "zoch": "Targets (Zoch)",
    "blackrock": "Targets (Blackrock)",
}
FIRST_MOVES: Final = {
    "exxtra": ("throw the dice", re.compile("^Throw")),
    "touche": ("play a card", re.compile(".")),
    "targi": ("Place your Targi 1 of 3", re.compile(".")),
    "zoch": ("draw back on the table and let go", re.compile("^Flick$")),
    "blackrock": ("draw back on the table and let go", re.compile("^Flick$")),
}
"""What the screen asks for first, and the button that does it."""
POINTS: Final = {
    "exxtra": "Guest’s dice held slot",
    "touche": "Guest completes",
    "targi": "Guest lays",
    "zoch": r"Guest (scores|has the highest sum)|Dead centre! Guest",
    "blackrock": r"Guest (wins disc|has the highest total)",
}
"""What the log says of a first point."""
MOST_MOVES: Final = 80


def sit_down(visit: Open, game: str, *, phone: bool) -> Page:
    """The first page, the one large button of the game, and the offer to learn it, which is turned down."""
    page = visit(phone=phone, newcomer=True)
    page.get_by_role("button", name=re.compile(rf"^Play now\s?: {re.escape(TITLES[game])}$")).click()
    page.get_by_role("dialog").get_by_role("button", name="Skip and play").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    return page


def what_i_can_do(page: Page) -> Locator:
    return page.get_by_role("region", name="What you can do").get_by_role("button")


def log(page: Page) -> Locator:
    """The lines of the log; on a phone they are there before the sheet is opened."""
    return page.get_by_role("group", name="Log", include_hidden=True).get_by_role(
        "listitem", include_hidden=True
    )


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.parametrize("game", TITLES)
def test_a_newcomer_comes_from_the_first_page_to_a_first_move(visit: Open, game: str, phone: bool) -> None:
    page = sit_down(visit, game, phone=phone)
    asked, button = FIRST_MOVES[game]
    expect(page.get_by_text(asked).first).to_be_visible()
    before = log(page).count()
    if game == "targi":
        for _ in range(2 if phone else 1):  # a finger looks first, and then places
            page.locator(".place.lit").first.click()
    else:
        what_i_can_do(page).and_(page.get_by_role("button", name=button)).first.click()
    if game == "touche":
        page.get_by_role("group", name="What you can do").get_by_role("button").first.click()
    expect(log(page)).not_to_have_count(before)


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=() if one == "exxtra" else pytest.mark.long) for one in TITLES],
)
def test_a_newcomer_who_asks_for_hints_comes_to_a_first_point(visit: Open, game: str) -> None:
    page = sit_down(visit, game, phone=True)
    point = log(page).filter(has_text=re.compile(POINTS[game]))
    for _ in range(MOST_MOVES):
        wait_for_turn(page)
        if point.count():
            return
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_role("button", name="Play it").click()
        expect(page.get_by_role("button", name="Play it")).to_have_count(0)
    raise AssertionError(f"no point after {MOST_MOVES} moves")
