"""Every clause has a rule that is broken on trial, and every such mutant still fits the source.

`make mutants` tries them; here it is only seen that they can be tried.
"""

import re
from functools import cache

import pytest

from ludotheque import all_games
from ludotheque.core.rulebook import clauses
from tests.mutants import MUTANTS
from tests.mutants.mutant import ROOT, Mutant

MARKED = re.compile(r"""mark\.clause\(\s*["']([A-Z]+-\d+)["'](?:,\s*["']([^"']+)["'])?""")


@cache
def marked() -> set[str]:
    """The clauses that tests of the rules carry as a mark, and their rulings."""
    found = set()
    for path in (ROOT / "tests" / "games").rglob("test_*.py"):
        for clause, ruling in MARKED.findall(path.read_text(encoding="utf-8")):
            found |= {clause, f"{clause}:{ruling}"}
    return found


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.clause)
def test_a_mutant_fits_the_rule_it_breaks(mutant: Mutant) -> None:
    assert mutant.old != mutant.new
    assert mutant.broken(ROOT / "src")
    assert mutant.clause in marked()


def test_no_mutant_is_tried_twice() -> None:
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_every_clause_has_a_mutant(name: str) -> None:
    assert set(clauses(name, "en")) - {mutant.name for mutant in MUTANTS} == set()


def test_every_ruling_has_a_mutant() -> None:
    rulings = {found for found in marked() if not found.endswith(":") and ":" in found}
    assert rulings - {mutant.clause for mutant in MUTANTS} == set()
