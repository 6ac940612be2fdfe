"""Proofs, codes and changed sign-in methods in a real browser, with passkeys that Chromium simulates."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.house import running_server
from tests.browser.play import axe
from tests.browser.test_axe import findings
from tests.browser.test_passkeys import give_authenticator, open_account
from tests.patience import HANG

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of this module keeps its database."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """Passkeys belong to a name, not to a number."""
    with running_server(folder) as address:
        yield address.replace("127.0.0.1", "localhost")


def grow_stale(folder: Path) -> None:
    """What was proved was proved long ago."""
    with closing(sqlite3.connect(folder / "ludotheque.db", timeout=HANG)) as db, db:
        db.execute("update sign_ins set proved = 1 where proved is not null")


def log_in(page: Page, login: str, password: str = PASSWORD) -> None:
    page.get_by_label("Login name").fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text(f"You are signed in as {login}.")).to_be_visible()


def test_what_a_stolen_cookie_must_not_do_asks_who_it_is(visit: Open, folder: Path) -> None:
    page = visit("/profile")
    give_authenticator(page)
    open_account(page, "ada-proof")
    expect(page.get_by_role("heading", name="Recovery code")).to_be_visible()
    grow_stale(folder)
    export = page.get_by_role("button", name="Download all that is kept about me")
    asked = page.get_by_role("dialog", name="Is it you?")
    export.click()
    expect(asked.get_by_label("Password")).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    export.click()
    asked.get_by_label("Password").fill("wrong horse")
    page.keyboard.press("Enter")
    expect(asked.get_by_role("alert")).to_have_text("The current password is wrong.")
    asked.get_by_label("Password").fill(PASSWORD)
    with page.expect_download() as download:
        asked.get_by_role("button", name="Confirm", exact=True).click()
    assert '"login":"ada-proof"' in Path(download.value.path()).read_text(encoding="utf-8")
    expect(asked).to_have_count(0)

    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    grow_stale(folder)
    page.get_by_role("button", name="Remove").click()
    asked.get_by_role("button", name="Confirm with a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_have_count(0)
    assert page.request.get("/api/me").json()["account"]["passkeys"] == 0

    grow_stale(folder)
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Really forget").click()
    asked.get_by_label("Password").fill(PASSWORD)
    asked.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_label("Login name")).to_be_visible()
    assert page.request.get("/api/me").json()["id"] is None


def test_another_browser_tells_what_has_changed_until_its_owner_knows(visit: Open) -> None:
    page, phone = visit("/profile"), visit("/profile", phone=True)
    give_authenticator(page)
    open_account(page, "bo-news")
    expect(page.get_by_text("You are signed in as bo-news.")).to_be_visible()
    log_in(phone, "bo-news")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    expect(page.get_by_text("Changes to how you sign in")).to_be_visible()
    expect(page.get_by_role("heading", name="How you sign in has changed")).to_have_count(0)

    phone.reload()
    told = phone.get_by_role("status").filter(has_text="How you sign in has changed")
    expect(told).to_contain_text(re.compile("Passkey added.*Chrome, Linux"))
    expect(phone.get_by_role("link", name=re.compile("Profile.*1 new"))).to_be_visible()
    wide = phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "the mark fits on a phone"
    assert findings(phone, "what has changed") == []
    told.get_by_role("button", name="I know about this").click()
    expect(told).to_have_count(0)
    expect(phone.get_by_role("link", name="Profile", exact=True)).to_be_visible()


def test_a_printed_code_brings_its_owner_back_to_a_new_password(visit: Open) -> None:
    page = visit("/profile")
    give_authenticator(page)
    open_account(page, "cy-code")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.get_by_text(re.compile(r"^(\w{4}-){4}\w{4}$")).inner_text()
    page.emulate_media(media="print")
    expect(page.get_by_text(f"recovery code of {'cy-code'}")).to_be_visible()
    expect(page.get_by_role("heading", name="Passkeys")).not_to_be_visible()
    page.emulate_media(media="screen")
    page.reload()
    expect(page.get_by_text("A new one makes it worthless.")).to_be_visible()
    assert page.get_by_text(code).count() == 0, "it is shown once"
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    page.emulate_media(media="screen")

    back = visit(f"/profile#code={code}", phone=True)
    expect(back.get_by_label("Code", exact=True)).to_have_value(code)
    assert "#" not in back.url, "a code does not stay in the address"
    back.get_by_role("button", name="Come back with a code").click()
    expect(back.get_by_text("You are back. Choose a new password now.")).to_be_visible()
    assert axe(back) == []
    back.get_by_label("New password").fill("password1")
    back.get_by_role("button", name="Change the password").click()
    expect(back.get_by_role("alert")).to_contain_text("among the first that somebody would try")
    back.get_by_label("New password").fill("another staple")
    back.get_by_label("Also remove all passkeys and the recovery code").check()
    back.get_by_role("button", name="Change the password").click()
    expect(back.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    expect(back.get_by_role("heading", name="Passkeys")).to_have_count(0)
    assert page.request.get("/api/me").json()["id"] is None, "every other browser is signed out"

    again = visit("/profile")
    again.locator("summary", has_text="Come back with a code").click()
    again.get_by_label("Code", exact=True).fill(code)
    again.get_by_role("button", name="Come back with a code").click()
    expect(again.get_by_role("alert")).to_contain_text("used before")
    log_in(again, "cy-code", "another staple")


def test_a_passkey_alone_chooses_a_password(visit: Open) -> None:
    page = visit("/profile")
    give_authenticator(page)
    page.get_by_label("Your name", exact=True).fill("Dee")
    page.get_by_role("button", name="Save", exact=True).click()
    made = """async () => {
        const ask = (path, body) => fetch('/api/account' + path, {method: 'POST', body: JSON.stringify(body),
            headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json());
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask('/passkey/options'));
        const credential = await navigator.credentials.create({publicKey});
        return ask('/passkey', {credential: credential.toJSON()});
    }"""
    expect(page.get_by_text("Saved.").first).to_be_visible()
    assert page.evaluate(made)["account"]["passkeys"] == 1
    page.reload()
    page.get_by_text("Choose a password").first.click()
    page.get_by_label("Login name").fill("dee-alone")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Choose a password").click()
    expect(page.get_by_text("You are signed in as dee-alone.")).to_be_visible()
