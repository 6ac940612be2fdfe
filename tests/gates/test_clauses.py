"""Every clause of every rulebook is named by a test, and no test names a clause that does not exist."""

import re
from pathlib import Path

import pytest

from ludotheque import all_games
from ludotheque.core.rulebook import clauses
from ludotheque.core.words import LANGUAGES

TESTS = Path(__file__).parent.parent
NAMED = re.compile(r"""mark\.clause\(\s*["']([A-Z]+-\d+)["']""")
NAMES = [game.name for game in all_games()]


def named() -> set[str]:
    """The clauses that tests carry as a mark."""
    return {
        name for path in TESTS.rglob("test_*.py") for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_proven_by_a_test(name: str) -> None:
    assert set(clauses(name, "en")) - named() == set()


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    assert named() - {clause for name in NAMES for clause in clauses(name, "en")} == set()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_carries_every_clause_in_order_in_every_language(name: str, language: str) -> None:
    found = list(clauses(name, language))
    assert found == list(clauses(name, "en"))
    for prefix in {clause.rsplit("-", 1)[0] for clause in found}:
        numbers = [int(clause.rsplit("-", 1)[1]) for clause in found if clause.startswith(f"{prefix}-")]
        assert numbers == list(range(1, len(numbers) + 1)), prefix


@pytest.mark.parametrize("name", NAMES)
def test_clauses_begin_with_a_prefix_of_the_game(name: str) -> None:
    prefixes = next(game.clause_prefixes for game in all_games() if game.name == name)
    assert {clause.rsplit("-", 1)[0] for clause in clauses(name, "en")} == set(prefixes)
