"""The examples of learners: each learns something, and with its usual numbers it beats who it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

EXAMPLES = Path(__file__).parents[2] / "examples"
SHARE = re.compile(r"([\d.]+)%")


def said(script: str, *numbers: str) -> list[str]:
    """The lines that a script prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *numbers],
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def shares(line: str) -> list[float]:
    """The shares of wins in a line, from 0 to 100."""
    return [float(found) for found in SHARE.findall(line)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "games"), [("with_gymnasium", 4000), ("with_pettingzoo", 1200), ("with_openspiel", 400)]
)
def test_a_learner_wins_more_after_learning_through_every_adapter(script: str, games: int) -> None:
    (line,) = said(f"{script}.py", "--games", str(games))
    before, after = shares(line)
    assert after > before + 4


@pytest.mark.slow
@pytest.mark.parametrize(("script", "steps"), [("learn_exxtra", 2000), ("learn_touche", 400)])
def test_a_glance_is_enough_to_beat_random_play(script: str, steps: int) -> None:
    lines = said(f"{script}.py", "--steps", str(steps), "--games", "40")
    against = next(line for line in lines if line.startswith("against random"))
    assert shares(against)[1] > 50


@pytest.mark.long
@pytest.mark.parametrize(("script", "level"), [("learn_exxtra", "casual"), ("learn_touche", "beginner")])
def test_minutes_are_enough_to_beat_a_level(script: str, level: str) -> None:
    against = next(line for line in said(f"{script}.py") if line.startswith(f"against {level}"))
    assert shares(against)[1] > 50, "the lower bound of the share"
