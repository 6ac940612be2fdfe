"""Chat: players and spectators apart."""

import pytest

from tests.server.conftest import House
from tests.server.player import ME, Refused, friend

pytestmark = pytest.mark.anyio


async def test_players_do_not_hear_spectators_before_the_end(any_house: House) -> None:
    ada, bo, eve = [await any_house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = (await ada.table(ME, friend()))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"], name="Bobby")
    async with bo.live(table) as playing, eve.live(table) as watching:
        await playing.next("table")
        await watching.next("table")
        await eve.do(table, "chat", text="throw again!")
        assert (await watching.next("chat"))["line"]["text"] == "throw again!"
        assert await playing.silent("chat")
        await bo.do(table, "chat", text="hello")
        line = (await playing.next("chat"))["line"]
        assert (line["name"], line["seat"], line["yours"]) == ("Bobby", 1, True)
        assert (await watching.next("chat"))["line"]["yours"] is False
    assert [line["text"] for line in (await ada.view(table))["chat"]] == ["hello"]
    await ada.do(table, "resign", seat=0)
    assert [line["text"] for line in (await ada.view(table))["chat"]] == ["throw again!", "hello"]


async def test_a_line_sent_twice_is_said_once(any_house: House) -> None:
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, friend()))["id"]
    for _ in range(2):
        await ada.do(table, "chat", id="same", text="hello")
    await ada.do(table, "chat", text="anybody?")
    assert [line["number"] for line in (await ada.view(table))["chat"]] == [1, 2]


async def test_chat_can_be_switched_off(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, friend(), chat=False))["id"]
    with pytest.raises(Refused) as refused:
        await ada.do(table, "chat", text="hello")
    assert refused.value.code == "server.chat_off"
    for text in ("", " \n", "x" * 501):
        with pytest.raises(Refused) as refused:
            await ada.do(table, "chat", text=text)
        assert refused.value.status == 400
