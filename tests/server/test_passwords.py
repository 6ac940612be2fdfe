"""Passwords: a bounded queue of their own, and no answer that repeats one."""

import asyncio
import json
import threading

import pytest

from ludotheque.server.people import passwords
from tests.patience import looks_async
from tests.server.conftest import House
from tests.server.player import ME, here

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


async def test_a_full_queue_of_passwords_refuses_at_once_and_nothing_else_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    slow = threading.Event()
    begun: list[str] = []

    def wait(*_: object) -> bool:
        begun.append(threading.current_thread().name)
        return not slow.wait()

    monkeypatch.setattr(passwords, "_verify", wait)
    login = {"login": "ada", "password": PASSWORD}
    guess = (await house.player()).http.post
    guesses = [asyncio.create_task(guess("/api/account/login", json=login)) for _ in range(passwords.QUEUE)]
    try:
        async for _ in looks_async("a full queue"):
            if house.services.passwords._queued == passwords.QUEUE:
                break
        answer = await ada.http.post("/api/account/login", json=login)
        assert (answer.status_code, answer.json()["code"]) == (503, "server.busy")
        assert answer.headers["retry-after"] == str(answer.json()["params"]["seconds"])
        await house.services.tables.reload(table)
        assert (await ada.view(table))["version"] == 1, "a table is rebuilt meanwhile"
        assert len(begun) == passwords.THREADS
        assert all(name.startswith("password") for name in begun), "on threads of their own"
    finally:
        slow.set()
        answers = await asyncio.gather(*guesses)
    assert {answer.status_code for answer in answers} == {403}, "whoever was in the queue gets an answer"
    assert house.services.passwords._queued == 0


@pytest.mark.parametrize(
    "secret",
    ["qwxzyk!", "qwxzyk" * 60, ["qwxzyk" * 2], {"qwxzyk": "qwxzyk"}, 7234567234, "qwxzyk\0", "\ud800qwxzyk"],
    ids=["short", "long", "list", "object", "number", "nul", "half"],
)
async def test_no_answer_repeats_a_password(house: House, secret: object) -> None:
    ada = await house.player("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    bo = await house.player("Bo")
    for who, path, body in (
        (bo, "", {"login": "bobo", "password": secret}),
        (bo, "", {"login": secret, "password": PASSWORD}),
        (bo, "/login", {"login": "ada", "password": secret}),
        (bo, "/login", {"login": "ada", "password": PASSWORD, "new": secret}),
        (bo, "/passkey/login", {"credential": secret}),
        (bo, "/passkey/login", {"credential": {"rawId": secret, "response": secret}}),
        (bo, "/passkey", {"credential": {"rawId": secret, "response": {"clientDataJSON": secret}}}),
        (ada, "/password", {"current": secret, "new": secret}),
        (ada, "/password", {"current": PASSWORD, "new": secret}),
        (ada, "/password", secret),
        (ada, "/password", {"current": PASSWORD, "new": PASSWORD, str(secret): secret}),
    ):
        sent = json.dumps(body).encode()
        answer = await who.http.post(
            f"/api/account{path}", content=sent, headers={"content-type": "application/json"}
        )
        told = answer.text
        assert 400 <= answer.status_code < 500, (path, told)
        assert not [part for part in ("qwx", "zyk", "7234567") if part in told], (path, told)
