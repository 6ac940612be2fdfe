"""Passkeys in a real browser, with the authenticator that Chromium simulates."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.patience import A_WHILE


def give_authenticator(page: Page) -> None:
    """A key of its own for the browser, whose holder always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def open_account(page: Page, login: str) -> None:
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_label("Login name").fill(login)
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Create an account").click()


def test_a_passkey_is_added_and_opens_the_account_again(visit: Open, server: str) -> None:
    # A passkey belongs to a name, not to a number, so the page has to be asked for by its name.
    page = visit("/profile", base_url=server.replace("127.0.0.1", "localhost"))
    give_authenticator(page)
    open_account(page, "ada-passkey")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    assert page.request.get("/api/me").json()["account"]["passkeys"] == 1
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    assert page.request.get("/api/me").json()["id"] is None
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("ada-passkey")).to_be_visible()
    assert page.request.get("/api/me").json()["name"] == "Ada"


def test_a_browser_without_the_passkey_stays_outside(visit: Open, server: str) -> None:
    address = server.replace("127.0.0.1", "localhost")
    owner = visit("/profile", base_url=address)
    give_authenticator(owner)
    open_account(owner, "bo-passkey")
    owner.get_by_role("button", name="Add a passkey").click()
    expect(owner.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    other = visit("/profile", base_url=address)
    give_authenticator(other)
    with other.expect_response("**/passkey/login/options"):
        other.get_by_role("button", name="Sign in with a passkey").click()
    other.wait_for_timeout(1000 * A_WHILE)  # time enough for a passkey, if there were one
    expect(other.get_by_label("Password", exact=True)).to_be_visible()
    assert other.request.get("/api/me").json()["account"] is None


def test_an_account_changes_its_password_and_looks_after_its_devices(visit: Open, server: str) -> None:
    address = server.replace("127.0.0.1", "localhost")
    page = visit("/profile", base_url=address)
    give_authenticator(page)
    open_account(page, "cy-devices")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    phone = visit("/profile", base_url=address, phone=True)
    phone.get_by_label("Login name").fill("cy-devices")
    phone.get_by_label("Password", exact=True).fill("correct horse battery")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_text("This device, signed in now")).to_be_visible()

    page.reload()
    page.get_by_role("listitem").filter(has_text="Last seen").get_by_role("button").click()
    expect(page.get_by_text("Last seen")).to_have_count(0)
    assert phone.request.get("/api/me").json()["id"] is None

    page.get_by_text("Change the password").first.click()
    page.get_by_label("Current password").fill("wrong horse")
    page.get_by_label("New password").fill("another staple")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The current password is wrong.")).to_be_visible()
    page.get_by_label("Current password").fill("correct horse battery")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()

    page.get_by_role("listitem").filter(has_text="not used yet").get_by_role("button").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_have_count(0)
    assert page.request.get("/api/me").json()["account"]["passkeys"] == 0
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_label("Login name")).to_be_visible()
    assert page.request.get("/api/me").json()["id"] is None
