"""What a person does at a table, in words."""

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.house import ROOT
from tests.patience import HANG

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
THROW: Final = re.compile("^(Throw|Throw again)")


def at_one_screen(page: Page, *names: str) -> None:
    """Everybody sits at this screen: the host, and the others by their names."""
    page.get_by_label("All at one screen").check()
    for number, name in enumerate(names, 2):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start at this screen").click()


def choose_players(page: Page, count: int) -> None:
    """So many play."""
    page.get_by_role("group", name="Players").get_by_label(str(count), exact=True).check()


def open_options(page: Page) -> None:
    """Show what is behind "Options" on the page of a game."""
    page.locator("form.now > details > summary").click()


def create_table(page: Page, name: str = "", count: int = 2) -> str:
    """Set a table up for friends on the page of a game; the one link of the table."""
    page.get_by_label("With friends").check()
    if count != 2:
        choose_players(page, count)
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Create the table").click()
    return page.get_by_label("Link of the table").input_value()


def throw_button(page: Page) -> Any:
    """The button that throws the dice."""
    return page.get_by_role("button", name=THROW)


def slots(page: Page) -> Any:
    """The slots a throw can be placed on now."""
    return page.locator("button.slot:not([aria-disabled=true])")


def over(page: Page) -> bool:
    """Whether the match is over."""
    return bool(page.get_by_role("link", name="Replay").count() and page.locator(".result").count())


def wait_for_turn(page: Page) -> None:
    """Until this page may act, or the match is over."""
    page.wait_for_function(
        "() => document.querySelector('.result') || document.querySelector('.prompt.mine')"
    )


def play_to_the_end(page: Page, act: Callable[[Page], None]) -> None:
    """A whole match: act whenever it is this page's turn, until somebody has won."""
    for _ in range(400):
        wait_for_turn(page)
        if over(page):
            return
        act(page)
    raise AssertionError("the match does not end")


def take_turn(page: Page) -> None:
    """Throw once and keep it on the highest free slot; a first throw never ends a turn."""
    wait_for_turn(page)
    if over(page):
        return
    if not slots(page).count():
        throw_button(page).click()
        page.wait_for_function(
            "() => document.querySelector('.result') ||"
            " document.querySelector('button.slot:not([aria-disabled=true])')"
        )
    if not over(page):
        before = log_lines(page)
        slots(page).last.click()
        expect(page.locator(".log li")).not_to_have_count(before)


def log_lines(page: Page) -> int:
    """How many lines the log has."""
    return int(page.locator(".log li").count())


def axe(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds on a page that keeps somebody out: the rule, and the first places."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (fault["id"], [node["html"][:120] for node in fault["nodes"][:3]])
        for fault in report["violations"]
        if fault["impact"] in ("serious", "critical", "moderate")
    ]


def finished_match(server: str) -> str:
    """The path of a match that is over: a random one, brought as a record."""
    table = Table("exxtra", seats=2, seed=5)
    while table.result is None:
        moves = table.moves(table.actors[0])
        move = moves[len(table.log) % len(moves)]
        assert isinstance(move, Move)
        table.play(table.actors[0], move)
    return bring(server, table.record())


def bring(server: str, record: dict[str, Any]) -> str:
    """Bring a record to the server; the path of its table."""
    person = _ask(server, "PUT", "/api/me", {"name": "Ada"})
    table = _ask(server, "POST", "/api/records", record, person["cookie"])
    return str(table["link"])


def _ask(server: str, method: str, path: str, body: object, cookie: str = "") -> dict[str, Any]:
    request = urllib.request.Request(server + path, json.dumps(body).encode(), method=method)
    request.add_header("Content-Type", "application/json")
    request.add_header("Cookie", cookie)
    with urllib.request.urlopen(request, timeout=HANG) as answer:
        given = answer.headers.get("Set-Cookie", "").partition(";")[0]
        return {**json.load(answer), "cookie": given}


def choose(page: Page) -> None:
    """Take the first of all choices of Targets: a call, and then the first die for which it is asked."""
    page.locator(".hand .choices .button").first.click()
    for _ in range(2):
        if page.locator(".hand .which .plain").count():  # a move that was begun can be taken back
            page.locator(".hand .which .die").first.click()
