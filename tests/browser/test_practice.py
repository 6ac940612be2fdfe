"""A table for one: from the page of Targets, by finger and by keyboard, and nothing of it is kept."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.play import axe
from tests.browser.test_targets import NO_WEBGL

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
BUTTON = {
    "en": ("Practise flicks", "Set the dice anew", "Flick"),
    "fr": ("S’exercer aux pichenettes", "Remettre les dés en place", "Jouer"),
    "de": ("Schnipsen üben", "Würfel neu aufstellen", "Schnipsen"),
}


def practise(visit: Open, language: str = "en", *, phone: bool) -> Page:
    page = visit("about:blank", phone=phone, locale=language)
    page.add_init_script(NO_WEBGL)
    page.goto("/games/zoch")
    page.get_by_role("link", name=BUTTON[language][0]).click()
    expect(page.get_by_role("button", name=BUTTON[language][1])).to_be_enabled()
    return page


@SIZES
def test_flicks_are_practised_alone_and_dice_set_anew_with_one_tap(visit: Open, phone: bool) -> None:
    page = practise(visit, phone=phone)
    tower = page.locator(".score li").first.locator(".die[data-where=tower]")
    expect(tower).to_have_count(3)
    assert axe(page) == []
    page.get_by_role("button", name="Flick", exact=True).click()
    expect(tower).not_to_have_count(3)
    expect(page.get_by_role("button", name="Watch again")).to_be_visible()
    page.get_by_role("button", name="Set the dice anew").click()
    expect(tower).to_have_count(3)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Hint:")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Play it").click()
    expect(tower).not_to_have_count(3)
    page.get_by_role("link", name="Leave the practice table").click()
    page.wait_for_url(re.compile("/games/zoch$"))
    assert not page.request.get("/api/me/tables").ok, (
        "whoever only practised is nobody yet, and has no tables"
    )


def test_keys_alone_practise_until_all_dice_are_flicked(visit: Open) -> None:
    page = practise(visit, phone=False)
    again = page.locator(".prompt", has_text="All your dice are flicked.")
    flick = page.get_by_role("button", name="Flick", exact=True)
    while not again.count():
        if flick.count():
            page.keyboard.press("f")
        else:
            page.get_by_role("region", name="What you can do").get_by_role("button").first.press("Enter")
        expect(page.locator(".prompt.mine").or_(again)).to_be_visible()
    page.keyboard.press("n")
    expect(again).to_have_count(0)
    expect(page.locator(".score li").first.locator(".die[data-where=tower]")).to_have_count(3)


@SIZES
def test_a_goal_is_practised_with_records_the_same_flick_and_a_picture_of_all_ends(
    visit: Open, phone: bool
) -> None:
    page = practise(visit, phone=phone)
    page.get_by_role("button", name="Stay on a disc").click()
    record = page.locator(".record")
    expect(record).to_contain_text("Flick so that the die stays on a disc.")
    page.get_by_role("button", name="Flick", exact=True).click()
    expect(record).to_contain_text(re.compile(r"[01] of 1 ·"))
    again = page.get_by_role("button", name="The same flick again")
    again.click()
    expect(record).to_contain_text(re.compile(r"[012] of 2 ·"))
    page.get_by_role("button", name="Where my flicks end (2)").click()
    expect(page.locator(".ghosts .heat .end")).to_have_count(2)
    page.reload()
    page.get_by_role("button", name="Stay on a disc").click()
    expect(record).to_contain_text(re.compile(r"[012] of 2 ·"))
    page.get_by_role("button", name="Knock a die off").click()
    expect(page.locator("svg.plan .die")).not_to_have_count(0)
    assert axe(page) == []


def test_a_hint_is_a_ghost_on_the_table_with_the_ends_of_its_tries(visit: Open) -> None:
    page = practise(visit, phone=False)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".ghosts .better .shaft")).to_be_visible()
    expect(page.locator(".ghosts .better .end")).to_have_count(40)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_practice_speaks_the_reader_s_language(visit: Open, language: str) -> None:
    page = practise(visit, language, phone=True)
    expect(page.locator("h1")).to_have_text(re.compile("entraînement|Übung"))
