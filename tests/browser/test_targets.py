"""Targets, as people play it: a die is drawn back and let go, or aimed with keys; choices are buttons."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque import Table
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from tests.browser.conftest import Open
from tests.browser.house import ROOT
from tests.browser.play import choose, log_lines, over
from tests.games.targets.scenes import Match, lie

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NO_WEBGL: Final = """HTMLCanvasElement.prototype.getContext = ((given) => function (kind, ...more) {
  return kind.startsWith('webgl') ? null : given.call(this, kind, ...more);
})(HTMLCanvasElement.prototype.getContext)"""
COUNT_FRAMES: Final = """window.frames_asked = 0; window.requestAnimationFrame = ((given) => (action) => {
  window.frames_asked += 1; return given(action);
})(window.requestAnimationFrame)"""
SETTLED: Final = """() => {
  const idle = window.frames_asked === window.frames_before;
  window.frames_before = window.frames_asked;
  return idle;
}"""
"""Whether no frame was asked for since the last look."""
TAP_WHEN_MOVING: Final = """() => {
  const table = document.querySelector('.table');
  window.skipped = new Promise((resolve) => {
    let tapped = null;
    new MutationObserver(() => {
      if (table.dataset.moving === 'true' && tapped === null) {
        tapped = window.frames_asked;
        table.click();
      } else if (table.dataset.moving === 'false' && tapped !== null) resolve(window.frames_asked - tapped);
    }).observe(table, { attributes: true });
  });
}"""
FLICKS: Final = (
    {"azimuth": 4.0, "speed": 1.15},
    {"azimuth": -6.0, "speed": 1.3},
    {"azimuth": 1.0, "speed": 1.0},
)


@pytest.fixture
def plan(visit: Open) -> Open:
    """Open a page in a browser without WebGL: there the plan is shown, which is quick to draw."""

    def plan(**settings: Any) -> Page:
        page = visit("about:blank", **settings)
        page.add_init_script(NO_WEBGL)
        page.goto("/")
        return page

    return plan


def two_at_one_screen(page: Page, game: str = "zoch") -> None:
    page.request.put("/api/me", data={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "here", "name": "Ben"}]
    page.goto(page.request.post("/api/tables", data={"game": game, "seats": seats}).json()["link"])
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator(".table svg.over")).to_be_visible()


def solid(page: Page) -> bool:
    return page.locator(".table").get_attribute("data-drawn") == "solid"


def draw_back(page: Page, right: int, down: int) -> None:
    """Put a finger on the table and draw it back."""
    box = page.locator(".table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)


def aim(page: Page) -> Locator:
    return page.locator(".table .aim")


def flick(page: Page) -> Any:
    return page.get_by_role("button", name="Flick", exact=True)


def test_a_die_is_drawn_back_and_let_go_and_the_hand_shows_the_same_aim(visit: Open) -> None:
    page = visit(phone=True)
    two_at_one_screen(page)
    assert solid(page)
    draw_back(page, 25, 90)
    expect(aim(page)).to_have_text(re.compile(r"^[a-z ]+, .*left$"))
    force, way = aim(page).inner_text().split(", ", 1)
    told = page.locator(".hand .main output").all_inner_texts()
    assert told[0] == way
    assert told[1].startswith(force)
    expect(page.locator(".log ol")).not_to_contain_text("flicks")
    page.mouse.up()
    expect(page.locator(".log ol")).to_contain_text(re.compile(rf"flicks {force}, [a-z ]*left\."))
    expect(page.locator(".log ol")).to_contain_text(re.compile("stops|falls|No die left|slid"))


def test_a_flick_is_called_off_at_the_start_of_its_way_or_with_escape(plan: Open) -> None:
    page = plan()
    two_at_one_screen(page)
    draw_back(page, 0, 80)
    box = page.locator(".table").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 3)
    expect(aim(page)).to_have_text("Let go here to cancel")
    page.mouse.up()
    draw_back(page, 10, 80)
    page.keyboard.press("Escape")
    page.mouse.up()
    flick(page).click()
    expect(page.locator(".log ol")).to_contain_text(re.compile("stops|falls|No die left|slid"))
    assert page.locator(".log ol").inner_text().count("flicks") == 1


def test_keys_alone_aim_flick_and_look_around(plan: Open) -> None:
    page = plan()
    two_at_one_screen(page)
    page.get_by_role("button", name="Finger", exact=True).press("Enter")
    numbers = page.locator(".hand .main output")
    before = [number_in(text) for text in numbers.all_inner_texts()]
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    turned = before[0] + 2
    side = "left" if turned < 0 else "right"
    expect(numbers.first).to_contain_text(f"({abs(turned):.0f}° {side})")
    assert number_in(numbers.nth(1).inner_text()) == pytest.approx(before[1] + 0.05, abs=0.01)
    page.get_by_label("Direction", exact=True).focus()
    page.keyboard.press("ArrowRight")
    height = page.locator("#part-height")
    was = height.get_attribute("aria-valuetext")
    page.get_by_role("slider", name="Finger, height").focus()
    page.keyboard.press("ArrowUp")
    expect(height).not_to_have_attribute("aria-valuetext", was or "")
    page.keyboard.press("v")
    expect(page.locator(".table")).to_have_attribute("data-look", "close")
    flick(page).press("Enter")
    line = page.locator(".log details").first
    line.locator("summary").click()
    expect(line).to_contain_text("m/s")
    assert abs(number_in(line.locator(".numbers").inner_text()) + before[0] + 3) < 1


def test_a_tap_on_the_table_turns_the_arrow_there(plan: Open) -> None:
    page = plan(phone=True)
    two_at_one_screen(page)
    expect(aim(page)).to_contain_text(re.compile("straight on|a little|to the left"))
    box = page.locator(".table").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.4)
    expect(aim(page)).to_contain_text(re.compile("to the right"))


def number_in(text: str) -> float:
    """The first number of a text; degrees to the left are negative."""
    found = re.search(r"-?[\d.]+(?=°| m/s)", text)
    assert found is not None, text
    return -float(found[0]) if "° left" in text else float(found[0])


def test_the_first_aim_is_safe_a_strong_one_warns_and_a_disc_is_one_tap(plan: Open) -> None:
    page = plan(phone=True)
    two_at_one_screen(page)
    risk = page.locator(".hand .risk")
    expect(risk).to_have_text("tower safe")
    marks = page.get_by_role("group", name="Straight at").get_by_role("button")
    expect(marks).to_have_count(3)
    first = aim(page).inner_text()
    ways = set()
    for number in range(3):
        marks.nth(number).tap()
        ways.add(aim(page).inner_text())
    assert len(ways) > 1
    assert first in ways
    page.get_by_role("button", name="Finger", exact=True).tap()
    page.get_by_role("slider", name="Finger, height").fill("0.4")
    page.get_by_role("slider", name="Finger, lift").fill("0")
    page.get_by_role("slider", name="Finger, side").fill("0")
    page.get_by_label("Strength", exact=True).fill("2.4")
    expect(risk).to_contain_text(re.compile(r"tower falls: \d+ in 100"))


def test_a_call_is_one_big_button_and_its_die_is_tapped(plan: Open) -> None:
    page = plan(phone=True)
    match = Match("blackrock", calls="spoken").with_dice(lie("A1", 5), lie("A2", 2))
    table = Table.at("blackrock", with_equal_dice(match), chance=())
    bring(page, table)
    shout = page.get_by_role("button", name="“Double!”")
    expect(shout).to_be_visible()
    assert (shout.bounding_box() or {"height": 0})["height"] >= 56
    shout.tap()
    which = page.get_by_role("group", name="Which one goes back on the tower?")
    expect(which.get_by_role("button")).to_have_count(3)
    which.get_by_role("button", name="A1, showing 5").tap()
    expect(page.locator(".log ol")).to_contain_text("“Double 5!”")


def with_equal_dice(match: Match) -> Json:
    """The position after a flick that left two equal dice of Ada's on the table."""
    match.flick(0, lie("A3", 5))
    position = match.table.position.view(None)
    assert isinstance(position, dict)
    return position


def test_a_flick_is_seen_as_it_rolls_and_a_tap_skips_it(plan: Open) -> None:
    page = plan(reduced_motion="no-preference")
    page.add_init_script(COUNT_FRAMES)
    two_at_one_screen(page)
    page.evaluate(TAP_WHEN_MOVING)
    flick(page).click()
    assert page.evaluate("window.skipped") <= 1, "after the tap no further frame of the film is drawn"
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".table .way")).not_to_have_count(0)


def test_an_idle_table_draws_nothing_and_gives_the_graphics_card_back(visit: Open) -> None:
    page = visit("about:blank")
    page.add_init_script(COUNT_FRAMES)
    page.goto("/")
    two_at_one_screen(page)
    page.evaluate("window.gl = document.querySelector('.table canvas').getContext('webgl2')")
    page.wait_for_function(SETTLED, polling=400)
    assert not page.evaluate("window.gl.isContextLost()")
    page.locator("header a").first.click()
    expect(page.locator("article").first).to_be_visible()
    assert page.evaluate("window.gl.isContextLost()")


def half_a_game(upto: str) -> Table:
    """A match of Blackrock, played until a phase is reached or little is left to play for."""
    table = Table("blackrock", seats=2, seed=4)
    for turn in range(200):
        position = table.view(None)["position"]
        assert isinstance(position, dict)
        if position["phase"] == upto or (upto == "end" and scarce(position)):
            return table
        seat = table.actors[0]
        choices = [move for move in table.moves(seat) if isinstance(move, Move)]
        table.play(seat, choices[0] if choices else {"do": "flick", **FLICKS[turn % 3]})
    raise AssertionError(f"never came to {upto}")


def scarce(position: dict[str, Json]) -> bool:
    reserve, central = position["reserve"], position["central"]
    assert isinstance(central, list)
    return not reserve and central.count(None) >= 2


def bring(page: Page, table: Table) -> None:
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    ready(page)


def test_the_rest_of_a_game_is_played_to_its_end(plan: Open) -> None:
    page = plan(phone=True)
    bring(page, half_a_game("end"))
    for turn in range(120):
        page.wait_for_function(
            "() => document.querySelector('.result, .cover button, .prompt.mine ~ *')"
            " && document.querySelector('.result, .cover button, .hand .button')"
        )
        if over(page):
            break
        before = log_lines(page)
        if page.locator(".cover button").count():
            page.locator(".cover button").click()
            continue
        if page.locator(".choices .button").count():
            choose(page)
        else:
            page.get_by_label("Direction", exact=True).fill(str(-8 + 5 * (turn % 4)))
            flick(page).click()
        expect(page.locator(".log li")).not_to_have_count(before)
    expect(page.locator(".result strong")).to_have_text(re.compile("wins!|win!|share|draw"))
    expect(page.locator(".table")).to_be_visible()


def test_without_webgl_a_plan_is_shown_and_played_on(plan: Open) -> None:
    page = plan()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    two_at_one_screen(page, "blackrock")
    expect(page.locator("svg.plan .die")).to_have_count(6)
    expect(page.locator("svg.plan .disc")).to_have_count(3)
    assert not [url for url in loaded if "/scene" in url], "three.js is not needed for a plan"
    draw_back(page, 0, 90)
    page.mouse.up()
    expect(page.locator(".log ol")).to_contain_text("flicks")


def test_a_tap_on_a_disc_removes_it_and_one_on_a_die_says_why_not(plan: Open) -> None:
    page = plan()
    bring(page, half_a_game("remove"))
    expect(page.locator(".prompt")).to_contain_text("which one leaves the game?")
    page.locator(".plan .die").first.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("This die makes no double")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(re.compile("BLACKROCK-"))
    page.locator(".plan .disc").nth(1).click(position={"x": 20, "y": 20}, force=True)
    expect(page.locator(".log ol")).to_contain_text("removes disc")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(visit: Open, theme: str) -> None:
    page = visit(theme=theme, phone=theme == "light")
    two_at_one_screen(page, "blackrock" if theme == "dark" else "zoch")
    page.get_by_role("button", name="Finger", exact=True).click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in report["violations"]] == []
