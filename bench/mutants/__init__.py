"""Break one rule at a time and see that a test of its clause notices."""

from typing import Final

from bench.mutants import blackrock, exxtra, targets, targi, touche, zoch
from bench.mutants.mutant import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = (
    *exxtra.MUTANTS,
    *touche.MUTANTS,
    *targi.MUTANTS,
    *targets.MUTANTS,
    *zoch.MUTANTS,
    *blackrock.MUTANTS,
)
