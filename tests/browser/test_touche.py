"""Touché, as people play it: cards in the hand, cells on the board."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from tests.browser.conftest import Open
from tests.browser.play import choose_players, log_lines, play_to_the_end, wait_for_turn


def sit_down(page: Page, level: str = "casual") -> None:
    page.locator(f"input[name=opponent][value={level}]").check(force=True)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)


def play_somewhere(page: Page) -> None:
    """Take the first card that can be played, and the first thing it can do."""
    before = log_lines(page)
    if not page.locator(".choices .button").count():
        cards = page.locator("button.card:not(.dead)")
        (cards if cards.count() else page.locator("button.card")).first.click()
    page.locator(".choices .button").first.click()
    expect(page.locator(".log li")).not_to_have_count(before)


def test_a_whole_game_of_touche_on_a_phone(visit: Open) -> None:
    page = visit("/games/touche", phone=True)
    sit_down(page)
    play_to_the_end(page, play_somewhere)
    expect(page.locator(".result strong")).to_have_text(re.compile("wins!|win!|share the win|draw"))


def test_a_card_lights_its_cells_and_two_taps_on_one_play_it(visit: Open) -> None:
    page = visit("/games/touche", phone=True)
    sit_down(page)
    card = page.locator("button.card:not(.dead)").first
    said = card.get_attribute("aria-label") or ""
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    lit = page.locator(".square.chosen")
    expect(lit.first).to_be_visible()
    cell = lit.first.get_attribute("data-cell") or ""
    lit.first.tap()
    page.locator(".square.pointed").tap()
    expect(page.locator(".log ol")).to_contain_text(f"Guest plays {said} on {cell}.")


def test_a_cell_without_its_card_in_hand_says_why(visit: Open) -> None:
    page = visit("/games/touche")
    sit_down(page)
    page.locator(".square:not(.offered)", has=page.locator("text.card", has_text="A")).first.click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("You do not hold|already stands"))
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(re.compile("TOUCHE-"))


def test_partners_bear_the_mark_of_the_pawns_they_share(visit: Open) -> None:
    page = visit("/games/touche")
    choose_players(page, 4)
    sit_down(page)
    marks = [mark.inner_html() for mark in page.locator(".seats .piece > svg.mark").all()]
    assert marks[0] == marks[2] != marks[1] == marks[3]


def dealt(wanted: Callable[[list[str]], bool]) -> Table:
    """A table whose first player has been dealt a hand of a kind."""
    for seed in range(200):
        table = Table("touche", seats=2, seed=seed)
        seat = table.actors[0]
        if wanted(table.view(seat)["position"]["hands"][seat]):
            return table
    raise AssertionError("no such hand in two hundred")


def open_hand(page: Page, table: Table) -> None:
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    page.get_by_role("button", name="Show my hand").tap()


def test_a_joker_goes_on_the_cell_that_is_picked(visit: Open) -> None:
    page = visit(phone=True)
    open_hand(page, dealt(lambda hand: "**" in hand))
    page.get_by_role("button", name="joker", exact=True).tap()
    expect(page.locator(".square.chosen")).to_have_count(104)
    page.get_by_label("Cell").select_option("e1")
    page.get_by_role("button", name="Place the joker").tap()
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("plays the joker on e1.")


def test_of_two_equal_cards_the_touched_one_is_chosen(visit: Open) -> None:
    page = visit(phone=True)
    table = dealt(lambda hand: len(set(hand)) < len(hand))
    seat = table.actors[0]
    hand = table.view(seat)["position"]["hands"][seat]
    first, second = (at for at, card in enumerate(hand) if hand.count(card) == 2)
    open_hand(page, table)
    cards = page.locator("button.card")
    for touched in (first, second):
        cards.nth(touched).tap()
        expect(page.locator("button.card[aria-pressed=true]")).to_have_count(1)
        expect(cards.nth(touched)).to_have_attribute("aria-pressed", "true")
    cards.nth(second).tap()
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(0)


def attack(page: Page, seconds: int = 5) -> None:
    """Ada and Bo at one screen: Ada's pawn stands on e1, and Bo lays his ace there."""
    hands = ["AS", "2S", "3S", "4S", "5S"], ["AS", "2H", "3H", "4H", "5H"]
    start = {
        "seats": 2, "options": {"calls": "spoken", "call_seconds": seconds}, "turn": 1,
        "pawns": [[[0, 4]], []], "hands": hands, "stacks": [48, 48], "discard": ["KC", "KC"],
    }  # fmt: skip
    page.request.put("/api/me", data={"name": "Ada"})
    record = Table.at("touche", start).record()
    page.goto(page.request.post("/api/records", data=record).json()["link"])
    page.get_by_role("button", name="Show my hand").tap()
    page.get_by_role("button", name="A♠", exact=True).tap()
    page.get_by_role("button", name=re.compile("e1.*topples")).tap()


@pytest.mark.clause("TOUCHE-19")
def test_after_a_move_that_topples_one_button_waits_for_the_call(visit: Open) -> None:
    page = visit(phone=True)
    attack(page)
    call = page.locator(".call .button")
    expect(call).to_have_count(1)
    expect(call).to_be_focused()
    expect(page.get_by_role("timer")).to_have_text(re.compile("[1-5]"))
    expect(page.get_by_test_id("spoken")).to_contain_text("Call “Touché!” within 5 seconds.")
    call.tap()
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("Touché! Seat 2 topples the pawn on e1: it had no crown.")


@pytest.mark.clause("TOUCHE-19")
def test_a_button_not_pressed_in_time_is_a_missing_call(visit: Open) -> None:
    page = visit(phone=True)
    attack(page)
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("without calling “Touché!”: the other pawn stays.")
    expect(page.locator(".call")).to_have_count(0)


@pytest.mark.clause("TOUCHE-19")
def test_without_a_limit_no_clock_runs_and_silence_has_a_button(visit: Open) -> None:
    page = visit(phone=True)
    attack(page, seconds=0)
    expect(page.get_by_role("timer")).to_have_count(0)
    page.get_by_role("button", name="Say nothing").tap()
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("without calling “Touché!”: the other pawn stays.")
