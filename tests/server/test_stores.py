"""One contract for every store of tables: in memory, in SQLite and in PostgreSQL."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
import pytest

from ludotheque.core.events import Event
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.host.memory import MemoryStore
from ludotheque.host.rows import ChatRow, SeatRow, Summary, TableRow
from ludotheque.host.store import (
    AN_OWNER,
    CHAT_KEPT,
    CHAT_SHOWN,
    LEASE,
    PAGE,
    TABLE_BYTES,
    Due,
    LeaseStore,
    LessonStore,
    LogStore,
    Overtaken,
    Owned,
    TableStore,
    bytes_of,
)
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.leases import LeaseRepository
from ludotheque.server.storage.lessons import LessonRepository
from ludotheque.server.storage.tables import TableRepository
from ludotheque.table.line import Line

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)


class Stores(NamedTuple):
    """The parts of a store, and a way to get ids of people."""

    tables: TableStore
    log: LogStore
    leases: Callable[[str], LeaseStore]
    lessons: LessonStore
    person: Callable[[str], Awaitable[str]]


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def stores(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    if request.param == "memory":
        memory = MemoryStore()

        async def named(name: str) -> str:
            return name

        yield Stores(memory, memory, memory.beside, memory, named)
        return
    fixture = "sqlite" if request.param == "sqlite" else "postgres_database"
    database = Database(request.getfixturevalue(fixture))
    await database.open()
    log, people = EventLog(database), PeopleRepository(database)

    async def created(name: str) -> str:
        return (await people.create(name, NOW)).id

    yield Stores(
        TableRepository(database),
        log,
        lambda process: LeaseRepository(database, process),
        LessonRepository(database),
        created,
    )
    await log.close()
    await database.close()


def table(name: str, owner: str | None, **more: object) -> TableRow:
    values: dict[str, object] = {
        "id": name, "game": "exxtra", "title": "Round", "options": {"to": 3}, "owner": owner, "public": True,
        "spectators": True, "chat": True, "hints": True, "study": False, "seconds": None, "state": "running",
        "created": NOW, "changed": NOW, **more,
    }  # fmt: skip
    return TableRow(**values)  # type: ignore[arg-type]


def seat(at: str, number: int, **more: object) -> SeatRow:
    values: dict[str, object] = {"table": at, "seat": number, "kind": "open", "name": "", **more}
    return SeatRow(**values)  # type: ignore[arg-type]


def line(number: int, **more: object) -> Line:
    values: dict[str, object] = {
        "number": number, "seat": None, "kind": "chance", "body": {"outcome": [7, "X"]}, "at": NOW, **more
    }  # fmt: skip
    return Line(**values)  # type: ignore[arg-type]


def gone_on(row: TableRow, lines: int, **more: object) -> TableRow:
    return msgspec.structs.replace(row, version=row.version + lines, changed=LATER, **more)


async def test_a_table_is_found_as_it_was_created(stores: Stores) -> None:
    ada = await stores.person("ada")
    row = table("t", ada, start={"pawns": [1, 2]}, seconds=60, summary=Summary(actors=(1,)), due=LATER)
    seats = [seat("t", 0, kind="person", name="Ada", person=ada), seat("t", 1, kind="bot", level="casual")]
    await stores.tables.create(row, seats)
    assert await stores.tables.table("t") == (row, seats)
    assert await stores.tables.look("t") == (row, seats, 0)
    assert await stores.tables.several(["t", "u"]) == [(row, seats)]
    assert await stores.tables.table("u") is None
    assert await stores.tables.look("u") is None


async def test_changes_are_the_table_as_it_is_and_its_new_lines(stores: Stores) -> None:
    ada = await stores.person("ada")
    row = table("t", ada, start={"pawns": [1, 2]}, seconds=60, due=LATER, state="running")
    seats = [seat("t", 0, kind="person", name="Ada", person=ada), seat("t", 1, kind="bot", level="casual")]
    await stores.tables.create(row, seats)
    assert await stores.tables.changes("t", 0, 5) == (row, seats, 0, [])
    lines = [
        line(1, rules=2, position={"pawns": [1, 2], "name": "Élan 🎲"}),
        line(2, client="ada:1", seat=0, kind="move"),
        line(3),
    ]
    now = gone_on(row, 3, summary=Summary(actors=(1,), deadlines={"1": LATER}), due=None)
    await stores.log.append(now, lines)
    await stores.tables.say("t", ChatRow(number=0, person=ada, name="Ada", seat=0, text="Hello", at=NOW))
    assert await stores.tables.changes("t", 0, 5) == (now, seats, 1, lines)
    assert await stores.tables.changes("t", 1, 5) == (now, seats, 1, lines[1:])
    assert await stores.tables.changes("t", 0, 2) == (now, seats, 1, lines[:2])
    assert await stores.tables.changes("t", 3, 5) == (now, seats, 1, [])
    assert await stores.tables.changes("u", 0, 5) is None


async def test_a_table_comes_with_the_log_it_brings(stores: Stores) -> None:
    lines = [line(1, rules=2, position={"pawns": [1, 2]}), line(2, client="ada:1", seat=0, kind="move")]
    await stores.tables.create(table("t", None, version=2), [seat("t", 0)], lines, 1234)
    assert await stores.log.read("t") == lines


async def test_lines_are_appended_with_the_progress_of_their_table(stores: Stores) -> None:
    row = table("t", None)
    await stores.tables.create(row, [seat("t", 0)])
    first = gone_on(row, 2, summary=Summary(actors=(0,)), due=LATER)
    assert not await stores.log.append(first, [line(1), line(2)])
    assert await stores.tables.look("t") == (first, [seat("t", 0)], 0)
    second = gone_on(first, 1, state="finished", due=None)
    await stores.log.append(second, [line(3)])
    assert await stores.log.read("t") == [line(1), line(2), line(3)]
    assert await stores.log.read("t", 1, 2) == [line(2)]
    assert await stores.log.read("t", 3, 3) == []
    assert await stores.log.read("nothing") == []


async def test_the_events_of_a_line_are_not_stored(stores: Stores) -> None:
    row, told = table("t", None), (Event(name="exxtra.throw", seat=0),)
    await stores.tables.create(table("u", None, version=1), [seat("u", 0)], [line(1, events=told)])
    await stores.tables.create(row, [seat("t", 0)])
    await stores.log.append(gone_on(row, 1), [line(1, events=told)])
    assert await stores.log.read("t") == await stores.log.read("u") == [line(1)]


async def test_a_log_goes_on_once_from_each_version(stores: Stores) -> None:
    row = table("t", None)
    await stores.tables.create(row, [seat("t", 0)])
    await stores.log.append(gone_on(row, 1), [line(1)])
    with pytest.raises(Overtaken):
        await stores.log.append(gone_on(row, 1), [line(1, body={"outcome": "another"})])
    with pytest.raises(Overtaken):
        await stores.log.append(gone_on(table("missing", None), 1), [line(1)])
    assert await stores.log.read("t") == [line(1)]


async def test_a_table_may_start_without_a_line(stores: Stores) -> None:
    row = table("t", None, state="waiting")
    await stores.tables.create(row, [seat("t", 0)])
    started = gone_on(row, 0, state="running")
    await stores.log.append(started, [])
    assert await stores.tables.table("t") == (started, [seat("t", 0)])
    await stores.log.append(gone_on(started, 1), [line(1)])
    with pytest.raises(Overtaken):
        await stores.log.append(started, [])


@pytest.mark.parametrize("lines", [0, 1])
async def test_a_match_begins_if_its_table_is_as_it_was(stores: Stores, lines: int) -> None:
    row = table("t", None, state="waiting")
    await stores.tables.create(row, [seat("t", 0)])
    left = msgspec.structs.replace(row, changed=NOW + timedelta(seconds=1))
    await stores.tables.save(left, [seat("t", 0)], NOW)
    first = [line(number) for number in range(1, lines + 1)]
    started = gone_on(row, lines, state="running")
    with pytest.raises(Overtaken):
        await stores.log.append(started, first, row.changed)
    found = await stores.tables.table("t")
    assert found is not None
    assert (found[0], await stores.log.read("t")) == (left, [])
    await stores.log.append(started, first, left.changed)
    found = await stores.tables.table("t")
    assert found is not None
    assert (found[0], len(await stores.log.read("t"))) == (started, lines)


async def test_seats_are_saved_if_the_table_is_as_it_was(stores: Stores) -> None:
    bo = await stores.person("bo")
    row = table("t", None, state="waiting")
    await stores.tables.create(row, [seat("t", 0), seat("t", 1)])
    taken = seat("t", 1, kind="person", name="Bo", person=bo, invitation=1)
    changed = msgspec.structs.replace(row, changed=LATER, title="Other")
    await stores.tables.save(changed, [taken], NOW)
    assert await stores.tables.table("t") == (changed, [seat("t", 0), taken])
    with pytest.raises(Overtaken):
        await stores.tables.save(changed, [seat("t", 1)], NOW)


async def test_a_save_keeps_what_others_may_set_meanwhile(stores: Stores) -> None:
    row = table("t", None, state="finished")
    await stores.tables.create(row, [seat("t", 0)])
    await stores.tables.create(table("again", None, rematch_of="t"), [seat("again", 0)])
    await stores.tables.open("t", LATER)
    await stores.tables.save(msgspec.structs.replace(row, changed=LATER), [], NOW)
    found = await stores.tables.table("t")
    assert found is not None
    assert (found[0].rematch, found[0].opened) == ("again", LATER)


async def test_a_match_has_one_rematch(stores: Stores) -> None:
    await stores.tables.create(table("t", None, state="finished"), [seat("t", 0)])
    await stores.tables.create(table("again", None, rematch_of="t"), [seat("again", 0)])
    with pytest.raises(Overtaken):
        await stores.tables.create(table("too", None, rematch_of="t"), [seat("too", 0)])
    assert await stores.tables.table("too") is None


async def test_a_removed_table_takes_all_with_it(stores: Stores) -> None:
    ada = await stores.person("ada")
    await stores.tables.create(table("t", ada, version=1), [seat("t", 0)], [line(1)])
    await stores.tables.say("t", ChatRow(number=0, person=ada, name="Ada", seat=0, text="Hello", at=NOW))
    await stores.tables.remove("t")
    await stores.tables.remove("t")
    assert await stores.tables.look("t") is None
    assert await stores.log.read("t") == []
    assert await stores.tables.chat("t") == []
    assert await stores.tables.owned(ada) == Owned(0, 0, 0)


async def test_lists_show_the_newest_change_first_page_by_page(stores: Stores) -> None:
    ada = await stores.person("ada")
    for number in range(PAGE + 2):
        at = NOW + timedelta(seconds=number // 2)
        state = "finished" if number == 5 else "waiting"
        row = table(f"t{number:02}", ada, changed=at, state=state, public=number != 6)
        await stores.tables.create(row, [seat(row.id, 0)])
    for listed in (stores.tables.of_person(ada, None, None), stores.tables.public(None, None, None)):
        first, more = await listed
        assert more is not None
        assert [row.id for row, _ in first[:3]] == ["t31", "t30", "t29"]
    rest, end = await stores.tables.public("exxtra", None, more)
    assert end is None
    assert [row.id for row, _ in rest] == ["t00"]
    waiting, _ = await stores.tables.public("exxtra", "waiting", None)
    assert "t05" not in {row.id for row, _ in waiting}
    assert await stores.tables.public("targi", None, None) == ([], None)
    with pytest.raises(Unreadable):
        await stores.tables.public(None, None, "nonsense")


async def test_open_tables_are_a_few_of_each_owner(stores: Stores) -> None:
    ada, bo = await stores.person("ada"), await stores.person("bo")
    for number in range(AN_OWNER + 2):
        at = NOW + timedelta(seconds=number)
        await stores.tables.create(
            table(f"w{number}", ada, state="waiting", changed=at), [seat(f"w{number}", 0)]
        )
        await stores.tables.create(table(f"r{number}", ada, changed=at), [seat(f"r{number}", 0)])
    full = seat("full", 0, kind="friend")
    await stores.tables.create(table("full", bo, state="waiting"), [full])
    await stores.tables.create(table("bo", bo, state="waiting", game="touche"), [seat("bo", 0)])
    await stores.tables.create(table("closed", bo, state="waiting", public=False), [seat("closed", 0)])
    joinable, running = await stores.tables.open_tables(None)
    assert [row.id for row, _ in joinable] == ["w4", "w3", "w2", "bo"]
    assert [row.id for row, _ in running] == ["r4", "r3", "r2"]
    joinable, running = await stores.tables.open_tables("touche")
    assert [row.id for row, _ in joinable + running] == ["bo"]


async def test_what_a_person_has_is_counted(stores: Stores) -> None:
    ada, bo = await stores.person("ada"), await stores.person("bo")
    mine = table("t", ada, hints=False)
    await stores.tables.create(mine, [seat("t", 0, person=ada), seat("t", 1, person=bo)], size=TABLE_BYTES)
    await stores.tables.create(table("over", ada, state="finished", version=7), [seat("over", 0)], size=50)
    await stores.tables.create(table("private", ada, public=False, hints=False), [seat("private", 0)])
    await stores.log.append(gone_on(mine, 2), [line(1), line(2)])
    bytes_taken = 2 * TABLE_BYTES + 50 + bytes_of([line(1), line(2)])
    assert await stores.tables.owned(ada) == Owned(2, 1, bytes_taken)
    assert await stores.tables.lines_of(ada) == 9
    assert await stores.tables.lines_of(bo) == 2
    assert await stores.tables.seats_of(bo) == [("t", 1)]
    assert await stores.tables.without_hints(bo, "exxtra") == ["t"]
    assert await stores.tables.without_hints(bo, "targi") == []


async def test_old_matches_are_found(stores: Stores) -> None:
    await stores.tables.create(table("seen", None, study=True), [seat("seen", 0)])
    await stores.tables.create(table("unseen", None, study=True), [seat("unseen", 0)])
    await stores.tables.create(table("over", None, state="finished"), [seat("over", 0)])
    await stores.tables.create(table("running", None), [seat("running", 0)])
    await stores.tables.open("seen", LATER)
    assert await stores.tables.left(LATER, None) == ["unseen"]
    assert await stores.tables.left(None, LATER) == ["over"]
    assert await stores.tables.left(None, None) == []
    assert await stores.tables.left(NOW, NOW) == []


async def test_chat_is_numbered_and_kept_once(stores: Stores) -> None:
    await stores.tables.create(table("t", None), [seat("t", 0)])

    def said(text: str, client: str | None = None) -> ChatRow:
        return ChatRow(number=0, person=None, name="Ada", seat=0, text=text, at=NOW, client=client)

    hello = await stores.tables.say("t", said("Hello", "ada:1"))
    assert hello.number == 1
    assert await stores.tables.say("t", said("Hello", "ada:1")) == hello
    again = await stores.tables.say("t", said("Hello", "ada:2"))
    assert await stores.tables.chat("t") == [hello, again]
    assert await stores.tables.chat("t", 1) == [again]
    found = await stores.tables.look("t")
    assert found is not None
    assert found[2] == 2
    assert await stores.tables.removed_chat("t") == 0
    with pytest.raises(NotAllowed):
        await stores.tables.say("nothing", said("Hello"))


async def test_a_table_keeps_and_shows_the_last_lines_of_chat(stores: Stores) -> None:
    await stores.tables.create(table("t", None), [seat("t", 0)])

    def said(number: int) -> ChatRow:
        return ChatRow(
            number=0, person=None, name="Ada", seat=0, text=f"{number}", at=NOW, client=f"{number}"
        )

    for number in range(CHAT_KEPT + 5):
        await stores.tables.say("t", said(number))
    shown = await stores.tables.chat("t")
    assert [one.number for one in shown] == list(range(CHAT_KEPT + 6 - CHAT_SHOWN, CHAT_KEPT + 6))
    first = await stores.tables.say("t", said(0))
    assert first.number == CHAT_KEPT + 6, "what is no longer kept is not remembered as said"


async def test_one_process_at_a_time_has_a_lease(stores: Stores) -> None:
    await stores.tables.create(table("t", None), [seat("t", 0)])
    one, other = stores.leases("one"), stores.leases("other")
    assert await one.claim("t", NOW)
    assert await one.claim("t", NOW)
    assert not await other.claim("t", NOW)
    await other.release(["t"])
    await other.renew(["t"], LATER)
    assert not await other.claim("t", NOW)
    await one.renew(["t"], NOW + LEASE / 2)
    assert not await other.claim("t", NOW + LEASE)
    assert await other.claim("t", NOW + 2 * LEASE)
    assert not await one.claim("t", NOW + 2 * LEASE)
    await other.release(["t"])
    assert await one.claim("t", NOW + 2 * LEASE)
    await one.end_frozen()


async def test_what_is_due_is_found_unless_it_is_leased(stores: Stores) -> None:
    soon = timedelta(seconds=1)
    for name, at in (
        ("late", NOW - soon),
        ("now", NOW),
        ("soon", NOW + soon),
        ("later", LATER),
        ("no", None),
    ):
        await stores.tables.create(table(name, None, due=at, version=3), [seat(name, 0)])
    await stores.tables.create(table("over", None, due=NOW, state="finished"), [seat("over", 0)])
    one, other = stores.leases("one"), stores.leases("other")
    assert await one.due(NOW, soon) == [
        Due("late", NOW - soon, 3),
        Due("now", NOW, 3),
        Due("soon", NOW + soon, 3),
    ]
    assert [due.table for due in await one.due(NOW, soon, 1)] == ["late"]
    await other.claim("late", NOW)
    assert [due.table for due in await one.due(NOW, soon)] == ["now", "soon"]
    assert "late" in [due.table for due in await one.due(NOW + LEASE, soon)]


async def test_a_lesson_is_taken_once(stores: Stores) -> None:
    ada = await stores.person("ada")
    await stores.lessons.take(ada, "exxtra", "first-turns", NOW)
    await stores.lessons.take(ada, "exxtra", "first-turns", LATER)
    assert await stores.lessons.taken(ada, "exxtra") == {"first-turns"}
    assert await stores.lessons.taken(ada, "targi") == set()
