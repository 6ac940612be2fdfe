"""The framework for small games: reading, writing, notation, the draw of the starter, events."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition
from ludotheque.core.events import Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal, Unreadable
from ludotheque.core.simple import SimpleGame, SimplePosition
from ludotheque.core.state import CHANCE, OVER, State

STARTER = 10


class Take(Move, frozen=True, tag="take"):
    """Take some stones."""

    stones: Literal[1, 2]
    aloud: bool = False


class Stop(Move, frozen=True, tag="stop"):
    """Give up."""


class Mark(Move, frozen=True, tag="mark"):
    """A move with a list and nothing else."""

    places: tuple[int, ...]


class NimOptions(Options, frozen=True):
    """The number of stones."""

    stones: Annotated[int, msgspec.Meta(ge=1, le=50)] = 7


class NimPosition(SimplePosition):
    """Stones, and who took how many."""

    left: int
    taken: list[int]
    seat: int = 0
    options: NimOptions = NimOptions()


class Nim(State):
    """Take one or two; who takes the last wins."""

    def __init__(self, seats: int, stones: int) -> None:
        super().__init__(seats)
        self.left, self.taken, self.seat = stones, [0] * seats, -1

    def turn(self) -> i64:
        return CHANCE if self.seat < 0 else self.seat if self.left else OVER

    def moves(self) -> vec[i64]:
        return vec[i64]([0, 1][: self.left])

    def outcomes(self) -> vec[i64]:
        return vec[i64]([STARTER + seat for seat in range(self.seats)] if self.seat < 0 else [])

    def weights(self) -> vec[i64]:
        return vec[i64]([1] * len(self.outcomes()))

    def apply(self, move: i64) -> None:
        if self.seat < 0:
            self.seat = int(move) - STARTER
            self.note(0, self.seat)
        else:
            self.left -= move + 1
            self.taken[self.seat] += move + 1
            self.note(1, self.seat, move + 1, self.left)
            self.seat = (self.seat + 1) % self.seats

    def payoff(self, seat: i64) -> float:
        return float(seat == (self.seat - 1) % self.seats)


class NimGame(SimpleGame[Nim, NimOptions]):
    name = "nim"
    title = "Nim"
    seat_counts = (2, 3)
    clause_prefixes = ("NIM",)
    options_type = NimOptions
    position_type: ClassVar[type[SimplePosition]] = NimPosition
    move_types: ClassVar[tuple[type[Move], ...]] = (Take, Stop, Mark)
    numbered_moves: ClassVar[Sequence[Move]] = (Take(1), Take(2))
    first_starter: ClassVar[int | None] = STARTER
    notes = {0: Told("starter", "NIM-1"), 1: Told("take", "NIM-2", ("stones", "left"))}  # noqa: RUF012

    def new_state(self, seats: int, options: NimOptions) -> Nim:
        return Nim(seats, options.stones)

    def why_not(self, state: Nim, move: Move) -> Refusal:
        return NotAllowed("core.over")

    def result(self, state: Nim) -> Result:
        return Result(ranks_of(tuple(state.taken)), tuple(state.taken), "nim.end", "NIM-2")

    def violations(self, state: Nim) -> list[str]:
        return ["stones below zero"] if state.left < 0 else []


class Bare(NimGame):
    """A position without options."""

    class Position(SimplePosition):
        """Stones alone."""

        left: int

    position_type = Position
    first_starter = None


GAME = NimGame()


def started(stones: int = 7) -> CodedPosition[Nim]:
    position = GAME.start(2, NimOptions(stones))
    position.resolve({"starter": 1})
    return position


def test_the_starter_is_drawn_written_and_told() -> None:
    position = GAME.start(3, NimOptions())
    assert position.default_outcome() == {"starter": 0}
    drawn = position.draw(seeded(1))
    assert drawn in [{"starter": seat} for seat in range(3)]
    (event,) = position.resolve(drawn)
    assert (event.name, event.clause, event.params) == ("nim.starter", "NIM-1", {})
    assert position.default_outcome() is None


@pytest.mark.parametrize("outcome", [{"starter": 3}, {"starter": "1"}, {"starter": True}, {}, "x", 99, None])
def test_a_starter_that_is_none_is_refused(outcome: object) -> None:
    with pytest.raises(Unreadable):
        GAME.start(2, NimOptions()).resolve(outcome)  # type: ignore[arg-type]


def test_an_outcome_without_a_form_of_its_own_is_its_number() -> None:
    state = GAME.start(2, NimOptions()).state
    assert GAME.outcome_to_json(state, 4) == 4
    assert GAME.outcome_from_json(state, 4) == 4
    assert Bare().outcome_to_json(state, STARTER) == STARTER


def test_moves_have_numbers_and_notes_are_told() -> None:
    position = started()
    assert position.moves(1) == [Take(1), Take(2)]
    (event,) = position.play(1, Take(2))
    assert (event.name, event.seat, event.params) == ("nim.take", 1, {"stones": 2, "left": 5})
    assert position.refusal(0, Stop()) is not None
    assert Told("quiet", "NIM-1").event("nim", -1, ()).seat is None


def test_a_position_is_written_by_the_names_of_its_attributes_and_read_back() -> None:
    position = started(9)
    json = position.to_json()
    assert json == {"seats": 2, "left": 9, "taken": [0, 0], "seat": 1, "options": {"stones": 9}}
    assert GAME.at(json).to_json() == position.view(0) == json
    assert GAME.guess(json, 0, seeded(1)).to_json() == json
    assert Bare().at({"seats": 2, "left": 3}).to_json() == {"seats": 2, "left": 3}


@pytest.mark.parametrize("wrong", [{"seats": 5}, {"taken": [1]}, {"left": -1}, {"left": "3"}, {"more": 1}])
def test_a_position_that_can_not_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        GAME.at({"seats": 2, "left": 3, "taken": [0, 0], **wrong})


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Take(1), "take 1"),
        (Take(2, aloud=True), "take 2 true"),
        (Stop(), "stop"),
        (Mark((3, 4)), "mark 3,4"),
    ],
)
def test_a_move_is_its_verb_and_what_its_fields_hold(move: Move, line: str) -> None:
    assert GAME.notation(move) == line
    assert GAME.parse(line) == move


def test_a_verb_may_be_shortened_as_long_as_it_is_clear() -> None:
    assert GAME.parse("T 2") == Take(2)
    assert GAME.parse(" st ") == Stop()


@pytest.mark.parametrize("line", ["", "take", "take 3", "take 1 maybe", "stop 1", "run", "take 1 true 4"])
def test_a_line_that_is_no_move_is_refused_with_the_verbs(line: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.parse(line)
    assert refused.value.code == "core.notation"
    assert "take, stop, and mark" in str(refused.value)
