"""The conformance check: plays random games of a game and verifies the contract in each position.

Each kind of promise is a module of `promises`; `check_game` draws the positions and runs them.
"""

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
from ludotheque.core.game import Game, Position
from ludotheque.games import game as find_game
from ludotheque.table.promises import leaks, promised, random_choice
from ludotheque.table.promises.chance import Luck, check_outcomes
from ludotheque.table.promises.copies import check_copy
from ludotheque.table.promises.hashes import STEPS, check_hashes
from ludotheque.table.promises.levels import check_levels
from ludotheque.table.promises.moves import check_forms, check_offers
from ludotheque.table.promises.options import check_options
from ludotheque.table.promises.playing import check_length, no_crash
from ludotheque.table.promises.positions import check_read_back, read_back
from ludotheque.table.promises.refusals import Known, check_garbage, check_refusals
from ludotheque.table.promises.results import check_result
from ludotheque.table.promises.sentences import Sentences
from ludotheque.table.promises.views import Guesses, check_view
from ludotheque.table.promises.words import check_words
from ludotheque.table.record import VERSION
from ludotheque.table.table import Table

__all__ = ["LONGEST", "Report", "check_game", "check_interpreted", "random_choice"]

LONGEST: Final = 10_000
"""Default maximum of moves and outcomes per game; the longest random game of this package has under 1,000."""

LOOKS: Final = 16
"""One of this many positions is checked in depth, on average; half as many where chance is to act.

In a game with fewer moves it is one of as many as the game has moves.
"""

COPIED: Final = 24
"""Number of steps played on from a copy of a position."""

READ_BACK: Final = 12
"""Number of steps played on from a position that was read back from JSON."""


class Report(msgspec.Struct):
    """Counts of a check: games, moves, and positions checked in depth; the fingerprint hashes all records."""

    game: str
    games: int = 0
    moves: int = 0
    looked_at: int = 0
    fingerprint: str = ""


class Finding:
    """Data collected over all games of a check."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.luck = Luck()
        self.known = Known()
        self.guesses = Guesses()
        self.kept = leaks.Kept()
        self.sentences = Sentences(game)
        self.records: list[str] = []
        self.steps = 0
        """Number of moves and outcomes in these records."""
        self.first_decision: Position | None = None
        self.followed = 0
        """Number of games in which a position that was read back from JSON was played to the end."""

    def keep(self, record: bytes, steps: int) -> None:
        """Keep a record for the replay in other processes, until they have `STEPS` steps together."""
        if self.steps < STEPS:
            self.records.append(record.decode())
            self.steps += steps

    def judge(self, rng: Random) -> None:
        """Check the promises that need many positions or whole records, after all games have been played."""
        assert self.first_decision is not None, "no seat had anything to decide"
        check_levels(self.first_decision, self.sentences, rng)
        self.luck.judge()
        self.guesses.judge(self.game)
        self.kept.judge()
        check_hashes(self.game.name, self.records)


def check_game(
    game: str | Game,
    games: int = 100,
    seed: int = 0,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    longest: int = LONGEST,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play random games and raise `AssertionError` at the first broken promise.

    Every position is checked for conservation; of each game a few positions, drawn at random, are looked at
    in depth: moves and their forms, refusals, views, leaks, chance, copies, JSON, undo; and its record is
    replayed, some of them in other processes. Every level of bots makes a move, every option has to be read,
    and words and clauses have to be there in every language. A game with more than `longest` moves and
    outcomes is taken for one that never ends.

    >>> check_game("exxtra", games=3).games
    3
    """
    rules = find_game(game)
    report = Report(rules.name)
    rng = seeded(seed)
    digest = hashlib.sha256()
    finding = Finding(rules)
    promises_rng = seeded(seed + 1)
    check_words(rules)
    with promised("options"):
        check_options(rules, promises_rng, longest)
    counts = rules.seat_counts if seats is None else (seats,)
    for number in range(games):
        with promised("a game can't begin"):
            table = _opened(rules, counts[number % len(counts)], options)
        try:
            with no_crash("a game crashes"):
                _check_match(table, rng, report, finding, longest)
        except AssertionError as broken:
            again = _again(rules.name, number + 1, seed, seats, options, longest)
            raise AssertionError(f"{broken} ({_place(table, number + 1)}; again by {again})") from broken
        written = msgspec.json.encode(table.record())
        digest.update(written)
        finding.keep(written, len(table.steps))
        report.games += 1
        if progress is not None:
            progress(report.games)
    finding.judge(promises_rng)
    report.fingerprint = digest.hexdigest()
    return report


def check_interpreted(name: str, games: int = 20, seed: int = 0) -> None:
    """Check that compiled and interpreted rules play the same games for the same seed."""
    script = (
        f"from ludotheque.table.check import check_game as c; print(c({name!r}, {games}, {seed}).fingerprint)"
    )
    environment = os.environ | {"LUDOTHEQUE_PURE": "1"}
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == check_game(name, games, seed).fingerprint, "compiled and interpreted differ"


def _opened(game: Game, seats: int, options: dict[str, Json] | None) -> Table:
    """Return a table that waits for each outcome, so that endless chance is noticed."""
    record = {"ludotheque": VERSION, "game": game.name, "rules": game.rules_version, "seats": seats}
    return Table.replay(record | {"options": options or {}})


def _again(
    name: str, games: int, seed: int, seats: int | None, options: dict[str, Json] | None, longest: int
) -> str:
    """Return the call that ends in the same broken promise, with as few games as possible."""
    given = [f"games={games}", f"seed={seed}"]
    given += [] if seats is None else [f"seats={seats}"]
    given += [] if not options else [f"options={options!r}"]
    given += [] if longest == LONGEST else [f"longest={longest}"]
    return f"check_game({name!r}, {', '.join(given)})"


def _place(table: Table, number: int) -> str:
    """Return the game, its set-up and its last step as text."""
    where = f"game {number}, {table.seats} seats, options {write(table.position.options)}"
    if not table.steps:
        return f"{where}, before the first step"
    entry = table.steps[-1].entry
    if entry.seat is None:
        return f"{where}, after step {len(table.steps)}: outcome {entry.chance}"
    move = table.game.notation(table.game.read_move(entry.move))
    return f"{where}, after step {len(table.steps)}: seat {entry.seat} plays {move}"


def _check_match(table: Table, rng: Random, report: Report, finding: Finding, longest: int) -> None:
    _check_rules(table)
    while table.result is None:
        check_length(len(table.steps), longest)
        odds = min(LOOKS, 1 + max(report.moves // max(1, report.games), len(table.steps) // 2))
        if rng.randrange(2 * odds if table.awaits_chance else odds) == 0:
            _look(table, rng, finding, report.games, longest)
            report.looked_at += 1
        if table.awaits_chance:
            with promised("an outcome that chance gives is refused"):
                table.feed(table.position.draw(rng))
        else:
            _check_move(table, rng, finding)
            report.moves += 1
        _check_rules(table)
    check_result(table.position, finding.sentences)
    finding.sentences.check_events(table.events)
    with promised("a record does not replay"):
        again = Table.replay(msgspec.json.encode(table.record()))
        assert again.record() == table.record(), "the replay has another record"
        assert again.position.to_json() == table.position.to_json(), "the replay leads to another position"
        assert again.events == table.events, "the replay has other events"


def _check_rules(table: Table) -> None:
    wrong = table.position.violations()
    assert wrong == [], f"a position breaks the rules: {wrong}"


def _check_move(table: Table, rng: Random, finding: Finding) -> None:
    """Play a random move of a random seat."""
    assert table.actors, "no seat may act and the game is not over"
    if finding.first_decision is None:
        finding.first_decision = table.position.copy()
    seat = table.actors[rng.randrange(len(table.actors))]
    with promised("a move that is offered is refused"):
        move = random_choice(table.position, seat, rng)
        finding.known.meet(move, rng)
    with promised(f"a move that is offered is refused, {table.game.notation(move)} of seat {seat}"):
        table.play(seat, move)


def _look(table: Table, rng: Random, finding: Finding, game: int, longest: int) -> None:
    """Check one position in depth, without changing it."""
    position = table.position
    coded = isinstance(position, CodedPosition)
    before = position.to_json()
    if not position.awaits_chance:
        check_refusals(position, finding.known, finding.sentences)
        check_garbage(position, finding.sentences)
    if isinstance(position, CodedPosition) and position.awaits_chance:
        check_outcomes(position)
    if coded or not position.awaits_chance:  # where chance is a physical simulation, an outcome takes long
        check_copy(position, finding.luck, rng, COPIED if coded else 1)
    again = read_back(table.game, before)
    check_read_back(position, again, rng, longest if finding.followed == game else READ_BACK)
    finding.followed = game + 1
    for seat in range(table.seats):
        check_offers(position, again, seat)
        check_forms(table, seat, finding.sentences)
    if not position.awaits_chance:
        _check_undo(table, rng, finding.sentences)
    _look_for_leaks(table, before, rng, finding)
    assert table.position.to_json() == before, "the checks have changed the position"


def _look_for_leaks(table: Table, truth: Json, rng: Random, finding: Finding) -> None:
    """Check that a seat learns nothing hidden, by comparing positions with the same view for that seat."""
    position, hidden = table.position, table.game.hidden
    spectators = position.view(None)
    assert msgspec.json.decode(msgspec.json.encode(spectators)) == spectators, "a view is not JSON"
    assert hidden or spectators == truth, "an open game hides something from spectators"
    told = any(event.secret for event in table.events)
    tried = leaks.branches(position, rng) if hidden else []
    for seat in range(table.seats):
        drawn = check_view(position, truth, seat, rng, finding.guesses, secrets_told=told)
        for other, branch in zip(drawn, tried, strict=False):
            leaks.check_same_for(seat, position, other, spectators, finding.known.moves, rng)
            leaks.check_events_at(seat, branch, other)
    leaks.check_branches(tried, finding.kept, rng)


def _check_undo(table: Table, rng: Random, sentences: Sentences) -> None:
    """Check that a move without chance or a shown secret can be undone, and that another is refused."""
    trial = Table.at(table.game.name, table.position.to_json(), chance=[])
    before, happened = trial.position.to_json(), len(trial.events)
    seat = trial.actors[0]
    trial.play(seat, random_choice(trial.position, seat, rng))
    refusal = trial.why_not_undo(seat, agreed=True)
    if refusal is None:
        trial.undo(seat, agreed=True)
        assert trial.position.to_json() == before, "undo does not lead back"
        assert (trial.log, len(trial.events)) == ([], happened), (
            "undo leaves a trace in the log or the events"
        )
    else:
        sentences.check_sentence(refusal)
