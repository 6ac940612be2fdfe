"""Reasons for a move of Targi: the gains of the round for both players, crossings, rows, raids.

The gains of the round are averaged over many random ends of it, in which all players play the move with the
highest heuristic weight and unseen cards are resampled. The rest follows from the rules.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.moves import Move
from ludotheque.core.reasons import OTHER, Fact, Forms, Reason, mean_error, number
from ludotheque.core.refusal import Param
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi import events
from ludotheque.games.targi.bots.knowledge import Greedy
from ludotheque.games.targi.bots.value_features import kinds_in_row
from ludotheque.games.targi.moves import IntoRow, Lay, Pay, Place
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.advantages import row_value
from ludotheque.games.targi.rules.border import FACING, FREE, SLOT_NAMES
from ludotheque.games.targi.rules.cards import FIRST_ADVANTAGE, GOLD, WORTH
from ludotheque.games.targi.rules.payments import can_lay
from ludotheque.games.targi.rules.scoring import score
from ludotheque.games.targi.rules.state import Targi

SAMPLES: Final = 250
CROSS: Final = 0.03
"""The approximate value of a cross, as a chance to win."""
IN_CROSSES: Final = {"goods": 0.3, "gold": 0.9, "crosses": 1.0}
"""The approximate value of a good, a gold and a cross, in crosses."""
LEAST: Final = 0.001


ONE: Final = 0.75
"""The average from which a number is given."""


def _round_form(params: Mapping[str, Param]) -> str:
    """Return the gain worth most among those of about one or more."""
    worth = {name: weight * number(params, name) for name, weight in IN_CROSSES.items()}
    told = [name for name in worth if number(params, name) >= ONE]
    if not told:
        return "cost" if sum(worth.values()) < 0 else ""
    return max(told, key=lambda name: worth[name])


def _most_apart(params: Mapping[str, Param], sign: int) -> str:
    """Return in which the better of two moves gains most, or with -1 the opponent gets least."""
    apart = {
        name: sign * weight * (number(params, name) - number(params, OTHER + name))
        for name, weight in IN_CROSSES.items()
    }
    return max(apart, key=lambda name: apart[name])


def _round_than_form(params: Mapping[str, Param]) -> str:
    name = _most_apart(params, 1)
    gain = number(params, name)
    if gain >= ONE:
        return name
    spared = name == "goods" or gain <= 0 or number(params, OTHER + name) < 0
    return f"{name}_spared" if spared else f"{name}_likely"


def _raid_form(params: Mapping[str, Param]) -> str:
    paid = [name for name in IN_CROSSES if number(params, name)]
    return paid[0] if len(paid) == 1 else ""


FORMS: Final[Forms] = {
    "round": _round_form,
    "round_than": _round_than_form,
    "theirs_than": lambda p: _most_apart(p, -1),
    "raid": _raid_form,
    "raid_than": lambda p: _most_apart(p, -1),
    "row_full": lambda p: "" if number(p, "crosses") else "nothing",
    "row_different": lambda p: "first" if number(p, "count") == 1 else "",
}


class Brought(msgspec.Struct):
    """The gains of one player in a round, one for each sampled end."""

    goods: list[float] = []
    gold: list[float] = []
    crosses: list[float] = []
    """Gains of the score (TARGI-30)."""

    def add(self, before: Targi, after: Targi, seat: int) -> None:
        """Add one sampled end."""
        self.goods.append(float(after.goods_of(seat) - before.goods_of(seat)))
        self.gold.append(float(after.owns(seat, GOLD) - before.owns(seat, GOLD)))
        self.crosses.append(float(score(after, seat) - score(before, seat)))

    def fact(self, code: str, sign: int, *, shown: bool) -> Fact:
        """Return the fact with the mean gains and their value to the seat."""
        all_of = {"goods": self.goods, "gold": self.gold, "crosses": self.crosses}
        means = {name: sum(values) / len(values) for name, values in all_of.items()}
        told: dict[str, Param] = {name: round(mean, 1) + 0.0 for name, mean in means.items()}
        error = max(mean_error(values) for values in all_of.values()) + 0.05
        worth = CROSS * sum(IN_CROSSES[name] * mean for name, mean in means.items())
        return Fact(Reason(code, told, "TARGI-30", error), sign * worth, shown)


def facts(
    position: CodedPosition[Targi], seat: int, moves: Sequence[Move], rng: Random, samples: int | None = None
) -> list[list[Fact]]:
    """Return the facts about each of some moves of a seat."""
    state = position.state
    found = []
    for move in moves:
        mine, theirs = play_on(state, seat, position.game.encode(state, move), rng, samples or SAMPLES)
        common = [mine.fact("targi.round", 1, shown=True), theirs.fact("targi.theirs", -1, shown=False)]
        found.append([*common, *_told(state, seat, move)])
    return found


def play_on(state: Targi, seat: int, code: int, rng: Random, samples: int) -> tuple[Brought, Brought]:
    """Play a move and the round to its end many times; return the gains of the seat and the opponent."""
    mine, theirs = Brought([], [], []), Brought([], [], [])
    greedy = Greedy()
    for _ in range(samples):
        after = state.reimagine(seat, rng)
        after.apply(code)
        while not is_over(state, after):
            after.apply(after.sample(rng) if after.turn() == CHANCE else greedy.move(after, rng))
        mine.add(state, after, seat)
        theirs.add(state, after, 1 - seat)
    return mine, theirs


def is_over(before: Targi, after: Targi) -> bool:
    """Return whether the round is over: cards are turned up, or the Robber moved on (TARGI-14, TARGI-4).

    A raid comes before the round that it opens (TARGI-24).
    """
    corner = before.phase == b.RAID
    moved = after.robber > before.robber + (1 if corner else 0)
    return after.turn() == OVER or after.phase == b.TURN_UP or moved


def _told(state: Targi, seat: int, move: Move) -> list[Fact]:
    """Return the facts that follow from the rules alone."""
    if isinstance(move, Place):
        return [*_crossed(state, seat, move.card), *_closed(state, seat, move.card)]
    if isinstance(move, IntoRow):
        return [_row(state, seat, move.row - 1)]
    if isinstance(move, Lay):
        told = {**events.tribe(state.card), "crosses": int(WORTH[state.card])}
        return [
            Fact(Reason("targi.lays", told, "TARGI-30"), CROSS * int(WORTH[state.card])),
            *_advantage(state.card),
        ]
    if isinstance(move, Pay) and state.phase == b.RAID:
        goods = move.dates + move.salt + move.pepper
        paid: dict[str, Param] = {"goods": goods, "gold": move.gold, "crosses": move.crosses}
        cost = CROSS * sum(IN_CROSSES[name] * float(str(count)) for name, count in paid.items())
        return [Fact(Reason("targi.raid", paid, "TARGI-24"), -cost)]
    return []


def _advantage(card: int) -> list[Fact]:
    """Return the fact about the advantage of a laid card (TARGI-18)."""
    if card < FIRST_ADVANTAGE:
        return []
    return [Fact(Reason("targi.advantage", {"text": f"@targi_advantage_{card}"}, "TARGI-18"), CROSS)]


def _crossed(state: Targi, seat: int, card: int) -> list[Fact]:
    """Return the central cards that get a marker by this Targi, with their crosses (TARGI-7)."""
    before = state.crossings(seat, 0)
    found = []
    for slot in state.crossings(seat, card):
        lies = state.centre[slot]
        at: dict[str, Param] = {"slot": SLOT_NAMES[slot]}
        if slot in before:
            continue
        if lies >= b.GOODS_CARD:
            reason = Reason("targi.crosses_goods", at | events.goods(lies - b.GOODS_CARD), "TARGI-7")
            found.append(Fact(reason, CROSS * IN_CROSSES["goods"]))
        else:
            code = "targi.crosses_tribe" if can_lay(state, seat, lies, slot) else "targi.crosses_dear"
            told = at | events.tribe(lies) | {"crosses": int(WORTH[lies])}
            found.append(Fact(Reason(code, told, "TARGI-7"), CROSS * int(WORTH[lies])))
    return found


def _closed(state: Targi, seat: int, card: int) -> list[Fact]:
    """Return the fact that the card opposite is closed to the opponent, if it was open (TARGI-6)."""
    facing = FACING[card]
    if state.obstacle(1 - seat, facing) != FREE:
        return []
    return [Fact(Reason("targi.closes", events.border(facing), "TARGI-6"), LEAST)]


def _row(state: Targi, seat: int, row: int) -> Fact:
    """Return the fact about the prospects of a row with the card that was paid (TARGI-30)."""
    after = state.copy()
    filled = int(state.filled(seat, row))
    after.camps[seat * b.PLACES + row * b.ROW_LENGTH + filled] = state.card
    count, kinds = filled + 1, int(kinds_in_row(after, seat, row))
    at: dict[str, Param] = {"row": row + 1, "count": count}
    if count == b.ROW_LENGTH:
        crosses = int(row_value(after, seat, row))
        return Fact(Reason("targi.row_full", at | {"crosses": crosses}, "TARGI-30"), CROSS * crosses)
    if kinds == 1 and count > 1:
        return Fact(Reason("targi.row_same", at, "TARGI-30"), CROSS * count)
    if kinds == count:
        return Fact(Reason("targi.row_different", at, "TARGI-30"), CROSS * count / 2)
    return Fact(Reason("targi.row_mixed", at, "TARGI-30"), -CROSS)
