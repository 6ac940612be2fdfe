"""A report of a problem: a file with what helps, as its writer may know it, and with no name or secret."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import ludotheque
from tests.browser.conftest import Open
from tests.browser.play import axe, wait_for_turn

Json = dict[str, Any]


def report(page: Page, said: str) -> Json:
    """Write a report in the dialog that is open, and read the file."""
    dialog = page.get_by_role("dialog", name="Report a problem")
    dialog.get_by_label("What happened").fill(said)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save the file").click()
    assert re.fullmatch(r"ludotheque-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    expect(dialog).to_have_count(0)
    read: Json = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return read


def test_a_report_from_a_table_holds_its_log_as_its_writer_knows_it(visit: Open) -> None:
    ada, bo = visit("/"), visit("/")
    for page, name in ((ada, "Ada Lovelace"), (bo, "Bob Babbage")):
        assert page.request.put("/api/me", data={"name": name}).ok
    plan = {"game": "touche", "seats": [{"who": "me"}, {"who": "friend"}], "title": "Secret evening"}
    table = ada.request.post("/api/tables", data=plan).json()
    invite = table["seats"][1]["invite"]
    key = invite.rpartition("/")[2]
    ada.goto(invite.replace("/seat/1/", "/seat/0/"))
    assert bo.request.post(f"/api/tables/{table['id']}/seats/1/sit", data={"key": key}).ok
    chat = {"do": "chat", "id": "c1", "text": "what a secret"}
    assert bo.request.post(f"/api/tables/{table['id']}/do", data=chat).ok

    ada.goto(f"/t/{table['id']}")
    ada.wait_for_selector(".seats, .board")
    ada.get_by_role("toolbar").get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Report a problem").click()
    assert axe(ada) == []
    told = report(ada, "  The crown is gone.  ")
    assert (told["said"], told["page"]) == ("The crown is gone.", f"/t/{table['id']}")
    assert told["server"] == {"version": ludotheque.__version__, "compiled": ludotheque.compiled}
    assert "Chrome" in told["browser"]
    assert told["errors"] == []
    written = json.dumps(told)
    assert [word for word in ("Ada", "Lovelace", "Babbage", "secret", "Secret", key) if word in written] == []
    mine = ada.request.get(f"/api/tables/{table['id']}/view?since=0").json()["views"]
    assert [one["seat"] for one in told["table"]["views"]] == [0]
    assert told["table"]["views"][0]["position"] == mine[0]["position"]
    assert [one["number"] for one in told["table"]["views"][0]["events"]] == [
        one["number"] for one in mine[0]["events"]
    ]
    theirs = bo.request.get(f"/api/tables/{table['id']}/view?since=0").json()["views"][0]["position"]
    assert told["table"]["views"][0]["position"] != theirs, "the other hand stays hidden"


def test_a_report_can_be_written_anywhere_and_holds_the_errors_of_the_page(visit: Open) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()
    page.evaluate("dispatchEvent(new ErrorEvent('error', {error: new Error('lost a die')}))")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("button", name="Report a problem").click()
    told = report(page, "")
    assert (told["page"], told["table"]) == ("/", None)
    assert "lost a die" in told["errors"][0]["error"]

    phone = visit("/profile", phone=True)
    phone.get_by_role("button", name="Report a problem").click()
    assert report(phone, "on a phone")["touch"] is True


def test_a_report_is_written_while_the_server_does_not_answer(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name=re.compile("^Play now")).first.click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)
    page.route("**/api/**", lambda route: route.fulfill(status=503, body="upstream is away"))
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("button", name="Report a problem").click()
    told = report(page, "nothing answers")
    assert (told["server"], told["table"]) == (None, None)
