"""Tables in the states of a turn, and measures of their layout: moved elements, cut and covered text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.screenshots import COVERED, READY, people, play, play_targi, set_table

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "across": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1440, "height": 900},
    "zoomed": {"width": 720, "height": 450},
}
"""Viewports in CSS pixels; `zoomed` is the desk at 200 %."""
LANGUAGES: Final = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
MEASURES: Final = Path(__file__).with_suffix(".js")
TOUCH: Final = ("phone", "across", "tablet")


def tables(context: BrowserContext, game: str) -> Iterator[tuple[str, str]]:
    """Set a table of a game at its start, and one some turns later."""
    yield "start", set_table(context, people("Benedikt"), game)
    later = set_table(context, people("Benedikt"), game)
    if game == "targi":
        play_targi(context, later, 3)
    elif game in ("exxtra", "touche"):
        play(context, later, 6)
    else:
        play(context, later, 2)
    yield "later", later


def open_table(page: Page, game: str, table: str) -> None:
    """Open a table and wait until its board is drawn and a seat of this screen may act."""
    page.goto(f"/t/{table}")
    expect(page.locator(READY[game]).first).to_be_visible()
    if page.locator(COVERED).count():
        page.locator(COVERED).click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.evaluate("document.fonts.ready")
    settle(page)


def settle(page: Page) -> None:
    """Wait until nothing is animated and all observers of sizes have been called."""
    page.evaluate(
        "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)"
        ".map((one) => one.finished.catch(() => null)))"
        ".then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
    )


def press(page: Page, name: str, words: dict[str, str]) -> None:
    """Press a button of the toolbar."""
    page.locator(".tools").get_by_role("button", name=words[name], exact=True).click(force=True)


def install(page: Page) -> None:
    """Give a page the functions of `layout.js`."""
    page.evaluate(MEASURES.read_text(encoding="utf-8"))


def keep(page: Page) -> None:
    """Remember where everything is."""
    settle(page)
    page.evaluate("window.layout.keep()")


def moved(page: Page) -> list[str]:
    """Return the elements that are no longer where they were kept."""
    settle(page)
    return list(page.evaluate("window.layout.moved()"))


def cut(page: Page) -> list[str]:
    """Return the texts that are cut, dropped or covered, and the parts that would have to be scrolled."""
    return list(page.evaluate("window.layout.cut()"))


def unfit(page: Page, texts: dict[str, str]) -> list[str]:
    """Return those of some effects that fit on no size of the words of a card of Targi."""
    return list(page.evaluate("(texts) => window.layout.unfit(texts)", texts))


__all__ = [
    "LANGUAGES",
    "SIZES",
    "TOUCH",
    "cut",
    "install",
    "keep",
    "moved",
    "open_table",
    "press",
    "settle",
    "tables",
    "unfit",
]
