"""The coach's opinions beside the steps of a replay, as printed."""

import gzip
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from ludotheque import Table
from ludotheque.cli.commands.replay import Walk, follow, names_of
from ludotheque.cli.keys import Keys
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed
from ludotheque.table.check import random_choice
from ludotheque.table.record import read_record

DATA = Path(__file__).parents[1] / "data" / "0.1.0"
IMPATIENT = Keys(lambda: b"q", lambda: True)
"""A user who presses a key after every look."""


def walk_through(record: object) -> Walk:
    """A user who steps through a record with a coach."""
    table, steps = follow(read_record(record))
    terminal = Terminal("en", Console(width=100, height=60, markup=False, highlight=False))
    walk = Walk(terminal, table, steps, names_of(terminal, table))
    walk._coached = True
    return walk


def screen(walk: Walk, at: int) -> str:
    """Return the text beside a step."""
    walk._at = at
    with walk._terminal.console.capture() as shown:
        walk._show(IMPATIENT)
    return shown.get()


def made(text: str) -> list[str]:
    """Return the text behind the arrow at the choice that was made; the line of keys has an arrow, too."""
    return [line for line in re.findall(r"^ *→ (\S+)", text, re.M) if line != "or"]


def test_the_choice_made_has_an_arrow_wherever_the_coach_ranks_it() -> None:
    for number in range(24):
        table = Table("touche", seats=2, seed=7)
        (seat,) = table.actors
        moves = table.moves(seat)
        move = moves[number % len(moves)]
        assert isinstance(move, Move)
        step = len(table.log)
        table.play(seat, move)
        assert len(made(screen(walk_through(table.record()), step))) == 1, move


def test_the_exact_choices_of_exxtra_are_told_at_once() -> None:
    table = Table("exxtra", seats=2, chance=[{"starter": 0}, [4, 5], [1, 1]])
    table.play(0, "throw")
    step = len(table.log)
    table.play(0, "place 4")
    text = screen(walk_through(table.record()), step)
    assert "Chance to win for Seat 1" in text
    assert made(text) == ["4"]


def test_a_game_without_a_coach_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise NotAllowed("core.no_coach")

    monkeypatch.setattr("ludotheque.table.study.coach_of", nobody)
    walk = walk_through(Table("exxtra", seats=2, chance=[{"starter": 0}]).record())
    assert NotAllowed("core.no_coach").text("en") in screen(walk, 1)


def test_what_the_coach_cannot_judge_at_once_is_told() -> None:
    table = Table("zoch", seats=2, seed=4)
    rng = seeded(4)
    while len(table.log) < 3:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
    walk = walk_through(table.record())
    told = [screen(walk, step) for step in range(len(walk._steps))]
    assert any("see `ludotheque analyse`" in text for text in told), "a flick that was made"
    assert "The coach does not judge this." in told[-1], "nor does `analyse` judge what nobody has done"


def test_every_step_of_an_old_record_is_judged_as_it_is_shown() -> None:
    records = json.loads(gzip.decompress((DATA / "records.json.gz").read_bytes()))
    for name in ("equal-played-on-finished", "equal-played-on-running"):
        walk = walk_through(records[name])
        assert read_record(walk._record).log == walk._table.log
        for step in range(0, len(walk._steps), 5):
            assert "h: coach" in screen(walk, step)
