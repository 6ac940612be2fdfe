"""Plays whole matches at tables in memory, then names the modules that nobody should have needed.

`python -m tests.host.matches GAME` runs in an interpreter of its own.
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, Final

import msgspec

from ludotheque.bots import levels
from ludotheque.games import game as find_game
from ludotheque.host import messages as m
from ludotheque.host import protocol as p
from ludotheque.host.caller import Caller
from ludotheque.host.lesson_protocol import TakeLesson
from ludotheque.host.local_host import LocalHost
from ludotheque.host.local_thinkers import LocalThinkers
from ludotheque.host.rebuild import rebuilt
from ludotheque.host.rows import Player
from ludotheque.host.topics import table_topic
from ludotheque.host.world import World, utc_now
from ludotheque.table.analysis import Thought
from ludotheque.table.lessons import lessons
from tests.host.alike import check_alike
from tests.patience import HANG

BANNED: Final = (
    "aiosqlite",
    "alembic",
    "argon2",
    "itsdangerous",
    "litestar",
    "ludotheque.cli",
    "ludotheque.server",
    "prometheus_client",
    "redis",
    "sqlalchemy",
    "sqlite3",
    "structlog",
    "uvicorn",
    "webauthn",
)
ADA: Final = Player("ada", "Ada")
BO: Final = Player("bo", "Bo")
SECONDS: Final = 60
"""Of the clock, for each move."""


class MovedWorld(World):
    """A world whose time of day a test moves on."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        super().__init__(now=lambda: utc_now() + self.ahead)


class Match:
    """A table and those who play there."""

    def __init__(self, host: LocalHost, table: str) -> None:
        self.host = host
        self.table = table
        self.random = Random(7)
        self.numbers = count()
        self.news = asyncio.Event()
        host.broadcaster.follow(table_topic(table), self.news)

    async def do(self, player: Player, kind: type[m.Do], **more: Any) -> m.Done:
        """Let a person act."""
        command = kind(id=f"c{next(self.numbers)}", **more)
        return await self.host.tables.execute(player, self.table, command)

    async def whole(self, player: Player) -> m.Whole:
        """Return what a person may know, as it would travel."""
        whole = await self.host.tables.whole(self.table, player.id, 0)
        return msgspec.json.decode(msgspec.json.encode(whole), type=m.Whole)

    def move(self, view: p.SeatView) -> Any:
        """Return any move that is offered."""
        if view.moves:
            return self.random.choice(view.moves).move
        (flick,) = view.ranges
        parts = {name: self.random.uniform(low, high) for name, (low, high) in flick.ranges.items()}
        return {"do": flick.do, **parts}

    async def check_log(self) -> None:
        """Compare the match that was judged with what comes out of its log."""
        async with self.host.tables.cache.locked(self.table) as loaded:
            lines = await self.host.store.read(self.table)
            assert loaded.match is not None
            check_alike(loaded.match, rebuilt(loaded.row, loaded.seats, lines))

    async def until(self, holds: Callable[[m.Whole], bool]) -> m.Whole:
        """Wait until a table is as it should be."""
        while True:
            self.news.clear()
            whole = await self.whole(ADA)
            if holds(whole):
                return whole
            async with asyncio.timeout(HANG):
                await self.news.wait()


def acting(whole: m.Whole) -> list[p.SeatView]:
    """Return the views of seats that may act."""
    return [view for view in whole.views if view.moves or view.ranges]


async def setup(host: LocalHost, game: str, *seats: p.SeatPlan, **more: Any) -> Match:
    """Set a table up."""
    info = await host.lobby.create(ADA, p.NewTable(game=game, seats=list(seats), **more), "here")
    return Match(host, info.id)


async def against_a_bot(host: LocalHost, game: str) -> None:
    """Play a match to its end, with hints, chat and moves taken back."""
    fewest = min(find_game(game).seat_counts)
    bots = [p.SeatBot(level=levels(game)[0])] * (fewest - 1)
    match = await setup(host, game, p.SeatMe(), *bots, practice=fewest > 1, chat=True)
    await match.do(ADA, m.Say, text="Hello")
    asked = undone = 0
    while True:
        whole = await match.until(lambda now: now.info.state == "finished" or bool(acting(now)))
        if whole.info.state == "finished":
            break
        (view,) = acting(whole)
        assert view.seat is not None
        if not asked:
            asked = 1
            hint = await host.review.hint(ADA, match.table, view.seat)
            assert hint.opinions or hint.instead is not None
        if view.undo == "now" and undone < 3 and (not undone or match.random.random() < 0.2):
            undone += 1
            await match.do(ADA, m.Undo, seat=view.seat, version=whole.version)
            continue
        await match.do(ADA, m.Play, seat=view.seat, version=whole.version, move=match.move(view))
    assert whole.info.result is not None
    assert [line.text for line in whole.chat] == ["Hello"]
    assert undone or fewest == 1
    await match.check_log()
    await looked_at(host, match)


async def looked_at(host: LocalHost, match: Match) -> None:
    """Step through a finished match, bring its record back, and have it judged."""
    caller = Caller(ADA)
    steps = msgspec.json.decode(await host.review.steps(caller, match.table, 0, 0, p.MAX_STEPS), type=p.Steps)
    assert steps.count > 5
    record = await host.review.record(caller, match.table)
    imported = await host.lobby.import_record(ADA, record.json, "here")
    assert imported.result == (await match.whole(ADA)).info.result
    state = await host.review.analysis(caller, match.table)
    assert state.steps or state.analysis is not None or state.step == 0
    await host.lobby.remove(ADA, imported.id)


async def two_people(host: LocalHost, world: MovedWorld, game: str) -> None:
    """Play with a clock: a move by agreement taken back, a clock that runs out, an end by giving up."""
    fewest = max(2, min(find_game(game).seat_counts))
    bots = [p.SeatBot(level=levels(game)[0])] * (fewest - 2)
    clock = p.ClockPlan(seconds=SECONDS)
    match = await setup(host, game, p.SeatMe(), p.SeatOpen(), *bots, clock=clock, public=True, chat=True)
    assert match.table in await host.open_tables.text(game)
    await host.lobby.sit(BO, match.table, 1, p.Sit())
    players = {0: ADA, 1: BO}
    for _ in range(12):
        await match.until(lambda now: any(seat in players for seat in now.info.actors))
        for player in players.values():
            whole = await match.whole(player)
            for view in acting(whole)[:1]:
                assert view.seat is not None
                await match.do(player, m.Play, seat=view.seat, version=whole.version, move=match.move(view))
                await agree_on_undo(match, view.seat, players)
    await match.do(BO, m.Say, text="One moment")
    before = await match.until(lambda now: any(seat in players for seat in now.info.actors))
    world.ahead += timedelta(seconds=2 * SECONDS)
    await host.scheduler.look(match.table)  # its timer counts true seconds
    after = await match.whole(ADA)
    assert after.version > before.version
    assert any(event.name == "server.time_up" for view in after.views for event in view.events)
    await match.check_log()
    await match.do(BO, m.Resign, seat=1)
    await match.until(lambda now: now.info.state == "finished" or fewest > 2)
    again = await host.lobby.rematch(ADA, match.table, "here") if fewest == 2 else None
    assert again is None or again.rematch_of == match.table


async def agree_on_undo(match: Match, seat: int, players: dict[int, Player]) -> None:
    """Ask to take a move back where the other has to agree, and agree."""
    whole = await match.whole(players[seat])
    view = next(view for view in whole.views if view.seat == seat)
    if view.undo != "ask":
        return
    await match.do(players[seat], m.Undo, seat=seat, version=whole.version)
    proposal = (await match.whole(ADA)).info.proposal
    if proposal is not None:
        for other in proposal.needed:
            await match.do(players[other], m.Agree, seat=other, proposal=proposal.number)


async def learn(host: LocalHost, game: str) -> None:
    """Look at the course of a game and at its first lesson."""
    course = await host.lessons.course(Caller(ADA), game)
    assert len(course) == len(lessons(game))
    for one in course[:1]:
        taken = await host.lessons.take(Caller(ADA), game, one.name, TakeLesson())
        assert taken.state.steps


async def play(game: str) -> None:
    """Play matches of a game."""
    world = MovedWorld()
    host = LocalHost(world, LocalThinkers(world, Thought(seconds=0.2, iterations=8)))
    host.open()
    try:
        await against_a_bot(host, game)
        await two_people(host, world, game)
        await learn(host, game)
    finally:
        await host.close()


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
    loaded = [name for name in sys.modules if name.startswith(BANNED)]
    print("imported:", " ".join(loaded) or "nothing that is banned")
    sys.exit(bool(loaded))
