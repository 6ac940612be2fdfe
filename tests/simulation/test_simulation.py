"""The server in a simulation: seeds run well, a seed is one run, and planted faults are noticed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.simulation.planted import PLANTED, hunt

ROOT = Path(__file__).parents[2]


def run(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the simulation as a person does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tests.simulation", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
    )


HAPPENS = (
    "acknowledged",
    "broadcast lost",
    "called in time",
    "commit",
    "dies",
    "freezes",
    "hint",
    "hostile",
    "log: agree",
    "log: attempt",
    "log: decline",
    "log: end",
    "log: leave",
    "log: resign",
    "log: return",
    "log: time_up",
    "log: undo",
    "looks back",
    "not called in time",
    "power cut",
    "rematch",
    "stops",
    "taken back while a bot thinks",
    "worker",
)
"""Everything that people, hostile clients and faults do in half an hour of seeds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "first"),
    [(60, 1), pytest.param(1800, 100_000, marks=pytest.mark.long)],
)
def test_nothing_is_violated_in_any_seed(seconds: int, first: int) -> None:
    ended = run("--seconds", f"{seconds}", "--first", f"{first}")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert int(told(ended.stdout, "acknowledged")) > 0
    assert int(told(ended.stdout, "fault")) > 0
    if seconds > 1000:
        never = [what for what in HAPPENS if not re.search(rf"^{what} ", ended.stdout, re.MULTILINE)]
        assert never == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 20))])
def test_the_same_seed_is_the_same_run_byte_by_byte(seed: int) -> None:
    first, second = (run("--seed", f"{seed}", "--trace", hash_seed=hash_seed) for hash_seed in ("1", "2"))
    assert first.returncode == second.returncode == 0
    assert len(first.stdout.splitlines()) > 100
    assert steps(first.stdout) == steps(second.stdout)


QUICK = ("acknowledge before store", "no client's id", "view of another")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in PLANTED]
)
def test_a_planted_fault_is_noticed(name: str) -> None:
    reports = hunt(name, limit=HANG)
    assert reports[-1].violation is not None


def test_at_least_twenty_faults_can_be_planted() -> None:
    assert len(PLANTED) >= 20


def told(output: str, name: str) -> str:
    """Return a total of a run."""
    found = re.search(rf"^{name} +(\S+)$", output, re.MULTILINE)
    assert found is not None, output
    return found[1]


def steps(output: str) -> list[str]:
    """Return all lines of a run but the one that says how long it really took."""
    return [line for line in output.splitlines() if "simulated s in" not in line]
