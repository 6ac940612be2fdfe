"""A template for bots of your own: one for a game with compiled rules, one for any game.

In this folder, without installing anything:

    ludotheque arena exxtra cautious my_bots:Careful
    ludotheque play exxtra --seat me --seat bot:my_bots:Careful
    ludotheque league targi random my_bots:Chance --games 20

`pip install -e .` makes them levels of their games everywhere, in the browser too (see pyproject.toml).
"""

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy
from ludotheque.games.exxtra.rules import DECIDE, PLACE, THROW, Exxtra


class Careful(Policy[Exxtra]):
    """Knows the rules of Exxtra as small integers, which is quick: keeps any throw of 50 or more."""

    ENOUGH = 50

    def move(self, state: Exxtra, rng: Random) -> i64:
        """Place as high as is free, or throw."""
        if state.phase != DECIDE or state.kept_value() < self.ENOUGH:
            return THROW
        return max(move for move in state.moves() if move >= PLACE)


class Chance(Bot):
    """Plays any game by its outer contract alone: looks at its moves, and likes one as much as another."""

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """Return its opinion on its moves, its choice first; the position holds only the knowledge of the
        seat.
        """
        moves = [move for move in position.moves(seat) if isinstance(move, Move)]
        first = rng.randrange(len(moves))
        return [Opinion(move, 1 / position.seats) for move in moves[first:] + moves[:first]]
