"""The throws of Exxtra as the solution counts them: thirty values, and the advance by each pair."""

from functools import cache
from itertools import product
from typing import Final

from ludotheque.games.exxtra.rules import state as rules

DICE: Final = (rules.FACES_A, rules.FACES_B)
PAIR_ADVANCE: Final = {11: 1, 22: 2, 33: 3}


def read(one: int, two: int, *, xx_is_100: bool) -> int:
    """The higher die gives the tens, the lower the units (EXXTRA-4, EXXTRA-18)."""
    if xx_is_100 and one == two == rules.X:
        return rules.DOUBLE_CROSS
    return rules.reading(one, two)


@cache
def values(*, xx_is_100: bool = False) -> tuple[int, ...]:
    """Thirty values exist, here in ascending order (EXXTRA-5); with the option 100 replaces 00."""
    return tuple(sorted({read(one, two, xx_is_100=xx_is_100) for one, two in product(*DICE)}))


RANKS: Final = len(values())
