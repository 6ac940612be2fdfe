"""Setting tables up: plans, invitations, lists, rematches."""

from pathlib import Path

import pytest

from ludotheque.server.run.serve import neighbours_address
from tests.server.conftest import House, Open
from tests.server.player import ME, OPEN, Refused, bot, friend, here

pytestmark = pytest.mark.anyio


async def test_only_the_right_key_opens_a_friends_seat(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend("Bo"), friend("Cy"))
    keys = [seat["invite"] and seat["invite"].rsplit("/", 1)[1] for seat in table["seats"]]
    for wrong in (None, "nonsense", keys[2], "é"):
        with pytest.raises(Refused) as refused:
            await bo.sit(table["id"], 1, key=wrong)
        assert (refused.value.status, refused.value.code) == (403, "server.wrong_key")
    info = await bo.sit(table["id"], 1, key=keys[1])
    assert info["seats"][1]["yours"] is True
    assert info["seats"][2]["invite"] is None, "only who set the table up sees the links"
    assert (await bo.sit(table["id"], 1))["seats"][1]["yours"] is True, "sitting down twice is no fault"
    with pytest.raises(Refused) as refused:
        await (await house.player("Cy")).sit(table["id"], 1, key=keys[1])
    assert refused.value.code == "server.taken"


async def test_a_seat_that_was_left_gets_a_new_key(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), friend())
    invite = table["seats"][1]["invite"]
    await bo.take(invite)
    await bo.do(table["id"], "leave", seat=1)
    info = await ada.info(table["id"])
    assert info["seats"][1]["kind"] == "free"
    with pytest.raises(Refused):
        await bo.take(invite)
    await bo.take(info["seats"][1]["invite"])


async def test_who_set_a_table_up_plans_a_free_seat_anew(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), OPEN)
    path = f"/api/tables/{table['id']}/seats"
    with pytest.raises(Refused) as refused:
        await bo.ask("PUT", f"{path}/1", bot("cautious"))
    assert refused.value.code == "server.not_your_table"
    await bo.sit(table["id"], 2)
    with pytest.raises(Refused) as refused:
        await ada.ask("PUT", f"{path}/2", bot("cautious"))
    assert refused.value.code == "server.taken"
    info = await ada.ask("PUT", f"{path}/1", here("Cy"))
    assert (info["state"], info["seats"][1]["name"]) == ("running", "Cy")
    with pytest.raises(Refused) as refused:
        await ada.ask("PUT", f"{path}/1", OPEN)
    assert refused.value.code == "server.started"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [ME, ME]}, "core.unknown_game"),
        ({"game": "exxtra", "seats": [ME]}, "core.seats"),
        ({"game": "exxtra", "seats": [ME] * 9}, "core.unreadable"),
        ({"game": "exxtra", "seats": [ME, ME], "options": {"nonsense": 1}}, "core.unknown_option"),
        ({"game": "exxtra", "seats": [ME, bot("godlike")]}, "core.unknown_bot"),
        ({"game": "exxtra", "seats": [ME, ME, bot("perfect")]}, "exxtra.perfect_seats"),
        ({"game": "exxtra", "seats": [ME, {"who": "dog"}]}, "core.unreadable"),
        ({"game": "exxtra", "seats": [ME, ME], "clock": {"seconds": 1}}, "core.unreadable"),
        ({"game": "exxtra", "seats": [ME, ME], "surprise": 1}, "core.unreadable"),
    ],
)
async def test_a_table_that_can_not_be_is_refused(house: House, body: object, code: str) -> None:
    ada = await house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/tables", body)
    assert refused.value.code == code or code == "exxtra.perfect_seats"
    assert 400 <= refused.value.status < 500
    assert (await ada.ask("GET", "/api/me/tables"))["tables"] == []


async def test_a_table_that_waits_can_be_cleared_away(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend())
    with pytest.raises(Refused):
        await bo.ask("DELETE", f"/api/tables/{table['id']}")
    await ada.ask("DELETE", f"/api/tables/{table['id']}")
    with pytest.raises(Refused) as refused:
        await ada.info(table["id"])
    assert (refused.value.status, refused.value.code) == (404, "server.no_table")
    running = await ada.table(ME, here("Bo"))
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", f"/api/tables/{running['id']}")
    assert refused.value.code == "server.started"


async def test_the_public_list_comes_in_pages_and_holds_no_private_table(any_house: House) -> None:
    ada = await any_house.player("Ada")
    ids = [(await ada.table(ME, OPEN, public=True))["id"] for _ in range(35)]
    await ada.table(ME, OPEN)
    nobody = await any_house.player()
    first = await nobody.ask("GET", "/api/tables?game=exxtra&state=waiting")
    second = await nobody.ask("GET", f"/api/tables?state=waiting&before={first['more']}")
    assert [one["id"] for one in first["tables"] + second["tables"]] == ids[::-1]
    assert second["more"] is None
    assert (await nobody.ask("GET", "/api/tables?game=targi"))["tables"] == []
    with pytest.raises(Refused) as refused:
        await nobody.ask("GET", "/api/tables?before=yesterday")
    assert refused.value.status == 400


async def test_a_rematch_moves_everybody_one_seat_on_and_is_one_table(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = await ada.table(ME, friend(), options={"xx_is_100": True}, clock={"seconds": 600})
    await bo.take(table["seats"][1]["invite"])
    with pytest.raises(Refused) as refused:
        await bo.ask("POST", f"/api/tables/{table['id']}/rematch")
    assert refused.value.code == "server.not_over"
    await ada.do(table["id"], "resign", seat=0)
    async with ada.live(table["id"]) as live:
        await live.next("table")
        first = await bo.ask("POST", f"/api/tables/{table['id']}/rematch")
        assert (await live.next("lobby"))["info"]["rematch"] == first["id"]
    assert (first["state"], first["seats"][1]["kind"]) == ("waiting", "free"), "the other has not said yes"
    assert (await bo.ask("POST", f"/api/tables/{table['id']}/rematch"))["state"] == "waiting"
    second = await ada.ask("POST", f"/api/tables/{table['id']}/rematch")
    assert first["id"] == second["id"] != table["id"]
    assert [seat["name"] for seat in second["seats"]] == ["Bo", "Ada"]
    assert second["seats"][1]["yours"] is True
    assert (second["state"], second["options"], second["rematch_of"]) == (
        "running",
        {"xx_is_100": True},
        table["id"],
    )
    eve = await any_house.player("Eve")
    with pytest.raises(Refused) as refused:
        await eve.ask("POST", f"/api/tables/{table['id']}/rematch")
    assert refused.value.code == "server.not_your_table"


async def test_a_rematch_that_was_cleared_away_can_be_asked_for_again(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend())
    await bo.take(table["seats"][1]["invite"])
    await ada.do(table["id"], "resign", seat=0)
    first = await bo.ask("POST", f"/api/tables/{table['id']}/rematch")
    await bo.ask("DELETE", f"/api/tables/{first['id']}")
    second = await ada.ask("POST", f"/api/tables/{table['id']}/rematch")
    assert (second["id"] != first["id"], second["state"]) == (True, "waiting")


@pytest.mark.parametrize("game", ["touche", "exxtra"])
async def test_one_person_takes_one_side_unless_all_are_at_one_screen(house: House, game: str) -> None:
    ada, eve = await house.player("Ada"), await house.player("Eve")
    table = (await ada.table(ME, OPEN, OPEN, game=game, public=True))["id"]
    await eve.sit(table, 1)
    with pytest.raises(Refused) as refused:
        await eve.sit(table, 2, name="Not Eve")
    assert refused.value.code == "server.one_side"
    alone = (await ada.table(ME, OPEN, game=game))["id"]
    assert (await ada.sit(alone, 1, name="Bo"))["state"] == "running", "both at one screen"


async def test_who_shares_a_screen_does_not_hide_hands_from_others(house: House) -> None:
    ada = await house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.table(ME, here("Bo"), OPEN, game="touche")
    assert refused.value.code == "server.one_side"
    table = await ada.table(ME, OPEN, OPEN, game="touche")
    with pytest.raises(Refused) as refused:
        await ada.ask("PUT", f"/api/tables/{table['id']}/seats/1", here("Bo"))
    assert refused.value.code == "server.one_side"
    together = await ada.table(ME, here("Bo"), here("Cy"), game="touche")
    assert together["state"] == "running"
    open_hands = await ada.table(ME, here("Bo"), OPEN)
    assert open_hands["state"] == "waiting", "nothing is hidden there"


async def test_a_team_may_sit_in_one_hand(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = (await ada.table(ME, OPEN, OPEN, OPEN, game="touche", public=True))["id"]
    await bo.sit(table, 1)
    assert (await bo.sit(table, 3, name="Bea"))["seats"][3]["yours"] is True


async def test_nobody_sets_up_too_many_tables(open_house: Open) -> None:
    house = await open_house(tables_a_person=2)
    ada = await house.player("Ada")
    for _ in range(2):
        await ada.table(ME, OPEN)
    with pytest.raises(Refused) as refused:
        await ada.table(ME, OPEN)
    assert refused.value.code == "server.too_many_tables"


async def test_nobody_fills_the_public_list(open_house: Open) -> None:
    house = await open_house(public_tables_a_person=2, public_tables_a_minute=4)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    over = (await ada.table(ME, here("Cy"), public=True))["id"]
    await ada.table(ME, OPEN, public=True)
    with pytest.raises(Refused) as refused:
        await ada.table(ME, OPEN, public=True)
    assert (refused.value.status, refused.value.code) == (409, "server.too_many_public")
    await ada.table(ME, OPEN)
    await ada.do(over, "resign", seat=0)
    await ada.table(ME, OPEN, public=True)
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", f"/api/tables/{over}/rematch")
    assert refused.value.code == "server.too_many_public"
    with pytest.raises(Refused) as refused:
        await bo.table(ME, OPEN, public=True)
    assert (refused.value.status, refused.value.code) == (429, "server.too_many"), "the same address"
    await bo.table(ME, OPEN)


async def test_links_come_as_qr_codes(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend())
    code = await ada.http.get(f"/api/tables/{table['id']}/seats/1/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.text.startswith("<svg")
    assert (await bo.http.get(f"/api/tables/{table['id']}/qr.svg")).status_code == 200
    with pytest.raises(Refused) as refused:
        await bo.ask("GET", f"/api/tables/{table['id']}/seats/1/qr.svg")
    assert refused.value.status == 403


async def test_a_link_shown_on_this_machine_leads_other_machines_here(
    open_house: Open, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    house = await open_house(neighbours="http://192.0.2.7:8765", web=tmp_path)
    ada = await house.player("Ada")
    link = (await ada.table(ME, friend()))["link"]
    assert f'content="http://192.0.2.7:8765{link}"' in (await ada.http.get(link)).text
    assert neighbours_address("127.0.0.1", 1) is None
    assert (neighbours_address("0.0.0.0", 1) or "http://:1").endswith(":1")


async def test_games_are_listed_with_their_options_and_bots(house: House) -> None:
    nobody = await house.player()
    exxtra = next(game for game in await nobody.ask("GET", "/api/games") if game["name"] == "exxtra")
    assert exxtra["seat_counts"] == [2, 3, 4, 5, 6]
    assert exxtra["options"]["properties"]["xx_is_100"] == {"type": "boolean", "default": False}
    assert "perfect" in exxtra["levels"]


async def test_links_say_how_far_they_reach(open_house: Open) -> None:
    async def reach(host: str, **more: object) -> tuple[str, str]:
        house = await open_house(**more)
        asked = await house.player()
        told = await asked.ask("GET", "/api/address", headers={"host": host})
        return told["base"], told["reach"]

    assert await reach("localhost:8765") == ("http://localhost:8765", "here")
    neighbours = "http://192.168.1.7:8765"
    assert await reach("127.0.0.1:8765", neighbours=neighbours) == (neighbours, "network")
    assert await reach("192.168.1.7:8765", neighbours=neighbours) == (neighbours, "world")
    url = "https://play.example.org"
    assert await reach("127.0.0.1:8765", url=url, neighbours=neighbours) == (url, "world")


async def test_a_table_names_its_host(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = (await ada.table(ME, OPEN))["id"]
    assert (await bo.info(table))["host"] == "Ada"
    assert (await ada.table(OPEN, OPEN))["host"] == "", "whoever does not sit there is not named"
