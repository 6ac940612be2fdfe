"""No test has a limit of its own in seconds: a busy machine is never a reason to fail."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
VIRTUAL = TESTS / "simulation"
"""Its seconds pass as fast as the machine works, so none of them is a limit."""
FILES = sorted(
    path
    for path in TESTS.rglob("*.py")
    if path.name != "patience.py" and (VIRTUAL not in path.parents or path.name.startswith("test_"))
)
LIMITS = {"timeout": 0, "fail_after": 0, "move_on_after": 0, "wait_for": 1, "set_default_timeout": 0}
"""Calls that give up after a while, and which of their arguments says so."""
PAUSES = ("sleep", "wait_for_timeout")
"""Calls that let time pass, by the name of the function."""


def impatient(source: str) -> Iterator[str]:
    """What in a test file counts seconds instead of work, with its line."""
    tree = ast.parse(source)
    numbers = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and _number(statement.value, set())
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = _name(call.func)
        limits = [word.value for word in call.keywords if word.arg is not None and "timeout" in word.arg]
        limits += call.args[LIMITS[name] : LIMITS[name] + 1] if name in LIMITS else []
        if any(_number(limit, numbers) for limit in limits):
            yield f"line {call.lineno}: a limit in seconds instead of HANG"
        if name in PAUSES and any(_number(pause, numbers) for pause in call.args[:1]):
            yield f"line {call.lineno}: a pause instead of a look at what is waited for, every LOOK"


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _number(value: ast.expr | None, numbers: set[str]) -> bool:
    """Whether this is a number of the file's own; 0 means not to wait at all."""
    if isinstance(value, ast.BinOp):
        return _number(value.left, numbers) and _number(value.right, numbers)
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and value.value > 0
    return isinstance(value, ast.Name) and value.id in numbers


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_a_test_counts_work_not_seconds(path: Path) -> None:
    assert list(impatient(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "process.wait(timeout=10)",
        "connect(address, open_timeout=2.5)",
        "await asyncio.wait_for(socket.recv(), 5)",
        "async with asyncio.timeout(60): pass",
        "with anyio.fail_after(3): pass",
        "context.set_default_timeout(30_000)",
        "time.sleep(0.5)",
        "await sleep(2)",
        "page.wait_for_timeout(400)",
        "SECONDS: Final = 2 * 5\nprocess.wait(timeout=SECONDS)",
        "SECONDS = 5\ntime.sleep(SECONDS)",
    ],
)
def test_a_limit_in_seconds_is_found(source: str) -> None:
    assert len(list(impatient(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "process.wait(timeout=HANG)",
        "expect.set_options(timeout=1000 * HANG)",
        "await asyncio.wait_for(socket.recv(), HANG)",
        "await asyncio.sleep(0)",
        "await asyncio.sleep(LOOK)",
        "time.sleep(every)",
        "time.sleep(rng.uniform(0, 0.3))",
        "page.locator('b').wait_for()",
        "wait_for(url)",
        "asyncio.timeout(None)",
        "run(*command)(timeout)",
    ],
)
def test_patience_is_allowed(source: str) -> None:
    assert list(impatient(source)) == []
