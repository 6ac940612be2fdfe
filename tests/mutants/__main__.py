"""Tries mutants: `python -m tests.mutants [--clauses TARGI-22 ZOCH ...] [--shard 1/4]`.

Every mutant is written into a copy of the source and run interpreted, with the tests of its clause only, in a
small process of its own. One line a mutant, then a summary; it fails if a broken rule was not noticed.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import hypothesis  # noqa: F401 - loaded once for all forks
import mujoco  # noqa: F401
import numpy as np  # noqa: F401
import pytest

from tests.mutants import MUTANTS
from tests.mutants.mutant import GAMES, ROOT, Mutant

PASSED: Final = 0
FAILED: Final = 1
HANG: Final = 600
"""Seconds after which a broken rule hangs, which is noticed as well."""

NOTICED: Final = "noticed"
SURVIVED: Final = "SURVIVED"
UNPROVEN: Final = "UNPROVEN"
"""The tests fail on the rule as it is, none runs, or the broken rule can't even be imported."""


class Copy:
    """A copy of the source in which one rule at a time is broken."""

    def __init__(self, source: Path) -> None:
        self.source = source
        without = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / "src/ludotheque", source / "ludotheque", ignore=without)
        self.holds = cache(self._holds)

    def verdict(self, mutant: Mutant) -> str:
        """Return whether the tests of the clause fail on the broken rule, and on it alone."""
        if not self.holds(mutant.clause, mutant.game):
            return UNPROVEN
        path = self.source / GAMES / mutant.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(mutant.broken(self.source), encoding="utf-8")
        try:
            code = self._run(mutant.clause, mutant.game)
        finally:
            path.write_text(whole, encoding="utf-8")
        return {PASSED: SURVIVED, FAILED: NOTICED}.get(code, UNPROVEN)

    def _holds(self, clause: str, game: str) -> bool:
        return self._run(clause, game) == PASSED

    def _run(self, clause: str, game: str) -> int:
        """The exit code of the tests of a clause, on the rules of this copy.

        They run in a fork of this process, which has loaded everything but the rules: that takes a tenth of
        the time of a new one.
        """
        child = os.fork()
        if child == 0:
            signal.alarm(HANG)
            os.environ |= {
                "LUDOTHEQUE_PURE": "1",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONPATH": str(self.source),  # for the tests that start a process
            }
            sys.dont_write_bytecode = True
            sys.path[:0] = [str(self.source), str(ROOT)]
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.dup2(nowhere, sys.stderr.fileno())
            quick = ["-qx", "-m", "not slow and not long", "-p", "no:cacheprovider"]
            os._exit(pytest.main([*quick, "--clause", clause, *files_of(clause, game)]))
        _, status = os.waitpid(child, 0)
        return FAILED if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


@cache
def files_of(clause: str, game: str) -> list[str]:
    """The files with tests of a clause."""
    name = clause.partition(":")[0]
    tests = sorted((ROOT / "tests" / "games" / game).rglob("test_*.py"))
    return [str(path) for path in tests if f'clause("{name}"' in path.read_text(encoding="utf-8")]


def chosen(clauses: list[str], shard: str) -> list[Mutant]:
    """The mutants of some clauses, rulings or games (all, if none is named), and of those every n-th."""
    part, _, parts = shard.partition("/")
    wanted = set(clauses)
    mine = [m for m in MUTANTS if not wanted or wanted & {m.clause, m.name, m.name.partition("-")[0]}]
    if not mine:
        sys.exit(f"no mutant of {', '.join(clauses)}")
    return mine[int(part) - 1 :: int(parts)]


def main() -> None:
    """Try the mutants that the command line names."""
    parser = argparse.ArgumentParser(prog="tests.mutants", description=__doc__)
    parser.add_argument("--clauses", nargs="*", default=[], help="clauses, rulings or games, as TARGI")
    parser.add_argument("--shard", default="1/1", help="one of so many equal parts, as 1/4")
    asked = parser.parse_args()
    verdicts: Counter[str] = Counter()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for mutant in chosen(asked.clauses, asked.shard):
            verdict = copy.verdict(mutant)
            verdicts[verdict] += 1
            line = f"{mutant.clause:<16} {verdict:<8} {mutant.file}: {mutant.old.strip()!r} -> {mutant.new!r}"
            print(line, flush=True)
            bad += [] if verdict == NOTICED else [line]
    counts = (f"{verdicts[kind]} {kind.lower()}" for kind in (NOTICED, SURVIVED, UNPROVEN))
    print(f"{verdicts.total()} mutants: {', '.join(counts)}")
    if bad:
        sys.exit("\n".join(bad))


if __name__ == "__main__":
    main()
