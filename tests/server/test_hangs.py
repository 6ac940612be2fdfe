"""A test that hangs tells what hung."""

import asyncio

import pytest

from tests.patience import HANG, LOOK, Hangs, Patience, is_hang, waiting_tasks
from tests.server.conftest import House

pytestmark = pytest.mark.anyio


async def test_the_request_that_hangs_and_what_it_waits_for_are_told(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table({"who": "me"}, {"who": "here", "name": "Bo"}))["id"]
    async with house.services.tables.cache.locked(table):
        asked = asyncio.create_task(ada.info(table))
        while "in lock\n" not in waiting_tasks():
            await asyncio.sleep(LOOK)
        told = waiting_tasks()
    assert "await loaded.lock.acquire()" in told, "where it hangs"
    assert "in info\n" in told, "and for whom"
    assert (await asked)["id"] == table


def test_every_kind_of_limit_is_a_hang() -> None:
    class ReadTimeout(Exception):
        pass

    assert all(is_hang(error) for error in (TimeoutError(), Hangs(), ReadTimeout()))
    assert not is_hang(AssertionError())


def test_a_machine_that_stands_still_is_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("tests.patience.time.monotonic", lambda: now)
    patience = Patience("the tide")
    now += 2 * HANG
    patience.look()
    for _ in range(int(HANG) - 6):
        now += 1
        patience.look()
    now += 1
    with pytest.raises(Hangs, match="the tide"):
        patience.look()
