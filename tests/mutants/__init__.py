"""Break one rule at a time and see that a test of its clause notices."""

from typing import Final

from tests.games.exxtra import mutants as exxtra
from tests.games.targets import mutants as targets
from tests.games.targets import mutants_of_blackrock as blackrock
from tests.games.targets import mutants_of_zoch as zoch
from tests.games.targi import mutants as targi
from tests.games.touche import mutants as touche
from tests.mutants.mutant import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = (
    *exxtra.MUTANTS,
    *touche.MUTANTS,
    *targi.MUTANTS,
    *targets.MUTANTS,
    *zoch.MUTANTS,
    *blackrock.MUTANTS,
)
