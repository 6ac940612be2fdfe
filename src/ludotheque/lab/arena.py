"""The arena: bots against bots in any game, every bot on every seat equally often, with confidence intervals.

>>> from ludotheque.lab.arena import Contest, run
>>> standing = run(Contest("exxtra", ["random", "cautious"]), games=200, seed=1)
>>> [(line.bot, line.share > line.fair) for line in standing.lines]
[('random', False), ('cautious', True)]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.imports import fault
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy, play_with
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games import load_game
from ludotheque.lab.entrants import entrant as find_entrant
from ludotheque.lab.entrants import name_of
from ludotheque.lab.limit import at_most
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers, local_workers

Entrant: TypeAlias = str | Bot | Callable[[], Bot]
"""A bot by its level or its module (`my_bots:Careful`), a bot, or a factory; workers pickle it."""

LineUp: TypeAlias = tuple[int, ...]
"""The number of the bot on each seat."""

CHUNK = 50  # games at most that a worker plays before it reports
CHUNKS = 4  # at least so many for each of several workers, so that they end at about the same time
THOUGHT = 0x5DEECE66D  # parts the bots' chance from that of the game


@dataclass(frozen=True)
class Contest:
    """The setting of a match: a game, the bots, the table; `line_ups` replaces the usual ones."""

    game: str
    bots: Sequence[Entrant]
    seats: int | None = None
    options: dict[str, Json] | None = None
    line_ups: Sequence[LineUp] | None = None
    names: Sequence[str] | None = None
    """Names of the bots in the standing; their levels by default."""
    seconds: float | None = None
    """The time limit of a move; a bot that exceeds it forfeits the game."""


class StandingRow(msgspec.Struct, frozen=True):
    """The result of a bot in one kind of company: `copies` of it against the others.

    The `share` of games that one of the copies won lies between `low` and `high` with the confidence of the
    standing; `fair` is the share of equal players. A shared win is split among its winners.
    """

    bot: str
    copies: int
    against: tuple[str, ...]
    games: int
    wins: float
    share: float
    low: float
    high: float
    fair: float
    score: float
    place: float
    forfeits: int = 0
    """Games forfeited by an illegal move, by exceeding the time limit, or by an error."""
    error: str = ""
    """The error of the first game forfeited by one."""


class Standing(msgspec.Struct, frozen=True):
    """The result of a match: a line for each bot in each company, and the mean number of moves of a game."""

    game: str
    seats: int
    games: int
    seed: int
    confidence: float
    length: float
    lines: tuple[StandingRow, ...]


class Played(msgspec.Struct, frozen=True):
    """One game: the bot on each seat, places and scores by seat, and the number of moves."""

    line_up: LineUp
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    length: int
    forfeited: int | None = None
    """The seat that forfeited by an illegal move, the time limit or an error."""
    error: str = ""


class Forfeit(Exception):
    """A seat forfeited by an illegal move, the time limit or an error, which ends the game."""

    def __init__(self, seat: int, length: int, error: str = "") -> None:
        super().__init__(f"seat {seat} forfeits after {length} moves")
        self.seat = seat
        self.length = length
        self.error = error


def run(
    match: Contest,
    games: int = 1000,
    seed: int = 0,
    *,
    workers: Workers | int = 1,
    confidence: float = 0.95,
    progress: Callable[[int, int], None] | None = None,
) -> Standing:
    """Play a match; the same seed gives the same standing on any workers.

    `games` is rounded up until every line-up was played equally often. `progress` gets the number of games
    played and of all games. `workers` may be a number of processes.
    """
    if isinstance(workers, int):
        with local_workers(workers) as processes:
            return run(match, games, seed, workers=processes, confidence=confidence, progress=progress)
    if games < 1:
        raise Unreadable("core.arena_games", params={"games": games})
    start = start_of(match)
    check_bots(match, start)
    line_ups = _line_ups(match, start)
    rounds = -(-games // len(line_ups))
    rng = seeded(seed)
    pairings = [(line_up, rng.randrange(1 << 62)) for _ in range(rounds) for line_up in line_ups]
    played: list[Played] = []
    for chunk in workers.map(PlayGames(match), chunked(pairings, workers.slots)):
        played += chunk
        if progress is not None:
            progress(len(played), len(pairings))
    return _standing(match, played, seed, confidence)


def usual_line_ups(bots: int, teams: Sequence[int]) -> list[LineUp]:
    """Return line-ups with every bot on every seat equally often; partners of a team are the same bot.

    Two bots: one of the first alone against the second everywhere else, and the reverse. More bots than
    sides: all selections. More than two take turns round the table in both directions, since the order of
    turns matters.

    >>> usual_line_ups(2, (0, 1, 2))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    sides = sorted(set(teams))
    count = len(sides)
    if bots == 2:
        alone = [tuple(int(side != one) for side in range(count)) for one in range(count)]
        seated = alone + [tuple(1 - bot for bot in line_up) for line_up in alone] if count > 2 else alone
    else:
        size = min(bots, count)
        seated = [
            tuple(order[(turn + side) % size] for side in range(count))
            for chosen in combinations(range(bots), size)
            for order in (chosen, chosen[::-1])
            for turn in range(size)
        ]
    different = dict.fromkeys(seated)  # two bots meet in the same order in either direction
    return [tuple(line_up[sides.index(team)] for team in teams) for line_up in different]


def play_game(
    start: Position, seated: Sequence[Bot], seed: int, seconds: float | None = None
) -> tuple[Position, int]:
    """Play one game to its end; return the last position and the number of moves.

    An illegal move, the time limit or an error ends it with a `Forfeit`.
    """
    if isinstance(start, CodedPosition):
        position = start.copy()
        policies = [bot.policy for bot in seated if isinstance(bot, PolicyBot)]
        if len(policies) == len(seated) and not position.game.hidden and seconds is None:
            try:
                return position, _play_policies(position.state, policies, seed)
            except Forfeit:
                raise
            except (Exception, SystemExit):
                # The same game again, where it shows which bot raises.
                position = start.copy()
        return position, _play_coded(position, seated, seed, seconds)
    other = start.copy()
    return other, _play_any(other, seated, seed, seconds)


def _play_policies(state: State, policies: list[Policy], seed: int) -> int:
    """Play a game of policies to its end; return the number of moves. Raise `Forfeit` if it stops before."""
    length = play_with(state, policies, seeded(seed), seeded(seed ^ THOUGHT))
    if state.turn() != OVER:
        raise Forfeit(state.turn(), length)
    return length


def _play_coded(
    position: "CodedPosition[State]", seated: Sequence[Bot], seed: int, seconds: float | None = None
) -> int:
    """Play on the state; only the bots get positions and typed moves."""
    chance, thought = seeded(seed), seeded(seed ^ THOUGHT)
    state, game = position.state, position.game
    length = 0
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            state.apply(state.sample(chance))
        else:
            seen = position.seen_by(turn, thought)
            move = _choice(seated[turn], seen, turn, thought, length, seconds)
            if position.refusal(turn, move) is not None:
                raise Forfeit(turn, length)
            state.apply(game.encode(state, move))
            length += 1
        turn = state.turn()
    return length


def _play_any(position: Position, seated: Sequence[Bot], seed: int, seconds: float | None = None) -> int:
    """Play through the outer contract alone; of several seats that may act, the first one does."""
    chance, thought = seeded(seed), seeded(seed ^ THOUGHT)
    length = 0
    while position.result is None:
        if position.awaits_chance:
            position.resolve(position.draw(chance))
        else:
            seat = position.actors[0]
            move = _choice(seated[seat], position.seen_by(seat, thought), seat, thought, length, seconds)
            if position.refusal(seat, move) is not None:
                raise Forfeit(seat, length)
            position.play(seat, move)
            length += 1
    return length


def _choice(bot: Bot, seen: Position, seat: int, thought: Random, length: int, seconds: float | None) -> Move:
    """Return the move of a bot, checked for time and form."""
    try:
        with at_most(seconds):
            return seen.game.read_move(bot.choose(seen, seat, thought))
    except TimeoutError:
        raise Forfeit(seat, length) from None
    except Refusal as refusal:
        raise Forfeit(seat, length, str(refusal)) from None
    except (Exception, SystemExit) as error:  # one bot that fails does not end the games of the others
        raise Forfeit(seat, length, fault(error)) from error


def start_of(match: Contest) -> Position:
    """Return the first position of the games of a match."""
    game = load_game(match.game)
    return game.start(game.read_seats(match.seats), game.read_options(match.options))


def check_bots(match: Contest, start: Position) -> None:
    """Refuse a bot that can't play at the table before the first game."""
    if len(match.bots) < 2:
        raise Unreadable("core.arena_bots", params={"count": len(match.bots)})
    for bot in _seat(match):
        refusal = bot.refusal(start)
        if refusal is not None:
            raise refusal


def _line_ups(match: Contest, start: Position) -> list[LineUp]:
    if match.line_ups is None:
        return usual_line_ups(len(match.bots), start.teams)
    known = range(len(match.bots))
    for line_up in match.line_ups:
        if len(line_up) != start.seats or not all(bot in known for bot in line_up):
            raise Unreadable(
                "core.arena_line_up", params={"line_up": str(list(line_up)), "seats": start.seats}
            )
    if not match.line_ups:
        raise Unreadable("core.arena_line_up", params={"line_up": "[]", "seats": start.seats})
    return [tuple(line_up) for line_up in match.line_ups]


def _seat(match: Contest) -> list[Bot]:
    """Return the bots of a match, created where it has names or factories."""
    name = load_game(match.game).name
    return [
        find_entrant(name, bot) if isinstance(bot, str) else bot if isinstance(bot, Bot) else bot()
        for bot in match.bots
    ]


def chunked(pairings: list[tuple[LineUp, int]], slots: int) -> list[list[tuple[LineUp, int]]]:
    """Yield the games in parts for the workers; each game has its own seed, so that the parts change
    nothing.
    """
    size = CHUNK if slots == 1 else max(1, min(CHUNK, len(pairings) // (CHUNKS * slots)))
    return [pairings[first : first + size] for first in range(0, len(pairings), size)]


class PlayGames:
    """Plays games of a match; a worker creates the bots once."""

    def __init__(self, match: Contest) -> None:
        self.match = match

    def __reduce__(self) -> tuple[type["PlayGames"], tuple[Contest]]:
        return PlayGames, (self.match,)

    @cached_property
    def bots(self) -> list[Bot]:
        """The bots, created for the first game."""
        return _seat(self.match)

    @cached_property
    def start(self) -> Position:
        """The position before the first move."""
        return start_of(self.match)

    def __call__(self, part: list[tuple[LineUp, int]]) -> list[Played]:
        """Play some games, each with its line-up and its seed."""
        return [_play_one(self.start, self.bots, self.match.seconds, line_up, seed) for line_up, seed in part]


def _play_one(start: Position, bots: list[Bot], seconds: float | None, line_up: LineUp, seed: int) -> Played:
    """Play one game. A forfeiting side is last, partners included, and all others share the win."""
    try:
        end, length = play_game(start, [bots[number] for number in line_up], seed, seconds)
    except Forfeit as forfeit:
        lost = [team == start.teams[forfeit.seat] for team in start.teams]
        ranks = tuple(lost.count(False) + 1 if seat else 1 for seat in lost)
        return Played(line_up, ranks, (0.0,) * start.seats, forfeit.length, forfeit.seat, forfeit.error)
    result = end.result
    assert result is not None  # the game was played to its end
    return Played(line_up, result.ranks, tuple(map(float, result.scores)), length)


def _standing(match: Contest, played: list[Played], seed: int, confidence: float) -> Standing:
    names = _names(match)
    companies: dict[LineUp, list[Played]] = {}
    for one in played:
        companies.setdefault(tuple(sorted(one.line_up)), []).append(one)
    lines = [
        _line(names, company, number, found, confidence)
        for company, found in companies.items()
        for number in sorted(set(company))
    ]
    return Standing(
        game=load_game(match.game).name,
        seats=len(played[0].line_up),
        games=len(played),
        seed=seed,
        confidence=confidence,
        length=sum(one.length for one in played) / len(played),
        lines=tuple(lines),
    )


def _line(
    names: list[str], company: LineUp, number: int, found: list[Played], confidence: float
) -> StandingRow:
    """Return the result of one bot in the games of one company."""
    copies = company.count(number)
    wins = sum(_wins(one, number) for one in found)
    low, high = wilson(min(wins, len(found)), len(found), confidence)
    sat = len(found) * copies
    mine = [(one, seat) for one in found for seat, bot in enumerate(one.line_up) if bot == number]
    return StandingRow(
        bot=names[number],
        copies=copies,
        against=tuple(names[other] for other in company if other != number),
        games=len(found),
        wins=wins,
        share=wins / len(found),
        low=low,
        high=high,
        fair=copies / len(company),
        score=sum(one.scores[seat] for one, seat in mine) / sat,
        place=sum(one.ranks[seat] for one, seat in mine) / sat,
        forfeits=sum(one.forfeited == seat for one, seat in mine),
        error=next((one.error for one, seat in mine if one.forfeited == seat and one.error), ""),
    )


def _wins(one: Played, number: int) -> float:
    winners = [seat for seat, rank in enumerate(one.ranks) if rank == 1]
    return sum(one.line_up[seat] == number for seat in winners) / len(winners)


def _names(match: Contest) -> list[str]:
    if match.names is not None:
        return list(match.names)
    return [name_of(entrant) if isinstance(entrant, str) else _called(entrant) for entrant in match.bots]


def _called(entrant: Bot | Callable[[], Bot]) -> str:
    if isinstance(entrant, Bot):
        return type(entrant).__name__.lower()
    return str(getattr(entrant, "__name__", "bot")).lower()
