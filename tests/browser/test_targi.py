"""Targi, as people play it: cards of the market, rows of the camp, buttons in the hand."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque import Table
from tests.browser.conftest import Open
from tests.browser.house import ROOT
from tests.browser.play import play_to_the_end, wait_for_turn

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def sit_down(page: Page, level: str = "beginner") -> None:
    page.locator(f"input[name=opponent][value={level}]").check(force=True)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)


def open_position(page: Page, position: dict[str, Any]) -> None:
    """Sit at both sides of a position of one's own."""
    table = Table.at("targi", position)
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    page.get_by_role("button", name="Show my hand").click()
    wait_for_turn(page)


def at(own: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A position in which the usual things are as usual."""
    centre = ["1D", 15, "1S", 3, "1P", 6, "2D", 9, "2S"]
    return {"centre": centre, "players": [own, {}]} | rest


def place(page: Page, name: str) -> Locator:
    """A card of the market."""
    return page.locator(f".place[data-place='{name}']")


def choices(page: Page) -> Locator:
    """The buttons of the hand that are offered."""
    return page.locator(".choices button:not([aria-disabled=true])")


def tap_twice(spot: Locator) -> None:
    """A finger looks first, and then acts."""
    spot.tap()
    spot.tap()


def quick_tap(page: Page, where: str) -> None:
    """Two taps on a place that is known to lie still."""
    x, y = page.evaluate(
        """(where) => {
            const box = document.querySelector(where).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        where,
    )
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)


TOLD: Final = """() => {
    const lines = document.querySelectorAll('.log li');
    const asked = document.querySelector('.prompt, .result')?.textContent;
    return `${asked} ${lines.length} ${lines[lines.length - 1]?.textContent}`;
}"""
"""What the page says of the match: it changes with every move."""


def wait_for_change(page: Page, before: str) -> None:
    """Until a move was made."""
    page.wait_for_function(f"(before) => ({TOLD})() !== before", arg=before)


def touch_something(page: Page) -> None:
    """Do the first thing that the table offers; the hand has what has no place on it."""
    before = page.evaluate(TOLD)
    if page.locator(".place.lit").count():
        quick_tap(page, ".place.lit")
    elif page.locator(".row.lit").count():
        page.locator(".row.lit").first.tap()
    else:
        while (
            page.locator(".picker").count() and page.locator(".choices .primary[aria-disabled=true]").count()
        ):
            page.get_by_role("button", name=re.compile("^More ")).and_(choices(page)).first.tap()
        choices(page).and_(page.locator(":not(.picker button):not(.back)")).first.tap()
    wait_for_change(page, before)


def test_a_whole_game_of_targi_on_a_phone(visit: Open) -> None:
    page = visit("/games/targi", phone=True)
    sit_down(page)
    play_to_the_end(page, touch_something)
    expect(page.locator(".result strong")).to_have_text(
        re.compile("wins!|you win|share the win|draw", re.IGNORECASE)
    )


FOCUSED: Final = """() => {
    const one = document.activeElement;
    return {
        body: one === document.body,
        list: one.matches('select'),
        picker: one.matches('.picker button'),
        offered: one.getAttribute('aria-disabled') !== 'true' && !one.matches('.back'),
        more: Boolean(one.getAttribute('aria-label')?.startsWith('More')),
    };
}"""


def press_something(page: Page) -> None:
    """Do the first thing that the hand offers, and stay in it: the focus is never lost."""
    before = page.evaluate(TOLD)
    focused = page.evaluate(FOCUSED)
    assert not focused["body"]
    if focused["list"]:
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
    while focused["picker"] or not focused["offered"]:
        page.keyboard.press("Enter" if focused["more"] and focused["offered"] else "Tab")
        focused = page.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    wait_for_change(page, before)


def test_a_whole_game_of_targi_by_keyboard(visit: Open) -> None:
    page = visit("/games/targi")
    sit_down(page)
    page.locator(".choices select").focus()
    play_to_the_end(page, press_something)
    expect(page.locator(".result strong")).to_be_visible()


def test_a_targi_shows_its_line_and_where_markers_will_come(visit: Open) -> None:
    page = visit(phone=True)
    open_position(page, at({"targis": [2]}, players=[{"targis": [2]}, {"targis": [6]}]))
    expect(page.locator(".promise")).to_have_count(0)
    place(page, "15").tap()
    expect(page.locator(".place.reached")).to_have_count(3)
    expect(page.locator(".promise.fresh")).to_have_count(1)
    expect(page.locator(".detail")).to_contain_text("Your lines cross on Oasis 15.")
    expect(page.locator(".log ol")).not_to_contain_text("card 15")
    place(page, "15").tap()
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("Seat 1 places a Targi on Salt.")


def test_a_card_that_is_touched_tells_all_about_itself(visit: Open) -> None:
    page = visit(phone=True)
    open_position(page, at({"camp": [[20], [], []]}))
    place(page, "b").tap()
    detail = page.locator(".detail")
    expect(detail).to_contain_text("Oasis 15")
    expect(detail).to_contain_text("At the end: 1 cross per pair of wells in your camp.")
    place(page, "5").tap()
    expect(detail).to_contain_text("3 identical goods for 1 gold")
    page.locator(".laid.camel").tap()
    expect(detail).to_contain_text("1 cross if your camp holds more cards")


def test_a_card_that_can_not_be_taken_says_why(visit: Open) -> None:
    page = visit()
    open_position(page, at({}))
    place(page, "4").click()
    expect(page.get_by_role("alert")).to_contain_text("Card 4 is a corner")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text("TARGI-6")


def test_a_card_that_can_not_be_paid_says_what_it_costs(visit: Open) -> None:
    page = visit(phone=True)
    own = {"markers": ["b"], "targis": [2], "pepper": 0}
    open_position(page, at(own, phase="tribe_card", card=15, source="b"))
    page.get_by_role("button", name="Lay the card in your camp").tap(force=True)
    expect(page.get_by_role("alert")).to_contain_text("it costs 1 pepper and 1 gold")


def test_a_move_shows_before_what_it_brings(visit: Open) -> None:
    page = visit()
    open_position(page, at({"markers": ["a"], "targis": [2]}, phase="act"))
    place(page, "a").hover()
    expect(page.locator(".detail .up")).to_have_text("+1")
    page.get_by_role("button", name="Use Dates (2), + 1 date").click()
    expect(page.locator(".camp.own .purse .chip").first).to_have_text("3")


def test_goods_of_choice_are_counted_out(visit: Open) -> None:
    page = visit(phone=True)
    open_position(page, at({"dates": 3, "salt": 3, "pepper": 3}, phase="raid", robber=12))
    for kind in ("dates", "salt", "salt"):
        page.get_by_role("button", name=f"More {kind}").tap()
    expect(page.get_by_role("button", name="More pepper")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Fewer dates").tap()
    page.get_by_role("button", name="More pepper").tap()
    page.get_by_role("button", name="Pay 2 salt and 1 pepper").tap()
    page.get_by_role("button", name="Show my hand").tap()
    expect(page.locator(".log ol")).to_contain_text("Seat 1 pays the Robber 2 salt and 1 pepper.")


def test_a_marker_goes_where_fata_morgana_is_told(visit: Open) -> None:
    page = visit(phone=True)
    open_position(page, at({"markers": ["a", "c"], "targis": [2]}, phase="mirage"))
    place(page, "c").tap()
    tap_twice(place(page, "f"))
    expect(page.locator(".log ol")).to_contain_text("Seat 1’s marker moves to")


def test_two_cards_of_the_camp_are_swapped_by_touch(visit: Open) -> None:
    page = visit(phone=True)
    own = {"camp": [[43, 1], [2], []], "targis": [2]}
    open_position(page, at(own, phase="swap", card=43, source="advantage"))
    page.locator("[data-camp='1']").tap()
    page.locator("[data-camp='5']").tap()
    expect(page.locator(".log ol")).to_contain_text("Seat 1 swaps the cards in places 1 and 5.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_goods_are_chosen_or_a_card_is_decided_on(visit: Open, theme: str) -> None:
    page = visit(theme=theme, phone=True)
    rich = {"dates": 3, "salt": 3, "pepper": 3, "gold": 2, "targis": [2], "camp": [[0], [], []]}
    asked: list[dict[str, Any]] = [
        {"phase": "raid", "robber": 12},
        {"phase": "act", "players": [rich | {"markers": ["b", "e"]}, {}]},
        {"phase": "trade"},
        {"phase": "smith"},
        {"phase": "tribe_card", "card": 15, "source": "b", "players": [rich | {"markers": ["b"]}, {}]},
        {"phase": "row", "card": 20, "source": "expansion"},
    ]
    for rest in asked:
        open_position(page, at(rich, **rest))
        page.evaluate(AXE.read_text(encoding="utf-8"))
        report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [fault["id"] for fault in report["violations"]] == [], rest["phase"]


def test_the_table_of_targi_never_scrolls_and_never_moves(visit: Open) -> None:
    for phone in (True, False):
        page = visit("/games/targi", phone=phone)
        sit_down(page)
        boxes = set()
        for _ in range(12):
            wait_for_turn(page)
            box = page.locator(".market").bounding_box()
            assert box is not None
            boxes.add((box["x"], box["y"], box["width"], box["height"]))
            assert page.evaluate(
                """[document.documentElement, document.querySelector('.targi')].every(
                    (one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth
                )"""
            )
            if phone:
                touch_something(page)
            else:
                lit = page.locator(".place.lit")
                (lit if lit.count() else choices(page)).first.click()
        assert len(boxes) == 1
