"""Every browser test visits a server of its own with a browser of its own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludotheque.games import REGISTRY
from tests.browser.house import DESK, PHONE, chromium, running_server
from tests.patience import HANG

Open = Callable[..., Page]
NAMES = " ".join(REGISTRY)
KNOWS_THE_GAMES = f"try {{ localStorage.setItem('ludotheque.met', '{NAMES}') }} catch {{ /* no storage */ }}"
"""Whoever has met a game before is not offered its lessons."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with running_server(tmp_path_factory.mktemp("data"), "hush=tests.server.hush") as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A running browser; it goes with the package, for it keeps a loop running that others need."""
    expect.set_options(timeout=1000 * HANG)
    with chromium() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Open]:
    """Open a page as a new person; whatever a page complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(
        path: str = "/", *, phone: bool = False, theme: str = "light", newcomer: bool = False, **settings: Any
    ) -> Page:
        given: dict[str, Any] = {
            "viewport": PHONE if phone else DESK,
            "has_touch": phone,
            "is_mobile": phone,
            "color_scheme": theme,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "base_url": server,
        }
        context = browser.new_context(**(given | settings))
        context.set_default_timeout(1000 * HANG)
        contexts.append(context)
        if not newcomer:
            context.add_init_script(KNOWS_THE_GAMES)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [line for line in complaints if "the server responded with a status of" not in line] == []
