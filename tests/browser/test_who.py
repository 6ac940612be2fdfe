"""Who sits at a table is seen at a glance: names, partners, opponents for people."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import choose_players, open_options, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def against_bots(visit: Open, game: str, players: int, **settings: object) -> Page:
    page = visit(f"/games/{game}", **settings)
    choose_players(page, players)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    return page


@SIZES
def test_six_at_a_table_have_names_that_can_be_read(visit: Open, phone: bool) -> None:
    page = against_bots(visit, "exxtra", 6, phone=phone)
    names = page.locator(".seats .who")
    expect(names).to_have_count(6)
    assert len(set(names.all_inner_texts())) == 6
    clipped = names.evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth"
        " || one.scrollHeight > one.clientHeight + 8)"
        ".map(one => one.textContent)"
    )
    assert clipped == []
    expect(page.locator(".seats .note", has_text="Bot, ")).to_have_count(5)


@SIZES
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_people_are_offered_opponents_not_yardsticks(visit: Open, phone: bool, language: str) -> None:
    page = visit("/games/targi", phone=phone, locale=language)
    page.locator(".face").first.wait_for()
    levels = page.locator("input[name=opponent]").evaluate_all("all => all.map(one => one.value)")
    assert levels
    assert not {"greedy", "random"} & set(levels)
    expect(page.locator(".face svg")).to_have_count(len(levels))


@SIZES
def test_partners_are_called_by_their_names_on_seats_log_and_home_rows(visit: Open, phone: bool) -> None:
    page = against_bots(visit, "touche", 4, phone=phone)
    titles = page.locator("ul.seats .team").evaluate_all("all => all.map(one => one.title)")
    assert titles[0] == titles[2] != titles[1] == titles[3]
    names = page.locator("ul.seats .who").all_inner_texts()
    assert all(name in titles[seat] for seat, name in enumerate(names))
    colours = page.locator("ul.seats .team").evaluate_all(
        "all => all.map(one => getComputedStyle(one).borderColor)"
    )
    assert colours[0] == colours[2] != colours[1] == colours[3]
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".log li .team").first).to_be_visible()
    page.goto("/")
    rows = page.locator("a[href^='/t/'] .team")
    expect(rows.first).to_be_visible()
    assert rows.evaluate_all("all => all.map(one => one.title)")[:4] == titles


@SIZES
def test_partners_are_marked_on_the_table_of_targets(visit: Open, phone: bool) -> None:
    page = visit("/games/blackrock", phone=phone)
    choose_players(page, 4)
    open_options(page)
    page.get_by_label(re.compile("[Tt]eam")).first.check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".score .team")).to_have_count(4)
