"""Targets at a glance: who has what, words that cover nothing, a camera that goes where one wants to look."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from tests.browser.conftest import Open
from tests.browser.play import choose, wait_for_turn
from tests.browser.test_targets import AXE, NO_WEBGL
from tests.games.targets.test_blackrock import golden
from tests.patience import looks

SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
NAMES: Final = ("Benedikt", "Cleo", "Dorothea", "Emil", "Frederik")
COVERED: Final = """() => {
    const words = document.querySelectorAll('.table .tag, .table .value, .table .aim, .table button');
    const boxes = [...words].map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { text: one.textContent.trim(), left, right, top, bottom };
    });
    return boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    ).map((other) => `${one.text} / ${other.text}`));
}"""
"""Words and buttons on the table that cover each other."""
WIDTHS: Final = """all => all.map((die) => die.getBoundingClientRect())
    .map((box) => Math.min(box.width, box.height))"""


def sit(visit: Open, game: str, others: int, *, phone: bool, **more: Any) -> Page:
    """At one screen with some others, in a browser that draws the plan."""
    page = visit("about:blank", phone=phone, locale=more.pop("language", "en"), **more.pop("browser", {}))
    page.add_init_script(NO_WEBGL)
    page.goto("/")
    page.request.put("/api/me", data={"name": "Ada"})
    seats = [{"who": "me"}, *({"who": "here", "name": name} for name in NAMES[:others])]
    table = page.request.post("/api/tables", data={"game": game, "seats": seats, **more}).json()
    open_table(page, table["link"])
    return page


def open_table(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.locator(".table svg.over")).to_be_visible()
    wait_for_turn(page)


def bring(visit: Open, table: Table, *, phone: bool) -> Page:
    page = visit("about:blank", phone=phone)
    page.add_init_script(NO_WEBGL)
    page.goto("/")
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    return page


def flick(page: Page, azimuth: int = 0) -> None:
    """Flick in a direction, and take the first of all choices that follow, until somebody may flick again."""
    page.get_by_label("Direction", exact=True).fill(str(-azimuth))
    before = page.locator(".log li").count()
    page.get_by_role("button", name="Flick", exact=True).click()
    expect(page.locator(".log li")).not_to_have_count(before)
    wait_for_turn(page)
    while not page.get_by_role("button", name="Flick", exact=True).count():
        before = page.locator(".log li").count()
        choose(page)
        expect(page.locator(".log li")).not_to_have_count(before)
        wait_for_turn(page)


@SIZES
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ada: 0 of 4 points, discs at risk: 0, dice left to flick: 3"),
        ("fr", "Ada : 0 points sur 4"),
        ("de", "Ada: 0 von 4 Punkten"),
    ],
)
def test_a_scoreboard_tells_how_everybody_stands(visit: Open, phone: bool, language: str, told: str) -> None:
    page = sit(visit, "zoch", 1, phone=phone, language=language)
    rows = page.locator(".score li")
    expect(rows.first.locator(".hidden")).to_contain_text(told)
    expect(page.locator(".score .die[data-where=tower]")).to_have_count(6)
    expect(page.locator(".score .round")).to_have_text(re.compile("(Round|Manche|Runde) 1"))
    cut = page.locator(".score *").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && !one.closest('.hidden')).length"
    )
    assert cut == 0
    if language == "en":
        flick(page)
        expect(page.locator(".score .die[data-where=tower]")).not_to_have_count(6)


@SIZES
def test_a_part_of_the_game_has_its_banner(visit: Open, phone: bool) -> None:
    page = bring(visit, golden().table, phone=phone)
    expect(page.locator(".score .phase, .cover")).not_to_have_count(0)
    if page.locator(".cover button").count():
        page.locator(".cover button").click()
    expect(page.locator(".score .phase")).to_have_text("Golden Targets: flick 1 of 3")


@SIZES
def test_with_six_players_nothing_covers_anything_and_dice_are_large_close_up(
    visit: Open, phone: bool
) -> None:
    page = sit(visit, "zoch", 5, phone=phone)
    for azimuth in (3, -8, 6, 20, -20, 12):
        flick(page, azimuth)
    expect(page.locator(".table .tag")).to_have_count(6)
    assert page.evaluate(COVERED) == []
    page.keyboard.press("v")
    expect(page.locator(".table")).to_have_attribute("data-look", "close")
    assert page.evaluate(COVERED) == []
    widths = page.locator(".plan .die").evaluate_all(WIDTHS)
    assert min(widths) >= 20
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in report["violations"]] == []


@SIZES
def test_the_camera_comes_nearer_and_goes_back(visit: Open, phone: bool) -> None:
    page = sit(visit, "zoch", 1, phone=phone)
    table = page.locator(".table")
    expect(page.get_by_role("button", name="Whole table")).to_have_count(0)
    page.get_by_role("button", name="Closer").click()
    expect(table).to_have_attribute("data-zoom", "1.3")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(table).to_have_attribute("data-zoom", "0.8")
    page.get_by_role("button", name="Whole table").click()
    expect(table).to_have_attribute("data-zoom", "1")
    if not phone:
        table.hover()
        page.mouse.wheel(0, -200)
        expect(table).to_have_attribute("data-zoom", "1.35")
        first = page.locator(".plan .disc").first.bounding_box()
        page.mouse.down(button="right")
        page.mouse.move(500, 400)
        page.mouse.up(button="right")
        assert page.locator(".plan .disc").first.bounding_box() != first
        expect(page.locator(".log ol")).not_to_contain_text("flicks")


@SIZES
def test_a_flick_is_watched_again_and_the_eye_follows_the_die(visit: Open, phone: bool) -> None:
    page = sit(visit, "zoch", 1, phone=phone)
    expect(page.get_by_role("button", name="Watch again")).to_have_count(0)
    flick(page)
    page.keyboard.press("v")
    usual = page.locator(".table").get_attribute("data-zoom")
    assert usual
    # A busy machine drops frames, the nearest among them.
    for _ in looks("a film in which the eye comes near"):
        page.evaluate(
            """() => {
                const table = document.querySelector('.table');
                window.nearest = 1;
                window.over = new Promise((resolve) => new MutationObserver(() => {
                    window.nearest = Math.max(window.nearest, Number(table.dataset.zoom));
                    if (table.dataset.moving === 'false' && window.nearest > 1) resolve(true);
                }).observe(table, { attributes: true }));
            }"""
        )
        page.get_by_role("button", name="Watch again").click()
        assert page.evaluate("window.over")
        if page.evaluate("window.nearest") > 1.3 * float(usual):
            break
    expect(page.locator(".table")).to_have_attribute("data-zoom", usual)
    expect(page.locator(".log ol")).to_contain_text("flicks")


@SIZES
def test_a_quick_swipe_over_the_die_flicks_it_and_a_slow_push_does_not(visit: Open, phone: bool) -> None:
    page = sit(visit, "zoch", 1, phone=phone)
    own = page.locator(".acting .who").inner_text()
    die = page.locator(f".plan .die[data-die='{2 if own == 'Ada' else 5}']").bounding_box()
    assert die is not None
    x, y = die["x"] + die["width"] / 2, die["y"] + die["height"] / 2
    page.evaluate(
        """([x, y]) => {
            const table = document.querySelector('.table');
            table.setPointerCapture = () => undefined;
            const send = (kind, down, time) => {
                const at = { clientX: x, clientY: y - down };
                const given = { ...at, bubbles: true, pointerId: 7, button: 0, pointerType: 'touch' };
                const event = new PointerEvent(kind, given);
                Object.defineProperty(event, 'timeStamp', { value: time });
                table.dispatchEvent(event);
            };
            window.push = (milliseconds) => {
                send('pointerdown', 0, 1000);
                for (let step = 1; step <= 6; step += 1) {
                    send('pointermove', step * 15, 1000 + (step * milliseconds) / 6);
                }
                send('pointerup', 90, 1000 + milliseconds);
            };
        }""",
        [x, y],
    )
    page.evaluate("window.push(3000)")
    expect(page.locator(".log ol")).not_to_contain_text("flicks")
    page.evaluate("window.push(60)")
    expect(page.locator(".log ol")).to_contain_text(
        re.compile(rf"{own} flicks \w+, (straight on|a little to the)")
    )


@SIZES
def test_a_tower_is_stacked_by_tapping_dice_that_carry_their_names(visit: Open, phone: bool) -> None:
    options = {"teams": True, "faces": "chosen"}
    page = sit(visit, "blackrock", 3, phone=phone, options=options)
    expect(page.locator(".prompt")).to_contain_text("Which die do you give to your partner?")
    codes = page.locator(".table .value.named")
    expect(codes.filter(has_text="A1")).to_be_visible()
    assert page.evaluate(COVERED) == []
    for _ in range(4):
        before = page.locator(".log li").count()
        choose(page)
        expect(page.locator(".log li")).not_to_have_count(before)
    expect(page.locator(".prompt")).to_contain_text("Stack your dice.")
    dice = page.locator(".stacking .die")
    first = dice.first.inner_text()[:2]
    dice.first.click()
    expect(dice.last).to_contain_text(first)
    page.locator(".stacking .face").last.click()
    expect(page.locator(".stacking .face").last).to_have_attribute("aria-label", f"{first} shows 1: show 2")
    page.get_by_role("button", name="Stack the dice").click()
    expect(page.locator(".log ol")).to_contain_text(re.compile("stacks"))
