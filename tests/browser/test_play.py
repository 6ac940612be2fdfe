"""Whole matches, as people play them."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Open
from tests.browser.play import (
    at_one_screen,
    create_table,
    log_lines,
    over,
    play_to_the_end,
    slots,
    take_turn,
    throw_button,
    wait_for_turn,
)

PLAY_NOW = re.compile("^Play now")


def start_against_bot(page: Page) -> None:
    page.get_by_role("button", name=PLAY_NOW).first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)


def test_a_whole_game_against_a_bot_on_a_phone(visit: Open) -> None:
    page = visit(phone=True)
    start_against_bot(page)
    play_to_the_end(page, take_turn)
    expect(page.locator(".result strong")).to_have_text(re.compile("wins!|You win!"))
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".result")).to_have_count(0)
    wait_for_turn(page)


def test_the_board_of_a_phone_needs_no_scrolling(visit: Open) -> None:
    page = visit(phone=True)
    start_against_bot(page)
    sizes = page.evaluate(
        "[document.documentElement.scrollHeight, innerHeight, document.body.scrollWidth, innerWidth]"
    )
    assert sizes[0] <= sizes[1]
    assert sizes[2] <= sizes[3]


def test_dice_roll_before_the_choice_is_offered(visit: Open) -> None:
    page = visit(reduced_motion="no-preference")
    start_against_bot(page)
    throw_button(page).click()
    expect(page.locator(".die").first).not_to_have_class(re.compile("idle"))
    expect(page.locator(".hop.odd, .hop.even").first).to_be_visible()
    expect(slots(page).first).to_be_visible()


def test_a_slot_shows_before_what_it_would_remove(visit: Open) -> None:
    page = visit("/rules/exxtra")
    page.locator("#EXXTRA-13").get_by_role("button").click()
    wait_for_turn(page)
    expect(page.locator(".pair.gone")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Place on 2, removes the dice of .+ and ")).hover()
    expect(page.locator(".pair.gone")).to_have_count(2)
    expect(page.locator(".ghost")).to_be_visible()


def test_two_browsers_play_each_other_and_a_third_watches(visit: Open) -> None:
    ada = visit("/games/exxtra")
    create_table(ada)
    ada.get_by_text("Fill it otherwise").click()
    link = ada.get_by_label("Link for seat 2").input_value()
    expect(ada.get_by_alt_text("Code with the link for seat 2")).to_be_visible()

    bo = visit(link, phone=True)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    wait_for_board(bo)
    wait_for_board(ada)
    cy = visit(ada.url)
    cy.get_by_role("button", name="Watch").click()
    wait_for_board(cy)

    for _ in range(3):
        for page in (ada, bo) if ada.locator(".prompt.mine").count() else (bo, ada):
            take_turn(page)
    lines = [page.locator(".log li").all_text_contents() for page in (ada, bo, cy)]
    assert lines[0][-3:] == lines[1][-3:]
    expect(cy.locator(".log li")).to_have_count(len(lines[0]))
    expect(cy.locator("button.slot")).to_have_count(0)

    ada.get_by_label("Write something").fill("Well thrown")
    ada.get_by_role("button", name="Send").click()
    expect(bo.get_by_role("button", name=re.compile("Chat"))).to_contain_text("1")


def test_a_move_is_taken_back_when_the_other_agrees(visit: Open) -> None:
    ada = visit("/games/exxtra")
    bo = visit(create_table(ada))
    bo.get_by_role("button", name="Sit down").click()
    wait_for_board(bo)
    wait_for_board(ada)
    first, second = (ada, bo) if ada.locator(".prompt.mine").count() else (bo, ada)
    take_turn(first)
    wait_for_turn(second)
    first.get_by_role("button", name="Undo").click()
    expect(second.locator(".notice")).to_contain_text("would like to take a move back")
    second.get_by_role("button", name="Agree").click()
    expect(slots(first).first).to_be_visible()
    expect(first.locator(".log ol")).not_to_contain_text(" places ")


def wait_for_board(page: Page) -> None:
    expect(page.locator(".board svg")).to_be_visible()


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(visit: Open) -> None:
    page = visit()
    start_against_bot(page)
    throw_button(page).click()
    expect(slots(page).first).to_be_visible()
    before = page.locator(".prompt").text_content()
    page.reload()
    wait_for_turn(page)
    assert page.locator(".prompt").text_content() == before
    expect(slots(page).first).to_be_visible()


def test_a_move_made_while_the_line_is_lost_counts_once(visit: Open) -> None:
    page = visit()
    lines: list[WebSocketRoute] = []
    broken = [False]

    def through(line: WebSocketRoute) -> None:
        if broken[0]:
            line.close()
            return
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/live"), through)
    start_against_bot(page)
    throw_button(page).click()
    expect(slots(page).first).to_be_visible()
    before = log_lines(page)

    broken[0] = True
    lines[-1].close()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    slots(page).first.click()
    broken[0] = False
    wait_for_turn(page)
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    mine = [line for line in page.locator(".log li").all_text_contents()[before:] if "Guest places" in line]
    assert len(mine) == 1


def test_a_seat_that_may_not_act_is_told_why(visit: Open) -> None:
    page = visit()
    start_against_bot(page)
    page.locator("button.slot").nth(3).click(force=True)  # marked as not possible, and says why
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("throw before you place")
    refusal.get_by_role("link", name="EXXTRA-7").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("EXXTRA-7")
    sheet.get_by_role("link", name="All rules").click()
    expect(page.locator("li.marked")).to_contain_text("EXXTRA-7")


def test_two_people_play_at_one_screen(visit: Open) -> None:
    page = visit("/games/exxtra")
    at_one_screen(page)
    for _ in range(4):
        take_turn(page)
    throwers = {
        line.split(" places")[0].strip()
        for line in page.locator(".log li").all_text_contents()
        if " places" in line
    }
    assert throwers == {"Guest", "Seat 2"}


def test_the_whole_game_goes_by_keyboard(visit: Open) -> None:
    page = visit()
    expect(page.get_by_role("button", name=PLAY_NOW).first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").startswith("Play now"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    for _ in range(200):
        wait_for_turn(page)
        if over(page):
            break
        if not slots(page).count():
            page.keyboard.press("t")
            page.wait_for_function(
                "() => document.querySelector('.result') ||"
                " document.querySelector('button.slot:not([aria-disabled=true])')"
            )
        if over(page):
            break
        before = log_lines(page)
        page.keyboard.press(slots(page).last.locator(".number").text_content() or "0")
        expect(page.locator(".log li")).not_to_have_count(before)
    expect(page.locator(".result")).to_be_visible()


def test_a_screen_reader_hears_the_events_and_reads_the_board(visit: Open) -> None:
    page = visit()
    start_against_bot(page)
    spoken = page.get_by_test_id("spoken")
    throw_button(page).click()
    expect(spoken).to_contain_text(re.compile(r"Guest throws [1-7X] and [1-7X]\."))
    words = page.get_by_role("region", name="Board in words")
    expect(words).to_contain_text(re.compile("Guest (is at the start|is on space)"))
    expect(words).to_contain_text("Guest has thrown")
    expect(words.locator(".commands")).to_contain_text("throw")


def test_keys_are_listed_and_sound_goes_off_by_one(visit: Open) -> None:
    page = visit()
    start_against_bot(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Place on this slot")
    page.keyboard.press("Escape")
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "false")


def test_a_game_can_be_played_without_a_drawn_board(visit: Open) -> None:
    page = visit("/profile")
    page.get_by_label("Boards as text, moves as a list").check()
    page.goto("/")
    start_against_bot(page)
    expect(page.locator(".board svg")).to_have_count(0)
    page.get_by_role("button", name="throw", exact=True).click()
    page.get_by_role("button", name="place 1", exact=True).click()
    expect(page.locator(".log ol")).to_contain_text("Guest places")


def test_hidden_hands_are_covered_between_two_people_at_one_screen(visit: Open) -> None:
    page = visit("/games/hush")
    at_one_screen(page)
    expect(page.get_by_role("heading", name="Guest, it is your turn")).to_be_visible()
    cards = page.locator(".board dl div").first
    assert re.fullmatch(r"cards\s*– –", cards.inner_text()), "the cover shows what everybody may see"
    page.get_by_role("button", name="Show my hand").click()
    assert re.fullmatch(r"cards\s*\d –", cards.inner_text())
    page.get_by_role("button", name="bid 2").click()

    expect(page.get_by_role("heading", name="Seat 2, it is your turn")).to_be_visible()
    assert re.fullmatch(r"cards\s*– –", cards.inner_text())
    expect(page.locator(".log ol")).to_contain_text("hush_event_bid_hidden")
    page.get_by_role("button", name="Show my hand").click()
    assert re.fullmatch(r"cards\s*– \d", cards.inner_text())
    expect(page.locator(".log ol")).to_contain_text("hush_event_bid_hidden")
    page.get_by_role("button", name="bid 1").click()

    page.get_by_role("button", name="Show my hand").click()
    expect(page.get_by_role("slider", name="power")).to_be_visible()
    expect(page.get_by_role("button", name="flick")).to_be_visible()
