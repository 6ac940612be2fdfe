"""One hostile guest does not stop the bots, the clocks or the tables of others."""

import asyncio
import errno
import multiprocessing
import sqlite3
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from ludotheque import Table
from ludotheque.bots import bot as bot_of
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.game import Position
from ludotheque.core.refusal import NotAllowed
from ludotheque.games.exxtra.moves import Throw
from ludotheque.host import analyses, scheduler
from ludotheque.host import cache as tables_in_memory
from ludotheque.host.analyses import Analyses
from ludotheque.host.logger import NAME, Said
from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.thinkers import Moved, ThoughtFailed
from ludotheque.host.thinking import in_time, perform
from ludotheque.server.work import pool
from ludotheque.server.work.pool import (
    FULL_THOUGHT,
    LEAST,
    ROUND,
    UNDER_WAY,
    CannotStart,
    GivenUp,
    Worker,
    WorkerPool,
)
from ludotheque.server.work.queue import LEASE, Kind, Request, ThoughtQueue
from ludotheque.table.analysis import Thought
from ludotheque.table.check import random_choice
from tests.patience import HANG, LOOK, looks_async
from tests.server.conftest import House
from tests.server.player import ME, Player, Refused, bot, friend, here

pytestmark = pytest.mark.anyio


class Here(Worker):
    """Thinks in the process of the test, and remembers about what."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[Request] = []
        self.stopped = 0

    def start(self) -> asyncio.Future[int]:
        running: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        running.set_result(0)
        return running

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        self.begun.append(request)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        try:
            answer.set_result(perform(request.work, request.args, Thought(seconds)))
        except Exception as error:
            answer.set_exception(error)
        return answer

    def stop(self) -> None:
        self.stopped += 1


class Lost(Here):
    """Never comes to an end with a bot's move."""

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        if request.work == "choose":
            self.begun.append(request)
            return asyncio.get_running_loop().create_future()
        return super().begin(request, seconds)


class Starting(Here):
    """Takes as long to come up as the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.up: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def start(self) -> asyncio.Future[int]:
        return self.up


class Dying(Here):
    """Dies over every thought."""

    def begin(self, request: Request, seconds: float) -> asyncio.Future[bytes]:
        self.begun.append(request)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        answer.set_exception(BrokenProcessPool())
        return answer


class Short(Here):
    """Can't be started for a while: the machine has no process, file or memory left for it."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def start(self) -> asyncio.Future[int]:
        self.times -= 1
        if self.times >= 0:
            raise CannotStart("Resource temporarily unavailable")
        return super().start()


def never_ready() -> None:
    """What a worker prepares that hangs at its start."""
    time.sleep(10 * HANG)


def record_of(seats: int, seed: int) -> dict[str, Any]:
    table, rng = Table("exxtra", seats=seats, seed=seed), seeded(seed)
    while table.result is None:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
    return table.record()


VIEW = Table("exxtra", seats=2, chance=[{"starter": 0}, [7, 6]]).position.view(0)


async def until(what: Any) -> None:
    async with asyncio.timeout(HANG):
        while not what():
            await asyncio.sleep(LOOK)


async def test_analyses_of_one_guest_do_not_hold_up_a_strangers_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.host.thinking.PART", 0.0)
    worker = Here()
    workers = WorkerPool(1, lambda: worker)
    records = [msgspec.json.encode(record_of(2, seed)) for seed in range(6)]

    async def analyse(number: int) -> None:
        following: int | None = 0
        while following is not None:
            part = await workers.judge(records[number], following, person=f"hog{number}", table="t")
            following = part.following

    guests = [asyncio.create_task(analyse(number)) for number in range(6)]
    await until(lambda: len(worker.begun) > 3)
    before = len(worker.begun)
    await workers.move("exxtra", "cautious", VIEW, 0, person="stranger", table="s")
    between = [request.work for request in worker.begun[before:]]
    assert between.count("judge") <= 2, "the one under way, and one that was just handed out"
    for guest in guests:
        guest.cancel()
    await asyncio.gather(*guests, return_exceptions=True)
    assert all(not workers.queue.waiting(kind) for kind in Kind), "nobody waits any more"
    workers.close()


async def test_a_bot_that_takes_too_long_makes_a_quick_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pool.TIMES, "choose", 0.02)
    monkeypatch.setattr(pool, "RENEWAL", 0.01)
    worker = Lost()
    workers = WorkerPool(1, lambda: worker)
    moved = await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")
    assert moved.hurried
    assert worker.stopped == 1, "whoever thought too long is replaced"
    assert [request.work for request in worker.begun] == ["choose"], "a quick move needs no worker"
    workers.close()


async def test_a_bot_whose_worker_dies_again_and_again_makes_a_quick_move() -> None:
    worker = Dying()
    workers = WorkerPool(1, lambda: worker)
    assert (await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")).hurried
    assert len(worker.begun) == worker.stopped == pool.STARTS
    workers.close()


@pytest.mark.parametrize("times", [1, pool.STARTS])
async def test_a_bot_whose_worker_cannot_be_started_moves_all_the_same(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "RENEWAL", 0.01)
    workers = WorkerPool(1, lambda: Short(times))
    moved = await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")
    assert moved.hurried == (times == pool.STARTS), "at the second try there was room"
    workers.close()


@pytest.mark.parametrize(
    ("part", "short"),
    [
        ("_spawn_process", BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")),
        ("_start_executor_manager_thread", RuntimeError("can't start new thread")),
    ],
)
async def test_a_real_worker_starts_once_the_machine_has_room_for_it(
    part: str, short: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise short

    before = multiprocessing.active_children()
    monkeypatch.setattr(pool, "RENEWAL", 0.01)
    monkeypatch.setattr(ProcessPoolExecutor, part, refuse)
    workers = WorkerPool(1)
    assert (await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")).hurried
    await until(lambda: set(multiprocessing.active_children()) <= set(before))
    monkeypatch.undo()
    assert not (await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")).hurried
    workers.close()


async def test_a_real_worker_that_does_not_come_up_is_killed_and_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "prepare", never_ready)
    monkeypatch.setattr(pool, "START", 0.02)
    monkeypatch.setattr(pool, "RENEWAL", 0.01)
    before = multiprocessing.active_children()
    workers = WorkerPool(1)
    position = Table("exxtra", seats=2, chance=[{"starter": 0}]).position
    position.play(0, Throw())
    with pytest.raises(GivenUp):
        await workers.simulate(position, person="ada", table="t")
    assert (await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")).hurried
    await until(lambda: set(multiprocessing.active_children()) <= set(before))
    monkeypatch.undo()
    assert await workers.simulate(position, person="ada", table="t"), "the next one comes up"
    workers.close()


async def test_a_worker_that_comes_up_slowly_keeps_what_it_has_claimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "RENEWAL", LOOK)
    monkeypatch.setattr(pool, "START", HANG)
    now = [0.0]
    worker = Starting()
    workers = WorkerPool(1, lambda: worker)
    workers.queue = ThoughtQueue(lambda: now[0])
    thought = asyncio.create_task(workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t"))
    await until(lambda: workers.queue._claimed)
    for _ in range(4):
        now[0] += LEASE / 2
        before = dict(workers.queue._claimed)
        await until(lambda before=before: workers.queue._claimed != before)
        assert workers.queue.claim() is None, "nobody else gets it"
    worker.up.set_result(0)
    assert not (await thought).hurried
    assert len(worker.begun) == 1
    workers.close()


async def test_a_flick_does_not_wait_for_the_long_thoughts_of_bots() -> None:
    workers = WorkerPool(2, Lost)
    lost = [
        asyncio.create_task(workers.move("exxtra", "cautious", VIEW, 0, person=one, table=one))
        for one in ("ada", "bo", "cy")
    ]
    await until(lambda: workers.queue.waiting(Kind.MOVE) == 1)
    position = Table("exxtra", seats=2, chance=[{"starter": 0}]).position
    position.play(0, Throw())
    async with asyncio.timeout(HANG):
        assert len(await workers.simulate(position, person="dee", table="t")) == 2  # type: ignore[arg-type]
    assert not any(task.done() for task in lost), "nobody else has moved"
    workers.close()
    await asyncio.gather(*lost, return_exceptions=True)


async def test_a_real_worker_is_killed_and_another_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = WorkerPool(1)
    await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")
    monkeypatch.setitem(pool.TIMES, "choose", 0.0)
    with capture_logs() as logs:
        assert (await workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t")).hurried
    assert [entry["event"] for entry in logs] == ["a bot's search failed; it makes a quick move"]
    workers.close()


async def test_a_thought_that_nobody_waits_for_frees_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "RENEWAL", 0.01)
    worker = Lost()
    workers = WorkerPool(1, lambda: worker)
    vain = asyncio.create_task(workers.move("exxtra", "cautious", VIEW, 0, person="ada", table="t"))
    await until(lambda: worker.begun)
    vain.cancel()
    await until(lambda: worker.stopped == 1)
    with pytest.raises(asyncio.CancelledError):
        await vain
    workers.close()


def test_only_the_top_levels_think_shorter_when_the_house_is_full() -> None:
    workers = WorkerPool(2)
    request = Request(1, Kind.MOVE, "ada", "t", "choose", ())
    full, hurried = in_time(bot_of("targi", "expert"), Thought(workers.seconds_for(request)))
    assert isinstance(full, SearchBot)
    assert (full.search.seconds, hurried) == (FULL_THOUGHT, False)

    async def fill() -> None:
        for number in range(250):
            workers.queue.put(Kind.MOVE, f"p{number}", "t", "choose", ())

    asyncio.run(fill())
    share = workers.seconds_for(request)
    assert share >= LEAST
    assert share * 251 / 2 == pytest.approx(ROUND), "all who wait have had their turn in a round"
    for game, level in (("targi", "expert"), ("touche", "expert")):
        short, hurried = in_time(bot_of(game, level), Thought(share))
        assert isinstance(short, SearchBot)
        assert (short.search.seconds, hurried) == (share, True)
    for game, level in (
        ("targi", "strong"),
        ("targi", "master"),
        ("touche", "strong"),
        ("exxtra", "perfect"),
    ):
        known = bot_of(game, level)
        same, hurried = in_time(known, Thought(share))
        assert not hurried
        if isinstance(same, SearchBot) and isinstance(known, SearchBot):
            assert same.search == known.search


async def test_an_analysis_is_given_up_when_nobody_asks_and_goes_on_when_somebody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludotheque.host.thinking.PART", 0.0)
    monkeypatch.setattr(analyses, "ANSWER", 0.0)
    now = [0.0]
    worker = Here()
    workers = WorkerPool(1, lambda: worker)
    kept = Analyses(workers, lambda: now[0])
    record = record_of(2, 5)

    async def written() -> bytes:
        return msgspec.json.encode(record)

    state = await kept.of("t", 1, written, "ada")
    assert state.analysis is None
    await until(lambda: len(worker.begun) > 2)
    now[0] += analyses.FORGOTTEN + 1
    await until(lambda: not workers.queue.waiting(Kind.ANALYSIS) and not kept._known["t", 1].running)
    done = len(worker.begun)
    state = await kept.of("t", 1, written, "ada")
    assert (state.analysis, state.step) == (None, done), "what was known is not thought again"
    assert state.steps == len(record["log"])
    async with asyncio.timeout(HANG):
        while state.analysis is None:
            state = await kept.of("t", 1, written, "ada")
    assert len(worker.begun) == len(record["log"]) + 1
    for number in range(UNDER_WAY[Kind.ANALYSIS]):
        await kept.of(f"more{number}", 1, written, "ada")
    with pytest.raises(TooManyRequests) as refused:
        await kept.of("too many", 1, written, "ada")
    assert refused.value.code == "server.too_many_thoughts"
    await kept.of("others", 1, written, "bo")
    await kept.close()
    workers.close()


class Slow:
    """Stands in for the workers: moves come when the test lets them."""

    def __init__(self, house: House) -> None:
        self.asked = 0
        self.go_on = asyncio.Semaphore(0)
        self.fault: Exception | None = None
        self._move = house.services.workers.move
        house.services.workers.move = self.move  # type: ignore[method-assign]

    async def move(self, *args: Any, **more: Any) -> Moved:
        self.asked += 1
        if self.fault is not None:
            raise self.fault
        await self.go_on.acquire()
        return await self._move(*args, **more)


def starter(house: House, seat: int) -> None:
    async def draw(position: Position) -> Any:
        return {"starter": seat} if position.to_json()["starter"] is None else position.draw(seeded(1))  # type: ignore[index,call-overload]

    house.services.tables.draw = draw


async def with_bot(house: House, **more: Any) -> tuple[Player, Player, str]:
    """Seat 0 is a bot and begins."""
    ada, bo = await house.player("Ada"), await house.player("Bo")
    starter(house, 0)
    table = await ada.table(bot("cautious"), ME, friend(), **more)
    await bo.take(table["seats"][2]["invite"])
    return ada, bo, table["id"]


async def test_a_third_player_who_comes_and_goes_does_not_keep_a_bot_from_moving(house: House) -> None:
    slow = Slow(house)
    _, bo, table = await with_bot(house)
    await until(lambda: slow.asked == 1)
    for _ in range(8):
        await bo.do(table, "leave", seat=2)
        await bo.do(table, "return", seat=2)
    before = (await bo.info(table))["version"]
    slow.go_on.release()
    async with asyncio.timeout(HANG):
        while (await bo.info(table))["version"] == before:
            await asyncio.sleep(LOOK)
    names = [event["name"] for event in (await bo.view(table, before))["views"][0]["events"]]
    assert names[0] == "exxtra.throw", "the one thought that was let through has been played"


async def test_leaving_and_returning_does_not_wind_the_clock_up(house: House) -> None:
    slow = Slow(house)
    starter(house, 0)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), clock={"seconds": 60})
    await bo.take(table["seats"][1]["invite"])
    clock = (await ada.info(table["id"]))["clock"]["deadlines"]
    house.clock.forward(40)
    await ada.do(table["id"], "leave", seat=0)
    await ada.do(table["id"], "return", seat=0)
    assert (await ada.info(table["id"]))["clock"]["deadlines"] == clock
    assert slow.asked <= 1


async def test_taking_back_alone_does_not_wind_the_clock_up(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), game="targi", clock={"seconds": 60})
    await bo.take(table["seats"][1]["invite"])
    seat = (await ada.info(table["id"]))["actors"][0]
    mover = (ada, bo)[seat]
    taken_back = 0
    while not taken_back:
        clock = (await mover.info(table["id"]))["clock"]["deadlines"]
        view = await mover.view(table["id"])
        house.clock.forward(10)
        await mover.play(table["id"], seat, view["views"][0]["moves"][0]["move"])
        view = await mover.view(table["id"])
        if view["views"][0]["undo"] == "now":
            await mover.do(table["id"], "undo", seat=seat, version=view["version"])
            taken_back += 1
            assert (await mover.info(table["id"]))["clock"]["deadlines"] == clock
        else:
            seat = view["info"]["actors"][0]
            mover = (ada, bo)[seat]


async def test_a_table_whose_bot_fails_is_set_aside_with_one_line(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "RETRY", 0.0)
    slow = Slow(house)
    slow.fault = ThoughtFailed("KeyError at rules.py:7")
    ada, bo, table = await with_bot(house)
    async with asyncio.timeout(HANG):
        while not (await ada.info(table))["stopped"]:
            await asyncio.sleep(LOOK)
    lines = [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]
    said = [cast("Said", line.msg) for line in lines if line.name == NAME]
    assert [(one.event, one.fields["fault"]) for one in said] == [
        ("a table is set aside", "KeyError at rules.py:7")
    ]
    assert slow.asked == scheduler.TRIES
    assert (await bo.view(table))["views"][0]["events"][-1]["name"] == "server.stopped"
    await bo.do(table, "leave", seat=2)
    await bo.do(table, "return", seat=2)
    assert slow.asked == scheduler.TRIES, "it is not asked any more"
    found = await house.services.repository.look(table)
    assert found is not None
    assert found[0].due is None, "nor after a restart"
    await bo.do(table, "resign", seat=2)
    await ada.do(table, "resign", seat=1)
    assert (await ada.info(table))["state"] == "finished", "its people can still end it"


async def test_a_table_that_nobody_wakes_is_found(house: House) -> None:
    house.services.tables.on_change = lambda _: None
    slow = Slow(house)
    await with_bot(house)
    assert slow.asked == 0
    await house.services.scheduler._scan()
    await until(lambda: slow.asked)


async def test_a_process_alone_finds_all_tables_with_one_look(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SCANNED", 1)
    house.services.tables.on_change = lambda _: None
    slow = Slow(house)
    ada = await house.player("Ada")
    starter(house, 0)
    for _ in range(3):
        await ada.table(bot("cautious"), ME)
    await house.services.scheduler._scan()
    await until(lambda: slow.asked == 3)


async def test_a_table_that_failed_rests_until_it_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY", HANG)
    slow = Slow(house)
    slow.fault = ThoughtFailed("KeyError at rules.py:7")
    _, _, table = await with_bot(house)
    await until(lambda: table in house.services.scheduler._resting)
    for _ in range(3):
        await house.services.scheduler._scan()
        await asyncio.sleep(LOOK)
    assert slow.asked == 1


async def test_a_table_where_no_bot_can_play_is_left_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "stand_in", lambda _: None)
    ada = await house.player("Ada")
    starter(house, 0)
    table = (await ada.table(ME, here("Bo"), clock={"seconds": 60}))["id"]
    house.clock.forward(100)
    looked = 0
    look = house.services.scheduler.look

    async def count(table: str) -> None:
        nonlocal looked
        looked += 1
        await look(table)

    monkeypatch.setattr(house.services.scheduler, "look", count)
    await house.services.scheduler._scan()
    await until(lambda: table in house.services.scheduler._idle)
    for _ in range(3):
        await house.services.scheduler._scan()
        await asyncio.sleep(LOOK)
    assert looked == 1


async def test_a_thought_that_is_cancelled_in_vain_is_thought_again(house: House) -> None:
    slow = Slow(house)
    ada, _, table = await with_bot(house)
    await until(lambda: slow.asked == 1)
    house.services.scheduler._thoughts[table].task.cancel()
    await until(lambda: slow.asked == 2)
    slow.go_on.release()
    before = (await ada.info(table))["version"]
    async for _ in looks_async("the bot"):
        if (await ada.info(table))["version"] != before:
            break


async def test_a_table_whose_bot_is_refused_is_set_aside_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY", 0.0)
    slow = Slow(house)
    slow.fault = NotAllowed("core.not_allowed")
    ada, _, table = await with_bot(house)
    async with asyncio.timeout(HANG):
        while not (await ada.info(table))["stopped"]:
            await asyncio.sleep(LOOK)
    assert slow.asked == scheduler.TRIES


async def test_a_table_that_can_not_even_be_set_aside_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY", 0.0)
    monkeypatch.setattr(scheduler, "LATER", 0.0)
    tables = house.services.tables
    failed = 0

    async def full(*_: object) -> None:
        nonlocal failed
        failed += 1
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(tables, "play_for", full)
    monkeypatch.setattr(tables, "stop_bots", full)
    ada, _, table = await with_bot(house)
    before = (await ada.info(table))["version"]
    await until(lambda: failed > 2 * (scheduler.TRIES + 1))
    monkeypatch.undo()
    async with asyncio.timeout(HANG):
        while (await ada.info(table))["version"] == before:
            await asyncio.sleep(LOOK)
    assert not (await ada.info(table))["stopped"]


async def test_a_table_is_loaded_once_though_the_first_to_load_it_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, table = await with_bot(house)
    cache = house.services.tables.cache
    async with cache.locked(table) as loaded:
        cache.forget(loaded)
    at_it, most, looks = 0, 0, 0
    go_on = asyncio.Event()

    async def look(name: str) -> Any:
        nonlocal at_it, most, looks
        at_it, looks = at_it + 1, looks + 1
        most = max(most, at_it)
        try:
            if looks == 1:
                await go_on.wait()
                raise ConnectionError
            await asyncio.sleep(LOOK)
            return await type(house.services.repository).look(house.services.repository, name)
        finally:
            at_it -= 1

    monkeypatch.setattr(house.services.repository, "look", look)
    first, second = (asyncio.create_task(cache.look(table)) for _ in range(2))
    await until(lambda: looks == 1)
    go_on.set()
    await until(lambda: looks == 2)
    third = asyncio.create_task(cache.look(table))
    with pytest.raises(ConnectionError):
        await first
    assert await second is await third
    assert most == 1


async def test_tables_where_nobody_is_leave_the_memory_and_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_in_memory, "KEPT_LINES", 200)
    monkeypatch.setattr(tables_in_memory, "LOOK_EVERY", 1)
    ada = await house.player("Ada")
    cache = house.services.tables.cache
    attended = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(attended) as live:
        await live.next("table")
        left = [(await ada.table(ME, here("Bo")))["id"] for _ in range(30)]
        assert attended in cache._loaded
        assert left[-1] in cache._loaded
        assert sum(loaded.size for loaded in cache._loaded.values()) <= 200 + 3 * tables_in_memory.BARE
        assert left[0] not in cache._loaded
    assert (await ada.info(left[0]))["state"] == "running"
    assert left[0] in cache._loaded


async def test_a_table_says_that_its_bots_think_shorter(house: House) -> None:
    slow = Slow(house)

    async def hurried(*args: Any, **more: Any) -> Moved:
        return msgspec.structs.replace(await slow._move(*args, **more), hurried=True)

    house.services.workers.move = hurried  # type: ignore[method-assign]
    ada, _, table = await with_bot(house)
    async with ada.live(table) as live:
        message = await live.next("table", "lobby")
        while not message["info"]["hurried"]:
            message = await live.next("table", "lobby")


async def test_hints_are_bounded_by_person(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UNDER_WAY, Kind.HINT, 0)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), hints=True)
    await bo.take(table["seats"][1]["invite"])
    seat = (await ada.info(table["id"]))["actors"][0]
    with pytest.raises(Refused) as refused:
        await (ada, bo)[seat].ask("GET", f"/api/tables/{table['id']}/hint?seat={seat}")
    assert (refused.value.status, refused.value.code) == (429, "server.too_many_thoughts")
