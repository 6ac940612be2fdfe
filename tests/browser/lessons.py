"""Taking a lesson in the browser, with a finger, as its solution has it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.table.lesson_run import LEARNER, LessonRun
from ludotheque.table.lessons import Lesson


def awaits(page: Page, what: str, step: int | None = None) -> None:
    """Until the page waits for a move or a reader, at a step."""
    where = "" if step is None else f"[data-step='{step}']"
    expect(page.locator(f".solo[data-awaits='{what}']{where}")).to_be_visible()


def go_on(page: Page) -> None:
    """Read, and go on."""
    awaits(page, "reader")
    page.locator(".said .button.primary").click()


def take(page: Page, lesson: Lesson, seen: Callable[[], None] = lambda: None) -> None:
    """Take a whole lesson on its board; `seen` is called at each step."""
    run = LessonRun(lesson)
    while run.step is not None:
        step, number = run.step, run.number
        if step.reads:
            awaits(page, "reader", number)
            seen()
            go_on(page)
            verdict = run.attempt(None)
        else:
            awaits(page, "move", number)
            seen()
            move = run.game.read_move(step.answer)
            offered = [one for one in run.table.moves(LEARNER) if isinstance(one, Move)]
            make(page, lesson.game, move, offered.index(move) if move in offered else 0)
            verdict = run.attempt(move, lambda position: position.draw(seeded(3)))
        if verdict.events and (run.step is None or run.step.position):
            awaits(page, "reader")
            seen()
            go_on(page)
    awaits(page, "end")


def make(page: Page, game: str, move: Move, index: int) -> None:
    """Make a move on the board of a game, where its place glows; on a board of text from the list."""
    if page.evaluate("localStorage.getItem('ludotheque.text')") == "on":
        page.locator(".hand li button").nth(index).click()
        return
    page.keyboard.press("h")
    MAKE[game](page, move)


def press_what_glows(page: Page, _: Move) -> None:
    """A button of the hand."""
    page.locator(".hand .button.hinted").click()


def play_a_card(page: Page, move: Move) -> None:
    """A card of the hand and a cell, chosen and then played, or what else can be done with it."""
    if hasattr(move, "card"):
        page.locator(".hand .card.hinted").first.tap()
    if hasattr(move, "cell"):
        cell = page.locator(".square.hinted")
        cell.tap()
        cell.tap()
    else:
        page.locator(".hand .choices .button.hinted").tap()


def trade(page: Page, move: Move) -> None:
    """A card of the market, looked at and then taken, or a button of the hand."""
    if move.__struct_config__.tag not in ("place", "use"):
        page.locator(".hand .choices .button.hinted").tap()
        return
    spot = page.locator(".place.hinted")
    spot.tap()
    spot.tap()


def flick_or_call(page: Page, move: Move) -> None:
    """A flick as it is aimed, or a button of the hand."""
    if move.__struct_config__.tag == "flick":
        page.locator(".hand .go").click()
        return
    page.locator(".hand .choices .button.hinted").first.click()
    for _ in range(2):
        if page.locator(".hand .which .plain").count():
            page.locator(".hand .which .button.hinted").first.click()


MAKE: dict[str, Callable[[Page, Move], None]] = {
    "exxtra": press_what_glows,
    "touche": play_a_card,
    "targi": trade,
    "zoch": flick_or_call,
    "blackrock": flick_or_call,
}
