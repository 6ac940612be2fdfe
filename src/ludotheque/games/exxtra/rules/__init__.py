"""The compiled rules of Exxtra, for bots of other packages: the state and the numbers of its moves."""

from ludotheque.games.exxtra.rules.state import (
    DECIDE,
    FIRST_THROW,
    GOAL,
    NOWHERE,
    PLACE,
    SLOTS,
    THROW,
    VALUES,
    Exxtra,
    new_game,
)

__all__ = [
    "DECIDE",
    "FIRST_THROW",
    "GOAL",
    "NOWHERE",
    "PLACE",
    "SLOTS",
    "THROW",
    "VALUES",
    "Exxtra",
    "new_game",
]
