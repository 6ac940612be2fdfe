"""Self-play with evaluations, written as data to learn from.

A line of JSON is a game: its record, which replays without chance, and for every decision the bot's opinion
on each of its moves. The same seed writes the same lines on any number of processes; an unfinished file is
continued.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable
from ludotheque.games import load_game
from ludotheque.lab.entrants import entrant
from ludotheque.lab.workers import Workers, local_workers
from ludotheque.table.promises import random_choice
from ludotheque.table.table import Table

FORMAT: Final = 1
"""Version of the meaning of a line."""


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """A move, the bot's estimate of the chance to win with it, and its visits by a search."""

    move: Json
    value: float
    visits: int = 0


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move made: the step of the record, the seat, and the opinions on all moves."""

    step: int
    seat: int
    value: float | None
    """The chance to win with the move played; None for one without an opinion."""
    thoughts: tuple[Thought, ...]
    explored: bool = False
    """True if it was played to explore, not because it was rated best."""


class SelfPlayed(msgspec.Struct, frozen=True):
    """One line of a file."""

    format: int
    number: int
    seed: int
    bots: tuple[str, ...]
    explore: float
    record: Json
    decisions: tuple[Decision, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class SelfPlay:
    """The setting of self-play: a game, a bot for all seats or one for each, and the rate of random moves."""

    game: str
    bots: Sequence[str]
    seats: int | None = None
    options: dict[str, Json] = field(default_factory=dict)
    seed: int = 0
    explore: float = 0.0


def write_games(
    plan: SelfPlay,
    games: int,
    file: Path,
    *,
    workers: Workers | int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write a number of games to a file, keeping those it already has; return the number played."""
    if isinstance(workers, int):
        with local_workers(workers) as processes:
            return write_games(plan, games, file, workers=processes, progress=progress)
    player = PlayAndTell(plan)
    player.check()
    done = _held(file, plan)
    with file.open("ab") as out:
        for number, line in enumerate(workers.map(player, range(done, games)), done + 1):
            out.write(line + b"\n")
            out.flush()
            if progress is not None:
                progress(number, games)
    return max(0, games - done)


def read_games(file: Path) -> list[SelfPlayed]:
    """Yield the games of a file; an invalid line is refused with its number."""
    found = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            game = msgspec.json.decode(line, type=SelfPlayed)
        except msgspec.MsgspecError as error:
            why = f"{number}: {error}"
            raise Unreadable("core.selfplay_file", params={"file": str(file), "why": why}) from None
        if game.format > FORMAT:
            why = f"{number}: format {game.format}"
            raise Unreadable("core.selfplay_file", params={"file": str(file), "why": why})
        found.append(game)
    return found


def _held(file: Path, plan: SelfPlay) -> int:
    """Return the number of games in a file; an incomplete last line is dropped, other games are refused."""
    if not file.exists():
        return 0
    whole, newline, rest = file.read_bytes().rpartition(b"\n")
    if rest:
        file.write_bytes(whole + newline)
    games = read_games(file)
    wanted = (plan.seed, tuple(plan.bots), plan.explore, load_game(plan.game).name)
    for number, game in enumerate(games):
        assert isinstance(game.record, dict)  # a record is an object
        if game.number != number or (game.seed, game.bots, game.explore, game.record["game"]) != wanted:
            raise Unreadable("core.selfplay_other", params={"file": str(file)})
    return len(games)


class PlayAndTell:
    """Plays a game by its number and returns it as a line; a worker creates the bots once."""

    def __init__(self, plan: SelfPlay) -> None:
        self.plan = plan

    def __reduce__(self) -> tuple[type["PlayAndTell"], tuple[SelfPlay]]:
        return PlayAndTell, (self.plan,)

    @cached_property
    def bots(self) -> list[Bot]:
        """The bots, created for the first game."""
        name = load_game(self.plan.game).name
        return [entrant(name, word) for word in self.plan.bots]

    def check(self) -> None:
        """Refuse an impossible setting before the first game."""
        table = self._table(0)
        if len(self.plan.bots) not in (1, table.seats):
            raise Unreadable(
                "core.selfplay_bots", params={"count": len(self.plan.bots), "seats": table.seats}
            )
        if not 0 <= self.plan.explore <= 1:
            raise Unreadable("core.selfplay_explore", params={"explore": self.plan.explore})
        for bot in self.bots:
            refusal = bot.refusal(table.position)
            if refusal is not None:
                raise refusal

    def __call__(self, number: int) -> bytes:
        """Return one game, as a line without its end."""
        table = self._table(number)
        rng = seeded(self._seed(number) + 1)
        decisions = []
        while table.result is None:
            seat = table.actors[0]
            step = len(table.steps)
            move, decision = self._decide(table, seat, step, rng)
            table.play(seat, move)
            decisions.append(decision)
        plan, result = self.plan, table.result
        scores = tuple(map(float, result.scores))
        return msgspec.json.encode(
            SelfPlayed(
                FORMAT,
                number,
                plan.seed,
                tuple(plan.bots),
                plan.explore,
                table.record(),
                tuple(decisions),
                result.ranks,
                scores,
            )
        )

    def _decide(self, table: Table, seat: int, step: int, rng: Random) -> tuple[Move, Decision]:
        """Return the bot's move, at times a random one, with its opinions."""
        bot = self.bots[seat % len(self.bots)]
        opinions: list[Opinion] = bot.consider(table.position.seen_by(seat, rng), seat, rng)
        explored = self.plan.explore > 0 and rng.random() < self.plan.explore
        move = random_choice(table.position, seat, rng) if explored else opinions[0].move
        value = next((opinion.value for opinion in opinions if opinion.move == move), None)
        thoughts = tuple(Thought(write(one.move), round(one.value, 6), one.visits) for one in opinions)
        return move, Decision(step, seat, None if value is None else round(value, 6), thoughts, explored)

    def _table(self, number: int) -> Table:
        plan = self.plan
        return Table(load_game(plan.game).name, plan.seats, self._seed(number), plan.options)

    def _seed(self, number: int) -> int:
        told = msgspec.json.encode([self.plan.seed, number])
        return int.from_bytes(hashlib.sha256(told).digest()[:7], "big")
