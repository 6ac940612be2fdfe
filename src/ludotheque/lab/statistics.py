"""Confidence intervals of a share of wins."""

from math import sqrt
from statistics import NormalDist


def wilson(wins: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval of a share of wins; a shared win may count as a part of one.

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}")
    if not 0 <= wins <= games or games < 1:
        raise ValueError(f"{wins} wins in {games} games are not possible")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
