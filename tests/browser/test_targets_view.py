"""What the three-dimensional table of Targets costs to draw, how large its dice are."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.conftest import Open

COUNT_CALLS: Final = """(() => {
  const kept = { calls: 0, triangles: 0, frames: [] };
  window.drawn = kept;
  const three = (mode, count) => (mode === 4 ? count / 3 : mode === 5 || mode === 6 ? count - 2 : 0);
  const wrap = (name, count) => {
    const given = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...all) {
      kept.calls += 1;
      kept.triangles += three(all[0], count(all)) * (name.endsWith('Instanced') ? all.at(-1) : 1);
      return given.apply(this, all);
    };
  };
  wrap('drawElements', (all) => all[1]);
  wrap('drawArrays', (all) => all[2]);
  wrap('drawElementsInstanced', (all) => all[1]);
  wrap('drawArraysInstanced', (all) => all[2]);
  const settle = () => {
    if (kept.calls) kept.frames.push([kept.calls, kept.triangles]);
    kept.calls = kept.triangles = 0;
  };
  const next = window.requestAnimationFrame;
  window.requestAnimationFrame = (action) => next((now) => { settle(); action(now); settle(); });
  window.settle = settle;
})()"""
"""Counts draw calls and triangles of each frame that is drawn."""
GRAPHICS_CARD: Final = """WebGL2RenderingContext.prototype.getExtension = ((given) => function (name) {
  return name === 'WEBGL_debug_renderer_info' ? null : given.call(this, name);
})(WebGL2RenderingContext.prototype.getExtension)"""
"""Hides that a program draws and no graphics card: the table is drawn as well as it can be."""
MOVED: Final = """() => {
  const table = document.querySelector('.table');
  let moved = false;
  window.over = new Promise((resolve) => new MutationObserver(() => {
    moved ||= table.dataset.moving === 'true';
    if (moved && table.dataset.moving === 'false') resolve(true);
  }).observe(table, { attributes: true }));
}"""
"""Waits until a film was seen and is over."""
RELEASED: Final = """() => {
  const table = document.querySelector('.table');
  let frame = 0;
  window.frames = { released: null, finger: null };
  const tick = () => {
    frame += 1;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  table.addEventListener('pointerup', () => (window.frames.released = frame), { capture: true });
  new MutationObserver(() => {
    if (table.dataset.finger === 'snaps') window.frames.finger ??= frame;
    if (table.dataset.moving === 'true') window.frames.moving ??= frame;
  }).observe(table, { attributes: true });
}"""
"""Counts frames from the release of a finger."""
MOST_CALLS: Final = 30
MOST_TRIANGLES: Final = 100_000
AIMS: Final = ((12.0, 1.15), (-9.0, 1.2), (14.0, 1.1), (10.0, 1.25), (-12.0, 1.2))


def played(game: str, seats: int, moves: int, seed: int = 4) -> Table:
    """A match in which everybody has flicked some times."""
    table = Table(game, seats=seats, seed=seed)
    for turn in range(moves):
        if table.result:
            break
        seat = table.actors[0]
        offers = [move for move in table.moves(seat) if isinstance(move, Move)]
        azimuth, speed = AIMS[turn % len(AIMS)]
        table.play(seat, offers[0] if offers else {"do": "flick", "azimuth": azimuth, "speed": speed})
    return table


def bring(page: Page, table: Table) -> None:
    """Open a match, as far as it was played."""
    page.request.put("/api/me", data={"name": "Ada"})
    page.goto(page.request.post("/api/records", data=table.record()).json()["link"])
    expect(page.locator(".table svg.over")).to_be_visible()
    expect(page.locator(".table")).to_have_attribute("data-drawn", "solid")


def counted(page: Page) -> tuple[int, int]:
    """Draw calls and triangles of the most expensive frame so far."""
    page.evaluate("window.settle()")
    frames: list[Any] = page.evaluate("window.drawn.frames")
    assert frames, "nothing was drawn"
    return max(calls for calls, _ in frames), max(triangles for _, triangles in frames)


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [("zoch", 2, 0), ("blackrock", 4, 9), ("zoch", 6, 13), ("zoch", 6, 400)],
    ids=["aiming", "lying", "six", "end"],
)
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_a_frame_costs_few_calls_and_dice_can_be_read(
    visit: Open, game: str, seats: int, moves: int, phone: bool
) -> None:
    page = visit("about:blank", phone=phone)
    page.add_init_script(COUNT_CALLS)
    page.goto("/")
    bring(page, played(game, seats, moves))
    calls, triangles = counted(page)
    assert calls <= MOST_CALLS
    assert triangles <= MOST_TRIANGLES
    if page.locator(".winner").count():
        return  # The end shows the whole table, however small its dice are.
    # Whoever aims sees all of the own tower, for which dice may be a little smaller.
    aims = page.get_by_role("button", name="Flick", exact=True).count()
    least = (18 if phone else 30) if aims else (24 if phone else 36)
    assert float(page.locator(".table").get_attribute("data-die") or 0) >= least


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_end_shows_every_base_and_a_banner_at_the_winner(visit: Open, seats: int, phone: bool) -> None:
    page = visit("about:blank", phone=phone)
    page.goto("/")
    ended = played("zoch", seats, 400)
    bring(page, ended)
    winners = [entry for entry in page.locator(".winner").all_text_contents() if entry]
    assert winners
    expect(page.locator(".table .tag")).to_have_count(seats - len(winners))
    expect(page.locator("svg.over .mark")).to_have_count(0)


def test_drawn_as_well_as_it_can_be_a_flying_die_with_trail_dust_and_shadows_stays_cheap(visit: Open) -> None:
    page = visit("about:blank", reduced_motion="no-preference")
    page.add_init_script(GRAPHICS_CARD)
    page.add_init_script(COUNT_CALLS)
    page.goto("/")
    bring(page, played("blackrock", 4, 9))
    expect(page.locator(".table")).to_have_attribute("data-quality", "full")
    # What the room mirrors is drawn once, before the first frame.
    page.evaluate("window.settle(); window.drawn.frames.length = 0")
    page.evaluate(MOVED)
    page.get_by_role("button", name="Watch again").click()
    assert page.evaluate("window.over")
    calls, triangles = counted(page)
    assert calls <= MOST_CALLS
    assert triangles <= MOST_TRIANGLES


def test_the_finger_snaps_within_two_frames_of_its_release(visit: Open) -> None:
    page = visit("about:blank", reduced_motion="no-preference")
    page.goto("/")
    bring(page, played("zoch", 2, 0))
    box = page.locator(".table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(RELEASED)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 50)
    page.mouse.move(x, y + 90)
    page.mouse.up()
    page.wait_for_function("() => window.frames.moving !== undefined")
    frames = page.evaluate("window.frames")
    assert frames["finger"] - frames["released"] <= 2
