"""The conformance check: plays random games of any game and asserts what every game has promised."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable

import msgspec
from librt.random import Random

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal
from ludotheque.core.words import LANGUAGES
from ludotheque.games import game as find_game
from ludotheque.table.table import Table


class Report(msgspec.Struct):
    """What a check did: games, moves made, and positions that were looked at in depth."""

    game: str
    games: int = 0
    moves: int = 0
    looked_at: int = 0
    fingerprint: str = ""


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
    in depth: moves and their forms, refusals, views, copies, undo; and its record is replayed.

    >>> check_game("exxtra", games=3).games
    3
    """
    report = Report(name)
    rng = seeded(seed)
    digest = hashlib.sha256()
    counts = find_game(name).seat_counts if seats is None else (seats,)
    for number in range(games):
        table = Table(name, counts[number % len(counts)], seed=rng.randrange(1 << 62), options=options)
        _check_match(table, rng, report)
        digest.update(msgspec.json.encode(table.record()))
        report.games += 1
        if progress is not None:
            progress(report.games)
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


def random_choice(position: Position, seat: int, rng: Random) -> Move:
    """Any move of a seat; a continuous one anywhere in its ranges."""
    moves = position.moves(seat)
    chosen = moves[rng.randrange(len(moves))]
    if isinstance(chosen, Move):
        return chosen
    return position.game.read_move(_within(chosen, rng))


def _within(span: MoveRange, rng: Random) -> Json:
    return {"do": span.do} | {
        key: low + (high - low) * rng.random() for key, (low, high) in span.ranges.items()
    }


def _check_match(table: Table, rng: Random, report: Report) -> None:
    while table.result is None:
        assert table.actors, "nobody may act and the game is not over"
        if rng.randrange(16) == 0:
            _look(table, rng)
            report.looked_at += 1
        seat = table.actors[rng.randrange(len(table.actors))]
        table.play(seat, random_choice(table.position, seat, rng))
        report.moves += 1
        assert table.position.violations() == []
    assert not table.actors
    _check_result(table)
    _check_words(table)
    again = Table.replay(msgspec.json.encode(table.record()))
    assert again.record() == table.record(), "a record replays differently"
    assert again.position.to_json() == table.position.to_json()
    assert again.events == table.events


def _look(table: Table, rng: Random) -> None:
    """Look at a position in depth; it must be the same afterwards."""
    position = table.position
    before = position.to_json()
    for seat in range(table.seats):
        assert bool(table.moves(seat)) == (seat in table.actors)
        for move in (move for move in table.moves(seat) if isinstance(move, Move)):
            _check_forms(table, seat, move)
        _check_view(position, seat, rng)
    assert msgspec.json.decode(msgspec.json.encode(position.view(None))) == position.view(None)
    assert position.game.at(before).to_json() == before, "a position reads back differently"
    _check_copy(table, rng)
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
            _check_sentence(refusal)


def _check_view(position: Position, seat: int, rng: Random) -> None:
    """What is drawn anew where a seat can't see never changes what it sees."""
    view = position.view(seat)
    guessed = position.game.guess(view, seat, rng)
    assert guessed.view(seat) == view, "a guess does not fit its view"
    assert guessed.violations() == []
    assert position.seen_by(seat, rng).view(seat) == view


def _check_copy(table: Table, rng: Random) -> None:
    before = table.position.to_json()
    copy = table.position.copy()
    assert copy.to_json() == before
    copy.play(table.actors[0], random_choice(copy, table.actors[0], rng))
    assert table.position.to_json() == before, "playing on a copy changed the original"


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
        _check_sentence(refusal)


def _check_result(table: Table) -> None:
    result = table.result
    assert result is not None
    assert len(result.ranks) == len(result.scores) == table.seats
    assert 1 in result.ranks
    for language in LANGUAGES:
        assert result.text(language)


def _check_words(table: Table) -> None:
    """Every event has a sentence in every language, for those who know and for those who don't."""
    for event in table.events:
        for seat in (None, *event.secret_to):
            for language in LANGUAGES:
                assert event.seen_by(seat).text(language, "Ada")


def _check_sentence(refusal: Refusal) -> None:
    for language in LANGUAGES:
        assert refusal.text(language)
