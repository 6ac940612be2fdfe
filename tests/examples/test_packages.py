"""The example packages, installed: found, tested, played in the terminal and online."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES
from tests.examples.installed import PIG, PIKE, ROOT, surroundings_with
from tests.patience import HANG

TUTORIAL = ROOT / "docs" / "your-first-game.md"
FACEDOWN = ROOT / "tests" / "table" / "facedown"
MOST_LINES = 200
"""Files that a small game may need beside its rules, its tests and its words."""

PACKAGES = pytest.mark.parametrize("package", [PIG, PIKE], ids=lambda package: package.name)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Surroundings in which the packages are installed, in a folder of their own."""
    found = surroundings_with(tmp_path_factory.mktemp("installed"), PIG, PIKE)
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


@PACKAGES
def test_its_own_tests_pass(installed: dict[str, str], package: Path) -> None:
    run(installed, "pytest", "-q", "-p", "no:cacheprovider", str(package / "tests"))


@pytest.mark.parametrize(
    ("name", "move", "seen"), [("pig", "roll", "throws a"), ("pike", "play 8", "Ada plays the 8")]
)
def test_it_is_played_in_the_terminal_in_its_own_words(
    installed: dict[str, str], tmp_path: Path, name: str, move: str, seen: str
) -> None:
    seats = ["--seat", "me", "--seat", "bot:strong", "--seed", "3"]
    typed = f"{move}\nquit\n"
    said = run(installed, "ludotheque.cli.main", "play", name, *seats, typed=typed, folder=tmp_path)
    assert seen in said
    assert name.title() in run(installed, "ludotheque.cli.main", "games")


@pytest.mark.parametrize(
    ("language", "seen"),
    [
        ("en", ("On the table: 1", "Points: Ada 0, Strong 0", "Next: play a card", "play 8 Play the 8")),
        (
            "fr",
            ("Sur la table\u00a0: 1", "À qui de jouer\u00a0: Ada", "Cartes en main\u00a0: 5", "Jouer le 8"),
        ),
        ("de", ("Auf dem Tisch: 1", "Am Zug: Ada", "Als Nächstes: spiel eine Karte", "Die 8 spielen")),
    ],
)
def test_the_terminal_names_its_parts_and_moves_in_every_language(
    installed: dict[str, str], tmp_path: Path, language: str, seen: tuple[str, ...]
) -> None:
    surroundings = installed | {"LUDOTHEQUE_LANGUAGE": language}
    seats = ["--seat", "me", "--seat", "bot:strong", "--seed", "3"]
    said = run(surroundings, "ludotheque.cli.main", "play", "pike", *seats, typed="quit\n", folder=tmp_path)
    assert [name for name in seen if name not in said] == []
    assert "hands" not in said


@PACKAGES
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_rules_are_read_in_every_language(
    installed: dict[str, str], package: Path, language: str
) -> None:
    surroundings = installed | {"LUDOTHEQUE_LANGUAGE": language}
    book = run(surroundings, "ludotheque.cli.main", "rules", package.name)
    assert f"{package.name.upper()}-6" in book


def test_its_bots_play_in_the_arena(installed: dict[str, str]) -> None:
    said = run(installed, "ludotheque.cli.main", "arena", "pig", "strong", "racer", "--games", "40")
    assert "racer" in said


def test_they_are_played_at_the_server(installed: dict[str, str]) -> None:
    run(installed, "pytest", "-q", "-p", "no:cacheprovider", "tests/examples/at_the_server.py")


def test_the_tutorial_shows_the_examples_as_they_are() -> None:
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    games = (PIG, PIKE, FACEDOWN)
    sources = [path for game in games for path in game.rglob("*") if path.suffix in (".py", ".toml")]
    texts = [bare(path.read_text(encoding="utf-8")) for path in sources]
    assert len(shown) > 10
    for part in shown:
        assert any(bare(part) in text for text in texts), part


def bare(source: str) -> str:
    """A source without the space around its lines."""
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


@PACKAGES
def test_it_needs_little_beside_its_rules_and_words(package: Path) -> None:
    sources = [path for path in (package / "src").rglob("*.py") if path.name != "rules.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources) <= MOST_LINES
