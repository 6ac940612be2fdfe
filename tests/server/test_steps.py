"""Pages of steps: replayed from a kept position, the same as from the start, and little of it on the loop."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from librt.random import Random

from ludotheque.core.chance import seeded
from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.host import steps
from ludotheque.host.match import LiveMatch, encode
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.host.steps import AT_ONCE, excerpt
from ludotheque.table.check import random_choice
from ludotheque.table.table import Table
from tests.games.targets.scenes import quick_draw
from tests.patience import looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, OPEN, Player, Refused, here
from tests.server.whole_replay import paged, whole_replay

pytestmark = pytest.mark.anyio

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
MOST = 600
"""Lines of the log after which a game is long enough."""


def new_table(game: str, seats: int) -> tuple[TableRow, list[SeatRow]]:
    row = TableRow(
        id="t", game=game, title="", options={}, owner="p", public=False, spectators=True, chat=False,
        hints=False, study=False, practice=False, seconds=None, state="running", created=BEGUN, changed=BEGUN,
    )  # fmt: skip
    return row, [SeatRow(table="t", seat=seat, kind="person", name="", person="p") for seat in range(seats)]


def draw(match: LiveMatch, rng: Random) -> Any:
    position = match.table.position
    return quick_draw(position, rng) if isinstance(position, TargetsPosition) else position.draw(rng)


def go_on(match: LiveMatch, rng: Random) -> None:
    """A random move or what chance gives; now and then a move is taken back."""
    now, table = BEGUN + timedelta(seconds=match.version), match.table
    if table.awaits_chance:
        match.apply(match.line("chance", None, {"outcome": draw(match, rng)}, now))
        return
    seat = match.actors[0]
    if table.log and rng.random() < 0.2:
        back = next((one for one in range(table.seats) if table.why_not_undo(one, agreed=True) is None), None)
        if back is not None:
            match.apply(match.line("undo", back, {"agreed": True}, now))
            return
    if rng.random() < 0.05:
        match.apply(match.line("time_up", seat, {}, now))
        return
    move = msgspec.to_builtins(random_choice(table.position, seat, rng))
    match.apply(match.line("move", seat, {"move": move}, now))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(REGISTRY))
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 9))])
def test_every_page_is_what_a_whole_replay_gives_for_every_seat(game: str, seed: int) -> None:
    rng = seeded(seed)
    row, sitting = new_table(game, find_game(game).seat_counts[0])
    match = LiveMatch(row, sitting)
    while match.outcome is None and match.version < MOST:
        go_on(match, rng)
        if match.version % 150 == 60:
            check_pages(match, row, sitting, [rng.randrange(1, 100)])
    check_pages(match, row, sitting, [7, 25, 400])


def check_pages(match: LiveMatch, row: TableRow, sitting: list[SeatRow], counts: list[int]) -> None:
    for seat in (None, *range(match.table.seats)):
        whole = [encode(step) for step in whole_replay(match, LiveMatch(row, sitting), seat)]
        for count in counts:
            assert paged(match, seat, count) == whole, (seat, count)


def test_a_page_begins_at_most_25_steps_behind_a_kept_position() -> None:
    rng = seeded(3)
    match = LiveMatch(*new_table("touche", 2))
    while match.outcome is None and match.version < MOST:
        go_on(match, rng)
    last = len(match.table.log)
    assert last > 2 * AT_ONCE
    for first in range(1, last + 1):
        assert excerpt(match, None, first, 1).cost <= AT_ONCE
    assert excerpt(match, None, last + 1, 400).cost == 0
    assert excerpt(match, None, last - 1, 400).cost <= AT_ONCE + 1


class Replayed:
    """Counts the events that are replayed on the event loop and in threads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on_loop = 0
        self.in_threads = 0
        play, feed = steps.follow, LiveMatch.apply

        def replay(*args: Any) -> Any:
            self._count()
            return play(*args)

        def rebuild(*args: Any) -> None:
            self._count()
            feed(*args)

        monkeypatch.setattr(steps, "follow", replay)
        monkeypatch.setattr(LiveMatch, "apply", rebuild)

    def _count(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self.on_loop += 1
        else:
            self.in_threads += 1

    def since(self) -> tuple[int, int]:
        """Events on the loop and in threads since the last look."""
        found = self.on_loop, self.in_threads
        self.on_loop = self.in_threads = 0
        return found


def long_record(lines: int) -> dict[str, Any]:
    """A match of Exxtra that begins again and again."""
    table, rng = Table("exxtra", seats=2, seed=1), seeded(1)
    again = table.position.to_json()
    while table.result is None:
        seat = table.actors[0]
        table.play(seat, random_choice(table.position, seat, rng))
    record = table.record()
    log = record["log"][:-1]
    while len(log) < lines:
        log += [{"position": again}, *record["log"][1:-1]]
    return record | {"log": log, "result": None}


async def imported(house: House, name: str, lines: int) -> tuple[Player, str]:
    player = await house.player(name)
    return player, (await player.ask("POST", "/api/records", long_record(lines)))["id"]


async def test_no_request_about_a_long_match_replays_more_than_25_events_on_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed = Replayed(monkeypatch)
    ada, table = await imported(house, "Ada", 1000)
    assert replayed.since()[0] == 0
    count = (await ada.ask("GET", f"/api/tables/{table}"))["version"] + 1
    on_loop, in_threads = replayed.since()
    assert (on_loop, in_threads) == (0, count - 1), "the match is built again in a thread"
    for first in range(0, count, 133):
        for wanted in (1, 25, 400):
            page = await ada.ask("GET", f"/api/tables/{table}/steps?first={first}&count={wanted}")
            assert [one["step"] for one in page["steps"]] == list(range(first, min(first + wanted, count)))
            on_loop, in_threads = replayed.since()
            assert on_loop <= AT_ONCE
            assert on_loop + in_threads <= wanted + AT_ONCE
    for path in ("record", "analysis", "study?step=3", "view"):
        await ada.ask("GET", f"/api/tables/{table}/{path}")
    await ada.ask("PUT", "/api/me", {"name": "Eve"})
    await ada.ask("GET", "/api/me/export")
    assert replayed.since()[0] == 0


async def test_the_lock_of_a_table_is_free_while_its_steps_are_replayed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await imported(house, "Ada", 200)
    locked: list[bool] = []
    play = steps.follow

    def look(*args: Any) -> Any:
        locked.append(house.services.tables.cache._loaded[table].lock.locked())
        return play(*args)

    monkeypatch.setattr(steps, "follow", look)
    await ada.ask("GET", f"/api/tables/{table}/steps?first=10&count=5")
    await ada.ask("GET", f"/api/tables/{table}/steps?first=10&count=100")
    assert len(locked) > 100
    assert not any(locked)


async def test_a_match_that_another_process_has_moved_far_on_is_built_again_in_a_thread(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await open_house(redis=None)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    cache = house.services.tables.cache
    behind = await cache.lock(table)
    behind.lock.release()
    del cache._loaded[table]
    for _ in range(60):
        view = await ada.view(table)
        seat = view["info"]["actors"][0]
        move = next(one["moves"][0]["move"] for one in view["views"] if one["seat"] == seat)
        await ada.play(table, seat, move, view["version"])
        if (await ada.info(table))["result"]:
            break
    ahead, cache._loaded[table] = cache._loaded[table], behind
    replayed = Replayed(monkeypatch)
    monkeypatch.setattr(cache, "_shared", True)
    assert await ada.view(table)
    assert replayed.since() == (0, ahead.row.version)
    match = cache._loaded[table].match
    assert match is not None
    assert match.version == ahead.row.version


async def until_refused(player: Player, method: str, path: str, body: object = None) -> tuple[int, Refused]:
    """Ask again and again; how often it was answered."""
    for times in range(50):
        try:
            await player.ask(method, path, body)
        except Refused as refused:
            return times, refused
    raise AssertionError("never refused")


async def test_steps_are_charged_by_the_events_replayed(open_house: Open) -> None:
    house = await open_house(lines_a_minute=2000)
    ada, table = await imported(house, "Ada", 300)
    for _ in range(100):
        await ada.ask("GET", f"/api/tables/{table}/steps?first=3&count=1")
    pages, refused = await until_refused(ada, "GET", f"/api/tables/{table}/steps?count=300")
    assert 2 < pages < 8
    assert (refused.status, refused.code) == (429, "server.too_many")
    answer = await ada.http.get(f"/api/tables/{table}/steps?count=300")
    assert int(answer.headers["retry-after"]) > 0
    assert len((await ada.ask("GET", f"/api/tables/{table}/view"))["views"]) == 2, "the rest goes on"
    bo = await house.player("Bo")
    assert await bo.ask("GET", f"/api/tables/{table}/steps?count=300"), "a neighbour has a share of their own"


async def test_all_guests_of_one_address_have_three_shares_together(open_house: Open) -> None:
    house = await open_house(lines_a_minute=400)
    _, table = await imported(house, "Ada", 250)
    pages = 0
    for number in range(8):
        guest = await house.player(f"E{number}")
        if (await guest.http.get(f"/api/tables/{table}/steps?count=300")).status_code == 200:
            pages += 1
    assert 2 <= pages <= 6


async def test_a_page_that_ends_early_is_charged_for_what_it_holds(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "MAX_PAGE", 2000)
    house = await open_house(lines_a_minute=3000)
    ada, table = await imported(house, "Ada", 300)
    first, count = 0, 1
    while first < count:
        page = await ada.ask("GET", f"/api/tables/{table}/steps?first={first}&count=400")
        first, count = first + len(page["steps"]), page["count"]
    assert first == count


@pytest.mark.parametrize(
    ("method", "path", "times"),
    [("GET", "record", 20), ("GET", "study?step=3", 20), ("POST", "/api/records", 3)],
)
async def test_records_are_charged_too(open_house: Open, method: str, path: str, times: int) -> None:
    house = await open_house(lines_a_minute=300)
    ada, table = await imported(house, "Ada", 250)
    where = path if path.startswith("/") else f"/api/tables/{table}/{path}"
    done, refused = await until_refused(ada, method, where, long_record(250) if method == "POST" else None)
    assert refused.status == 429
    assert 0 < done < times


async def test_a_new_name_reaches_every_table_and_loads_none(open_house: Open) -> None:
    house = await open_house()
    ada, bo = await house.player("Ada"), await house.player("Bo")
    tables = [(await ada.table(ME, OPEN, public=True))["id"] for _ in range(30)]
    cache = house.services.tables.cache
    cache._loaded.clear()
    async with bo.live(tables[0]) as live:
        await live.next("table")
        await ada.ask("PUT", "/api/me", {"name": "Zoe"})
        heard = await live.next("lobby", "table")
        assert "Zoe" in str(heard)
    assert set(cache._loaded) == {tables[0]}
    listed = (await bo.ask("GET", "/api/tables"))["tables"]
    assert {one["seats"][0]["name"] for one in listed} == {"Zoe"}
    for table in tables:
        assert (await ada.info(table))["seats"][0]["name"] == "Zoe"


async def test_a_new_name_at_many_tables_is_charged(open_house: Open) -> None:
    house = await open_house(lines_a_minute=3000)
    ada = await house.player("Ada")
    for _ in range(10):
        await ada.table(ME, OPEN)
    done, refused = await until_refused(ada, "PUT", "/api/me", {"name": "Eve"})
    assert 2 < done < 8
    assert (refused.status, refused.code) == (429, "server.too_many")


async def test_an_import_is_stored_on_both_databases_as_it_was_sent(any_house: House) -> None:
    ada, table = await imported(any_house, "Ada", 700)
    record = await ada.ask("GET", f"/api/tables/{table}/record")
    assert record["log"] == long_record(700)["log"]
    any_house.services.tables.cache._loaded.clear()
    assert (await ada.ask("GET", f"/api/tables/{table}/record")) == record


async def test_metrics_name_the_handlers_that_hold_the_loop_and_its_lag(house: House) -> None:
    ada, table = await imported(house, "Ada", 50)
    await ada.ask("GET", f"/api/tables/{table}/steps")
    async with ada.live(table) as live:
        await live.do("ping")
    async for _ in looks_async("a look at the lag"):
        told = (await ada.http.get("/metrics")).text
        if float(told.partition("\nludotheque_loop_lag_seconds_count ")[2].split()[0]) > 0:
            break
    for handler in ("web.tables.MatchController.steps", "web.sockets.live"):
        for name in ("loop_seconds_total", "longest_seconds"):
            assert f'ludotheque_handler_{name}{{handler="{handler}"}}' in told
