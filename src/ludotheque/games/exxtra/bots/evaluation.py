# mypyc: compile
"""The evaluation of positions by `strong`, and the best way to end a turn.

Between two turns a position of two players is evaluated by two tables, fitted to games that the bots played
(see `train/exxtra/tables.py`): how often dice on a slot are removed in one turn of another seat, and how
strong a pawn on a space is. For more players a network does it (`value_network.py`). Within a turn nothing is
estimated: when to stop is computed over all throws.
"""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import Policy, best, drawn, heated
from ludotheque.games.exxtra.rules.state import (
    CROSSES,
    DECIDE,
    DOUBLE_CROSS,
    GOAL,
    NOWHERE,
    PAIR,
    PLACE,
    READ,
    SLOTS,
    THROW,
    THROWS,
    VALUES,
    Exxtra,
)

RANKS: Final = 31  # the thirty values, and 100 for the option `xx_is_100`
OPEN: Final = 3  # no, one or several empty slots of 1-5 below the dice
CELLS: Final = 2 * OPEN * SLOTS * RANKS
DEPTH: Final = 3  # spaces gained in a turn up to which throwing again is computed; then pairs are kept
PRECISION: Final = 1e-10

RANK_OF: Final = vec[i64]([sum(value < worth for value in VALUES) for worth in range(DOUBLE_CROSS + 1)])
"""The rank of a value among the thirty; 100 comes after all of them."""


def plain_throws(crosses: i64) -> list[i64]:
    """Return the values of all throws without a pair and with `crosses` X, ascending, with repetitions."""
    return sorted(
        READ[thrown] for thrown in range(THROWS) if CROSSES[thrown] == crosses and PAIR[thrown] == 0
    )


PLAIN: Final = vec[i64](plain_throws(0))
CROSSED: Final = vec[i64](plain_throws(1))  # kept only in a first throw (EXXTRA-8)
PAIRS: Final = 3  # 11, 22 and 33


def count_empty(slots: vec[i64], empty: vec[i64]) -> None:
    """Write for each slot the number of empty slots between 1 and it, at most two."""
    slot: i64 = 1
    while slot < SLOTS:
        empty[slot] = 1
        slot += 1
    for slot in slots:
        if slot > 0:
            empty[slot] = 0
    count: i64 = 0
    slot = 1
    while slot < SLOTS:
        here = empty[slot]
        empty[slot] = count
        if count < OPEN - 1:
            count += here
        slot += 1


def cell(state: Exxtra, seat: i64, empty: vec[i64]) -> i64:
    """Return the row of the table of removals for a seat's dice on slots 1 to 5."""
    slot = state.slots[seat]
    finishing: i64 = OPEN if state.pawns[seat] + slot >= GOAL else 0
    return ((finishing + empty[slot]) * SLOTS + slot) * RANKS + RANK_OF[state.values[seat]]


class Evaluation:
    """An evaluation of positions between two turns; this base class rates all seats equally."""

    def prepare(self) -> None:
        """Prepare for many calls during the turn of the seat to act."""

    def chance(self, state: Exxtra, first: i64, me: i64) -> float:
        """Return the win chance of `me` before the turn of `first`."""
        return 1.0 / float(state.seats)


class TableEvaluation(Evaluation):
    """An evaluation by two tables, for a number of seats.

    `stays` has, for each cell and each number of turns of others, the chance that the dice are still there
    afterwards; `strength` the strength of a pawn, by the turns before its own and by its space.
    """

    def __init__(self, stays: vec[float], strength: vec[float]) -> None:
        self.stays: vec[float] = stays
        self.strength: vec[float] = strength
        self.empty: vec[i64] = vec[i64]([0] * SLOTS)

    def __reduce__(self) -> tuple[object, ...]:
        return table_evaluation, (list(self.stays), list(self.strength))

    def chance(self, state: Exxtra, first: i64, me: i64) -> float:
        """Return the win chance of `me` before the turn of `first`.

        Dice that would carry a pawn to Ziel win if they stay until their owner's turn, the nearest turn
        first. Otherwise the pawns win in proportion to their strength after the expected advance.
        """
        seats = state.seats
        count_empty(state.slots, self.empty)
        alive = 1.0
        won = 0.0
        mine = 0.0
        total = 0.0
        turns: i64 = 0
        seat = first
        while turns < seats:
            pawn = state.pawns[seat]
            slot = state.slots[seat]
            force = self.strength[turns * GOAL + pawn]
            if slot > 0:
                stay = self.stays[cell(state, seat, self.empty) * seats + turns]
                if pawn + slot >= GOAL:
                    if seat == me:
                        won = alive * stay
                    alive -= alive * stay
                else:
                    force += stay * (self.strength[turns * GOAL + pawn + slot] - force)
            total += force
            if seat == me:
                mine = force
            turns += 1
            seat = seat + 1 if seat + 1 < seats else 0
        return won + alive * mine / total


class Turn:
    """A turn being evaluated: the seat's chances to win by keeping, by losing and by throwing again."""

    def __init__(self, evaluation: Evaluation, state: Exxtra) -> None:
        self.evaluation: Evaluation = evaluation
        self.state: Exxtra = state
        self.board: Exxtra = state.copy()  # placements are tried on it
        self.me: i64 = state.seat
        self.next: i64 = state.next_seat()
        self.pawn: i64 = state.pawns[state.seat]
        evaluation.prepare()

    def placed(self, value: i64, slot: i64) -> float:
        """Return the chance to win with a value on a slot, with the pairs above removed (EXXTRA-13)."""
        board = self.board
        other: i64 = 0
        while other < board.seats:
            there = self.state.slots[other]
            board.slots[other] = NOWHERE if there > slot and board.values[other] <= value else there
            other += 1
        board.slots[self.me] = slot
        board.values[self.me] = value
        return self.evaluation.chance(board, self.next, self.me)

    def kept(self, value: i64) -> float:
        """Return the chance to win with a value on the best slot for it (EXXTRA-12)."""
        most = self.placed(value, 0)
        slot: i64 = 1
        while slot < SLOTS:
            if self.state.holder(slot) == NOWHERE:
                chance = self.placed(value, slot)
                if chance > most:
                    most = chance
            slot += 1
        return most

    def busted(self, pawn: i64, crosses: i64) -> float:
        """Return the chance to win after X's that end the turn (EXXTRA-9)."""
        board = self.board
        other: i64 = 0
        while other < board.seats:
            board.slots[other] = self.state.slots[other]
            other += 1
        board.pawns[self.me] = pawn - crosses if pawn > crosses else 0
        chance = self.evaluation.chance(board, self.next, self.me)
        board.pawns[self.me] = pawn
        return chance

    def again(self) -> vec[float]:
        """Return the chances to win by throwing again, by the spaces gained with pairs in this turn."""
        again = vec[float]([0.0] * (DEPTH + 1))
        ahead: i64 = DEPTH
        while ahead >= 0:
            if self.pawn + ahead < GOAL:
                again[ahead] = self.again_at(ahead, again)
            ahead -= 1
        self.board.pawns[self.me] = self.pawn
        return again

    def again_at(self, ahead: i64, again: vec[float]) -> float:
        """Return the chance to win by throwing again and choosing well (EXXTRA-11): a fixed point."""
        fixed = 10.0 * self.busted(self.pawn + ahead, 1) + self.busted(self.pawn + ahead, 2)
        steps: i64 = 1
        while steps <= PAIRS:
            fixed += self.paired(steps, ahead, again)
            steps += 1
        self.board.pawns[self.me] = self.pawn + ahead
        kept = self.all_kept(PLAIN)
        chance = fixed / THROWS
        while True:
            total = fixed
            for worth in kept:
                total += worth if worth > chance else chance
            total /= THROWS
            if total - chance < PRECISION:
                return total
            chance = total

    def paired(self, steps: i64, ahead: i64, again: vec[float]) -> float:
        """Return the chance to win after a pair that advances the pawn at once (EXXTRA-10)."""
        to = ahead + steps
        if self.pawn + to >= GOAL:
            return 1.0
        self.board.pawns[self.me] = self.pawn + to
        kept = self.kept(11 * steps)
        return again[to] if to <= DEPTH and again[to] > kept else kept

    def all_kept(self, values: vec[i64]) -> vec[float]:
        """Return the chance to win with each of some values; a repeated value is computed once."""
        kept = vec[float](capacity=len(values))
        i: i64 = 0
        while i < len(values):
            same = i > 0 and values[i] == values[i - 1]
            kept = append(kept, kept[i - 1] if same else self.kept(values[i]))
            i += 1
        return kept

    def first_throw(self) -> float:
        """Return the chance to win before the first throw, in which an X is harmless (EXXTRA-8)."""
        again = self.again()
        total = 0.0
        steps: i64 = 1
        while steps <= PAIRS:
            total += self.paired(steps, 0, again)
            steps += 1
        self.board.pawns[self.me] = self.pawn
        crossed = self.kept(DOUBLE_CROSS if self.state.xx_is_100 else 0)
        total += crossed if crossed > again[0] else again[0]
        for worth in self.all_kept(PLAIN):
            total += worth if worth > again[0] else again[0]
        for worth in self.all_kept(CROSSED):
            total += worth if worth > again[0] else again[0]
        return total / THROWS


class EvaluationPolicy(Policy[Exxtra]):
    """A policy that ends its turns with the best computed chance, by the evaluation for its number of seats.

    With some heat it errs: a move that is worth less by the heat, as a chance to win, is a third as likely.
    """

    def __init__(self, evaluations: list[Evaluation], fewest: i64, heats: list[float] | None = None) -> None:
        self.evaluations = evaluations
        self.fewest: i64 = fewest  # number of seats of the first evaluation
        self.heats: list[float] = (
            heats if heats is not None else [0.0] * len(evaluations)
        )  # one per evaluation

    def __reduce__(self) -> tuple[object, ...]:
        return EvaluationPolicy, (self.evaluations, self.fewest, self.heats)

    def move(self, state: Exxtra, rng: Random) -> i64:
        """Return the compulsory first throw (EXXTRA-7), after it the move of highest value, or nearly so."""
        if state.phase != DECIDE:
            return THROW
        worth = self.worth(state, rng)
        heat = self.heats[state.seats - self.fewest]
        return state.moves()[best(worth) if heat == 0.0 else drawn(heated(worth, heat), rng)]

    def worth(self, state: Exxtra, rng: Random) -> vec[float]:
        """Return the chance to win with each move."""
        turn = Turn(self.evaluations[state.seats - self.fewest], state)
        if state.phase != DECIDE:
            return vec[float]([turn.first_throw()])
        worth = vec[float]([turn.again()[0]])
        value = state.kept_value()
        for move in state.moves():
            if move != THROW:
                worth = append(worth, turn.placed(value, move - PLACE))
        return worth


def table_evaluation(stays: list[float], strength: list[float]) -> TableEvaluation:
    """Return the evaluation by given tables."""
    return TableEvaluation(vec[float](stays), vec[float](strength))
