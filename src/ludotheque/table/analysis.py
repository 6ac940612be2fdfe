"""The coach of any game: rates the moves of a position and the decisions of a match."""

from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Final, Literal, TypeAlias

import msgspec
from librt.random import Random

from ludotheque.bots import bot, own_levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Trier
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveJson, MoveRange, Result
from ludotheque.core.reasons import Reason
from ludotheque.core.refusal import NotAllowed
from ludotheque.games import part
from ludotheque.table.reasons import explain
from ludotheque.table.record import Entry, read_record
from ludotheque.table.table import Table

Rating: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

GOOD: Final = 0.02
"""Loss of win chance above which a decision gets a comment."""

RATINGS: Final[tuple[tuple[float, Rating], ...]] = (
    (0.002, "best"),
    (GOOD, "good"),
    (0.05, "inaccuracy"),
    (0.12, "mistake"),
)
"""The largest loss of win chance for each rating; a larger one is a blunder."""

EXPLAINED: Final = 3
"""Number of moves of an advice that come with reasons: as many as are displayed."""

STEPS_APART: Final = 1_000_003
"""Factor between the seeds of two analyses; above the number of steps, so that all steps differ."""

TWO_SIDES: Final = 2
"""Number of sides at which the win chance of one gives that of the other."""


class Thought(msgspec.Struct, frozen=True):
    """Effort of a searching coach per decision: a number of iterations, or if that is 0 a time in seconds."""

    seconds: float = 0.2
    iterations: int = 0


class Judged(msgspec.Struct, frozen=True):
    """The coach's rating of a move: its win chance, and the visits of the search behind that number."""

    move: MoveJson
    notation: str
    value: float
    visits: int = 0
    reasons: tuple[Reason, ...] = ()
    """Reasons for the rating, most important first, where they were requested."""


class Advice(msgspec.Struct, frozen=True):
    """The coach's rating of every move of a seat, the best first."""

    exact: bool
    """True if it comes from the solution of the game, False if it is an estimate."""
    opinions: tuple[Judged, ...]
    instead: Reason | None = None
    """The main difference between the best move and the second best."""


class Chances(msgspec.Struct, frozen=True):
    """Win chances after a step by seat; None where unknown."""

    step: int
    win: tuple[float | None, ...]


class Decision(msgspec.Struct, frozen=True):
    """A decision of a match: the move that was played, the best one, and the loss between them."""

    step: int
    seat: int
    played: Judged
    best: Judged
    loss: float
    rating: Rating
    instead: Reason | None = None
    """The main difference between the two moves, if the loss gets a comment."""
    error: float = 0.0
    """The error margin of the loss; a loss within it is no mistake."""
    luck: float | None = None
    """The luck of a move with continuous parts: its actual value minus its average value."""

    def why(self) -> tuple[Reason, ...]:
        """Return the reasons why the better move was better; empty if the loss gets no comment."""
        return (self.instead,) if self.instead is not None else ()


class Analysis(msgspec.Struct, frozen=True):
    """A match move by move; `mistakes` has the indexes of the worst decisions, the worst first."""

    exact: bool
    chances: tuple[Chances, ...]
    decisions: tuple[Decision, ...]
    mistakes: tuple[int, ...]
    accuracy: tuple[float | None, ...]
    """By seat, the share of the available win chance that it kept, averaged over its decisions."""


def advise(
    position: Position, seat: int, rng: Random, thought: Thought | None = None, explained: int = EXPLAINED
) -> Advice:
    """Rate a seat's moves, the best first, from the view of that seat.

    The first `explained` moves get reasons. Raise `NotAllowed` for a game or position without a coach.

        >>> advise(Table("exxtra", seats=2, chance=[[7, 6]]).position, 0, seeded(0)).opinions[0].notation
        'throw'
    """
    coach, exact = coach_of(position, thought)
    if _is_continuous(position, seat) and not isinstance(coach, Trier):
        raise NotAllowed("core.no_coach")
    refusal = coach.refusal(position)
    if refusal is not None:
        raise refusal
    seen = position.seen_by(seat, rng)
    ranked = sorted(coach.consider(seen, seat, rng), key=lambda opinion: (-opinion.visits, -opinion.value))
    why = explain(seen, seat, [opinion.move for opinion in ranked[:explained]], rng)
    reasons = [*why.reasons, *(opinion.reasons for opinion in ranked[len(why.reasons) :])]
    notation = position.game.notation
    judged = (
        Judged(write(o.move), notation(o.move), o.value, o.visits, told)
        for o, told in zip(ranked, reasons, strict=True)
    )
    return Advice(exact, tuple(judged), why.instead)


def coach_of(position: Position, thought: Thought | None = None) -> tuple[Bot, bool]:
    """Return the coach of a position, and whether it is exact: the game's own, else the strongest level.

    Raise `NotAllowed` if there is none.
    """
    name = position.game.name
    own = part(name, "coach")
    if own is not None:
        adviser: Callable[[Position], Bot] = own.adviser
        is_exact: Callable[[Position], bool] = own.is_exact
        return adviser(position), is_exact(position)
    able = (bot(name, level) for level in reversed(own_levels(name)))
    strongest = next((found for found in able if not found.refusal(position)), None)
    if strongest is None:
        raise NotAllowed("core.no_coach")
    if thought is not None and isinstance(strongest, SearchBot):
        strongest = strongest.thinking(thought.seconds, thought.iterations)
    return strongest, False


class Part(msgspec.Struct, frozen=True):
    """The analysis of a match from one step up to another."""

    following: int | None
    """The first step of the next part; None at the end of the match."""
    steps: int
    """The number of steps of the match."""
    seats: int
    exact: bool
    chances: tuple[Chances, ...]
    decisions: tuple[Decision, ...]


def analyse(
    record: object,
    seed: int = 0,
    thought: Thought | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Analysis:
    """Rate every decision of a recorded match; `progress` is called with each step and the total of steps."""
    return join([analyse_part(record, 0, thought, seed=seed, progress=progress)])


def analyse_part(
    record: object,
    first: int,
    thought: Thought | None = None,
    *,
    seed: int = 0,
    last: int | None = None,
    seconds: float = inf,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Part:
    """Rate the decisions from step `first` on, up to step `last` or until `seconds` have passed.

    Every step has its own seed, so the result does not depend on the division into parts.
    """
    # A replay refuses an invalid record before the search begins, and translates an old one to the current
    # rules.
    read = read_record(Table.replay(record).record())
    table = Table.replay(write(msgspec.structs.replace(read, log=read.log[:first], result=None)))
    end = monotonic() + seconds
    chances: list[Chances] = []
    decisions: list[Decision] = []
    exact = True
    following: int | None = None
    for step, entry in enumerate([*read.log[first:], None], first):
        rng = seeded(seed * STEPS_APART + step)
        seat = entry.seat if entry is not None else next(iter(table.actors), None)
        judged = is_judged(table, seat, entry)
        advice = advise(table.position, seat, rng, thought, 0) if judged and seat is not None else None
        win = _chances(table, seat, advice)
        if win is not None:
            chances.append(Chances(step, win))
        if entry is not None:
            if seat is not None and advice is not None and len(advice.opinions) > 1:
                exact = exact and advice.exact
                move = table.game.read_move(entry.move)
                decision = _judge(step + 1, table.position, seat, move, advice, rng, thought)
                came = read.log[step + 1].chance if step + 1 < len(read.log) else None
                decisions.append(_with_luck(decision, table.position, move, came, thought))
            table.follow(entry)
        progress(step, len(read.log))
        if entry is not None and (step == last or monotonic() >= end):
            following = step + 1
            break
    return Part(following, len(read.log), table.seats, exact, tuple(chances), tuple(decisions))


def join(parts: Sequence[Part]) -> Analysis:
    """Join the parts of a match, in order, into its analysis."""
    decisions = [decision for part in parts for decision in part.decisions]
    worst = sorted(range(len(decisions)), key=lambda index: -decisions[index].loss)
    return Analysis(
        all(part.exact for part in parts),
        tuple(chances for part in parts for chances in part.chances),
        tuple(decisions),
        tuple(index for index in worst if decisions[index].rating != "best"),
        tuple(_accuracy(decisions, seat) for seat in range(parts[0].seats)),
    )


def rating_of(loss: float, error: float = 0.0) -> Rating:
    """Return the rating of a loss of win chance; a loss within the error margin is no mistake.

    >>> rating_of(0.0), rating_of(0.3), rating_of(0.1, error=0.14)
    ('best', 'blunder', 'good')
    """
    if GOOD < loss <= error:
        return "good"
    return next((name for limit, name in RATINGS if loss <= limit), "blunder")


def _judge(
    step: int,
    position: Position,
    seat: int,
    move: Move,
    advice: Advice,
    rng: Random,
    thought: Thought | None,
) -> Decision:
    """Compare the move that was played with the best one; a searching coach spends equal time on both."""
    json = write(move)
    best = advice.opinions[0]
    made = Judged(json, position.game.notation(move), best.value)
    played = next((opinion for opinion in advice.opinions if opinion.move == json), made)
    coach, _ = coach_of(position, thought)
    error = 0.0
    differ = played != best or played is made
    if differ and isinstance(coach, Trier):
        seen = position.seen_by(seat, rng)
        pair = position.game.read_move(best.move), position.game.read_move(played.move)
        *values, error = coach.compare(seen, seat, pair, rng)
        best, played = (
            msgspec.structs.replace(judged, value=value)
            for judged, value in zip((best, played), values, strict=True)
        )
        best = max(best, played, key=lambda judged: judged.value)
    elif differ and isinstance(coach, SearchBot):
        seen = position.seen_by(seat, rng)
        best, played = (
            msgspec.structs.replace(
                judged, value=coach.weigh(seen, seat, position.game.read_move(judged.move), rng)
            )
            for judged in (best, played)
        )
        best = max(best, played, key=lambda judged: judged.value)
    loss = best.value - played.value
    decision = Decision(step, seat, played, best, loss, rating_of(loss, error), error=error)
    return decision if decision.rating in ("best", "good") else _explained(decision, position, rng)


def _with_luck(
    decision: Decision, position: Position, move: Move, came: Json, thought: Thought | None
) -> Decision:
    """Return a decision with the luck of its flick: the actual value minus the average value."""
    coach, _ = coach_of(position, thought)
    if not isinstance(coach, Trier) or came is None or move in position.moves(decision.seat):
        return decision
    after = position.copy()
    after.play(decision.seat, move)
    after.resolve(came)
    return msgspec.structs.replace(
        decision, luck=coach.standing(after, decision.seat) - decision.played.value
    )


def _explained(decision: Decision, position: Position, rng: Random) -> Decision:
    """Return a decision with the reasons for both moves, and the main difference between them."""
    moves = [position.game.read_move(judged.move) for judged in (decision.best, decision.played)]
    why = explain(position.seen_by(decision.seat, rng), decision.seat, moves, rng)
    best, played = (
        msgspec.structs.replace(judged, reasons=told)
        for judged, told in zip((decision.best, decision.played), why.reasons, strict=True)
    )
    return msgspec.structs.replace(decision, best=best, played=played, instead=why.instead)


def _chances(table: Table, seat: int | None, advice: Advice | None) -> tuple[float | None, ...] | None:
    """Return the win chances by seat at the end, or from the rating of the seat to act; else None."""
    if table.result is not None:
        return _shares(table.result, table.position.teams)
    if seat is None or advice is None:
        return None
    chance = advice.opinions[0].value
    teams = table.position.teams
    if len(set(teams)) == TWO_SIDES:
        return tuple(chance if team == teams[seat] else 1 - chance for team in teams)
    return _others(table.position, seat, chance)


def _others(position: Position, seat: int, chance: float) -> tuple[float | None, ...]:
    """Return the win chances with more than two sides, where the other sides share the rest.

    Their shares follow from the coach's evaluation of the position; without one they are None.
    """
    coach, _ = coach_of(position)
    teams = position.teams
    if not isinstance(coach, Trier):
        return tuple(chance if team == teams[seat] else None for team in teams)
    standing = {team: coach.standing(position, teams.index(team)) for team in set(teams)}
    left = sum(standing.values()) - standing[teams[seat]]
    return tuple(
        chance if team == teams[seat] else (1 - chance) * standing[team] / left if left else 0.0
        for team in teams
    )


def is_judged(table: Table, seat: int | None, entry: Entry | None) -> bool:
    """Return whether the coach can rate a decision: one seat alone decides, or it is a flick."""
    if seat is None or seat not in table.actors:
        return False
    if not _is_continuous(table.position, seat):
        return table.actors == (seat,)
    if part(table.game.name, "coach") is None:  # only a game's own coach rates moves that can't be listed
        return False
    coach, _ = coach_of(table.position)
    if entry is None or not isinstance(coach, Trier) or coach.refusal(table.position) is not None:
        return False
    return table.game.read_move(entry.move) not in table.position.moves(seat)


def _is_continuous(position: Position, seat: int) -> bool:
    """Return whether a seat may make a move with continuous parameters, such as a flick."""
    return any(isinstance(move, MoveRange) for move in position.moves(seat))


def _shares(result: Result, teams: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's share of the win: partners of a team win together, and equal winners share."""
    winning = {teams[seat] for seat in result.winners}
    return tuple(1 / len(winning) if team in winning else 0.0 for team in teams)


def _accuracy(decisions: list[Decision], seat: int) -> float | None:
    kept = [d.played.value / d.best.value for d in decisions if d.seat == seat and d.best.value > 0]
    return sum(kept) / len(kept) if kept else None
