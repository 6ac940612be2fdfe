"""`pytest --clause EXXTRA-9` runs the tests that prove a rule, `--clause "TARGI-22:card 44"` a ruling."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.patience import is_hang, waiting_tasks

RULES: Final = ("bots", "core", "games", "table")
"""Folders of tests that need nothing but the rules: `make test` runs them interpreted, for their coverage."""

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")  # how long an example takes on a busy machine tells nothing


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause", action="append", default=[], help="run only the tests of this clause")


@pytest.hookimpl(tryfirst=True)  # before marks are asked for by `-m`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(Path(__file__).parent).parts[0] in RULES:
            item.add_marker("rules")
    wanted = set(config.getoption("--clause"))
    if not wanted:
        return
    chosen = [item for item in items if any(wanted & names(mark) for mark in item.iter_markers("clause"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that hangs tells where every task of its event loop waits, the server's among them."""
    report = yield
    if call.excinfo is not None and is_hang(call.excinfo.value):
        report.sections.append(("what every task waits for", waiting_tasks()))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the tables that tests have measured."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, table in getattr(report, "user_properties", ()):
                if name == "table" and report.when == "call":
                    terminalreporter.section(report.nodeid.rpartition("::")[2], "-")
                    terminalreporter.write_line(str(table))


def names(mark: pytest.Mark) -> set[str]:
    """The clause of a mark, and its ruling, if it names one."""
    return {mark.args[0], ":".join(mark.args)}


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """Whoever starts a server in a test leaves no log behind that writes to what the test has closed."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
