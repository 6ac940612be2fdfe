"""The bots of Exxtra by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.halves import read_halves
from ludotheque.core.policy import Policy
from ludotheque.games.exxtra.forecast import Forecast
from ludotheque.games.exxtra.judgement import Judge, Strong, judgement_from
from ludotheque.games.exxtra.perfect import Perfect
from ludotheque.games.exxtra.simple import CAREFUL, Casual, Threshold

CAUTIOUS_FROM: Final = 10
"""The lowest value the cautious player keeps: any first throw but a double X."""

HEAT_OF_TWO: Final = 0.018
"""The heat of `strong` for two players, as a chance to win: it makes `perfect` noticeably stronger."""


class Tables(msgspec.Struct, frozen=True):
    """The fitted tables of `strong` for a number of seats: chances that dice stay, strengths of pawns."""

    stays: list[float]
    strength: list[float]


@cache
def learned() -> dict[int, Tables]:
    """Return the tables that ship with the package, by number of seats."""
    data = files("ludotheque.games.exxtra") / "data" / "strong.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[int, Tables])


def by_tables(seats: int) -> Judge:
    """Return the evaluation by the tables for a number of seats."""
    tables = learned()[seats]
    return judgement_from([stay**turns for stay in tables.stays for turns in range(seats)], tables.strength)


@cache
def by_network(seats: int) -> Judge:
    """Return the evaluation by the network for a number of seats, trained by `bench/exxtra_many`."""
    data = (files("ludotheque.games.exxtra") / "data" / f"forecast_{seats}.f16").read_bytes()
    return Forecast(read_halves(data), seats)


@cache
def strong_policy() -> Strong:
    """Return the policy of `strong` for any number of seats."""
    judges = [by_tables(2), *(by_network(seats) for seats in range(3, 7))]
    return Strong(judges, 2, [HEAT_OF_TWO, 0.0, 0.0, 0.0, 0.0])


def random() -> Bot:
    """Return the bot that plays random moves."""
    return PolicyBot(Policy())


def cautious() -> Bot:
    """Return the bot that stops early and risks little."""
    return PolicyBot(Threshold(CAUTIOUS_FROM, CAREFUL))


def casual() -> Bot:
    """Return the bot that plays by feeling."""
    return PolicyBot(Casual())


def strong() -> Bot:
    """Return the bot that computes when to stop, for any number of players."""
    return PolicyBot(strong_policy())


LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "random": random,
    "cautious": cautious,
    "casual": casual,
    "strong": strong,
    "perfect": Perfect,
}
