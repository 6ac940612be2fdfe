"""The way of a move, as docs/architecture.md tells it: its functions exist, and a real move takes them.

Who is on the way is not chosen by hand. At each moment when the move goes on (the rules change the position,
the lines wait for the writer, the database gets them, a client is woken, a message leaves), every function of
ours that has not returned is on it.
"""

import ast
import inspect
import re
import sqlite3
import sys
from asyncio import Event
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from types import BuiltinMethodType, CodeType, FrameType
from typing import NamedTuple

import pytest
from litestar import WebSocket

from ludotheque.core.coded import CodedPosition
from ludotheque.core.state import State
from ludotheque.server.storage.append import Append
from tests.server.conftest import House
from tests.server.player import ME, Json, Live, Player, friend

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ludotheque"
ROW = re.compile(r"^\| (\d+) \| `([^`]+)` \| \[[^]]+\]\(\.\./([^)]+)\) \| .* \| (once|per client) \|$", re.M)
MOST_HOPS = 19
MOST_LINES = 40
CLIENTS = 3
RULES = "Exxtra.apply"
RULES_FILE = "src/ludotheque/games/exxtra/rules/state.py"
"""Where the rules begin; compiled, they leave no frame."""
RULES_HOP = RULES, RULES_FILE
CODED = "src/ludotheque/core/coded.py"
CODED_PLAY = "CodedPosition.play", CODED
CHANCE_HOPS = [
    ("resolve_chance", "src/ludotheque/host/commands.py"),
    ("Table._resolve", "src/ludotheque/table/table.py"),
    ("CodedPosition.resolve", CODED),
]
"""The functions that the outcome of a throw passes beside those of the move."""
SEND = next(
    part
    for part in WebSocket.send_wrapper.__code__.co_consts
    if isinstance(part, CodeType) and part.co_name == "wrapped_send"
)
"""The library's function that every message leaves by."""


class Hop(NamedTuple):
    number: int
    function: str
    file: str
    entered: str


def hops() -> list[Hop]:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return [Hop(int(number), *rest) for number, *rest in ROW.findall(text)]


def python_functions(path: Path) -> set[str]:
    """The functions of a module, those of classes with the name of their class."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        functions = [one for one in inside if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        found |= {prefix + one.name for one in functions}
    return found


def browser_function(hop: Hop) -> str:
    """The source of a function of the pages; it ends at the brace that stands below its beginning."""
    name = re.escape(hop.function.rpartition(".")[2])
    begin = rf"^( *)(?:async )?(?:function )?{name}(?: = )?\(.*\{{\n(?:.*\n)*?\1\}};?$"
    found = re.search(begin, (ROOT / hop.file).read_text(encoding="utf-8"), re.M)
    assert found is not None, hop
    return found[0]


def test_every_hop_is_a_function_that_exists() -> None:
    told = hops()
    assert [hop.number for hop in told] == list(range(1, len(told) + 1))
    assert 15 < len(told) <= MOST_HOPS
    assert len({(hop.function, hop.file) for hop in told}) == len(told), "no hop comes twice"
    for hop in told:
        if hop.file.endswith(".py"):
            assert hop.function in python_functions(ROOT / hop.file), hop
        else:
            assert len(browser_function(hop).splitlines()) <= MOST_LINES, hop


def test_every_hop_of_the_pages_calls_the_next() -> None:
    told = hops()
    calls = {
        "LiveTable.send": "table.send(",
        "Line.send": "this.#line.send(",
        "TableConnection.read": "this.#socket?.send(",
        "web/src/lib/live.svelte.ts": "this.#options.hear(",
        "web/src/lib/match.svelte.ts": "this.#heard(",
        "show": "stage.show(",
    }
    for hop, following in pairwise(told):
        if not hop.file.endswith(".py"):
            call = calls.get(following.function) or calls[following.file]
            assert call in browser_function(hop), (hop, following)
    live = (ROOT / "web/src/lib/live.svelte.ts").read_text(encoding="utf-8")
    match = (ROOT / "web/src/lib/match.svelte.ts").read_text(encoding="utf-8")
    socket = (ROOT / "web/src/lib/socket.ts").read_text(encoding="utf-8")
    assert "onmessage = this.#hear;" in socket, "the browser calls it, and nothing between"
    assert "hear: this.#hear," in live
    assert "table.listen((news) => this.hear(news))" in match


class Way:
    """Notes every function of ours that is entered, and who has not returned when the move goes on."""

    def __init__(self, state: State, waiting: list[Append]) -> None:
        self.rules = type(state)
        self.waiting = waiting
        self.frames: dict[int, FrameType] = {}
        self.moments: list[tuple[State | None, list[tuple[str, str]]]] = []
        """The position that the rules changed, if any, and who had not returned when the move went on."""

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and _is_ours(frame.f_code):
            self.frames.setdefault(id(frame), frame)  # kept, so that no other frame gets its id
        state = self.changed(frame, event, arg)
        if state is not None or self.goes_on(frame, event, arg):
            on_it = list(reversed(standing(frame)))
            self.moments.append((state, on_it if state is None or event == "call" else [*on_it, RULES_HOP]))

    def on_it(self, installed: State) -> dict[tuple[str, str], None]:
        """Everyone on the way; positions that were only tried are not."""
        return {
            hop: None for state, hops in self.moments if state is None or state is installed for hop in hops
        }

    def changed(self, frame: FrameType, event: str, arg: object) -> State | None:
        """The position that the rules change with what is called now."""
        if event == "call" and frame.f_code.co_name == "apply":  # the rules as they are interpreted
            owner = frame.f_locals.get("self")
        elif event == "c_call" and isinstance(arg, BuiltinMethodType) and arg.__name__ == "apply":
            owner = arg.__self__
        else:
            return None
        return owner if isinstance(owner, self.rules) else None

    def goes_on(self, frame: FrameType, event: str, arg: object) -> bool:
        """Whether the move does, with what is called now."""
        if event == "call":
            return frame.f_code in (Event.set.__code__, SEND)
        if event != "c_call" or not isinstance(arg, BuiltinMethodType):
            return False
        called, owner = arg.__name__, arg.__self__
        return (called == "append" and owner is self.waiting) or (
            called in ("executemany", "commit") and isinstance(owner, sqlite3.Connection)
        )

    @property
    def codes(self) -> list[CodeType]:
        return [frame.f_code for frame in self.frames.values()]


def standing(frame: FrameType | None) -> list[tuple[str, str]]:
    """The functions of ours that have not returned, the innermost first."""
    found = []
    while frame is not None:
        if _is_ours(frame.f_code):
            found.append(_key(frame.f_code))
        frame = frame.f_back
    return found


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(str(SOURCE))


def _key(code: CodeType) -> tuple[str, str]:
    return code.co_qualname, str(Path(code.co_filename).relative_to(ROOT))


class Play:
    """A running match, and the seat and version of its next move."""

    def __init__(
        self,
        house: House,
        table: str,
        players: tuple[Player, ...],
        lives: tuple[Live, ...],
        seat: int,
        version: int,
    ) -> None:
        self.house, self.table, self.players, self.lives = house, table, players, lives
        self.seat, self.version = seat, version

    async def move(self, move: Json | str) -> None:
        """Send a move, and wait until everyone has heard of it."""
        await self.lives[self.seat].send("play", seat=self.seat, version=self.version, move=move)
        update, *_ = [await live.next("update") for live in self.lives]
        (self.seat,), self.version = update["actors"], update["version"]

    async def state(self) -> State:
        """The state of the rules as it is installed now."""
        async with self.house.services.tables.cache.locked(self.table) as loaded:
            assert loaded.match is not None
            position = loaded.match.table.position
        assert isinstance(position, CodedPosition)
        state: State = position.state
        return state

    async def way_of(self, move: Json | str) -> tuple[list[tuple[str, str]], Way]:
        """Everyone on the way of a move, and all that was noted meanwhile."""
        for live in self.lives:
            await live.do("ping")
        way = Way(await self.state(), self.house.services.log._waiting)
        sys.setprofile(way)
        try:
            await self.move(move)
        finally:
            sys.setprofile(None)
        return list(way.on_it(await self.state())), way


@asynccontextmanager
async def match_of_three(house: House) -> AsyncIterator[Play]:
    """A match of Ada and Bo, which Eve watches; nothing is under way."""
    ada, bo, eve = [await house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = await ada.table(ME, friend("Bo"))
    await bo.take(table["seats"][1]["invite"])
    async with ada.live(table["id"]) as first, bo.live(table["id"]) as second, eve.live(table["id"]) as third:
        lives = (first, second, third)
        whole, *_ = [await live.next("table") for live in lives]
        yield Play(house, table["id"], (ada, bo), lives, whole["info"]["actors"][0], whole["version"])


@pytest.mark.anyio
async def test_a_move_takes_the_way_that_is_told(house: House) -> None:
    async with match_of_three(house) as play:
        slots: list[Json] = []
        while not slots:  # a throw may show an X, and then there is nothing to place
            await play.move("throw")
            offers = (await play.players[play.seat].view(play.table))["views"][0]["moves"]
            slots = [offer["move"] for offer in offers if offer["move"]["do"] == "place"]
        on_it, way = await play.way_of(slots[0])
    told = [hop for hop in hops() if hop.file.endswith(".py")]
    assert set(on_it) == {(hop.function, hop.file) for hop in told}, "nobody else is on the way"
    once = [(hop.function, hop.file) for hop in told if hop.entered == "once"]
    assert [one for one in on_it if one in once] == once, "a move walks forward"
    entered = Counter(map(_key, way.codes))
    for hop in told:
        if hop.entered == "per client":  # the mover's answer comes with the update
            assert entered[hop.function, hop.file] == CLIENTS, hop
        elif hop.function != RULES:
            assert entered[hop.function, hop.file] == 1, hop
    long = [code.co_qualname for code in way.codes if len(inspect.getsourcelines(code)[0]) > MOST_LINES]
    assert long == []


@pytest.mark.anyio
async def test_the_outcome_of_a_throw_takes_the_way_that_is_told(house: House) -> None:
    async with match_of_three(house) as play:
        on_it, way = await play.way_of("throw")
    told = [hop for hop in hops() if hop.file.endswith(".py")]
    assert set(on_it) == {(hop.function, hop.file) for hop in told}.union(CHANCE_HOPS)
    outcome = [hop for hop in on_it if hop in CHANCE_HOPS]
    assert outcome == CHANCE_HOPS, "in the order in which they are told"
    entered = Counter(map(_key, way.codes))
    twice = [hop for hop in on_it if entered[hop] == 2]
    assert twice == [(hop.function, hop.file) for hop in told if hop.number in (6, 7)]
    assert {entered[hop] for hop in [*CHANCE_HOPS, CODED_PLAY]} == {1}
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for name in ("commands.resolve_chance", "Table._resolve", "CodedPosition.resolve"):
        assert f"`{name}`" in text
