"""A table that is shown to everybody is found by everybody: to join, to watch, live, by game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.play import axe, open_options

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


@SIZES
def test_a_table_that_is_shown_to_everybody_is_joined_and_watched(visit: Open, phone: bool) -> None:
    guest = visit("/tables/exxtra", phone=phone)
    other = visit("/tables/touche", phone=phone)
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
    host = visit("/games/exxtra", phone=phone)
    name = "Hanna" if phone else "Harald"
    host.get_by_label("With friends").check()
    host.get_by_label("Your name").fill(name)
    open_options(host)
    host.get_by_label("Show the table to everybody").check()
    expect(host.get_by_label("Seat 2")).to_have_value("open")
    host.get_by_role("button", name="Create the table").click()
    host.get_by_text("Everybody sees this table").wait_for()
    row = guest.locator("li", has_text=name)
    expect(row).to_contain_text("free")
    expect(other.locator("li", has_text=name)).to_have_count(0)
    home = visit("/", phone=phone)
    expect(home.locator(".open li", has_text=name)).to_be_visible()
    assert axe(guest) == []
    row.get_by_role("button", name=re.compile("^Join")).click()
    guest.wait_for_url(re.compile("/t/"))
    watcher = home.locator(".open li", has_text=name).get_by_role("link", name=re.compile("^Watch"))
    watcher.click()
    home.wait_for_url(re.compile("/t/"))
    expect(home.locator(".seats .who").first).to_have_text(name)
