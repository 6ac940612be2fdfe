"""The pages in Firefox and in WebKit: a whole game, and the first moves on every board."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops

from tests.browser.conftest import NAMES
from tests.browser.engines.firefox import firefox, firefox_missing
from tests.browser.engines.page import Page
from tests.browser.engines.webkit import webkit, webkit_missing
from tests.browser.house import DESK, PHONE
from tests.patience import looks

pytestmark = pytest.mark.long

Engine = Callable[..., AbstractContextManager[Page]]
SIZES: Final = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SLOT: Final = "button.slot:not([aria-disabled=true])"
WIDTHS: Final = """(weights) => {
  const pen = document.createElement('canvas').getContext('2d');
  return weights.map((weight) => {
    pen.font = `${weight} 100px "Source Sans 3 Variable"`;
    return pen.measureText('It is your turn').width;
  });
}"""
COMPLAIN: Final = """() => {
  console.error('said');
  setTimeout(() => { throw new Error('thrown'); });
  Promise.reject(new Error('broken'));
}"""
MANY: Final = 500
"""A table in three dimensions has more shades than this, an empty canvas one."""
TARGETS: Final = pytest.mark.parametrize("game", ["zoch", "blackrock"])


@pytest.fixture(params=[(firefox, firefox_missing), (webkit, webkit_missing)], ids=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """A browser that is installed; where it could be installed, it has to be."""
    chosen: Engine
    chosen, missing = request.param
    if missing():
        sentence = f"not installed: {', '.join(missing())}; run `scripts/system-packages engines` as root"
        (pytest.fail if os.geteuid() == 0 else pytest.skip)(sentence)
    return chosen


@pytest.fixture
def page(engine: Engine, server: str, tmp_path: Path) -> Iterator[Page]:
    """The first page as somebody sees it who knows the games; whatever it complains about fails the test."""
    with engine(tmp_path) as page:
        yield from visited(page, server)


@pytest.fixture
def page_without_webgl(engine: Engine, server: str, tmp_path: Path) -> Iterator[Page]:
    with engine(tmp_path, webgl=False) as page:
        yield from visited(page, server)


def visited(page: Page, server: str) -> Iterator[Page]:
    page.resize(**DESK)
    page.open(server)
    page.wait("button", "^Play now")
    for _ in looks("the fonts"):
        if page.ask("() => document.fonts.status") == "loaded":
            break
    page.ask("(names) => localStorage.setItem('ludotheque.met', names)", NAMES)
    yield page
    assert page.ask("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    assert page.complaints() == []


def at_one_screen(page: Page, server: str, game: str, size: dict[str, int]) -> None:
    """Two people sit down at this screen."""
    page.resize(**size)
    page.open(f"{server}/games/{game}")
    page.click("form.now label", "All at one screen")
    page.click("button", "Start at this screen")
    page.wait(".board")


def show_hand(page: Page) -> None:
    page.click(".cover button", "Show my hand")
    page.wait(".prompt.mine")


def told(page: Page, words: str, times: int) -> None:
    """Until the log tells something that often; on a phone it is closed, and written all the same."""
    for _ in looks(f"the log to say “{words}”"):
        lines = page.ask("() => [...document.querySelectorAll('.log li')].map((one) => one.textContent)")
        if sum(words in line for line in lines) >= times:
            return


def test_errors_in_the_console_are_noticed(engine: Engine, server: str, tmp_path: Path) -> None:
    with engine(tmp_path) as page:
        page.open(server)
        page.ask(COMPLAIN)
        for _ in looks("the console"):
            if all(any(word in line for line in page.complaints()) for word in ("said", "thrown", "broken")):
                return


def test_bold_letters_come_from_the_font(page: Page) -> None:
    widths = page.ask(WIDTHS, [400, 600, 700])
    assert widths == sorted(set(widths)), "the font was not loaded in all its weights"


def take_turn(page: Page, placed: int) -> bool:
    """Throw once and keep it on the highest free slot, for the so many-th time; whether the match goes on."""
    page.wait(".result, .prompt.mine")
    if not page.count(f".result, {SLOT}"):
        page.click("button", "^Throw")
        page.wait(f".result, {SLOT}")
    if page.count(".result"):
        return False
    page.click(SLOT, f"^{page.texts(SLOT)[-1][0]}")
    told(page, "Guest places", placed)
    page.wait(".board .pair, .result")
    return True


def test_a_whole_game_of_exxtra_against_a_bot(page: Page, server: str) -> None:
    page.resize(**PHONE)
    page.open(server)
    page.click("button", "^Play now")
    placed = 1
    while take_turn(page, placed):
        placed += 1
    page.wait(".result strong", "win")
    page.wait("a", "Replay")


def test_whoever_comes_back_to_a_table_plays_on(page: Page, server: str) -> None:
    at_one_screen(page, server, "exxtra", DESK)
    page.wait(".prompt.mine")
    page.open(f"{server}/rules")
    page.wait("a", "Exxtra")
    page.ask("() => history.back()")
    page.wait(".prompt.mine")
    page.click("button", "^Throw")
    page.wait(SLOT)


@SIZES
def test_pawns_of_touche_stand_where_cards_are_played(page: Page, server: str, size: dict[str, int]) -> None:
    at_one_screen(page, server, "touche", size)
    for move in (1, 2):
        show_hand(page)
        page.click("button.card:not(.dead)")
        cell = page.ask("() => document.querySelector('.square.chosen').dataset.cell")
        page.click(f".square[data-cell={cell}]")
        told(page, " plays ", move)
        page.wait(f".square[data-cell={cell}] .pawn")


@SIZES
def test_figures_of_targi_stand_where_they_are_placed(page: Page, server: str, size: dict[str, int]) -> None:
    at_one_screen(page, server, "targi", size)
    for move in (1, 2):
        show_hand(page)
        page.click(".place.lit")
        told(page, " places a Targi on ", move)
        for _ in looks("the figures on the board"):
            if page.count("svg.figure:not(.ghost):not(.robber)") == move:
                break


@SIZES
@TARGETS
def test_dice_of_targets_are_drawn_back_and_fly(
    page: Page, server: str, game: str, size: dict[str, int]
) -> None:
    at_one_screen(page, server, game, size)
    page.wait(".table[data-drawn=solid] canvas")
    before = flick(page)
    page.wait("polyline.way")
    after = table_picture(page)
    assert len(after.getcolors(1 << 24) or []) > MANY, "nothing is drawn"
    assert ImageChops.difference(before, after).getbbox(), "nothing has moved"


@TARGETS
def test_where_webgl_is_missing_dice_fly_over_a_plan(
    page_without_webgl: Page, server: str, game: str
) -> None:
    page = page_without_webgl
    at_one_screen(page, server, game, PHONE)
    page.wait(".table[data-drawn=plan] .plan .die")
    flick(page)
    page.wait("polyline.way")


def flick(page: Page) -> Image.Image:
    """Draw a die back and let go; the table as it was before."""
    page.wait(".table.ready svg.over")
    before = table_picture(page)
    x, y = page.middle(".table")
    page.drag((x, y), (x + 8, y + 45), (x + 16, y + 90))
    told(page, " flicks ", 1)
    page.wait(".table[data-moving=false]")
    return before


def table_picture(page: Page) -> Image.Image:
    """What is drawn in the middle of the table."""
    x, y = page.middle(".table")
    whole = Image.open(io.BytesIO(page.picture())).convert("RGB")
    return whole.crop((round(x) - 120, round(y) - 120, round(x) + 120, round(y) + 120))
