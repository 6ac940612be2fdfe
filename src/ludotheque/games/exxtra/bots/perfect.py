"""The perfect player of Exxtra for two, from the exact solution."""

from typing import Final

from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.coded import CodedPosition
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.games.exxtra.bots.solution import Solution, load_solution
from ludotheque.games.exxtra.moves import Place, Throw
from ludotheque.games.exxtra.rules.state import DECIDE, NOWHERE, Exxtra

PLAYERS: Final = 2  # the solution is for this many players


def dice_of(solution: Solution, state: Exxtra, seat: int) -> int:
    """Return the index of a seat's dice on the table, as the solution has it."""
    slot = state.slots[seat]
    return 0 if slot == NOWHERE else solution.dice_index(slot, state.values[seat])


def solved_opinions(state: Exxtra) -> list[Opinion]:
    """Return the exact win chance of every move of the seat to act, the best first."""
    solution = load_solution(xx_is_100=state.xx_is_100)
    me, other = state.pawns[state.seat], state.pawns[1 - state.seat]
    dice = dice_of(solution, state, 1 - state.seat)
    if state.phase != DECIDE:
        return [Opinion(Throw(), solution.turn_start(me, 0, other, dice))]
    opinions = [
        Opinion(Throw() if option.slot is None else Place(option.slot), option.win)
        for option in solution.options(me, other, dice, state.kept_value())
    ]
    return sorted(opinions, key=lambda opinion: -opinion.value)


class Perfect(Bot[CodedPosition[Exxtra]]):
    """A bot that never plays an inferior move, by the solution of the game for two players."""

    def refusal(self, position: CodedPosition[Exxtra]) -> Refusal | None:
        """Refuse any table that is not for two players, since only that game is solved."""
        if position.seats == PLAYERS:
            return None
        return NotAllowed("exxtra.perfect_for_two", params={"seats": position.seats})

    def consider(self, position: CodedPosition[Exxtra], seat: int, rng: Random) -> list[Opinion]:
        """Rate every move with its exact win chance."""
        refusal = self.refusal(position)
        if refusal is not None:
            raise refusal
        assert position.state.turn() == seat
        return solved_opinions(position.state)
