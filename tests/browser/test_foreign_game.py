"""A game of another package in the browser: nobody has built the pages with it, and it speaks for itself."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.house import running_server
from tests.browser.play import open_options
from tests.examples.installed import PIG, surroundings_with


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server where the example package is installed."""
    surroundings = surroundings_with(tmp_path_factory.mktemp("installed"), PIG)
    with running_server(tmp_path_factory.mktemp("data"), surroundings=surroundings) as address:
        yield address


@pytest.mark.slow
def test_it_is_played_in_german_with_its_own_sentences(visit: Open) -> None:
    page = visit(phone=True, locale="de-DE")
    expect(page.get_by_text("Wirf, so oft du dich traust.")).to_be_visible()
    page.goto("/games/pig")
    open_options(page)
    expect(page.get_by_text("Punkte zum Sieg")).to_be_visible()
    page.locator("form.now button.primary").click()
    hand = page.locator("section.hand")
    hand.get_by_role("button", name="Würfeln", exact=True).click()
    # Whoever rolls a 1 is told of what the bot did afterwards: only the announcements keep all of it.
    expect(page.get_by_role("log")).to_contain_text(" wirft eine ")
    expect(page.get_by_text("Im Topf", exact=True)).to_be_visible()
    assert "pig_" not in page.locator("body").inner_text(), "a key without its sentence"
    page.goto("/rules/pig")
    expect(page.get_by_text("PIG-4").first).to_be_visible()


def test_its_words_are_kept_by_the_browser_under_their_version(server: str) -> None:
    with httpx.Client(base_url=server) as client:
        games = {game["name"]: game for game in client.get("/api/games").json()}
        version = games["pig"]["words"]
        assert version
        assert games["exxtra"]["words"] is None, "the pages hold its sentences"
        words = client.get("/api/games/pig/words/de", params={"version": version})
        assert words.json()["pig_event_hold"] == "{who} sichert {pot} und hat jetzt {score}."
        assert "immutable" in words.headers["cache-control"]
        assert len(words.content) < 5000
        old = client.get("/api/games/pig/words/de", params={"version": "before"})
        assert old.headers["cache-control"] == "no-cache"
        assert client.get("/api/games/pig/rulebook/fr").json()["text"].startswith("# ")
        for path in ("/api/games/pig/words/xx", "/api/games/no/words/de", "/api/games/core/rulebook/de"):
            assert client.get(path).status_code == 404
