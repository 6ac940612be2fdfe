"""Take the pictures of docs/pictures, on a phone and on a desk, light and dark.

Every screen, and every board with the fewest and with the most players:

python -m tests.browser.screenshots [folder]
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludotheque.games import game
from tests.browser.conftest import KNOWS_THE_GAMES
from tests.browser.house import DESK, PHONE, ROOT, chromium, running_server
from tests.patience import A_WHILE, HANG

SIZES: Final = {"phone": PHONE, "desk": DESK}
THEMES: Final = ("light", "dark")
TURNS: Final = 9
NAMES: Final = ("Benedikt", "Cleo", "Dorothea", "Emil", "Frederik")
SOLID: Final = ".table svg.over"
COVERED: Final = ".cover button"
READY: Final = {
    "exxtra": ".board svg",
    "touche": COVERED,
    "targi": COVERED,
    "zoch": SOLID,
    "blackrock": SOLID,
}
"""What shows that the board of a game is there."""
COUNTS: Final = [
    (name, count)
    for name in READY
    for count in sorted({game(name).seat_counts[0], game(name).seat_counts[-1]})
]
"""Every board with the fewest and with the most players."""
AIMS: Final = (6.0, -9.0, 14.0, 2.0, -4.0)
"""Where dice are flicked, in degrees."""


def ask(context: BrowserContext, method: str, path: str, body: object = None) -> Any:
    """Ask the server as the person of a browser."""
    answer = context.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def set_table(
    context: BrowserContext, seats: list[dict[str, str]], game: str = "exxtra", **more: object
) -> str:
    """Set a table; its id."""
    ask(context, "PUT", "/api/me", {"name": "Ada"})
    table = ask(context, "POST", "/api/tables", {"game": game, "seats": seats, **more})
    return str(table["id"])


def people(*names: str) -> list[dict[str, str]]:
    """Ada and others at her screen."""
    return [{"who": "me"}, *({"who": "here", "name": name} for name in names)]


def play(context: BrowserContext, table: str, turns: int) -> None:
    """Let everybody play for some turns or to the end; a throw is kept where it is safe."""
    for turn in range(turns * 2):
        whole = ask(context, "GET", f"/api/tables/{table}/view?since=0")
        acting = [view for view in whole["views"] if view["moves"] or view["ranges"]]
        if not acting:
            return
        moves = [offer["move"] for offer in acting[0]["moves"]]
        flick = {"do": "flick", "azimuth": AIMS[turn % len(AIMS)], "speed": 1.2, "elevation": -10.0}
        moves = moves or [flick]
        places = [move for move in moves if move["do"] == "play" or move.get("slot", 0) > 0]
        move = places[turn * 3 % len(places)] if places else moves[0]
        ask(context, "POST", f"/api/tables/{table}/do", {
            "do": "play", "id": f"picture-{table}-{turn}", "seat": acting[0]["seat"],
            "version": whole["version"], "move": move,
        })  # fmt: skip


def play_targi(context: BrowserContext, table: str, rounds: int) -> None:
    """Let both play some rounds of Targi, until Ada has one Targi left to place; what can be laid is laid."""
    for turn in range(400):
        whole = ask(context, "GET", f"/api/tables/{table}/view?since=0")
        view = next(view for view in whole["views"] if view["moves"])
        at, moves = view["position"], [offer["move"] for offer in view["moves"]]
        if (
            at["phase"] == "place"
            and at["round"] >= rounds
            and len(at["players"][0]["targis"]) == 2
            and not view["seat"]
        ):
            return
        wanted = [move for verb in ("lay", "use", "row") for move in moves if move["do"] == verb] or moves
        move = wanted[turn * 7 % len(wanted)] if at["phase"] in ("place", "row") else wanted[0]
        ask(context, "POST", f"/api/tables/{table}/do", {
            "do": "play", "id": f"targi-{turn}", "seat": view["seat"],
            "version": whole["version"], "move": move,
        })  # fmt: skip


def shoot(page: Page, path: str, ready: str, file: Path) -> None:
    """Take a picture of a page once it is complete."""
    page.goto(path)
    expect(page.locator(ready).first).to_be_visible(timeout=1000 * HANG)
    if page.locator(".cover button").count():
        page.locator(".cover button").click()
    if page.locator("button.card:not(.dead)").count():
        page.locator("button.card:not(.dead)").first.click()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(400 * A_WHILE)
    if "exxtra-" in file.name and page.locator("button.slot:not([aria-disabled=true])").count():
        page.locator("button.slot:not([aria-disabled=true])").nth(1).hover()
        page.wait_for_timeout(200 * A_WHILE)
    if page.locator(".place.lit").count():
        page.locator(".place.lit").first.hover()
        page.wait_for_timeout(200 * A_WHILE)
    page.screenshot(path=file)


def compress(folder: Path) -> None:
    """Make the pictures small, where pngquant is installed."""
    tool = shutil.which("pngquant")
    if tool is not None:
        files = [str(file) for size in SIZES for file in sorted(folder.glob(f"*-{size}-*.png"))]
        subprocess.run(
            [tool, "--quality=40-85", "--nofs", "--strip", "--force", "--ext=.png", *files], check=True
        )


def play_some(context: BrowserContext, game: str, count: int) -> str:
    """A table that is well under way, with a choice to make."""
    table = set_table(context, people(*NAMES[: count - 1]), game)
    if game == "targi":
        play_targi(context, table, TURNS)
    else:
        play(context, table, count if READY[game] == SOLID else TURNS * count // 2)
    whole = ask(context, "GET", f"/api/tables/{table}/view?since=0")
    acting = next(view for view in whole["views"] if view["moves"] or view["ranges"])
    if [offer["notation"] for offer in acting["moves"]] == ["throw"]:
        ask(context, "POST", f"/api/tables/{table}/do", {
            "do": "play", "id": "throw", "seat": acting["seat"], "version": whole["version"], "move": "throw",
        })  # fmt: skip
    return table


def pictures(browser: Browser, server: str, folder: Path) -> None:
    """All screens in all sizes and themes."""
    setting: dict[str, Any] = {"base_url": server, "locale": "en-GB", "reduced_motion": "reduce"}
    first = browser.new_context(**setting)
    boards = {f"{game}-{count}": play_some(first, game, count) for game, count in COUNTS}
    over = set_table(first, people("Ben"))
    play(first, over, 400)
    waiting = set_table(
        first, [{"who": "me"}, {"who": "friend", "name": "Ben"}, {"who": "friend"}], by_link=True
    )
    screens = {
        "home": ("/", "article .board"),
        "game": ("/games/exxtra", ".quick"),
        "lobby": (f"/t/{waiting}", "img.code"),
        **{name: (f"/t/{table}", READY[name.partition("-")[0]]) for name, table in boards.items()},
        "replay": (f"/t/{over}/replay", ".curve canvas"),
        "rules": ("/rules/exxtra#EXXTRA-13", ".marked .board"),
    }
    state = first.storage_state()
    for size, viewport in SIZES.items():
        for theme in THEMES:
            own: dict[str, Any] = {"viewport": viewport, "color_scheme": theme, "storage_state": state}
            own |= {"has_touch": size == "phone", "is_mobile": size == "phone"}
            context = browser.new_context(**(setting | own))
            context.add_init_script(KNOWS_THE_GAMES)
            page = context.new_page()
            for name, (path, ready) in screens.items():
                shoot(page, path, ready, folder / f"{name}-{size}-{theme}.png")
            page.goto(f"/t/{over}/replay")
            page.locator(".mistakes button").first.click(timeout=1000 * HANG)
            page.locator(".study h2").scroll_into_view_if_needed()
            if size == "phone":
                page.evaluate("document.querySelector('.study').scrollIntoView()")
            page.wait_for_timeout(300 * A_WHILE)
            page.screenshot(path=folder / f"analysis-{size}-{theme}.png")
            context.close()


def main() -> None:
    """Start a server and a browser and take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as server, chromium() as browser:
        pictures(browser, server, folder)
    compress(folder)


if __name__ == "__main__":
    main()
