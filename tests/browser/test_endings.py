"""Ends, help, rules beside the table, keys and pace: at a phone and at a desk."""

import re
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.table.study import Studies
from tests.browser.conftest import Open
from tests.browser.play import bring, finished_match, take_turn, throw_button, wait_for_turn
from tests.browser.test_targets import AXE
from tests.browser.test_targi import sit_down
from tests.browser.test_targi_glance import record

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
MOVING: Final = """() => document.getAnimations().filter((one) => one.playState === 'running')
    .map((one) => one.effect.target?.closest('.joy') ? 'joy' : '').filter(Boolean).length"""


def axe(page: Page) -> list[tuple[str, str]]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in report["violations"]]


def ending(page: Page, *, phone: bool) -> None:
    """The ending opens by itself where there is room, else with a tap."""
    if phone:
        page.get_by_role("button", name=re.compile("How it ended|Wie es ausging")).click()
    expect(page.locator(".ending")).to_be_visible()


@SIZES
def test_an_ending_tells_why_and_leads_into_the_replay(visit: Open, server: str, phone: bool) -> None:
    page = visit(finished_match(server), phone=phone)
    ending(page, phone=phone)
    expect(page.locator(".ending .why").get_by_role("link")).to_have_text(re.compile("EXXTRA-"))
    expect(page.locator(".ending").get_by_role("rowheader", name="Space reached")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Find the key moment").click()
    link = page.get_by_role("link", name="Show it in the replay")
    expect(link.or_(page.get_by_text("No single move decided"))).to_be_visible()
    if link.count():
        step = str(link.get_attribute("href")).partition("#")[2]
        link.click()
        expect(page.locator(".count")).to_have_text(re.compile(rf"^{step} of"))


@SIZES
def test_a_position_of_the_replay_is_thought_about_as_long_as_one_looks(
    visit: Open, server: str, phone: bool
) -> None:
    table = Table("targi", seats=2, seed=1)
    page = visit(f"{bring(server, table.record())}/replay#{len(table.log)}", phone=phone)
    here = page.get_by_role("region", name="Possible moves here")
    expect(here.get_by_role("listitem")).to_have_count(5)
    expect(here).to_contain_text("% to win")
    tries = []
    for _ in range(3):
        with page.expect_response(lambda answer: "/study?" in answer.url) as found:
            pass
        tries.append(found.value.json()["thought"])
    assert tries[0] < tries[1] < tries[2]
    assert axe(page) == []


@SIZES
def test_what_was_played_stands_among_what_could_have_been(visit: Open, server: str, phone: bool) -> None:
    table = Table("exxtra", seats=2, seed=1)
    table.play(table.actors[0], "throw")
    decided = len(table.log)
    best = Studies().look(msgspec.json.encode(table.record()), decided, 0.0).opinions[0]
    table.play(table.actors[0], best.move)
    page = visit(f"{bring(server, table.record())}/replay#{decided}", phone=phone)
    here = page.get_by_role("region", name="Possible moves here")
    expect(here.get_by_role("listitem").first).to_contain_text("played")
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_count(0)  # to throw was the only thing to do


@SIZES
def test_the_board_keeps_its_size_when_a_match_ends(visit: Open, server: str, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone)
    page.get_by_role("button", name=re.compile("^Play now")).first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    before = page.locator(".play .board").first.bounding_box()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign").click()
    expect(page.locator(".result")).to_be_visible()
    after = page.locator(".play .board").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] >= before["height"] - 1
    ending(page, phone=phone)
    expect(page.get_by_role("button", name=re.compile("^Next opponent: "))).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("link", name=re.compile("^Lesson: ")).click()
    page.wait_for_url(re.compile("/learn/exxtra/"))


def against_a_friend(
    visit: Open, game: str, *, phone: bool = False, **settings: Any
) -> tuple[Page, Page, str]:
    """Ada and Ben at a table of two, each in a browser of their own; nobody looks at it yet."""
    ada, ben = visit(phone=phone, **settings), visit(phone=phone, **settings)
    ada.request.put("/api/me", data={"name": "Ada"})
    ben.request.put("/api/me", data={"name": "Ben"})
    new = {"game": game, "seats": [{"who": "me"}, {"who": "open"}]}
    table = ada.request.post("/api/tables", data=new).json()["id"]
    assert ben.request.post(f"/api/tables/{table}/seats/1/sit", data={"name": "Ben"}).ok
    return ada, ben, table


def give_up(page: Page, table: str, seat: int) -> None:
    command = {"do": "resign", "id": f"{table}-{seat}", "seat": seat}
    assert page.request.post(f"/api/tables/{table}/do", data=command).ok


@SIZES
def test_who_wins_and_who_loses_read_it_as_theirs(visit: Open, phone: bool) -> None:
    ada, ben, table = against_a_friend(visit, "exxtra", phone=phone)
    give_up(ben, table, 1)
    for page in (ada, ben):
        page.goto(f"/t/{table}")
    expect(ada.locator(".result")).to_have_text(re.compile(r"^You win!\s+Ben gave up\.$"))
    expect(ben.locator(".result strong")).to_have_text("Ada wins!")
    expect(ben.locator(".result")).to_contain_text("You gave up this time.")
    expect(ada.locator(".joy")).to_be_attached()
    expect(ben.locator(".joy")).to_have_count(0)
    first = ada.locator(".afterwards").locator("a, button").first
    expect(first).to_have_text("Rematch")
    expect(ada.locator(".seating")).to_have_text(re.compile(r"1\sBen · 2\syou"))
    ending(ben, phone=phone)
    expect(ben.locator(".ending").get_by_text("Your play held up")).to_be_visible()
    assert axe(ada) == []
    assert axe(ben) == []


def test_a_rematch_says_who_waits_and_who_is_waited_for(visit: Open) -> None:
    ada, ben, table = against_a_friend(visit, "exxtra")
    give_up(ben, table, 1)
    ben.goto(f"/t/{table}")
    expect(ben.locator(".seating")).to_have_text(re.compile("moves one seat on"))
    ada.goto(f"/t/{table}")
    ada.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_text("The rematch begins as soon as Ben says yes.")).to_be_visible()
    expect(ben.locator(".seating")).to_have_text("Ada wants a rematch and waits at the new table.")
    ben.get_by_role("button", name="Accept the rematch").click()
    expect(ada.locator(".play .board").first).to_be_visible()
    expect(ben.locator(".play .board").first).to_be_visible()
    assert ada.url == ben.url != f"{ada.url.rpartition('/t/')[0]}/t/{table}"


@pytest.mark.parametrize("game", ["exxtra", "touche", "targi", "zoch"])
def test_joy_moves_nothing_but_itself_and_not_at_all_where_motion_is_unwanted(visit: Open, game: str) -> None:
    lively, calm, table = against_a_friend(visit, game, reduced_motion="no-preference")
    calm.emulate_media(reduced_motion="reduce")
    lively.goto(f"/t/{table}")
    expect(lively.locator(".play .board > *").first).to_be_visible()
    before = lively.locator(".play .board").first.bounding_box()
    give_up(calm, table, 1)
    expect(lively.locator(".result strong")).to_have_text("You win!")
    if game != "zoch":  # whose dice jump in three dimensions
        lively.wait_for_function(MOVING)
    after = lively.locator(".play .board").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] >= before["height"] - 1
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    lively.emulate_media(reduced_motion="reduce")
    assert lively.evaluate(MOVING) == 0


@SIZES
def test_a_finished_board_of_targi_is_not_cut(visit: Open, server: str, phone: bool) -> None:
    page = visit(bring(server, record()), phone=phone, locale="de")
    expect(page.locator(".result")).to_be_visible()
    assert page.locator(".targi").evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@SIZES
def test_help_explains_what_is_on_the_screen_now(visit: Open, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    if phone:
        page.get_by_role("button", name="More").click()
        told = page.locator(".panel.more .help")
    else:
        page.keyboard.press("?")
        told = page.get_by_role("dialog")
    expect(told).to_contain_text("Now: Your turn: throw the dice")
    expect(told).to_contain_text("Throw two dice as often as you dare")
    if not phone:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="More").click()
    page.locator(".panel").get_by_role("button", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.locator("#EXXTRA-9")).to_be_visible()
    assert axe(page) == []
    assert "/t/" in page.url


@SIZES
def test_cards_have_keys_and_the_focus_stays_with_the_player(visit: Open, phone: bool) -> None:
    page = visit("/games/touche", phone=phone)
    sit_down(page, "casual")
    page.keyboard.press("2")
    expect(page.locator(".hand .card").nth(1)).to_have_attribute("aria-pressed", "true")
    choice = page.locator(".hand .choices button").first
    if not choice.count():
        page.keyboard.press("3")
    choice.focus()
    before = page.locator(".log li").count()
    page.keyboard.press("Enter")
    expect(page.locator(".log li")).not_to_have_count(before)
    wait_for_turn(page)
    page.wait_for_function("() => document.activeElement !== document.body")
    assert page.evaluate("Boolean(document.activeElement.closest('.hand'))")


@SIZES
def test_the_pace_is_a_setting_and_a_tap_skips_is_said_once(visit: Open, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone, reduced_motion="no-preference")
    page.evaluate(
        """() => new MutationObserver(() => {
            window.told = window.told || document.body.innerText.includes('Tap the board to skip');
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    throw_button(page).click()
    page.wait_for_function("() => window.told")
    wait_for_turn(page)
    page.goto("/profile")
    page.get_by_label("Pace of what happens").select_option("At once")
    page.go_back()
    wait_for_turn(page)
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--tempo')") == "0"
    take_turn(page)
    expect(page.get_by_text("Tap the board to skip")).to_have_count(0)


@SIZES
def test_the_text_table_of_touche_shows_how_the_board_lies(visit: Open, phone: bool) -> None:
    page = visit("/profile", phone=phone)
    page.get_by_label("Boards as text").check()
    page.goto("/games/touche")
    page.get_by_role("button", name=re.compile("^Play now")).first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    expect(page.get_by_role("heading", name="The board, row by row")).to_be_attached()
    cells = page.locator(".spots .spot")
    expect(cells).to_have_count(144)
    cut = cells.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 3).length")
    assert cut == 0
