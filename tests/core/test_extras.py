"""Extras: every module that may be missing is known, with the extra that brings it."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

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


def test_the_command_line_says_which_extra_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludotheque.cli.main import run

    for name in [name for name in sys.modules if name.startswith("ludotheque.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", "--language", "de"]) == 2
    assert install("server") in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ludotheque.server", None)
    with pytest.raises(ModuleNotFoundError):
        run(["serve"])
