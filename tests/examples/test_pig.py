"""The example package, installed: found, tested, played in the terminal and online."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES
from tests.examples.installed import PIG, ROOT, surroundings_with_pig
from tests.patience import HANG

TUTORIAL = ROOT / "docs" / "your-first-game.md"
MOST_LINES = 200
"""What a small game may need beside its rules, its tests and its words."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Surroundings in which the package is installed, in a folder of its own."""
    found = surroundings_with_pig(tmp_path_factory.mktemp("installed"))
    return found | {"LUDOTHEQUE_LANGUAGE": "en", "LUDOTHEQUE_NAME": "Ada"}


def run(surroundings: dict[str, str], *command: str, typed: str = "", folder: Path = ROOT) -> str:
    """Return the output of a command; a failure shows it."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env=surroundings,
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_own_tests_pass(installed: dict[str, str]) -> None:
    run(installed, "pytest", "-q", "-p", "no:cacheprovider", str(PIG / "tests"))


def test_it_is_played_in_the_terminal_in_its_own_words(installed: dict[str, str], tmp_path: Path) -> None:
    said = run(
        installed,
        "ludotheque.cli.main",
        "play",
        "pig",
        "--seat",
        "me",
        "--seat",
        "bot:strong",
        typed="roll\nquit\n",
        folder=tmp_path,
    )
    assert "throws a" in said
    assert "Pig" in run(installed, "ludotheque.cli.main", "games")


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_rules_are_read_in_every_language(installed: dict[str, str], language: str) -> None:
    assert "PIG-6" in run(
        installed | {"LUDOTHEQUE_LANGUAGE": language}, "ludotheque.cli.main", "rules", "pig"
    )


def test_its_bots_play_in_the_arena(installed: dict[str, str]) -> None:
    said = run(installed, "ludotheque.cli.main", "arena", "pig", "strong", "racer", "--games", "40")
    assert "racer" in said


def test_it_is_played_at_the_server(installed: dict[str, str]) -> None:
    run(installed, "pytest", "-q", "-p", "no:cacheprovider", "tests/examples/at_the_server.py")


def test_the_tutorial_shows_the_example_as_it_is() -> None:
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    sources = [path for path in PIG.rglob("*") if path.suffix in (".py", ".toml")]
    texts = [bare(path.read_text(encoding="utf-8")) for path in sources]
    assert len(shown) > 5
    for part in shown:
        assert any(bare(part) in text for text in texts), part


def bare(source: str) -> str:
    """A source without the space around its lines."""
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


def test_it_needs_little_beside_its_rules_and_words() -> None:
    sources = [path for path in (PIG / "src").rglob("*.py") if path.name != "rules.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources) <= MOST_LINES
