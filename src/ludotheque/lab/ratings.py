"""Ratings of bots by openskill, on the scale of Elo points."""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from ludotheque.core.chance import seeded

MIDDLE: Final = 1500.0
"""Points of an average player of the pool."""
MODEL: Final = PlackettLuce(tau=0.0)
"""Bots neither learn nor forget between games, so the uncertainty never grows."""
POINTS: Final = 400 / log(10) / (sqrt(2) * MODEL.beta)
"""Points of one unit of openskill: a difference of 400 points is ten wins to one loss, as with Elo."""
ORDERS: Final = 8
"""openskill rates games in sequence; the mean over several random orders is independent of it."""


class Rating(NamedTuple):
    """Points, and their standard deviation."""

    points: float
    deviation: float


class Finish(NamedTuple):
    """A game for ratings: the players of each side, and the place of each."""

    players: tuple[int, ...]
    places: tuple[int, ...]


def rate(players: int, games: Sequence[Finish], seed: int = 0) -> list[Rating]:
    """Return the ratings of players after all games; a player without games keeps the mean.

    >>> first, second = rate(2, [Finish((0, 1), (1, 2))] * 20)
    >>> first.points > 1500 > second.points
    True
    """
    rng = seeded(seed)
    sums = [0.0] * players
    deviations = [0.0] * players
    for _ in range(ORDERS):
        order = list(games)
        for last in range(len(order) - 1, 0, -1):
            other = rng.randrange(last + 1)
            order[last], order[other] = order[other], order[last]
        for player, (mu, sigma) in enumerate(_after(players, order)):
            sums[player] += mu / ORDERS
            deviations[player] += sigma / ORDERS
    return [
        Rating(MIDDLE + POINTS * (mu - MODEL.mu), POINTS * sigma)
        for mu, sigma in zip(sums, deviations, strict=True)
    ]


def _after(players: int, games: Sequence[Finish]) -> list[tuple[float, float]]:
    """Return mean and deviation of each player after the games in this order.

    A bot that plays several sides is updated once, by the mean of them.
    """
    known = [(MODEL.mu, MODEL.sigma)] * players
    for game in games:
        sides = [[MODEL.rating(*known[player])] for player in game.players]
        rated = MODEL.rate(sides, ranks=[float(place) for place in game.places])
        for player in set(game.players):
            own = [side[0] for side, whose in zip(rated, game.players, strict=True) if whose == player]
            known[player] = (
                sum(rating.mu for rating in own) / len(own),
                sum(rating.sigma for rating in own) / len(own),
            )
    return known
