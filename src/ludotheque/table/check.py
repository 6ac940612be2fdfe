"""The conformance check: plays random games of any game and asserts what every game has promised."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Game
from ludotheque.core.moves import Move
from ludotheque.games import game as find_game
from ludotheque.table import promises
from ludotheque.table.promises import random_choice
from ludotheque.table.table import Table

__all__ = ["Report", "check_game", "check_interpreted", "random_choice"]


class Report(msgspec.Struct):
    """What a check did: games, moves made, and positions that were looked at in depth."""

    game: str
    games: int = 0
    moves: int = 0
    looked_at: int = 0
    fingerprint: str = ""


ENOUGH_GUESSES: Final = 20
"""So many guesses of a game that hides something can't all be the truth by luck."""


def check_game(
    name: str,
    games: int = 100,
    seed: int = 0,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play random games and raise `AssertionError` at the first broken promise.

    Every position is checked for conservation; of each game a few positions, drawn at random, are looked at
    in depth: moves and their forms, refusals, views, chance, copies, undo; and its record is replayed. Every
    level of bots makes a move, and every option has to be read by somebody.

    >>> check_game("exxtra", games=3).games
    3
    """
    report = Report(name)
    rng = seeded(seed)
    digest = hashlib.sha256()
    finding = Finding()
    promises_rng = seeded(seed + 1)
    promises.check_tagline(find_game(name))
    with promises.promised("options"):
        promises.check_options(find_game(name), promises_rng)
    counts = find_game(name).seat_counts if seats is None else (seats,)
    for number in range(games):
        with promises.promised("a game can't begin"):
            table = Table(name, counts[number % len(counts)], seed=rng.randrange(1 << 62), options=options)
        if number == 0:
            promises.check_levels(table.position, promises_rng)
        _check_match(table, rng, report, finding)
        digest.update(msgspec.json.encode(table.record()))
        report.games += 1
        if progress is not None:
            progress(report.games)
    finding.judge(find_game(name))
    report.fingerprint = digest.hexdigest()
    return report


def check_interpreted(name: str, games: int = 20, seed: int = 0) -> None:
    """Compiled and interpreted rules play the same games for the same seed."""
    script = (
        f"from ludotheque.table.check import check_game as c; print(c({name!r}, {games}, {seed}).fingerprint)"
    )
    environment = os.environ | {"LUDOTHEQUE_PURE": "1"}
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == check_game(name, games, seed).fingerprint, "compiled and interpreted differ"


def _check_match(table: Table, rng: Random, report: Report, finding: "Finding") -> None:
    while table.result is None:
        assert table.actors, "nobody may act and the game is not over"
        if rng.randrange(16) == 0:
            _look(table, rng, finding)
            report.looked_at += 1
        seat = table.actors[rng.randrange(len(table.actors))]
        move = random_choice(table.position, seat, rng)
        finding.known.meet(move, rng)
        with promises.promised("what is offered, or what chance gives, is refused"):
            table.play(seat, move)
        report.moves += 1
        assert table.position.violations() == []
    assert not table.actors
    promises.check_result(table.position)
    promises.check_events(table.game, table.events)
    again = Table.replay(msgspec.json.encode(table.record()))
    assert again.record() == table.record(), "a record replays differently"
    assert again.position.to_json() == table.position.to_json()
    assert again.events == table.events


class Finding:
    """What is counted over all games of a check."""

    def __init__(self) -> None:
        self.luck = promises.Luck()
        self.known = promises.Known()
        self.guesses = 0
        self.wrong_guesses = 0

    def judge(self, game: Game) -> None:
        """What only many positions can tell."""
        self.luck.judge()
        if game.hidden and self.guesses >= ENOUGH_GUESSES:
            assert self.wrong_guesses, "every guess was the truth: a view shows what it should hide"


def _look(table: Table, rng: Random, finding: Finding) -> None:
    """Look at a position in depth; it must be the same afterwards."""
    position = table.position
    before = position.to_json()
    promises.check_copy(position, finding.luck, rng, 12 if isinstance(position, CodedPosition) else 1)
    for seat in range(table.seats):
        assert bool(table.moves(seat)) == (seat in table.actors)
        promises.check_offers(position, seat)
        for move in (move for move in table.moves(seat) if isinstance(move, Move)):
            _check_forms(table, seat, move)
        finding.guesses += any(event.secret for event in table.events)  # before that nothing is hidden
        finding.wrong_guesses += promises.check_view(position, seat, rng)
    assert msgspec.json.decode(msgspec.json.encode(position.view(None))) == position.view(None)
    assert position.game.at(before).to_json() == before, "a position reads back differently"
    promises.check_refusals(position, finding.known)
    _check_undo(table, rng)
    assert table.position.to_json() == before, "looking changed the position"


def _check_forms(table: Table, seat: int, move: Move) -> None:
    game = table.game
    assert table.why_not(seat, move) is None, f"{move} is listed and refused"
    assert game.read_move(write(move)) == move
    assert game.parse(game.notation(move)) == move
    for other in range(table.seats):
        if other not in table.actors:
            refusal = table.why_not(other, move)
            assert refusal is not None, f"{move} is allowed to seat {other}, which may not act"
            promises.check_sentence(refusal)


def _check_undo(table: Table, rng: Random) -> None:
    """A move that met no chance and showed nothing comes back; any other does not."""
    trial = Table.at(table.game.name, table.position.to_json(), chance=[])
    before, happened = trial.position.to_json(), len(trial.events)
    seat = trial.actors[0]
    trial.play(seat, random_choice(trial.position, seat, rng))
    refusal = trial.can_undo(seat, agreed=True)
    if refusal is None:
        trial.undo(seat, agreed=True)
        assert trial.position.to_json() == before, "undo does not lead back"
        assert (trial.log, len(trial.events)) == ([], happened)
    else:
        promises.check_sentence(refusal)
