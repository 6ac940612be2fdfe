"""Nine ways to break a promise, each in a game that is honest otherwise: the check notices every one."""

import sys
from types import ModuleType
from typing import Any

import pytest
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque import check_game
from ludotheque.core import words
from ludotheque.core.bot import Bot, Opinion, PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.events import Told
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, Options
from ludotheque.core.policy import Policy
from ludotheque.core.refusal import NotAllowed, Refusal, Unreadable
from ludotheque.core.state import State
from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.table.check import random_choice
from ludotheque.table.promises import Known, Luck, check_copy, check_options
from tests.table.honest import bots
from tests.table.honest.game import NOTE_KEEP, Honest, HonestGame


class Loaded(Honest):
    """The smallest card comes more often than its weight says."""

    def sample(self, rng: Random) -> i64:
        return min(self.outcomes()) if rng.randrange(4) == 0 else super().sample(rng)


class Short(Honest):
    """An outcome has no weight of its own."""

    def weights(self) -> vec[i64]:
        return vec[i64](list(super().weights())[:-1])


class Stranger(Honest):
    """Chance gives what it does not list."""

    def sample(self, rng: Random) -> i64:
        return 1 + rng.randrange(5)


class Doubled(Honest):
    """The first move is offered twice."""

    def moves(self) -> vec[i64]:
        return vec[i64]([0, *super().moves()])


class Generous(Honest):
    """Equal winners don't share."""

    def payoff(self, seat: i64) -> float:
        return float(seat in self.winners())


class Shared(Honest):
    """A copy holds the same cards, not equal ones."""

    def copy(self) -> State:
        copied = super().copy()
        assert isinstance(copied, Honest)
        copied.hands = self.hands
        return copied


class Crashes(HonestGame):
    def why_not(self, state: Honest, move: Move) -> Refusal:
        raise KeyError(move)


class Speechless(HonestGame):
    def why_not(self, state: Honest, move: Move) -> Refusal:
        return NotAllowed("honest.no_such_sentence", "HONEST-2")


class Groundless(HonestGame):
    def why_not(self, state: Honest, move: Move) -> Refusal:
        return NotAllowed("honest.too_good")


class Misquoted(HonestGame):
    def why_not(self, state: Honest, move: Move) -> Refusal:
        return NotAllowed("honest.too_good", "HONEST-9")


class Unread(HonestGame):
    """A line of notation that is no move crashes instead of being refused."""

    def parse(self, text: str) -> Move:
        return {"keep": self.numbered_moves[0], "swap": self.numbered_moves[1]}[text]


class Gullible(HonestGame):
    """Anything is read as a move."""

    def parse(self, text: str) -> Move:
        return self.numbered_moves[int(text == "swap")]


class Unheard(HonestGame):
    notes = HonestGame.notes | {NOTE_KEEP: Told("no_such_sentence", "HONEST-2")}


class Peeking(HonestGame):
    """Everybody sees every card."""

    def write_view(self, state: Honest, options: Options, seat: int | None) -> Json:
        return self.write_position(state, options)


class Hinting(HonestGame):
    """The view tells how good the hidden cards are."""

    def write_view(self, state: Honest, options: Options, seat: int | None) -> Json:
        view = super().write_view(state, options, seat)
        assert isinstance(view, dict)
        return view | {"acted": state.acted if max(state.hands) < 4 else state.acted + 0.0}


class Open(HonestGame):
    """Says that it hides nothing, and does."""

    hidden = False


class Deaf(HonestGame):
    """The option is never read."""

    def start(self, seats: int, options: Options) -> Any:
        return super().start(seats, self.options_type())


class Lost(Bot):
    """A bot that can't play."""

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        return []


class Cheat(Policy):
    """A policy that plays what does not exist."""

    def move(self, state: State, rng: Random) -> i64:
        return 7


class Mute(PolicyBot):
    """A bot that refuses a table and can't say why."""

    def refusal(self, position: Position) -> Refusal | None:
        return Unreadable("honest.no_such_sentence")


def rules(state: type[Honest]) -> HonestGame:
    """The honest game with other rules inside."""
    game: HonestGame = type("Sabotaged", (HonestGame,), {"state_type": state})()
    return game


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Check a game that stands in for the honest one."""

    def check(game: HonestGame) -> None:
        module = ModuleType("tests.table.honest.sabotaged")
        module.GAME = game  # type: ignore[attr-defined]
        from ludotheque.games import _load

        _load.cache_clear()
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(REGISTRY, "honest", module.__name__)
        monkeypatch.setitem(words.FOREIGN, "honest", "tests.table.honest")
        assert check_game("honest", games=120).games == 120

    return check


def test_the_honest_game_keeps_every_promise(play: Any) -> None:
    play(HonestGame())


@pytest.mark.parametrize(
    ("game", "noticed"),
    [
        (rules(Loaded), "wrong weights"),
        (rules(Short), "not as many weights as outcomes"),
        (rules(Stranger), "Chance can’t give 5 here|none of its outcomes"),
        (rules(Doubled), "offered twice"),
        (rules(Generous), "payoffs don't add up"),
        (rules(Shared), "alias"),
        (Crashes(), "a refusal crashes"),
        (Speechless(), "has no sentence"),
        (Groundless(), "has no clause"),
        (Misquoted(), "HONEST-9, which does not exist"),
        (Unread(), "a refusal crashes"),
        (Gullible(), "is read as a move"),
        (Unheard(), "the event honest.no_such_sentence has no sentence"),
        (Peeking(), "differs for a hidden resampling"),
        (Open(), "open game hides"),
        (Deaf(), "options that are never read"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, HonestGame) else None,
)
def test_a_sabotaged_game_is_noticed(game: HonestGame, noticed: str, play: Any) -> None:
    with pytest.raises(AssertionError, match=noticed):
        play(game)


@pytest.mark.parametrize(
    ("level", "noticed"),
    [
        (lambda: Lost(), "the level weak can't play"),
        (lambda: PolicyBot(Cheat()), "the level weak can't play"),
        (lambda: Mute(Policy()), "has no sentence"),
    ],
)
def test_a_level_that_can_not_play_is_noticed(
    level: Any, noticed: str, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.LEVELS, "weak", level)
    with pytest.raises(AssertionError, match=noticed):
        play(HonestGame())


def test_a_view_that_tells_everything_to_a_guess_is_noticed(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is drawn anew, a view that shows too much is known by guesses that are always right."""
    monkeypatch.setattr(Honest, "reimagine", lambda state, *_: state.copy())
    with pytest.raises(AssertionError, match="every guess was the truth"):
        play(Peeking())


def test_of_many_known_moves_some_are_forgotten() -> None:
    known, rng = Known(), seeded(1)
    for slot in range(200):
        known.meet(Lay(slot), rng)
    assert len(known.moves) == Known.MOST


class Lay(Move, frozen=True, tag="lay"):
    """A move of which there are many."""

    slot: int


def test_options_of_other_numbers_of_seats_are_tried_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exxtra = find_game("exxtra")
    start = type(exxtra).start

    def not_for_two(game: Any, seats: int, options: Options) -> Position:
        if seats == 2:
            raise NotAllowed("core.over")
        return start(game, seats, options)

    monkeypatch.setattr(type(exxtra), "start", not_for_two)
    check_options(exxtra, seeded(1))


def test_a_copy_of_a_position_without_coded_rules_is_checked_behind_chance_too() -> None:
    zoch = find_game("zoch").start(2, find_game("zoch").read_options(None))
    while not zoch.awaits_chance:
        zoch.play(zoch.actors[0], random_choice(zoch, zoch.actors[0], seeded(1)))
    check_copy(zoch, Luck(), seeded(2), moves=1)
