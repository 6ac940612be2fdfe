"""The bots of Exxtra by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.float16 import read_float16
from ludotheque.core.policy import Policy
from ludotheque.games.exxtra.bots.evaluation import Evaluation, EvaluationPolicy, table_evaluation
from ludotheque.games.exxtra.bots.heuristics import CAREFUL, Casual, Threshold
from ludotheque.games.exxtra.bots.perfect import Perfect
from ludotheque.games.exxtra.bots.value_network import ValueNetwork

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
    data = files(__package__) / "data" / "strong.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[int, Tables])


def by_tables(seats: int) -> Evaluation:
    """Return the evaluation by the tables for a number of seats."""
    tables = learned()[seats]
    return table_evaluation([stay**turns for stay in tables.stays for turns in range(seats)], tables.strength)


@cache
def by_network(seats: int) -> Evaluation:
    """Return the evaluation by the network for a number of seats, trained by `train/exxtra`."""
    data = (files(__package__) / "data" / f"value_network_{seats}.f16").read_bytes()
    return ValueNetwork(read_float16(data), seats)


@cache
def strong_policy() -> EvaluationPolicy:
    """Return the policy of `strong` for any number of seats."""
    evaluations = [by_tables(2), *(by_network(seats) for seats in range(3, 7))]
    return EvaluationPolicy(evaluations, 2, [HEAT_OF_TWO, 0.0, 0.0, 0.0, 0.0])


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
