"""Targi at a glance: how far the game is, what the Robber wants, what a score is made of, and a way back."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.conftest import Open
from tests.browser.play import bring, wait_for_turn

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
    page.locator("form.now button").click()
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
    table = page.locator(".hand table")
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
    use = page.locator(".choices").get_by_role("button", name=re.compile(r"Use 5 \("))
    use.click()
    page.locator(".choices").get_by_role("button", name="Back").click()
    expect(use).to_be_visible()
