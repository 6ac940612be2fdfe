"""An invitation says who invites to what, can be shared, and warns of an address nobody else reaches."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.play import axe, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
SHARE = (
    "window.shared = []; navigator.share = (what) => { window.shared.push(what); return Promise.resolve(); }"
)


@SIZES
def test_an_invitation_names_host_game_players_and_length(visit: Open, phone: bool) -> None:
    host = visit("about:blank", phone=phone)
    host.add_init_script(SHARE)
    host.goto("/games/exxtra")
    host.get_by_label("Players").nth(1).select_option("3")
    host.get_by_label("Your name").fill("Hanna")
    host.get_by_role("button", name="Create the table").click()
    expect(host.locator(".reach")).to_contain_text("works on this machine alone")
    assert axe(host) == []
    link = host.get_by_label("Link for seat 2").input_value()
    host.get_by_role("button", name="Share", exact=True).first.click()
    assert host.evaluate("window.shared.map((one) => one.url)") == [link]
    guest = visit(link, phone=phone)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Hanna invites you to Exxtra.")
    expect(guest.locator(".pitch")).to_contain_text("Keep a throw and it must survive")
    expect(guest.locator(".facts")).to_contain_text("10 to 20 minutes")
    expect(guest.locator(".picture svg")).to_be_visible()
    assert guest.locator(".seats li").all_inner_texts() == [
        "Hanna", "Seat 2 is kept for you.", "kept for a friend"
    ]  # fmt: skip
    assert axe(guest) == []
    guest.get_by_label("Your name").fill("Gil")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("heading", name="Gil")).to_be_visible()
    guest.get_by_role("button", name="Stand up").click()
    expect(host.get_by_role("heading", name="Gil")).to_have_count(0)


@SIZES
def test_what_a_spectator_wrote_is_not_lost_when_a_name_is_asked(visit: Open, phone: bool) -> None:
    host = visit("/games/exxtra")
    host.get_by_role("button", name="Play now").click()
    wait_for_turn(host)
    page = visit(host.url, phone=phone)
    expect(page.locator(".board svg")).to_be_visible()
    if phone:
        page.get_by_role("button", name="Chat").click()
    page.get_by_label("Write something").fill("What a throw!")
    page.get_by_role("button", name="Send").click()
    assert axe(page) == []
    page.get_by_label("Under which name do you speak?").fill("Willa")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".lines")).to_contain_text("Willa What a throw!")
    expect(page.get_by_label("Write something")).to_have_value("")


def test_an_account_plays_under_its_name(visit: Open) -> None:
    page = visit("/profile")
    page.get_by_label("Login name").fill("grace.h")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_text("You are signed in as grace.h.")).to_be_visible()
    page.goto("/games/exxtra")
    expect(page.get_by_text("You play as grace.h.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".seats .who").first).to_have_text("grace.h")
