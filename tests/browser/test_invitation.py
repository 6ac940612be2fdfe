"""An invitation says who invites to what, seats whoever comes next, and tells before the tap if it can't."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.play import axe, create_table, wait_for_turn

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
SHARE = (
    "window.shared = []; navigator.share = (what) => { window.shared.push(what); return Promise.resolve(); }"
)


@SIZES
def test_an_invitation_names_host_game_players_and_length(visit: Open, phone: bool) -> None:
    host = visit("about:blank", phone=phone)
    host.add_init_script(SHARE)
    host.goto("/games/exxtra")
    link = create_table(host, "Hanna", 3)
    expect(host.locator(".reach")).to_contain_text("works on this machine alone")
    assert axe(host) == []
    host.get_by_role("button", name="Share", exact=True).first.click()
    assert host.evaluate("window.shared.map((one) => one.url)") == [link]
    guest = visit(link, phone=phone)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Hanna invites you to Exxtra.")
    expect(guest.locator(".pitch")).to_contain_text("Keep a throw and it must survive")
    expect(guest.locator(".facts")).to_contain_text("10 to 20 minutes")
    expect(guest.locator(".terms li").first).to_have_text("No clock")
    assert guest.locator(".seats h3").all_inner_texts() == ["Hanna", "Seat 2", "Seat 3"]
    assert axe(guest) == []
    guest.get_by_label("Your name").fill("Gil")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("heading", name="Gil")).to_be_visible()
    guest.get_by_label("Write something").fill("Here I am")
    guest.get_by_role("button", name="Send").click()
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Gil Here I am")
    guest.get_by_role("button", name="Stand up").click()
    expect(host.get_by_role("heading", name="Gil")).to_have_count(0)


@SIZES
def test_one_link_seats_everybody_and_the_match_begins_when_all_are_ready(visit: Open, phone: bool) -> None:
    host = visit("/games/exxtra", phone=phone)
    link = create_table(host, "Hanna", 3)
    assert link == host.url, "what the address bar says is the link"
    host.get_by_label("I am ready").uncheck()
    expect(host.locator(".state.waits")).to_have_text("not ready yet")
    gil, ida = visit(link, phone=phone), visit(link, phone=phone)
    gil.get_by_role("button", name=re.compile("^Sit here.*Seat 3$")).click()
    ida.get_by_label("Your name").fill("Ida")
    ida.get_by_role("button", name="Sit down").click()
    for page in (host, gil, ida):
        expect(page.get_by_role("status").first).to_contain_text("Not ready yet: ")
    assert axe(ida) == []
    assert host.locator(".seats h3").all_inner_texts() == ["Hanna", "Ida", "Guest"]
    host.get_by_label("I am ready").check()
    for page in (host, gil, ida):
        expect(page.locator(".board svg")).to_be_visible()
    late = visit(link, phone=phone)
    expect(late.get_by_role("heading", level=1)).to_have_text("The match has already begun")
    expect(late.get_by_text("All seats are taken: Hanna, Ida, and Guest play Exxtra.")).to_be_visible()
    assert axe(late) == []
    late.get_by_role("button", name="Watch").click()
    expect(late.locator(".board svg")).to_be_visible()


def test_a_link_that_is_used_or_closed_says_so_before_the_tap(visit: Open) -> None:
    host, gil = visit("/"), visit("/")
    for page, name in ((host, "Hanna"), (gil, "Gil")):
        assert page.request.put("/api/me", data={"name": name}).ok
    seats = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
    plan = {"game": "exxtra", "seats": seats, "by_link": True}
    table = host.request.post("/api/tables", data=plan).json()
    used = table["seats"][1]["invite"]
    guest = visit(used)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    assert gil.request.post(f"/api/tables/{table['id']}/sit", data={}).ok
    told = guest.get_by_role("alert")
    expect(told).to_have_text("This link has been used: Gil sits there. You can take another seat.")
    host.goto(table["link"])
    host.get_by_role("button", name="Close this link").click()
    expect(told).to_have_text("This link has been used: Gil sits there.")
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(guest.get_by_text("Hanna has closed the link of this table")).to_be_visible()
    host.get_by_role("button", name=re.compile("^Free the seat.*Gil$")).click()
    host.get_by_role("button", name=re.compile("^Really free it.*Gil$")).click()
    expect(host.locator(".seats .free")).to_have_count(2)
    guest.goto(used)
    expect(told).to_have_text("This link is no longer good.")
    host.get_by_role("button", name="One link for everybody").click()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest).to_have_url(re.compile(f"{table['link']}$"))
    expect(host.get_by_role("heading", name="Guest")).to_be_visible()


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
    page.get_by_label("With friends").check()
    expect(page.get_by_text("You play as grace.h.")).to_be_visible()
    page.get_by_label("Against bots").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".seats .who").first).to_have_text("grace.h")
