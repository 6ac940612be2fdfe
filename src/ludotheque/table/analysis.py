"""The coach of any game: what the moves of a position are worth, and how good those of a match were."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Literal, TypeAlias

import msgspec
from librt.random import Random

from ludotheque.bots import bot, levels
from ludotheque.core.bot import Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange, Result
from ludotheque.core.refusal import NotAllowed
from ludotheque.games import REGISTRY
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

Rating: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

RATINGS: Final[tuple[tuple[float, Rating], ...]] = (
    (0.002, "best"),
    (0.02, "good"),
    (0.05, "inaccuracy"),
    (0.12, "mistake"),
)
"""Up to which loss of win chance a move is called what; beyond is a blunder."""

TWO_SIDES: Final = 2
"""What one side wins, the other loses; among more, only the chance of the seat to act is known."""


class Judged(msgspec.Struct, frozen=True):
    """What the coach thinks of a move: the chance to win with it, and how much thought stands behind it."""

    move: Json
    notation: str
    value: float
    visits: int = 0


class Advice(msgspec.Struct, frozen=True):
    """The coach's opinion on every move of a seat, the best first."""

    exact: bool
    """From the solution of the game, not from an estimate."""
    opinions: tuple[Judged, ...]


class Chances(msgspec.Struct, frozen=True):
    """The win chances after a step, of the seats for which they are known."""

    step: int
    win: tuple[float | None, ...]


class Decision(msgspec.Struct, frozen=True):
    """A move where there was a choice, and what was better."""

    step: int
    seat: int
    played: Judged
    best: Judged
    loss: float
    rating: Rating


class Analysis(msgspec.Struct, frozen=True):
    """A match move by move; `mistakes` points to the decisions that lost most, the largest first."""

    exact: bool
    chances: tuple[Chances, ...]
    decisions: tuple[Decision, ...]
    mistakes: tuple[int, ...]
    accuracy: tuple[float | None, ...]
    """How much of the win chance within reach each seat kept, on average over its decisions."""


def advise(position: Position, seat: int, rng: Random) -> Advice:
    """What a seat's moves are worth, as far as the seat itself can know.

    >>> advise(Table("exxtra", seats=2, chance=[[7, 6]]).position, 0, seeded(0)).opinions[0].notation
    'throw'
    """
    if _is_continuous(position, seat):
        raise NotAllowed("core.no_coach")
    opinions, exact = _consider(position.seen_by(seat, rng), seat, rng)
    notation = position.game.notation
    ranked = sorted(opinions, key=lambda opinion: -opinion.value)
    return Advice(exact, tuple(Judged(write(o.move), notation(o.move), o.value, o.visits) for o in ranked))


def analyse(record: object, seed: int = 0) -> Analysis:
    """Judge every decision of a match, from the start to where its record ends."""
    read = read_record(record)
    table = Table.replay(write(msgspec.structs.replace(read, log=[], result=None)))
    rng = seeded(seed)
    chances: list[Chances] = []
    decisions: list[Decision] = []
    exact = True
    for step, entry in enumerate([None, *read.log]):
        if entry is not None and entry.seat is not None and len(table.moves(entry.seat)) > 1:
            advice = advise(table.position, entry.seat, rng)
            exact = exact and advice.exact
            decisions.append(_judge(step, entry.seat, table.game.read_move(entry.move), advice))
        if entry is not None:
            table.follow(entry)
        win = _chances(table, rng)
        if win is not None:
            chances.append(Chances(step, win))
    worst = sorted(range(len(decisions)), key=lambda index: -decisions[index].loss)
    return Analysis(
        exact,
        tuple(chances),
        tuple(decisions),
        tuple(index for index in worst if decisions[index].rating != "best"),
        tuple(_accuracy(decisions, seat) for seat in range(table.seats)),
    )


def rating_of(loss: float) -> Rating:
    """What a loss of win chance is called.

    >>> rating_of(0.0), rating_of(0.3)
    ('best', 'blunder')
    """
    return next((name for limit, name in RATINGS if loss <= limit), "blunder")


def _judge(step: int, seat: int, move: Move, advice: Advice) -> Decision:
    json = write(move)
    best = advice.opinions[0]
    played = next(opinion for opinion in advice.opinions if opinion.move == json)
    loss = best.value - played.value
    return Decision(step, seat, played, best, loss, rating_of(loss))


def _chances(table: Table, rng: Random) -> tuple[float | None, ...] | None:
    """The win chances where they are known: at the end, and where one seat is to act."""
    if table.result is not None:
        return _shares(table.result)
    if len(table.actors) != 1 or _is_continuous(table.position, table.actors[0]):
        return None
    (seat,) = table.actors
    chance = advise(table.position, seat, rng).opinions[0].value
    teams = table.position.teams
    two_sides = len(set(teams)) == TWO_SIDES
    return tuple(chance if team == teams[seat] else 1 - chance if two_sides else None for team in teams)


def _is_continuous(position: Position, seat: int) -> bool:
    """A flick can't be judged by trying every one."""
    return any(isinstance(move, MoveRange) for move in position.moves(seat))


def _shares(result: Result) -> tuple[float, ...]:
    winners = result.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(result.ranks)))


def _accuracy(decisions: list[Decision], seat: int) -> float | None:
    kept = [d.played.value / d.best.value for d in decisions if d.seat == seat and d.best.value > 0]
    return sum(kept) / len(kept) if kept else None


def _consider(position: Position, seat: int, rng: Random) -> tuple[list[Opinion], bool]:
    """The game's own coach where it has one, else its strongest bot that plays at such a table."""
    name = position.game.name
    module = REGISTRY[name].removesuffix("game") + "coach"
    if find_spec(module) is not None:
        own = import_module(module)
        coach: Callable[[Position, int], list[Opinion]] = own.coach
        exact: Callable[[Position], bool] = own.is_exact
        return coach(position, seat), exact(position)
    strongest = next(
        found
        for found in (bot(name, level) for level in reversed(levels(name)))
        if not found.refusal(position)
    )
    return strongest.consider(position, seat, rng), False
