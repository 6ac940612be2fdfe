"""A league: any number of bots meet in one game, with ratings, a crosstable and intervals.

Every game is appended to a file as a line. A league that was stopped goes on; more rounds or more bots only
add games, since the seed of each game follows from its line-up and its round.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.bots import levels
from ludotheque.core.codec import Json, read, write
from ludotheque.core.game import Position
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.games import load_game
from ludotheque.lab.arena import Contest, LineUp, Played, PlayGames, check_bots, start_of, usual_line_ups
from ludotheque.lab.entrants import entrant, name_of
from ludotheque.lab.ratings import Finish, Rating, rate
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers, local_workers

SURE: Final = 1.96
"""Standard deviations to either side that hold 95 of 100."""
CONFIDENCE: Final = 0.95
PART: Final = 4
"""Games that a worker plays before it reports; few, so that little is lost when it is stopped."""


@dataclass(frozen=True)
class League:
    """The setting of a league: the game, the bots, and how often each pair meets on every seat."""

    game: str
    bots: Sequence[str]
    """Levels, `module:Class` or `engine:COMMAND`, each with an optional name before it:
    `mine=my_bots:Best`.
    """
    rounds: int = 10
    seats: int | None = None
    options: dict[str, Json] = field(default_factory=dict)
    seed: int = 0


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a league's file: the setting of all its games."""

    league: str
    rules: int
    seats: int
    options: Json
    seed: int


class GameLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further line: the line-up, the round and the result."""

    round: int
    seated: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    length: int
    forfeited: int | None = None
    error: str = ""


class Meeting(msgspec.Struct, frozen=True):
    """The number of times one bot finished before another; an equal place counts a half."""

    wins: float
    games: int
    share: float
    low: float
    high: float


class LadderRow(msgspec.Struct, frozen=True):
    """A bot: its rating with the interval, and all its meetings."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float
    score: float
    place: float
    forfeits: int
    against: dict[str, Meeting]
    error: str = ""
    """The error of the first game forfeited by one."""


class Ladder(msgspec.Struct, frozen=True):
    """The result of a league, the strongest first."""

    game: str
    rules: int
    seats: int
    options: Json
    seed: int
    games: int
    length: float
    rows: tuple[LadderRow, ...]


def usual_bots(game: str, seats: int | None, options: dict[str, Json]) -> list[str]:
    """Return all levels of a game that can play at such a table, the weakest first."""
    rules = load_game(game)
    start = rules.start(rules.read_seats(seats), rules.read_options(options))
    return [level for level in levels(rules.name) if entrant(rules.name, level).refusal(start) is None]


def play(
    league: League,
    file: Path | None = None,
    *,
    workers: Workers | int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Ladder:
    """Play the missing games of a league, and rate all of it; with a file, no game is played twice."""
    if isinstance(workers, int):
        with local_workers(workers) as processes:
            return play(league, file, workers=processes, progress=progress)
    names = [name_of(word) for word in league.bots]
    if len(set(names)) != len(names):
        raise Unreadable("core.league_names", params={"names": names})
    if league.rounds < 1:
        raise Unreadable("core.arena_games", params={"games": league.rounds})
    contest = Contest(league.game, tuple(league.bots), league.seats, league.options)
    start = start_of(contest)
    check_bots(contest, start)
    header = _header(league, start)
    done = _read(file, header) if file is not None else []
    planned = _planned(league, names, start)
    known = {(game.round, game.seated): game for game in done}
    missing = [one for one in planned if (one[0], _seated(names, one[1])) not in known]
    counted = len(planned) - len(missing)
    if progress is not None:
        progress(counted, len(planned))
    for part in _results(league, names, contest, missing, workers):
        done += part
        if file is not None:
            _append(file, header, part)
        counted += len(part)
        if progress is not None:
            progress(counted, len(planned))
    return ladder(header, [game for game in done if set(game.seated) <= set(names)], names, start.teams)


def _header(league: League, start: Position) -> Header:
    return Header(
        league=start.game.name,
        rules=start.game.rules_version,
        seats=start.seats,
        options=write(start.options),
        seed=league.seed,
    )


def _planned(league: League, names: list[str], start: Position) -> list[tuple[int, LineUp]]:
    """Return every line-up once for each round."""
    line_ups = usual_line_ups(len(names), start.teams)
    return [(number, line_up) for number in range(league.rounds) for line_up in line_ups]


def _seated(names: list[str], line_up: LineUp) -> tuple[str, ...]:
    return tuple(names[bot] for bot in line_up)


def _seed(league: League, seated: tuple[str, ...], number: int) -> int:
    told = msgspec.json.encode([league.seed, number, *seated])
    return int.from_bytes(hashlib.sha256(told).digest()[:7], "big")


def _results(
    league: League,
    names: list[str],
    contest: Contest,
    missing: list[tuple[int, LineUp]],
    workers: Workers,
) -> Iterator[list[GameLine]]:
    """Yield the missing games, part by part as they are played."""
    parts = [missing[first : first + PART] for first in range(0, len(missing), PART)]
    jobs = [
        [(line_up, _seed(league, _seated(names, line_up), number)) for number, line_up in part]
        for part in parts
    ]
    for part, played in zip(parts, workers.map(PlayGames(contest), jobs), strict=True):
        yield [_line(names, number, one) for (number, _), one in zip(part, played, strict=True)]


def _line(names: list[str], number: int, one: Played) -> GameLine:
    seated = _seated(names, one.line_up)
    return GameLine(number, seated, one.ranks, one.scores, one.length, one.forfeited, one.error)


def _read(file: Path, header: Header) -> list[GameLine]:
    """Read the games of a file; another league is refused, and an incomplete last line is dropped."""
    if not file.exists() or not file.stat().st_size:
        return []
    whole, _, rest = file.read_bytes().rpartition(b"\n")
    if rest:
        file.write_bytes(whole + b"\n" if whole else b"")
    lines = whole.splitlines()
    if not lines:
        return []
    try:
        found = read(msgspec.json.decode(lines[0]), Header)
        games = [msgspec.json.decode(line, type=GameLine) for line in lines[1:]]
    except (msgspec.MsgspecError, Refusal) as error:
        raise Unreadable("core.league_file", params={"file": str(file), "why": str(error)}) from None
    if found != header:
        raise Unreadable("core.league_other", params={"file": str(file)})
    return games


def _append(file: Path, header: Header, games: list[GameLine]) -> None:
    new = not file.exists() or not file.stat().st_size
    lines = ([msgspec.json.encode(header)] if new else []) + [msgspec.json.encode(game) for game in games]
    with file.open("ab") as out:
        out.write(b"\n".join(lines) + b"\n")


def ladder(header: Header, games: list[GameLine], names: list[str], teams: Sequence[int]) -> Ladder:
    """Return ratings and crosstable of games from any source."""
    games = sorted(games, key=lambda game: (game.round, game.seated))
    finishes = [_finish(game, names, teams) for game in games]
    ratings = rate(len(names), finishes, header.seed)
    rows = [_row(names, number, rating, games, finishes) for number, rating in enumerate(ratings)]
    return Ladder(
        game=header.league,
        rules=header.rules,
        seats=header.seats,
        options=header.options,
        seed=header.seed,
        games=len(games),
        length=sum(game.length for game in games) / len(games),
        rows=tuple(sorted(rows, key=lambda row: -row.rating)),
    )


def _finish(game: GameLine, names: list[str], teams: Sequence[int]) -> Finish:
    """Return a game by sides: the bot and the place of each team."""
    first = [list(teams).index(team) for team in sorted(set(teams))]
    return Finish(
        tuple(names.index(game.seated[seat]) for seat in first), tuple(game.ranks[seat] for seat in first)
    )


def _row(
    names: list[str], number: int, rating: Rating, games: list[GameLine], finishes: list[Finish]
) -> LadderRow:
    name = names[number]
    mine = [(game, seat) for game in games for seat, bot in enumerate(game.seated) if bot == name]
    played = max(1, len(mine))
    reach = SURE * rating.deviation
    return LadderRow(
        bot=name,
        rating=rating.points,
        low=rating.points - reach,
        high=rating.points + reach,
        games=sum(name in game.seated for game in games),
        wins=sum(_share(game, name) for game in games if name in game.seated),
        score=sum(game.scores[seat] for game, seat in mine) / played,
        place=sum(game.ranks[seat] for game, seat in mine) / played,
        forfeits=sum(game.forfeited == seat for game, seat in mine),
        against={
            other: _meeting(number, against, finishes)
            for against, other in enumerate(names)
            if against != number
        },
        error=next((game.error for game, seat in mine if game.forfeited == seat and game.error), ""),
    )


def _share(game: GameLine, name: str) -> float:
    winners = [bot for bot, rank in zip(game.seated, game.ranks, strict=True) if rank == 1]
    return winners.count(name) / len(winners)


def _meeting(one: int, other: int, finishes: list[Finish]) -> Meeting:
    """Return the meetings of every pair of their sides in every game."""
    wins, games = 0.0, 0
    for finish in finishes:
        sides = list(zip(finish.players, finish.places, strict=True))
        for place in (place for player, place in sides if player == one):
            for against in (place for player, place in sides if player == other):
                wins += 1.0 if place < against else 0.5 if place == against else 0.0
                games += 1
    if not games:
        return Meeting(0.0, 0, 0.5, 0.0, 1.0)
    low, high = wilson(wins, games, CONFIDENCE)
    return Meeting(wins, games, wins / games, low, high)
