"""Nothing at a table is cut, and nothing jumps: what opens there moves neither board nor buttons."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludotheque.core.words import words
from tests.browser.conftest import KNOWS_THE_GAMES
from tests.browser.house import ROOT
from tests.browser.layout import (
    LANGUAGES,
    SIZES,
    TOUCH,
    cut,
    install,
    keep,
    moved,
    open_table,
    press,
    tables,
    unfit,
)
from tests.patience import HANG

GAMES: Final = ("exxtra", "touche", "targi")
TELLING: Final = [
    ("exxtra", "across", "fr"),
    ("touche", "zoomed", "de"),
    ("targi", "phone", "de"),
    ("targi", "tablet", "fr"),
    ("targi", "desk", "de"),
]
"""The combinations where the least room meets the longest words."""
EFFECTS: Final = 45
WORDS: Final = {
    language: json.loads((ROOT / "web" / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}


def told(language: str) -> dict[str, str]:
    """The names of the buttons of the toolbar."""
    return {name: WORDS[language][f"web_{name}"] for name in ("undo", "hint", "log", "more")}


@pytest.fixture(scope="module")
def seated(browser: Browser, server: str) -> Iterator[dict[str, Any]]:
    """Tables of every game, at the start and later, and the cookie of their host."""
    context = browser.new_context(base_url=server, locale="en-GB", reduced_motion="reduce")
    found: dict[str, Any] = {game: dict(tables(context, game)) for game in GAMES}
    yield {**found, "state": context.storage_state()}
    context.close()


def check(page: Page, state: str) -> None:
    assert moved(page) == [], f"{state} moves the layout"
    assert cut(page) == [], f"{state} has text that is cut"


def visitor(
    browser: Browser, server: str, seated: dict[str, Any], size: str, language: str
) -> BrowserContext:
    """The host of the tables, with a screen of a size and a language."""
    touch = size in TOUCH
    context = browser.new_context(
        base_url=server,
        locale=LANGUAGES[language],
        reduced_motion="reduce",
        viewport=SIZES[size],
        has_touch=touch,
        is_mobile=touch,
        storage_state=seated["state"],
    )
    context.set_default_timeout(1000 * HANG)
    context.add_init_script(KNOWS_THE_GAMES)
    return context


def walk(browser: Browser, server: str, seated: dict[str, Any], game: str, size: str, language: str) -> None:
    """Open a table at its start and later, and everything that opens there."""
    context, names = visitor(browser, server, seated, size, language), told(language)
    for when, table in seated[game].items():
        page = context.new_page()
        open_table(page, game, table)
        install(page)
        keep(page)
        check(page, f"{when}: the turn")
        press(page, "undo", names)
        expect(page.get_by_role("alert")).to_be_visible()
        check(page, f"{when}: a refusal")
        press(page, "hint", names)
        expect(page.locator(".advice")).to_be_visible()
        check(page, f"{when}: a hint")
        page.locator(".advice .more").click()
        expect(page.locator(".counsel")).to_be_visible()
        check(page, f"{when}: the reasons")
        page.keyboard.press("Escape")
        if page.locator(".tools .narrow").first.is_visible():
            press(page, "log", names)
            check(page, f"{when}: the log")
        page.close()
    context.close()


@pytest.mark.parametrize(("game", "size", "language"), TELLING)
def test_nothing_is_cut_and_nothing_jumps_where_room_is_least(
    browser: Browser, server: str, seated: dict[str, Any], game: str, size: str, language: str
) -> None:
    walk(browser, server, seated, game, size, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["tablet", "desk"])
def test_the_effect_of_every_card_fits_on_it(
    browser: Browser, server: str, seated: dict[str, Any], size: str, language: str
) -> None:
    context = visitor(browser, server, seated, size, language)
    page = context.new_page()
    open_table(page, "targi", seated["targi"]["start"])
    install(page)
    known = words("targi", language)
    effects = {key: str(text) for key, text in known.items() if key.startswith("targi_advantage_")}
    assert len(effects) == EFFECTS
    assert unfit(page, effects) == []
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_and_nothing_jumps(
    browser: Browser, server: str, seated: dict[str, Any], game: str, size: str, language: str
) -> None:
    walk(browser, server, seated, game, size, language)
