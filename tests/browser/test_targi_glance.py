"""Targi at a glance: how far the game is, what the Robber wants, what a score is made of, and a way back."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.conftest import Open
from tests.browser.play import bring, wait_for_turn
from tests.browser.test_targi import AXE, at, open_position

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
TRADER = 5


def record(until: str | None = None) -> dict[str, object]:
    """A match played to its end, or until a card is used that asks for more."""
    table = Table("targi", seats=2, seed=11)
    while table.result is None:
        seat = table.actors[0]
        moves = [move for move in table.moves(seat) if isinstance(move, Move)]
        notations = [table.game.notation(move) for move in moves]
        wanted = [at for at, said in enumerate(notations) if until is not None and said == until]
        if wanted:
            return table.record()
        place = [at for at, said in enumerate(notations) if until is not None and said.endswith(f" {TRADER}")]
        table.play(seat, moves[place[0] if place else len(table.log) % len(moves)])
    assert until is None, f"{until} was never offered"
    return table.record()


def start(page: Page) -> None:
    page.locator("form.now button.primary").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)


@SIZES
def test_the_round_and_the_next_raid_stand_on_the_table(visit: Open, phone: bool) -> None:
    page = visit("/games/targi", phone=phone)
    expect(page.locator("body")).not_to_contain_text("Blue")
    start(page)
    line = page.locator(".when-raid")
    expect(line).to_contain_text(re.compile(r"Round 1 of 12\.\s+Raid after round 3:\s+1\s*/\s*1"))
    expect(line).to_have_attribute("title", "The Robber wants 1 good or 1 cross.")
    assert line.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@SIZES
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_no_word_on_a_card_is_cut_short(visit: Open, phone: bool, language: str) -> None:
    page = visit("/games/targi", phone=phone, locale=language)
    start(page)
    cut = page.locator(".tribe .words").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).visibility === 'visible' && one.offsetParent"
        " && one.scrollHeight > one.clientHeight + 2).map(one => one.textContent)"
    )
    assert cut == []


@SIZES
def test_the_score_at_the_end_has_labels(visit: Open, server: str, phone: bool) -> None:
    page = visit(bring(server, record()), phone=phone)
    if phone:
        page.get_by_role("button", name="How it ended").click()
    table = page.locator(".ending table")
    for part in (
        "Crosses in front of you",
        "Crosses on cards",
        "Advantages at the end",
        "Full rows",
        "Total",
    ):
        expect(table.get_by_role("rowheader", name=part)).to_be_visible()


@SIZES
def test_a_card_that_asks_for_more_can_be_left(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=record(f"use {TRADER}")).json()["link"])
    page.get_by_role("button", name="Show my hand").click()
    use = page.locator(".choices").get_by_role("button", name=re.compile("Use the Trader"))
    use.click()
    page.locator(".choices").get_by_role("button", name="Back").click()
    expect(use).to_be_visible()


RICH: Final = {"dates": 3, "salt": 3, "pepper": 3, "gold": 2, "targis": [2], "camp": [[0, 20, 30], [39], []]}
CUT: Final = """() => [...document.querySelectorAll('.hand .button, .hand .open, .detail, .when-raid')]
    .filter((one) => one.offsetParent && getComputedStyle(one).overflowY !== 'auto')
    .filter((one) => [...one.children, one].filter((part) => !part.matches('.hidden'))
        .some((part) => part.scrollWidth > one.clientWidth + 2))
    .map((one) => one.textContent.trim().replace(/\\s+/g, ' '))"""
"""Buttons and words that are wider than their place."""


@SIZES
def test_decks_discard_piles_advantages_and_all_cards_can_be_looked_through(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    open_position(page, at(RICH, phase="act", tribe_discard=[40, 41], goods_discard=["1G"]))
    button = page.get_by_role("button", name=re.compile("^Cards"))
    expect(button).to_have_text(re.compile(r"35\s*13"))
    button.click()
    cards = page.get_by_role("dialog", name="Cards")
    expect(cards).to_contain_text("In the decks: 35 tribe cards and 13 goods cards.")
    expect(cards).to_contain_text("With the Trader you may also exchange goods 1 for 1.")
    expect(cards.get_by_role("heading", name="Discarded tribe cards (2)")).to_be_visible()
    expect(cards.locator("li", has_text="Oasis 15")).to_contain_text("on b")
    expect(cards.locator("li", has_text="Camel rider 20").last).to_contain_text("camp of Seat 1")
    expect(cards.locator("li", has_text="Well 40").last).to_contain_text("discarded")
    expect(cards.locator("li", has_text="Tent 44")).to_contain_text("not seen yet")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in report["violations"]] == []
    page.keyboard.press("Escape")
    expect(cards).to_have_count(0)


@SIZES
def test_an_exchange_shows_what_one_will_have(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    open_position(page, at(RICH, phase="trade"))
    page.get_by_role("button", name="Trade 2 dates for salt").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".detail .purse")).to_have_text(re.compile(r"You will have\s*1\s*4\s*3\s*2\s*4"))


@SIZES
def test_nobody_is_asked_where_there_is_one_answer(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    camp = [[0, 1, 2, 5], [7, 8, 10, 12], [11]]
    open_position(page, at(RICH | {"camp": camp}, phase="row", card=20, source="expansion"))
    expect(page.locator(".log ol")).to_contain_text("Seat 1 lays Camel rider 20 in row 3")


@SIZES
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_no_button_and_no_line_is_wider_than_its_place(visit: Open, phone: bool, language: str) -> None:
    page = visit(phone=phone, locale=language)
    asked: list[dict[str, Any]] = [
        {"phase": "raid", "robber": 12},
        {"phase": "act", "players": [RICH | {"markers": ["b", "e"], "targis": [2, 5, 10]}, {}]},
        {"phase": "trade"},
        {"phase": "smith"},
        {"phase": "tribe_card", "card": 15, "source": "b", "players": [RICH | {"markers": ["b"]}, {}]},
    ]
    for rest in asked:
        page.request.put("/api/me", data={"name": "Ada"})
        record = Table.at("targi", at(RICH, **rest)).record()
        page.goto(page.request.post("/api/records", data=record).json()["link"])
        page.locator(".cover button").click()
        wait_for_turn(page)
        assert page.evaluate(CUT) == [], rest["phase"]


@SIZES
def test_goods_move_from_the_card_to_the_player(visit: Open, phone: bool) -> None:
    page = visit(phone=phone, reduced_motion="no-preference")
    open_position(page, at({"markers": ["a"], "targis": [2, 3]}, phase="act"))
    page.locator(".choices").get_by_role("button", name=re.compile(r"Use Salt \(3\)")).click()
    expect(page.locator(".camp.own [data-kind=salt]")).to_have_text("3")
    page.evaluate(
        """() => {
            window.flown = [];
            new MutationObserver(() => document.querySelectorAll('.flight')
                .forEach((one) => window.flown.push(one.textContent.trim())))
                .observe(document.querySelector('.targi'), { childList: true, subtree: true });
        }"""
    )
    page.locator(".choices").get_by_role("button", name=re.compile(r"Use Dates \(2\)")).click()
    expect(page.locator(".camp.own .purse .chip").first).to_have_text("3")
    page.wait_for_function("() => window.flown.length && !document.querySelector('.flight')")
    assert "1" in page.evaluate("window.flown")


@SIZES
def test_the_list_of_places_is_for_the_keyboard(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    open_position(page, at({}))
    select = page.locator(".choices select")
    assert select.evaluate("one => one.closest('.typed').getBoundingClientRect().width") <= 1
    select.focus()
    assert select.evaluate("one => one.getBoundingClientRect().width") > 100
    select.select_option(index=1)
    page.get_by_role("button", name="Place here").press("Enter")
    expect(page.get_by_role("heading", name="Seat 2, it is your turn")).to_be_visible()
