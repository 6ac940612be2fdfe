"""Time, chance, threads and drivers reach tables and server through `World` alone: simulations replace it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque

SOURCE = Path(ludotheque.__file__).parent
FILES = sorted(
    path
    for part in ("host", "server")
    for path in (SOURCE / part).rglob("*.py")
    if "migrations" not in path.parts
)
OUTSIDE = (
    "time",
    "random",
    "secrets",
    "uuid",
    "os.urandom",
    "os.getrandom",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
    "asyncio.to_thread",
    "threading",
    "multiprocessing",
    "subprocess",
    "sqlite3.connect",
    "aiosqlite",
    "redis.asyncio.Redis.from_url",
    "concurrent.futures.ThreadPoolExecutor",
    "concurrent.futures.ProcessPoolExecutor",
)
"""Modules and functions of the outside."""
TYPES = ("random.Random",)
"""Names that stand for a type: somebody else makes the object."""
BESIDE_THE_LOOP = ("run_in_executor",)
"""Methods that leave the event loop, whatever object has them."""
ALLOWED = {
    "host.world": "time and chance themselves",
    "server.world": "threads and drivers themselves",
    "server.run.settings": "makes the secret key before there is a server",
    "server.run.startup": "looks before the start whether database and Redis are there",
    "server.run.supervisor": "watches over processes from outside",
    "server.run.serve": "ends a process whose loop hangs",
    "server.run.backup": "a command of its own, beside the server",
    "server.work.pool": "the process of a worker, which `Machine` hands out",
    "server.people.passwords": "only the threads; what runs there is called by `World.in_pool`",
}


def direct(source: str) -> Iterator[str]:
    """Names of the outside that a module uses, with their line."""
    tree = ast.parse(source)
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                first = name.name.split(".")[0]
                known[name.asname or first] = name.name if name.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            known |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
    typed = set(_annotations(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and node not in typed:
            if isinstance(node, ast.Attribute) and node.attr in BESIDE_THE_LOOP:
                yield f"line {node.lineno}: {node.attr}"
            full = _full_name(node, known)
            if full is not None and full not in TYPES and _is_outside(full):
                yield f"line {node.lineno}: {full}"


def _annotations(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything inside an annotation: it is not called."""
    for node in ast.walk(tree):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(annotation, ast.AST):
                yield from ast.walk(annotation)


def _full_name(node: ast.expr, known: dict[str, str]) -> str | None:
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute):
        before = _full_name(node.value, known)
        return None if before is None else f"{before}.{node.attr}"
    return None


def _is_outside(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in OUTSIDE)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_server_meets_the_outside_in_its_world_alone(path: Path) -> None:
    if name_of(path) not in ALLOWED:
        assert list(direct(path.read_text(encoding="utf-8"))) == []


def test_every_exception_is_needed() -> None:
    by_name = {name_of(path): path for path in FILES}
    unused = [name for name in ALLOWED if not list(direct(by_name[name].read_text(encoding="utf-8")))]
    assert unused == []


@pytest.mark.parametrize(
    "source",
    [
        "from time import monotonic\nmonotonic()",
        "from time import monotonic as now\nclock = now",
        "import time\ntime.sleep(1)",
        "import random\nrandom.random()",
        "from random import SystemRandom\nSystemRandom()",
        "import secrets\nsecrets.token_hex()",
        "from datetime import UTC, datetime\ndatetime.now(UTC)",
        "import datetime\ndatetime.datetime.now()",
        "import asyncio\nasyncio.to_thread(f)",
        "import os\nos.urandom(8)",
        "loop.run_in_executor(None, f)",
        "import sqlite3\nsqlite3.connect('x')",
        "from threading import Thread\nThread(target=f)",
    ],
)
def test_a_way_past_the_world_is_found(source: str) -> None:
    assert list(direct(source))


@pytest.mark.parametrize(
    "source",
    [
        "from random import Random\ndef f(random: Random) -> None: random.random()",
        "from datetime import datetime\ndef f(now: datetime) -> datetime: return now",
        "import asyncio\nasyncio.sleep(1)",
        "import sqlite3\ntry: f()\nexcept sqlite3.Error: pass",
        "world.in_thread(f)",
    ],
)
def test_what_the_world_gives_is_allowed(source: str) -> None:
    assert list(direct(source)) == []
