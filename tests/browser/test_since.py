"""What happened since my last turn: marked on the board, told in a line for each, and found in the log."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.conftest import Open
from tests.browser.play import axe, choose_players, take_turn, wait_for_turn
from tests.browser.test_targets import NO_WEBGL, TAP_WHEN_MOVING
from tests.patience import looks

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


def open_log(page: Page, *, phone: bool) -> None:
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()


@SIZES
def test_who_comes_back_sees_what_each_of_the_others_did(visit: Open, phone: bool) -> None:
    page = visit("/games/exxtra", phone=phone)
    choose_players(page, 3)
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
        assert name in line, line
        assert re.search("throws|places|goes back|dice held|ends", line), line
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
    choose_players(page, 3)
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


STYLES = "all => all.map(one => one.getAttribute('style'))"


def come_back(page: Page, table: Table) -> None:
    """Sit at all seats of a match that has gone on without this browser."""
    page.add_init_script(NO_WEBGL)
    page.goto("/")
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    if table.game.hidden:
        page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)


@SIZES
def test_what_the_opponent_touched_and_laid_stays_marked(visit: Open, phone: bool) -> None:
    table = Table("targi", seats=2, seed=3)
    touched: set[str] = set()
    laid = 0
    while not (laid and table.actors == (1,)):
        seat = table.actors[0]
        moves = [move for move in table.moves(seat) if isinstance(move, Move)]
        said = [table.game.notation(move) for move in moves]
        events = table.play(seat, moves[said.index("finish") if laid and "finish" in said else 0])
        laid += sum(event.name == "targi.laid" for event in events)
        if seat == 1:
            touched.clear()
        for event in events:
            trader = 5 if event.name == "targi.traded" else None
            where = event.params.get("slot", event.params.get("number", trader))
            if seat == 0 and where is not None and event.name not in ("targi.turn_up", "targi.robber"):
                touched.add(str(where))
    page = visit("about:blank", phone=phone)
    come_back(page, table)
    marked = page.locator(".place.since").evaluate_all("all => all.map(one => one.dataset.place)")
    assert set(marked) == touched
    expect(page.locator(".camp:not(.own) .laid.fresh")).to_have_count(laid)
    assert axe(page) == []


@SIZES
def test_every_die_that_others_moved_stays_marked(visit: Open, phone: bool) -> None:
    table = Table("zoch", seats=3, seed=5)
    first = table.actors[0]
    for azimuth in (3.0, -4.0, 5.0):
        table.play(table.actors[0], {"do": "flick", "azimuth": azimuth, "speed": 0.9})
    assert table.actors == (first,)
    page = visit("about:blank", phone=phone)
    come_back(page, table)
    flicked = page.locator(".table .fresh")
    expect(flicked).to_have_count(2)
    ways = page.locator(".table .way")
    expect(ways).to_have_count(2)
    expect(page.locator(".since li")).to_have_count(2)
    second, third = ways.evaluate_all(STYLES)
    page.get_by_role("button", name="Flick", exact=True).click()
    # When the second seat is to flick, it is told of the third and of the first, whatever that one moved.
    for _ in looks("the turn to pass on"):
        page.locator(".hand .choices .button").evaluate_all("all => all[0]?.click()")
        if ways.evaluate_all(STYLES)[:1] == [third]:
            break
    assert second not in ways.evaluate_all(STYLES)


def test_the_first_move_of_a_table_is_seen_and_not_shown_again_after_a_reload(visit: Open) -> None:
    position = Table("zoch", seats=2, seed=1).view(0)["position"]
    page = visit("about:blank", reduced_motion="no-preference")
    come_back(page, Table.at("zoch", position))
    page.evaluate("window.frames_asked = 0")
    page.evaluate(TAP_WHEN_MOVING)
    page.get_by_role("button", name="Flick", exact=True).click()
    assert page.evaluate("window.skipped") == 0
    page.reload()
    wait_for_turn(page)
    expect(page.locator(".table .way")).not_to_have_count(0)
    expect(page.locator(".table")).to_have_attribute("data-moving", "false")
