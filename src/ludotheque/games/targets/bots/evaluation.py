"""The evaluation of positions by the bots: each side's win chance, from weighted features.

The weights in `data/evaluation.json` were set by hand and adjusted to games by `train/targets/evaluation.py`.
The win chances are the softmax of the weighted feature sums of all sides.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.games.targets.blackrock.rules.calls import centre_dice
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.moves import DICE_EACH, colour
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.rules.board import Board, best_alone
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.zoch.rules.position import TO_WIN, ZochPosition

SIGNS: Final = {
    "points_1": "has a point, or a disc for good",
    "points_2": "has a second one",
    "points_3": "has a third one",
    "scarce_points": "points, when few discs are left to be won",
    "piles": "discs under the own base",
    "safe_piles": "the same, as far as the others have no dice left to take them",
    "winning_pile": "enough of them to win with",
    "safe_winning_pile": "the same, as far as the others have no dice left",
    "leads": "central discs on which the side is ahead",
    "safe_leads": "the same, as far as the others have no dice left",
    "margins": "how far ahead, up to a six",
    "ready_leads": "piles and discs on which the side is ahead would be enough to win with",
    "behind": "pips on discs on which they are not ahead",
    "hopes": "dice on the table that may still become doubles",
    "centres": "dice for which “Targets!” may be called",
    "dice": "dice on the tower",
    "next": "flicks next",
    "last": "has the last flick of the round, as towers stand now",
    "starts": "starts the next round",
}
"""The features of a side, each with a description; only the last four may have a negative weight."""
FREE: Final = ("dice", "next", "last", "starts")
DISCS: Final = 9
"""Total number of discs in Blackrock (BLACKROCK-1)."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weight of each feature, for a table with two sides and for one with more."""

    two: dict[str, float]
    more: dict[str, float]


@cache
def weights(edition: str, sides: int) -> tuple[float, ...]:
    """Return the feature weights of an edition for a number of sides, in the order of `SIGNS`."""
    data = (files(__package__) / "data" / "evaluation.json").read_bytes()
    found = msgspec.json.decode(data, type=dict[str, Weights])[edition]
    weighed = found.two if sides == 2 else found.more
    return tuple(weighed[sign] for sign in SIGNS)


def chance(position: TargetsPosition, seat: int) -> float:
    """Return the win chance of a seat and its partner, between 0 and 1."""
    return chances(position)[position.teams[seat]]


def chances(position: TargetsPosition) -> dict[int, float]:
    """Return the win chance of each side, by team number; partners share theirs."""
    sides = sorted(set(position.teams))
    result = position.result
    if result is not None:
        winners = {position.teams[seat] for seat, rank in enumerate(result.ranks) if rank == 1}
        return {side: (side in winners) / len(winners) for side in sides}
    if isinstance(position, BlackrockPosition) and position.board.golden is not None:
        tied = {position.teams[seat] for seat in position.board.golden.contenders}
        return {side: (side in tied) / len(tied) for side in sides}
    weighed = weights(position.board.layout.edition, len(sides))
    told = signs(position)
    sums = [sum(w * x for w, x in zip(weighed, told[side], strict=True) if x) for side in sides]
    most = max(sums)
    parts = [math.exp(one - most) for one in sums]
    return {side: part / sum(parts) for side, part in zip(sides, parts, strict=True)}


def signs(position: TargetsPosition) -> dict[int, list[float]]:
    """Return the feature values of each side, by team number, in the order of `SIGNS`."""
    board, teams = position.board, position.teams
    rows = {side: dict.fromkeys(SIGNS, 0.0) for side in sorted(set(teams))}
    left, piles, ahead = (dict.fromkeys(rows, 0) for _ in range(3))
    for side, stand in zip(teams, board.layout.stands, strict=True):
        left[side] += len(stand.tower)
        piles[side] += stand.discs
    flickers = _flickers(board)
    for place in board.layout.places:
        _tell_disc(totals(position, place), teams, rows, ahead)
    for seat, row in ((seat, rows[teams[seat]]) for seat in range(position.seats)):
        lying = sum(board.holders[rest.die] == seat for rest in board.rests)
        row["hopes"] += lying * len(board.layout.stands[seat].tower) / DICE_EACH**2
    if isinstance(position, BlackrockPosition):
        for rest in centre_dice(position.board):
            rows[teams[colour(rest.die)]]["centres"] += 1
    everybody = DICE_EACH * position.seats
    for side, row in rows.items():
        others = everybody - DICE_EACH * teams.count(side)
        calm = 1 - min(1.0, (sum(left.values()) - left[side]) / others)
        points = _points(position, teams.index(side))
        missing = TO_WIN - points
        for number in (1, 2, 3):
            row[f"points_{number}"] = float(points >= number)
        row["scarce_points"] = points * _scarcity(position)
        row["piles"] = float(piles[side])
        row["safe_piles"] = piles[side] * calm
        row["winning_pile"] = float(piles[side] >= missing)
        row["safe_winning_pile"] = row["winning_pile"] * calm
        row["leads"] = float(ahead[side])
        row["safe_leads"] = ahead[side] * calm
        row["ready_leads"] = float(piles[side] + ahead[side] >= missing)
        row["dice"] = left[side] / DICE_EACH
        row["next"] = float(bool(flickers) and teams[flickers[0]] == side)
        row["last"] = float(bool(flickers) and teams[flickers[-1]] == side)
        row["starts"] = float(teams[(board.starter + 1) % position.seats] == side)
    return {side: list(row.values()) for side, row in rows.items()}


def totals(position: TargetsPosition, place: int) -> dict[int, int]:
    """Return the pips of each colour on a central disc, if the round ended now (ZOCH-8, BLACKROCK-7)."""
    found: dict[int, int] = {}
    single = isinstance(position, BlackrockPosition)
    for rest in position.board.rests:
        on = hits(rest)
        if place in on and not (single and len(on) > 1) and rest.die not in position.board.inert:
            found[colour(rest.die)] = found.get(colour(rest.die), 0) + rest.up
    return found


def _tell_disc(
    pips: dict[int, int], teams: tuple[int, ...], rows: dict[int, dict[str, float]], ahead: dict[int, int]
) -> None:
    """Add the features of one disc: the lead of its leading side, and the pips of the others."""
    leader = best_alone(pips)
    for seat, total in pips.items():
        if seat == leader:
            ahead[teams[seat]] += 1
            rival = max(
                (other for rival, other in pips.items() if rival != seat and other < total), default=0
            )
            rows[teams[seat]]["margins"] += min(6, total - rival) / 6
        else:
            rows[teams[seat]]["behind"] += total / 6


def _points(position: TargetsPosition, seat: int) -> int:
    """Return the points, or the discs won for good, of a seat and its partner."""
    if isinstance(position, BlackrockPosition):
        return position.scores()[seat]
    assert isinstance(position, ZochPosition)  # there are two editions
    return position.board.points[seat]


def _scarcity(position: TargetsPosition) -> float:
    """Return the share of Blackrock's discs that are gone; 0 for Zoch, where discs are unlimited."""
    if not isinstance(position, BlackrockPosition):
        return 0.0
    board = position.board
    return 1 - (len(board.places()) + len(board.reserve)) / DISCS


def _flickers(board: Board) -> list[int]:
    """Return the remaining flicks of the round as seats in order, if no die is lost or regained."""
    first = board.flicker()
    if first is None:
        return []
    left = [len(stand.tower) for stand in board.layout.stands]
    order = [(first + step) % board.seats for step in range(board.seats)]
    most = max(left)
    return [first, *(seat for turn in range(most) for seat in order if left[seat] > turn)]
