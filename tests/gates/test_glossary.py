"""Every game says one thing with one word: no text uses a word that its glossary forbids."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "ludotheque"
GLOSSARY = ROOT / "docs" / "glossary"
COLUMNS = {"en": (1, 2), "fr": (3, 4), "de": (5, 6)}
FOLDERS = {
    "exxtra": ["exxtra"],
    "touche": ["touche"],
    "targi": ["targi"],
    "targets": ["targets", "targets/zoch", "targets/blackrock"],
    "zoch": ["targets/zoch"],
    "blackrock": ["targets/blackrock"],
}
"""By glossary the folders of the games whose texts it binds."""
TABLE_ROW = re.compile(r"^\| (?!meaning|-)(.+) \|$", re.MULTILINE)
KEY = re.compile(r"""["'](web_\w+)["']""")
TYPED = re.compile(r"_words_|_refusal_notation$|^cli_targets_shared$")
"""Messages that hold words typed at a terminal."""
PLACEHOLDER = re.compile(r"\{\w+\}|`[^`]*`")


def rows(game: str) -> list[list[str]]:
    """The rows of a glossary, each a list of cells."""
    text = (GLOSSARY / f"{game}.md").read_text(encoding="utf-8")
    return [[cell.strip() for cell in row.split("|")] for row in TABLE_ROW.findall(text)]


def forbidden(game: str, language: str) -> dict[str, str]:
    """The forbidden words of a game in a language, and the term that stands for each."""
    right, wrong = COLUMNS[language]
    return {word.strip(): row[right] for row in rows(game) for word in row[wrong].split(",")}


def pattern(word: str) -> re.Pattern[str]:
    """A forbidden word as a whole word; a star at its end is any ending."""
    ending = r"\w*" if word.endswith("*") else r"(?!\w)"
    return re.compile(rf"(?<!\w){re.escape(word.removesuffix('*'))}{ending}", re.IGNORECASE)


def strings(value: object) -> Iterator[str]:
    """The sentences of a message: itself, or those of its plural forms."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for variant in value:
            yield from variant["match"].values()


def shown_by(folder: str) -> set[str]:
    """The browser's messages that the board of a game names."""
    files = (ROOT / "web" / "src" / "games" / Path(folder).name).rglob("*.*")
    return set(chain.from_iterable(KEY.findall(path.read_text(encoding="utf-8")) for path in files))


def texts(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Every text of a game with the place where it stands."""
    for folder in FOLDERS[game]:
        home = SOURCE / "games" / folder
        book = home / "rulebook" / f"{language}.md"
        if book.exists():
            for number, line in enumerate(book.read_text(encoding="utf-8").splitlines(), start=1):
                yield f"{folder}/rulebook/{language}.md:{number}", line
        own = (
            home / "words" / f"{language}.json",
            home / "words" / "cli" / f"{language}.json",
            ROOT / "web" / "src" / "games" / home.name / "messages" / f"{language}.json",
        )
        for path in (path for path in own if path.exists()):
            yield from sentences(path, lambda _: True)
        for path in sorted((home / "lessons").glob("*.toml")):
            yield from spoken(path, language)
        shown = shown_by(folder)
        yield from sentences(ROOT / "web" / "messages" / f"{language}.json", shown.__contains__)


def spoken(path: Path, language: str) -> Iterator[tuple[str, str]]:
    """Return the sentences of a lesson in a language, line by line."""
    line = re.compile(rf'^\w+\.{language} = "(.*)"$')
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if found := line.match(text):
            yield f"{path.name}:{number}", found[1]


def sentences(path: Path, counts: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """The sentences of a file of words whose keys count, without what people type."""
    for key, value in json.loads(path.read_text(encoding="utf-8")).items():
        if counts(key) and not TYPED.search(key):
            yield from ((key, sentence) for sentence in strings(value))


def test_every_glossary_is_known_and_has_whole_rows() -> None:
    assert {path.stem for path in GLOSSARY.glob("*.md")} == {*FOLDERS, "README"}
    for game in FOLDERS:
        assert rows(game)
        assert all(len(row) == 7 and all(row) for row in rows(game)), game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FOLDERS)
def test_no_text_uses_a_forbidden_word(game: str, language: str) -> None:
    words = {pattern(word): term for word, term in forbidden(game, language).items()}
    wrong = [
        f"{where}: “{found[0]}” instead of “{term}”"
        for where, text in texts(game, language)
        for found_by, term in words.items()
        if (found := found_by.search(PLACEHOLDER.sub("", text)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FOLDERS)
def test_every_term_is_used(game: str, language: str) -> None:
    """A term that no text uses is a mistake in the glossary."""
    everything = " ".join(text for _, text in texts(game, language)).casefold()
    terms = {term.strip() for row in rows(game) for term in row[COLUMNS[language][0]].split(",")}
    assert {term for term in terms if term.casefold() not in everything} == set()


def test_a_forbidden_word_is_found_whole_and_with_any_ending() -> None:
    assert pattern("roll").search("Roll the dice")
    assert not pattern("roll").search("scrolled")
    assert pattern("captur*").search("il capture")
    assert forbidden("targi", "fr")["Targis"] == "Targi"


@pytest.mark.parametrize(
    "path",
    [
        *SOURCE.rglob("fr.json"),
        *SOURCE.rglob("fr.md"),
        *SOURCE.rglob("lessons/*.toml"),
        ROOT / "web" / "messages" / "fr.json",
    ],
)
def test_french_signs_do_not_part_from_their_word(path: Path) -> None:
    """A no-break space stands before : ; ! ? » and after «, so that no line begins with a sign."""
    loose = re.compile(r"[\w}).…»”’*%°] [:;!?»]|« ")
    if path.suffix == ".toml":
        lines = [text for _, text in spoken(path, "fr")]
    else:
        lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if loose.search(line)] == []
