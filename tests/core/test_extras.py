"""Extras: every module that may be missing is known, with the extra that brings it."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from ludotheque import compiled
from ludotheque.core.extras import EXTRAS, install, not_installed
from ludotheque.core.words import LANGUAGES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"[\w-]+")


def required(extra: str) -> set[str]:
    """The distributions of an extra by name."""
    found = [NAME.match(line) for line in PROJECT["optional-dependencies"][extra]]
    return {name[0] for name in found if name}


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_module_comes_with_the_extra_that_is_named(extra: str) -> None:
    known = packages_distributions()
    for module in EXTRAS[extra]:
        names = {name.lower().replace("_", "-") for name in known.get(module, [module])}
        assert names & required(extra), module


def test_all_means_all() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert everything == f"ludotheque[{','.join(EXTRAS)}]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_module_names_the_command_that_installs_it(language: str) -> None:
    refusal = not_installed(ModuleNotFoundError(name="litestar.handlers"))
    assert refusal is not None
    assert install("server") in refusal.text(language)
    assert "litestar" in refusal.text(language)


@pytest.mark.parametrize("name", ["ludotheque.core.nothing", "json", None])
def test_a_module_of_no_extra_is_an_error_as_ever(name: str | None) -> None:
    assert not_installed(ModuleNotFoundError(name=name)) is None


def run_without(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program where a module is not installed, in a process of its own."""
    script = f"import sys; sys.modules[{module!r}] = None; from ludotheque.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_line_says_which_extra_is_missing() -> None:
    said = run_without("uvicorn", "serve", "--language", "de")
    assert said.returncode == 2
    assert install("server") in said.stderr
    assert "ModuleNotFoundError" in run_without("ludotheque.server", "serve").stderr


@pytest.mark.skipif(not compiled, reason="what is imported is the same for compiled rules, and much quicker")
def test_bots_and_coach_of_every_game_of_cards_and_dice_need_no_numpy() -> None:
    for game, level in (("exxtra", "perfect"), ("touche", "strong"), ("targi", "strong")):
        played = run_without("numpy", "arena", game, level, "random", "--games", "2", "--jobs", "1")
        assert played.returncode == 0, played.stderr
    told = run_without("numpy", "coach", "exxtra", "--throw", "76")
    assert told.returncode == 0, told.stderr


def test_solving_anew_says_what_it_needs() -> None:
    said = run_without("numpy", "solve", "--jobs", "1", "--language", "fr")
    assert said.returncode == 2
    assert install("arrays") in said.stderr
