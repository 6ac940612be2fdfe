"""Reasons for a move of Exxtra: the risk of an X, the chance that dice stay, spaces, stopped opponents.

Numbers that do not follow from the rules are counted over many continuations up to the seat's next turn, in
which all seats play as `strong` does by its tables.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.events import seat_name
from ludotheque.core.moves import Move
from ludotheque.core.reasons import EVERY, Fact, Forms, Reason, error_of, mean_error, number, of_hundred
from ludotheque.core.refusal import Param
from ludotheque.core.state import CHANCE, OVER, Note
from ludotheque.games.exxtra.bots.evaluation import EvaluationPolicy
from ludotheque.games.exxtra.bots.levels import by_tables
from ludotheque.games.exxtra.moves import Place
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import CROSSES, GOAL, READ, THROWS, Exxtra

SAMPLES: Final = 800
"""Continuations for two players; fewer in proportion for more, whose rounds take longer."""
SPACE: Final = 0.037
"""The average value of a space, by the solution of the game for two players."""
TURN: Final = 4 * SPACE
"""The approximate cost of a turn that ends without dice on the table."""
LEAST: Final = 0.001
"""The weight of the facts shown last, if there is room."""
WORTH_A_WORD: Final = 5
"""Percentage below which dangers are not shown."""
SAFE: Final = 85
"""Percentage from which dice are called as good as safe; below `RISKY` keeping them is called a gamble."""
RISKY: Final = 50
GAIN: Final = 0.75
"""The average advance from which a number is given; a smaller one is called little."""
FEW: Final = THROWS // 2
"""The number of the 36 throws below which the sentence says "only"."""
BUSTS: Final = sum(CROSSES[thrown] > 0 for thrown in range(THROWS))


def _stays_form(params: Mapping[str, Param]) -> str:
    chance = number(params, "chance")
    return "safe" if chance >= SAFE else "risky" if chance < RISKY else ""


def _progress_form(params: Mapping[str, Param]) -> str:
    spaces = number(params, "spaces")
    return "gain" if spaces >= GAIN else "back" if spaces <= -GAIN else ""


def _higher_form(params: Mapping[str, Param]) -> str:
    count = number(params, "count")
    return "none" if count == 0 else "few" if count < FEW else ""


FORMS: Final[Forms] = {
    "stays": _stays_form,
    "stays_than": lambda p: "farther" if number(p, "slot") > number(p, "other_slot") else "",
    "progress": _progress_form,
    "progress_than": _progress_form,
    "lost_than": lambda p: "" if number(p, "chance") else "never",
    "bust_than": lambda p: "" if number(p, "whole") else "never",
    "higher": _higher_form,
    "theirs_than": lambda p: "" if number(p, "spaces") >= GAIN else "stopped",
}


class Continued(msgspec.Struct):
    """Counts over many continuations of a move up to the seat's next turn."""

    samples: int = 0
    busted: int = 0
    """Continuations in which its own turn ended with an X."""
    stayed: int = 0
    """Continuations in which its dice still lay on a slot."""
    lost: int = 0
    """Continuations in which another player had reached Ziel."""
    spaces: list[float] = []
    """The advance of its pawn in each."""
    theirs: list[float] = []
    """The advance of all other pawns together in each."""


@cache
def everybody() -> EvaluationPolicy:
    """Return the policy of all seats in a continuation."""
    return EvaluationPolicy([by_tables(seats) for seats in range(2, 7)], 2)


def facts(
    position: CodedPosition[Exxtra], seat: int, moves: Sequence[Move], rng: Random, samples: int | None = None
) -> list[list[Fact]]:
    """Return the facts about each of some moves of a seat."""
    state = position.state
    if state.phase != rules.DECIDE:
        return [[Fact(Reason("exxtra.first_throw", clause="EXXTRA-8"), 0.0)] for _ in moves]
    found = []
    for move in moves:
        then = play_on(state, position.game.encode(state, move), rng, samples or SAMPLES // (state.seats - 1))
        thrown = not isinstance(move, Place)
        common = [_lost(then), _progress(then, thrown=thrown), _theirs(then, state.seats)]
        if isinstance(move, Place):
            common += [*_placed(state, seat, move.slot, then), *_removed(state, move.slot)]
        found.append([*common, _bust(then, thrown=thrown), _higher(state)])
    return found


def play_on(state: Exxtra, code: int, rng: Random, samples: int) -> Continued:
    """Play a move and go on until the seat's next turn begins, many times; return the counts."""
    me, start = state.seat, state.pawns[state.seat]
    others = sum(state.pawns) - start
    then = Continued(samples, spaces=[], theirs=[])
    for _ in range(samples):
        after = state.copy()
        journal: list[Note] = []
        after.journal = journal
        after.apply(code)
        away = False
        while after.turn() != OVER and not (away and after.seat == me):
            after.apply(after.sample(rng) if after.turn() == CHANCE else everybody().move(after, rng))
            away = away or after.seat != me
        then.busted += any(note[:2] == (rules.NOTE_BUST, me) for note in journal)
        then.stayed += any(note[:2] == (rules.NOTE_ADVANCE, me) for note in journal)
        then.lost += after.turn() == OVER and after.pawns[me] < GOAL
        then.spaces.append(float(after.pawns[me] - start))
        then.theirs.append(float(sum(after.pawns) - after.pawns[me] - others))
    return then


def _lost(then: Continued) -> Fact:
    """Return the chance that another player wins first (EXXTRA-14)."""
    chance = of_hundred(then.lost, then.samples)
    reason = Reason("exxtra.lost", {"chance": chance}, "EXXTRA-14", error_of(then.lost, then.samples))
    return Fact(reason, -then.lost / then.samples, chance >= WORTH_A_WORD)


def _progress(then: Continued, *, thrown: bool) -> Fact:
    """Return the average advance of the pawn, pairs and steps back included."""
    spaces = sum(then.spaces) / then.samples
    reason = Reason(
        "exxtra.progress", {"spaces": round(spaces, 1)}, "EXXTRA-6", mean_error(then.spaces) + 0.05
    )
    # Slightly less than what `stays` counts for the same spaces, since that also says where they come from.
    return Fact(reason, 0.9 * spaces * SPACE, thrown)


def _theirs(then: Continued, seats: int) -> Fact:
    """Return the average advance of the others; it is divided by their number."""
    spaces = sum(then.theirs) / then.samples
    reason = Reason("exxtra.theirs", {"spaces": round(spaces, 1)}, "EXXTRA-6", mean_error(then.theirs) + 0.05)
    return Fact(reason, -spaces * SPACE / (seats - 1), shown=False)


def _placed(state: Exxtra, seat: int, slot: int, then: Continued) -> list[Fact]:
    """Return the facts about dice on a slot (EXXTRA-6, EXXTRA-13)."""
    chance = of_hundred(then.stayed, then.samples) if slot else EVERY
    error = error_of(then.stayed, then.samples) if slot else 0.0
    expected = slot * then.stayed / then.samples
    told = {"slot": slot, "chance": chance, "value": int(state.kept_value()), "spaces": round(expected, 1)}
    if not slot:
        return [
            Fact(Reason("exxtra.stays", {**told}, "EXXTRA-13"), 0.0, shown=False),
            Fact(Reason("exxtra.slot_zero", clause="EXXTRA-13"), 0.0),
        ]
    arrives = state.pawns[seat] + slot >= GOAL
    found = [Fact(Reason("exxtra.stays", {**told}, "EXXTRA-6", error), expected * SPACE, not arrives)]
    if arrives:
        reason = Reason("exxtra.arrives", {"slot": slot, "chance": chance}, "EXXTRA-14", error)
        found.append(Fact(reason, then.stayed / then.samples))
    return found


def _removed(state: Exxtra, slot: int) -> list[Fact]:
    """Return the facts about pairs above, which are removed if they are not worth more (EXXTRA-13)."""
    value, found = int(state.kept_value()), []
    for other in range(state.seats):
        there = int(state.slots[other])
        if there > slot and state.values[other] <= value:
            arrives = state.pawns[other] + there >= GOAL
            told: dict[str, Param] = {
                "who": seat_name(other),
                "value": int(state.values[other]),
                "slot": there,
            }
            code = "exxtra.removes_winner" if arrives else "exxtra.removes"
            found.append(Fact(Reason(code, {**told}, "EXXTRA-13"), 0.5 if arrives else there * SPACE))
    return found


def _bust(then: Continued, *, thrown: bool) -> Fact:
    """Return the risk of an X in a further throw, and in those after it (EXXTRA-9)."""
    whole = of_hundred(then.busted, then.samples)
    told = {"chance": of_hundred(BUSTS, THROWS) if thrown else 0, "whole": whole}
    error = error_of(then.busted, then.samples) if thrown else 0.0
    return Fact(
        Reason("exxtra.bust", {**told}, "EXXTRA-9", error), -TURN * then.busted / then.samples, thrown
    )


def _higher(state: Exxtra) -> Fact:
    """Return how many of the 36 throws would be kept with a higher value (EXXTRA-5, EXXTRA-9)."""
    value = int(state.kept_value())
    count = sum(CROSSES[thrown] == 0 and READ[thrown] > value for thrown in range(THROWS))
    return Fact(Reason("exxtra.higher", {"count": count, "value": value}, "EXXTRA-5"), LEAST)
