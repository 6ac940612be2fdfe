"""Reasons for a move of Touché: patterns completed, opened and broken, unseen cards, toppled pawns.

Patterns and cards are counted by the rules. Events up to the seat's next turn are counted over many
continuations: the hands it can't see are resampled, and all seats play by reflex.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Fact, Forms, Reason, error_of, number, of_hundred
from ludotheque.core.refusal import Param
from ludotheque.core.state import CHANCE, OVER, Note
from ludotheque.games.touche.bots.greedy import count as count_bits
from ludotheque.games.touche.bots.levels import move_scorer
from ludotheque.games.touche.bots.move_scorer import HEAT
from ludotheque.games.touche.names import cell_name, shown
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import CELLS, JOKER, NONE
from ludotheque.games.touche.rules.cards import HAND
from ludotheque.games.touche.rules.crowns import fits
from ludotheque.games.touche.rules.state import Touche

SAMPLES: Final = 600
PATTERN: Final = 0.25
"""Approximate value of a crowned pattern as a chance to win: three or four win the game."""
NEAR: Final = 0.04
"""Value of a pattern that lacks one cell; next, of one that lacks two."""
BEGUN: Final = 0.01
PAWN: Final = 0.05
WORTH_A_WORD: Final = 10
"""Percentage below which dangers and chances are not shown."""


SAFE: Final = 15
"""Percentage up to which a pawn is said to stand rather safely; from `RISKY` on it is said hardly to stay."""
RISKY: Final = 50


def _lacking_form(params: Mapping[str, Param]) -> str:
    return "near" if number(params, "one") else "begun" if number(params, "two") else ""


def _opens_than_form(params: Mapping[str, Param]) -> str:
    if number(params, "one") > number(params, "other_one"):
        return "near"
    return "begun" if number(params, "two") > max(1.0, number(params, "other_two")) else ""


def _toppled_form(params: Mapping[str, Param]) -> str:
    chance = number(params, "chance")
    return "safe" if chance <= SAFE else "risky" if chance >= RISKY else ""


FORMS: Final[Forms] = {
    "completes": lambda p: "one_left" if number(p, "have") == number(p, "goal") - 1 else "",
    "topples": _lacking_form,
    "opens": _lacking_form,
    "opens_than": _opens_than_form,
    "toppled": _toppled_form,
    "they_than": lambda p: "" if number(p, "chance") else "never",
}


class Continued(msgspec.Struct):
    """Counts over many continuations of a play up to the seat's next turn."""

    samples: int
    toppled: int = 0
    """Continuations in which the pawn just placed was toppled."""
    completable: int = 0
    """Continuations in which the seat could complete a pattern in its next turn."""
    completed: int = 0
    """Continuations in which another side had completed a pattern before."""


def facts(
    position: CodedPosition[Touche], seat: int, moves: Sequence[Move], rng: Random, samples: int | None = None
) -> list[list[Fact]]:
    """Return the facts about each of some moves of a seat."""
    state = position.state
    codes = [position.game.encode(state, move) for move in moves]
    return [_facts(state, seat, code, rng, samples or SAMPLES) for code in codes]


def _facts(state: Touche, seat: int, code: int, rng: Random, samples: int) -> list[Fact]:
    if code >= rules.CROWN:
        return [_leaves_open(state, code - rules.CROWN)]
    if code >= rules.DISCARD:
        return [Fact(Reason("touche.all_dead", clause="TOUCHE-13"), 0.0)]
    if code >= rules.EXCHANGE:
        card: dict[str, Param] = {"shown": shown(code - rules.EXCHANGE)}
        return [Fact(Reason("touche.dead", card, "TOUCHE-13"), NEAR)]
    if code >= rules.SILENT_ON:
        return [Fact(Reason("touche.silent", clause="TOUCHE-11"), -PATTERN)]
    return [*_on_board(state, seat, code), *_ahead(state, seat, code, rng, samples)]


def _on_board(state: Touche, seat: int, code: int) -> list[Fact]:
    """Return the facts about patterns that a play changes at once (TOUCHE-5, TOUCHE-10, TOUCHE-16)."""
    side, cell = seat % state.sides, code % CELLS
    found = []
    crowned = state.largest_at(side, cell)
    if crowned:
        count: int = len(crowned[0])
        have = len(state.counted[side]) + count
        told: dict[str, Param] = {"count": count, "have": have, "goal": int(state.goal(side))}
        wins = count >= state.lacks(side)
        reason = (
            Reason("touche.wins", {"goal": told["goal"]}, "TOUCHE-18")
            if wins
            else Reason("touche.completes", told, "TOUCHE-16")
        )
        found.append(Fact(reason, 1.0 if wins else PATTERN * count))
    toppled = state.owner(cell)
    if toppled != NONE:
        near, begun = (len(lacking(state, toppled, cell, count)) for count in (1, 2))
        worth = PAWN + NEAR * near + BEGUN * begun
        found.append(Fact(Reason("touche.topples", {"one": near, "two": begun}, "TOUCHE-10"), worth))
    # Before the play a pattern also lacks the cell itself.
    near, begun = (len(lacking(state, side, cell, count)) for count in (2, 3))
    opens = Reason("touche.opens", {"one": near, "two": begun}, "TOUCHE-5")
    found.append(Fact(opens, NEAR * near + BEGUN * begun, bool(near or begun)))
    if code // CELLS == JOKER:
        out = int(state.pool[JOKER]) + sum(state.hands[i] == JOKER for i in range(len(state.hands)))
        found.append(Fact(Reason("touche.joker", {"out": out - 1}, "TOUCHE-12"), -NEAR, shown=not crowned))
    return found


def lacking(state: Touche, side: int, cell: int, count: int) -> list[int]:
    """Return the patterns of a side through a cell that may still be crowned and lack `count` cells now."""
    board, found = state.board, []
    own = state.usable(side, 0), state.usable(side, 1)
    closed = [0, 0]
    for other in range(state.sides):
        for word in (0, 1):
            closed[word] |= state.crowns[2 * other + word] if other != side else 0
    first = state.sets[side] * CELLS + cell
    for i in range(board.through_first[first], board.through_first[first + 1]):
        pattern = board.through[i]
        low, high = board.low[pattern], board.high[pattern]
        missing = count_bits(low & ~own[0]) + count_bits(high & ~own[1])
        is_closed = low & closed[0] or high & closed[1]
        if missing == count and not is_closed and fits(board, pattern, state.counted[side]):
            found.append(int(pattern))
    return found


def cards_out(state: Touche, seat: int, card: int) -> int:
    """Return the number of copies of a card a seat has not seen since the last deal."""
    others = (state.hands[i] for i in range(len(state.hands)) if i // HAND != seat)
    return int(state.pool[card]) + sum(held == card for held in others)


def play_on(state: Touche, seat: int, code: int, rng: Random, samples: int) -> Continued:
    """Play a card and go on until the seat is to act again, many times; return the counts."""
    then, side, cell = Continued(samples), seat % state.sides, code % CELLS
    for _ in range(samples):
        after = state.reimagine(seat, rng)
        journal: list[Note] = []
        after.journal = journal
        after.apply(code)
        away = False
        while after.turn() != OVER and after.game == state.game and not (away and after.seat == seat):
            chance = after.turn() == CHANCE
            after.apply(after.sample(rng) if chance else move_scorer().likely(after, HEAT, rng))
            away = away or after.seat != seat
        then.toppled += any(note[0] == rules.NOTE_TOPPLE and note[2:4] == (cell, side) for note in journal)
        then.completed += any(
            note[0] == rules.NOTE_CROWN and note[1] % state.sides != side for note in journal
        )
        then.completable += after.turn() == seat and can_complete(after, side)
    return then


def can_complete(state: Touche, side: int) -> bool:
    """Return whether the seat to act has a card that completes a pattern."""
    return any(move < rules.SILENT_ON and state.completed_at(side, move % CELLS) for move in state.moves())


def _ahead(state: Touche, seat: int, code: int, rng: Random, samples: int) -> list[Fact]:
    """Return the facts about the pawn, the own side and the others until the next turn."""
    side, cell = seat % state.sides, code % CELLS
    if len(state.largest_at(side, cell)) > 0 and state.lacks(side) <= len(state.largest_at(side, cell)[0]):
        return []
    then = play_on(state, seat, code, rng, samples)
    found = []
    if not state.largest_at(side, cell):
        out = cards_out(state, seat, state.board.card_at[cell])
        at: dict[str, Param] = {"cell": cell_name(state.board, cell), "out": out}
        if out == 0 and then.toppled == 0:
            found.append(Fact(Reason("touche.safe", at, "TOUCHE-10"), PAWN))
        else:
            told = at | {"chance": of_hundred(then.toppled, samples)}
            reason = Reason("touche.toppled", told, "TOUCHE-10", error_of(then.toppled, samples))
            found.append(Fact(reason, -2 * PAWN * then.toppled / samples))
    for code_name, count, worth in (
        ("touche.next", then.completable, PATTERN),
        ("touche.they", then.completed, -PATTERN),
    ):
        chance = of_hundred(count, samples)
        reason = Reason(code_name, {"chance": chance}, "TOUCHE-16", error_of(count, samples))
        found.append(Fact(reason, worth * count / samples, chance >= WORTH_A_WORD))
    return found


def _leaves_open(state: Touche, choice: int) -> Fact:
    """Return the fact that ranks equal sets to crown: the patterns left to continue with (TOUCHE-17)."""
    side = state.seat % state.sides
    after = state.copy()
    after.put_crowns(side, state.choices()[choice])
    cells = range(CELLS)
    count = len(
        {pattern for cell in cells for lack in (1, 2) for pattern in lacking(after, side, cell, lack)}
    )
    return Fact(Reason("touche.leaves_open", {"count": count}, "TOUCHE-17"), BEGUN * count)
