"""The picture that is shared of a match shows the board as the page does, pixel by pixel."""

import base64
import io
import re
from typing import Any, Final

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect

from ludotheque import Table
from ludotheque.core.moves import Move
from tests.browser.conftest import Open
from tests.browser.play import bring

SCALE: Final = 2
MARGIN: Final = 48
FOOT: Final = 88
"""Distance of the board from the left and from the lower edge of the picture."""

NEAR: Final = 40
"""Letters are smoothed a little differently; from this difference of a channel on, a pixel is another one."""

KEEP_FILE: Final = """() => {
    navigator.canShare = () => true;
    navigator.share = ({ files, text }) => new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(window.shared = { text, file: reader.result.split(',')[1] });
        reader.readAsDataURL(files[0]);
    });
}"""
HIDE_CONTROLS: Final = "all => all.forEach((one) => (one.style.visibility = 'hidden'))"
BOARD: Final = """() => {
    const box = document.querySelector('.play .board').getBoundingClientRect();
    const [x, y] = [Math.floor(box.left), Math.floor(box.top)];
    return { x, y, width: Math.ceil(box.right) - x, height: Math.ceil(box.bottom) - y };
}"""


def played(game: str) -> dict[str, Any]:
    """The record of a random match that is over."""
    table = Table(game, seats=2, seed=11)
    while table.result is None:
        seat = table.actors[0]
        moves = [move for move in table.moves(seat) if isinstance(move, Move)]
        table.play(seat, moves[len(table.log) % len(moves)])
    return table.record()


def resigned(page: Page, game: str) -> str:
    """The path of a match at one screen that was given up after a flick."""
    page.request.put("/api/me", data={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "bot", "level": "casual"}]
    table = page.request.post("/api/tables", data={"game": game, "seats": seats}).json()
    where = f"/api/tables/{table['id']}"
    for number in range(2):
        whole = page.request.get(f"{where}/view?since=0").json()
        flick = {"do": "flick", "azimuth": 4.0, "speed": 1.2, "elevation": -10.0}
        command = {
            "do": "play",
            "id": f"flick-{number}",
            "seat": 0,
            "version": whole["version"],
            "move": flick,
        }
        page.request.post(f"{where}/do", data=command)
    assert page.request.post(f"{where}/do", data={"do": "resign", "id": "resign", "seat": 0}).ok
    return str(table["link"])


def shared(page: Page, *, phone: bool) -> tuple[Image.Image, str]:
    """The picture as it is handed over, and the words that go with it."""
    page.evaluate(KEEP_FILE)
    if phone:
        page.get_by_role("button", name="How it ended").click()
    page.get_by_role("button", name="Share a picture").click()
    page.wait_for_function("() => window.shared")
    got = page.evaluate("window.shared")
    if phone:
        page.keyboard.press("Escape")
    return Image.open(io.BytesIO(base64.b64decode(got["file"]))).convert("RGB"), got["text"]


def seen(page: Page) -> Image.Image:
    """The board on the page, without the empty page around it."""
    page.locator("[data-control]").evaluate_all(HIDE_CONTROLS)
    shot = page.screenshot(clip=page.evaluate(BOARD), animations="disabled")
    board = Image.open(io.BytesIO(shot)).convert("RGB")
    plain = Image.new("RGB", board.size, board.getpixel((0, 0)))
    return board.crop(ImageChops.difference(board, plain).getbbox())


def difference(page: Page, picture: Image.Image) -> float:
    """The share of the board's pixels that the picture shows otherwise."""
    board = seen(page)
    assert picture.width == board.width + 2 * MARGIN
    top = picture.height - FOOT - board.height
    assert top > 2 * MARGIN, "who has won stands above the board"
    there = picture.crop((MARGIN, top, MARGIN + board.width, top + board.height))
    other = ImageChops.difference(board, there).convert("L").point(lambda value: 255 * (value > NEAR))
    return ImageStat.Stat(other).mean[0] / 255


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["exxtra", "touche", "targi"])
def test_the_shared_picture_shows_the_board_of_the_page(
    visit: Open, server: str, game: str, phone: bool, theme: str
) -> None:
    page = visit(bring(server, played(game)), phone=phone, theme=theme, device_scale_factor=SCALE)
    expect(page.locator(".result")).to_be_visible()
    page.evaluate("document.fonts.ready")
    picture, text = shared(page, phone=phone)
    assert re.search(r"wins?!|draw", text)
    assert difference(page, picture) < 0.002


@pytest.mark.parametrize("game", ["zoch", "blackrock"])
def test_the_shared_picture_of_targets_shows_the_table_in_three_dimensions(visit: Open, game: str) -> None:
    page = visit("/profile", phone=True, device_scale_factor=SCALE)
    page.goto(resigned(page, game))
    expect(page.locator(".table[data-drawn=solid] canvas")).to_be_visible()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".table[data-moving=false]")).to_be_visible()
    picture, _ = shared(page, phone=True)
    assert difference(page, picture) < 0.002
    middle = picture.crop(
        (picture.width // 4, picture.height // 2, 3 * picture.width // 4, 3 * picture.height // 4)
    )
    assert ImageStat.Stat(middle.convert("L")).mean[0] > 30, "the table is no black rectangle"
