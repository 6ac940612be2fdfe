"""A game is set up on one sheet, and the first page begins with one's own tables."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import axe, choose_players, open_options

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
WIDTHS: Final = (360, 620, 768, 844, 930, 1100, 1440)
GAPS: Final = """() => {
    const inside = document.querySelector('.games').getBoundingClientRect();
    const rows = new Map();
    for (const card of document.querySelectorAll('.games > article')) {
        const { top, right } = card.getBoundingClientRect();
        rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, right));
    }
    return [...rows.values()].map((right) => inside.right - right);
}"""
"""Pixels left free at the end of each row of games."""
COUNT_SHIFTS: Final = """window.shifted = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true })"""


def table_of(page: Page) -> Any:
    """The table where the page is now, as its person may know it."""
    page.wait_for_url(re.compile("/t/"))
    return page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()


@SIZES
def test_one_sheet_says_what_applies_and_remembers_it(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    applies = page.locator(".applies")
    expect(applies).to_have_text("Squares · calls are made for you")
    page.get_by_label("Mireille").check(force=True)
    choose_players(page, 4)
    open_options(page)
    page.get_by_label("Lines").check()
    page.get_by_label("Practice: take back any move").check()
    expect(applies).to_have_text("Lines · calls are made for you · practice")
    assert axe(page) == []
    page.get_by_role("button", name="Play now").click()
    table = table_of(page)
    assert (table["options"]["patterns"], table["practice"], len(table["seats"])) == ("lines", True, 4)
    assert {seat["level"] for seat in table["seats"]} == {None, "strong"}
    page.goto("/")
    card = page.locator("article[data-game=touche]")
    expect(card).to_contain_text("Against Mireille · practice")
    card.get_by_role("button", name=re.compile("^Play now")).click()
    again = table_of(page)
    assert (again["id"] != table["id"], again["options"], again["practice"]) == (True, table["options"], True)


def test_who_starts_is_drawn_and_nobody_is_asked_what_has_one_answer(visit: Open) -> None:
    page = visit("/games/targi")
    expect(page.locator(".applies")).to_have_text("Who starts is drawn")
    expect(page.get_by_role("group", name="Players")).to_have_count(0)
    page.get_by_role("button", name="Play now").click()
    assert table_of(page)["options"]["starter"] == "random"
    page.goto("/games/targi#friends")
    expect(page.get_by_label("With friends")).to_be_checked()
    open_options(page)
    page.get_by_label("Start player").select_option("The first seat")
    page.get_by_label("1 day").check()
    expect(page.locator(".applies")).to_have_text("Start player: The first seat · 1 day a move")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".invite")).to_be_visible()
    table = table_of(page)
    assert (table["options"]["starter"], table["clock"]["seconds"], table["by_link"]) == (
        "blue",
        86_400,
        True,
    )


def test_friends_and_bots_share_a_table_seat_by_seat(visit: Open) -> None:
    page = visit("/games/exxtra")
    choose_players(page, 3)
    open_options(page)
    page.get_by_label("Seat 2").select_option("A friend, by link")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".invite")).to_be_visible()
    assert [seat["kind"] for seat in table_of(page)["seats"]] == ["person", "free", "bot"]


def test_my_tables_stand_above_everything_and_every_row_is_full(visit: Open) -> None:
    page = visit("about:blank")
    page.add_init_script(COUNT_SHIFTS)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("A good table is waiting")
    assert page.request.put("/api/me", data={"name": "Ada"}).ok
    seats = [{"who": "me"}, {"who": "here", "name": "Ben"}]
    for game in ("exxtra", "zoch"):
        assert page.request.post("/api/tables", data={"game": game, "seats": seats}).ok
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("My tables")
    expect(page.locator(".mine li")).to_have_count(2)
    expect(page.locator("article .mini > :not(.blank)")).to_have_count(page.locator("article").count())
    order = page.locator(".mine, article.featured, .games, section.open").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert order == sorted(order)
    assert page.evaluate("window.shifted") == 0
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        free = page.evaluate(GAPS)
        assert all(abs(gap) <= 2 for gap in free), (width, free)
