"""Rulebooks: the same clauses in every language, in order, and a clause found by its number."""

import re

import pytest

from ludotheque.core.refusal import Unreadable
from ludotheque.core.rulebook import RULING, clauses, parse, rulebook, split_ruling
from ludotheque.core.words import LANGUAGES, folder
from ludotheque.games import REGISTRY, game

WITH_RULEBOOK = [name for name in REGISTRY if (folder(name) / "rulebook").is_dir()]


def _numbered(prefix: str, *numbers: int) -> set[str]:
    return {f"{prefix}-{number}" for number in numbers}


RULINGS = {
    "exxtra": (_numbered("EXXTRA", 15), _numbered("EXXTRA", 12)),
    "touche": (_numbered("TOUCHE", 4, 13, 14, 15), _numbered("TOUCHE", 6, 7, 8, 12, 17)),
    "targi": (_numbered("TARGI", 11, 19, 20, 21, 22, 23, 26), _numbered("TARGI", 8, 9, 16)),
    "blackrock": (
        _numbered("TARGETS", 3, 7, 8, 9, 10, 11),
        _numbered("TARGETS", 6) | _numbered("BLACKROCK", 1, 3, 4, 5, 6, 8, 11, 12, 16),
    ),
    "zoch": (
        _numbered("TARGETS", 3, 7, 8, 9, 10, 11) | _numbered("ZOCH", 11),
        _numbered("TARGETS", 6) | _numbered("ZOCH", 1, 5, 6, 8),
    ),
}
"""By game the clauses that are a ruling as a whole, and those that end with one."""


def test_exxtra_has_a_rulebook() -> None:
    assert "exxtra" in WITH_RULEBOOK


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_clauses_are_numbered_without_gaps_and_in_order(name: str, language: str) -> None:
    for prefix in game(name).clause_prefixes:
        numbers = [
            int(re.sub(r"\D", "", clause.removeprefix(prefix)))
            for clause in clauses(name, language)
            if clause.rpartition("-")[0] == prefix
        ]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_every_language_carries_the_same_clauses_in_the_same_sections(name: str) -> None:
    shapes = [
        [(section.level, list(section.clauses), len(section.text)) for section in book.sections]
        for book in (rulebook(name, language) for language in LANGUAGES)
    ]
    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize(
    ("text", "printed", "ruled"),
    [
        ("Black starts.", "Black starts.", ""),
        ("[ruling] Black starts.", "", "Black starts."),
        ("Black starts. [ruling] White follows.", "Black starts.", "White follows."),
    ],
)
def test_a_ruling_stands_behind_its_mark(text: str, printed: str, ruled: str) -> None:
    assert split_ruling(text) == (printed, ruled)


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_marked_once_and_the_same_in_every_language(name: str, language: str) -> None:
    whole, half = RULINGS[name]
    marked = {clause: text for clause, text in clauses(name, language).items() if RULING in text}
    assert all(text.count(RULING) == 1 and split_ruling(text)[1] for text in marked.values())
    assert {clause for clause, text in marked.items() if not split_ruling(text)[0]} == whole
    assert {clause for clause, text in marked.items() if split_ruling(text)[0]} == half


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_every_rulebook_begins_with_the_game_in_two_minutes(name: str) -> None:
    for language in LANGUAGES:
        introduction = rulebook(name, language).sections[1]
        assert not introduction.clauses
        assert 60 < sum(len(paragraph.split()) for paragraph in introduction.text) < 330


def test_no_two_languages_share_a_clause() -> None:
    texts = [text for language in LANGUAGES for text in clauses("exxtra", language).values()]
    assert len(set(texts)) == len(texts) == 3 * 18


@pytest.mark.parametrize("wish", ["EXXTRA-9", "exxtra-9", " 9 "])
def test_a_clause_is_found_by_its_number(wish: str) -> None:
    name, text = rulebook("exxtra", "de").clause(wish)
    assert name == "EXXTRA-9"
    assert text.startswith("Vom zweiten Wurf")


@pytest.mark.parametrize("wish", ["99", "", "TARGI-1", "nine"])
def test_an_unknown_clause_is_refused_and_the_refusal_names_those_there_are(wish: str) -> None:
    with pytest.raises(Unreadable, match="EXXTRA-1…18") as refused:
        rulebook("exxtra").clause(wish)
    for language in LANGUAGES:
        assert wish in refused.value.text(language)


def test_a_number_that_two_editions_share_needs_its_prefix() -> None:
    book = parse("# Two\n\n- ZOCH-1 Flick.\n- ROCK-1 Flick twice.\n")
    assert book.clause("rock-1") == ("ROCK-1", "Flick twice.")
    with pytest.raises(Unreadable):
        book.clause("1")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "an empty rulebook"),
        ("- GO-1 Black starts.", "expected the title"),
        ("# Go\n- GO-1 Black starts.\n- GO-1 White starts.", "GO-1 stands twice"),
    ],
)
def test_a_broken_rulebook_is_told_at_once(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        parse(text)


def test_the_rulebook_of_an_edition_holds_what_the_editions_share() -> None:
    zoch, blackrock = rulebook("zoch"), rulebook("blackrock")
    assert zoch.title == "Targets (Zoch)"
    assert zoch.clause("TARGETS-1") == blackrock.clause("TARGETS-1")
    assert [section.heading for section in zoch.sections[:3]] == [
        "Targets (Zoch)",
        "In two minutes",
        "Table, tower and flick",
    ]
