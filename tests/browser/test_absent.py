"""Who is away, what that means, and what can be done about it; leaving and coming back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.house import running_server
from tests.browser.play import axe, create_table, take_turn, wait_for_turn

HASTY = """
from datetime import timedelta
from ludotheque.host import clock
clock.PATIENCE = timedelta(seconds=1)
"""
SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where nobody who is away is waited for longer than a second."""
    with running_server(tmp_path_factory.mktemp("hasty"), first=HASTY) as address:
        yield address


def away(visit: Open, server: str, *, phone: bool) -> Page:
    """Ada waits for Bo, who has gone."""
    ada = visit("/games/exxtra", phone=phone, base_url=server)
    bo = visit(create_table(ada), phone=phone, base_url=server)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.locator(".board svg")).to_be_visible()
    expect(ada.locator(".board svg")).to_be_visible()
    if ada.locator(".prompt.mine").count():
        take_turn(ada)
    wait_for_turn(bo)
    bo.close()
    return ada


@SIZES
def test_a_bot_stands_in_for_who_stays_away(visit: Open, hasty: str, phone: bool) -> None:
    ada = away(visit, hasty, phone=phone)
    ada.get_by_role("button", name="Let a bot stand in").wait_for()
    assert axe(ada) == []
    ada.get_by_role("button", name="Let a bot stand in").click()
    expect(ada.locator(".log ol")).to_contain_text("Bo is away; a bot stands in.")
    wait_for_turn(ada)


@SIZES
def test_nobody_has_to_wait_for_ever(visit: Open, hasty: str, phone: bool) -> None:
    ada = away(visit, hasty, phone=phone)
    ada.get_by_role("button", name="End the game").click()
    expect(ada.locator(".result")).to_contain_text("ended the game before its time")


@SIZES
def test_who_has_just_gone_is_waited_for(visit: Open, server: str, phone: bool) -> None:
    ada = away(visit, server, phone=phone)
    expect(ada.locator(".notice")).to_contain_text(re.compile(r"Bo is away. In \d:\d\d you can"))
    assert axe(ada) == []
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="End the game").click()
    ada.get_by_role("button", name="Really end it").click()
    expect(ada.locator(".notice")).to_contain_text("You have asked. The others have to agree.")


@SIZES
def test_leaving_has_a_button_and_so_has_coming_back(visit: Open, server: str, phone: bool) -> None:
    ada = away(visit, server, phone=phone)
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Leave; a bot plays for me").click()
    expect(ada.locator(".notice")).to_contain_text("A bot plays for you.")
    assert axe(ada) == []
    ada.get_by_role("button", name="Take my seat back").click()
    expect(ada.locator(".log ol")).to_contain_text("Guest is back.")
    expect(ada.get_by_role("button", name="Take my seat back")).to_have_count(0)
