"""The way of a move, as docs/architecture.md tells it: its functions exist, and a real move takes them."""

import ast
import inspect
import re
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest

from tests.server.conftest import House
from tests.server.player import ME, Json, friend

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ludotheque"
ROW = re.compile(r"^\| (\d+) \| `([^`]+)` \| \[[^]]+\]\(\.\./([^)]+)\) \| .* \| (once|per client) \|$", re.M)
MOST_HOPS = 20
MOST_LINES = 40
CLIENTS = 3


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


def test_every_hop_is_a_function_that_exists() -> None:
    told = hops()
    assert [hop.number for hop in told] == list(range(1, len(told) + 1))
    assert 15 < len(told) <= MOST_HOPS
    assert len({(hop.function, hop.file) for hop in told}) == len(told), "no hop comes twice"
    for hop in told:
        path = ROOT / hop.file
        if path.suffix == ".py":
            assert hop.function in python_functions(path), hop
        else:
            name = re.escape(hop.function.rpartition(".")[2])
            assert re.search(rf"^\s*(function )?{name}\(.*\{{$", path.read_text(encoding="utf-8"), re.M), hop


class Way:
    """Notes every function of ours that is entered while it is looked at; a coroutine counts once."""

    def __init__(self) -> None:
        self.frames: dict[int, FrameType] = {}

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(SOURCE)):
            self.frames.setdefault(id(frame), frame)  # kept, so that no other frame gets its id

    @property
    def codes(self) -> list[CodeType]:
        return [frame.f_code for frame in self.frames.values()]


@pytest.mark.anyio
async def test_a_move_takes_the_way_that_is_told(house: House) -> None:
    ada, bo, eve = [await house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = await ada.table(ME, friend("Bo"))
    await bo.take(table["seats"][1]["invite"])
    async with ada.live(table["id"]) as first, bo.live(table["id"]) as second, eve.live(table["id"]) as third:
        lives = (first, second, third)
        whole, *_ = [await live.next("table") for live in lives]
        (seat,), version = whole["info"]["actors"], whole["version"]
        slots: list[Json] = []
        while not slots:  # a throw may show an X, and then there is nothing to place
            await lives[seat].do("play", seat=seat, version=version, move="throw")
            update, *_ = [await live.next("update") for live in lives]
            (seat,), version = update["actors"], update["version"]
            offers = (await (ada, bo)[seat].view(table["id"]))["views"][0]["moves"]
            slots = [offer["move"] for offer in offers if offer["move"]["do"] == "place"]
        for live in lives:
            await live.do("ping")
        way = Way()
        sys.setprofile(way)
        try:
            await lives[seat].send("play", seat=seat, version=version, move=slots[0])
            for live in lives:
                await live.next("update")
        finally:
            sys.setprofile(None)
    entered = Counter((code.co_qualname, code.co_filename) for code in way.codes)
    order = list(entered)
    ours = [hop for hop in hops() if hop.file.endswith(".py")]
    places = []
    for hop in ours:
        key = (hop.function, str(ROOT / hop.file))
        assert key in entered, f"{hop} is not on the way"
        places.append(order.index(key))
        if hop.entered == "once":
            assert entered[key] == 1, hop
        else:
            assert CLIENTS <= entered[key] <= CLIENTS + 1, hop  # the mover is answered, too
    inbound = [place for place, hop in zip(places, ours, strict=True) if hop.entered == "once"]
    assert inbound == sorted(inbound), "a move walks forward"
    long = [code.co_qualname for code in way.codes if len(inspect.getsourcelines(code)[0]) > MOST_LINES]
    assert long == []
