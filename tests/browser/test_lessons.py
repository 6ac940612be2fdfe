"""Lessons in the browser: offered to newcomers, taken by touch, by keyboard and by list, and remembered."""

import re

import pytest
from playwright.sync_api import expect

from ludotheque.games import REGISTRY
from ludotheque.table.lessons import Lesson, lesson, lessons
from tests.browser.conftest import Open
from tests.browser.lessons import awaits, go_on, take
from tests.browser.play import axe

TAUGHT = [name for name in REGISTRY if lessons(name)]
LATER = [one for name in TAUGHT for one in lessons(name)[1:]]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_first_lesson_is_taken_on_a_phone_and_remembered(visit: Open, name: str) -> None:
    one = lessons(name)[0]
    page = visit(f"/learn/{name}/{one.name}", phone=True)
    take(page, one)
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".number.taken")).to_have_count(1)
    page.reload()
    expect(page.locator(".number.taken")).to_have_count(1)
    expect(page.locator("ol li")).to_have_count(len(lessons(name)))


@pytest.mark.long
@pytest.mark.parametrize("one", LATER, ids=lambda one: f"{one.game}-{one.name}")
def test_every_lesson_is_taken_on_a_phone(visit: Open, one: Lesson) -> None:
    page = visit(f"/learn/{one.game}/{one.name}", phone=True)
    take(page, one)


def test_the_first_lesson_is_offered_at_the_first_play_now_and_skipped_by_one_tap(visit: Open) -> None:
    page = visit("/", phone=True, newcomer=True)
    play_now = page.get_by_role("button", name=re.compile("^Play now")).first
    play_now.click()
    offer = page.get_by_role("dialog")
    expect(offer).to_contain_text("New to Exxtra?")
    assert axe(page) == []
    offer.get_by_role("button", name="Skip and play").click()
    page.wait_for_url(re.compile("/t/"))
    page.goto("/games/exxtra")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))


def test_whoever_takes_the_offer_learns(visit: Open) -> None:
    page = visit("/games/exxtra", newcomer=True)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("dialog").get_by_role("button", name="Learn").click()
    awaits(page, "move", 0)
    assert axe(page) == []


def test_a_wrong_move_hears_the_rule_and_what_to_do(visit: Open) -> None:
    page = visit("/learn/exxtra/1", phone=True)
    awaits(page, "move", 0)
    page.locator(".hand button.slot").nth(3).click(force=True)
    expect(page.locator(".said .refusal")).to_contain_text("first throw")
    expect(page.locator(".said")).to_contain_text("First the dice have to fall")
    page.locator(".hand .button.big").click()
    awaits(page, "move", 1)
    expect(page.locator(".said .heard.right")).to_contain_text("6 and 4 make 64")


def test_a_lesson_is_taken_by_keyboard_alone_and_read_aloud(visit: Open) -> None:
    page = visit("/learn/exxtra/1")
    awaits(page, "move", 0)
    live = page.locator("[aria-live]").first
    expect(live).to_contain_text("Throw them!")
    for step, key in enumerate("t5tt3"):
        awaits(page, "move", step)
        page.keyboard.press(key)
    awaits(page, "reader", 5)
    page.keyboard.press("Enter")
    awaits(page, "end")
    expect(page.get_by_role("link", name="Next lesson")).to_be_visible()


def test_a_lesson_is_taken_from_the_list_of_a_text_board_in_german(visit: Open) -> None:
    page = visit("about:blank", locale="de-DE")
    page.add_init_script("localStorage.setItem('ludotheque.text', 'on')")
    page.goto("/learn/exxtra/when-to-stop")
    awaits(page, "move", 0)
    expect(page.locator(".said")).to_contain_text("Gleichauf")
    take(page, lesson("exxtra", "when-to-stop"))


def test_who_errs_twice_is_shown_the_way(visit: Open) -> None:
    page = visit("/learn/exxtra/when-to-stop", phone=True)
    awaits(page, "move", 0)
    expect(page.locator(".hand .hinted")).to_have_count(0)
    page.locator(".hand button.slot").nth(2).click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hand .hinted")).to_have_count(1)


def test_a_step_elsewhere_waits_until_the_last_was_seen(visit: Open) -> None:
    page = visit("/learn/exxtra/how-high", phone=True)
    awaits(page, "move", 0)
    page.locator(".hand button.slot").nth(5).click()
    expect(page.locator(".said .heard.right")).to_be_visible()
    go_on(page)
    awaits(page, "move", 1)
    expect(page.locator(".said .heard")).to_have_count(0)


def test_an_unknown_lesson_is_a_page_that_says_so(visit: Open) -> None:
    page = visit("/learn/exxtra/none")
    expect(page.get_by_text("There is no lesson “none”")).to_be_visible()
