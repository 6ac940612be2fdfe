"""Ways to break a promise, each in a game that is honest otherwise: the check notices every one."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Self

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
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy
from ludotheque.core.refusal import NotAllowed, Refusal, Unreadable
from ludotheque.core.rulebook import rulebook
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games import REGISTRY
from ludotheque.games import game as find_game
from ludotheque.table.check import LONGEST, _again, _opened, _place, random_choice
from ludotheque.table.promises.chance import Luck
from ludotheque.table.promises.copies import check_copy
from ludotheque.table.promises.options import check_options
from ludotheque.table.promises.refusals import Known
from tests.table.honest import bots
from tests.table.honest.game import CARDS, KEEP, NOTE_DRAW, NOTE_KEEP, SWAP, Honest, HonestGame, HonestOptions

HONEST = Path(__file__).parent / "honest"
LEAKS = "shows what it should hide|tells seat . what its view does not hold|moves depend on what is hidden"
"""Which of them is noticed first depends on the position that is looked at first."""

UNREVEALED = (
    "after keep, the view of .* depends on what was hidden from seat . before it, and no event of that"
)


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

    def copy(self) -> Self:
        copied = super().copy()
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

    def write_view(self, state: Honest, options: HonestOptions, seat: int | None) -> Json:
        return self.write_position(state, options)


class Hinting(HonestGame):
    """The view tells how good the hidden cards are."""

    def write_view(self, state: Honest, options: HonestOptions, seat: int | None) -> Json:
        view = super().write_view(state, options, seat)
        assert isinstance(view, dict)
        return view | {"acted": state.acted if max(state.hands) < 4 else state.acted + 0.0}


class Open(HonestGame):
    """Says that it hides nothing, and does."""

    hidden = False


class Watched(HonestGame):
    """Spectators see every card."""

    def write_view(self, state: Honest, options: HonestOptions, seat: int | None) -> Json:
        return (
            self.write_position(state, options) if seat is None else super().write_view(state, options, seat)
        )


class Crossed(HonestGame):
    """Each seat sees the card of its neighbour."""

    def write_view(self, state: Honest, options: HonestOptions, seat: int | None) -> Json:
        return super().write_view(state, options, None if seat is None else (seat + 1) % state.seats)


class Neighbourly(Honest):
    """What the view of `Crossed` shows is not drawn anew."""

    def reimagine(self, seat: i64, rng: Random) -> Self:
        return super().reimagine((seat + 1) % self.seats, rng)


class CrossedThroughout(Crossed):
    """Each seat sees the card of its neighbour, and only events still tell it its own."""

    state_type = Neighbourly


class Loud(HonestGame):
    """A card is told to all when it is drawn."""

    notes = HonestGame.notes | {NOTE_DRAW: Told("draw", "HONEST-1", ("card",))}


class Nervous(Honest):
    """To keep a card tells more to those who know how."""

    def apply(self, move: i64) -> None:
        if 0 not in self.hands and move == KEEP:
            self.note(NOTE_KEEP, self.acted, self.hands[self.acted])
            self.acted += 1
        else:
            super().apply(move)


class NervousGame(HonestGame):
    """A small number beside the sentence tells the card that is kept."""

    state_type = Nervous
    notes = HonestGame.notes | {NOTE_KEEP: Told("keep", "HONEST-2", ("seconds",))}


class Double(Honest):
    """Whoever keeps a 1 is heard twice."""

    def apply(self, move: i64) -> None:
        if 0 not in self.hands and move == KEEP and self.hands[self.acted] == 1:
            self.note(NOTE_KEEP, self.acted)
        super().apply(move)


class Counted(Honest):
    """The card that is kept in secret is added to a number that all see."""

    def apply(self, move: i64) -> None:
        if 0 not in self.hands and move == KEEP:
            self.called += self.hands[self.acted]
        super().apply(move)


class Overheard(Honest):
    """A number that all see becomes the hidden card of the next seat."""

    def apply(self, move: i64) -> None:
        if 0 not in self.hands and move == KEEP:
            self.called = self.hands[(self.acted + 1) % self.seats]
        super().apply(move)


class Turned(Honest):
    """The card that is kept is turned up: all see it and hear of it."""

    def apply(self, move: i64) -> None:
        if 0 not in self.hands and move == KEEP:
            self.called = self.hands[self.acted]
            self.note(NOTE_KEEP, self.acted, self.called)
            self.acted += 1
        else:
            super().apply(move)


class TurnedGame(HonestGame):
    """A card is turned up by a move that can't be taken back."""

    state_type = Turned
    notes = HonestGame.notes | {NOTE_KEEP: Told("keep", "HONEST-2", ("card",), reveals=True)}


class TakenBackGame(TurnedGame):
    """A card is turned up by a move that can be taken back."""

    notes = HonestGame.notes | {NOTE_KEEP: Told("keep", "HONEST-2", ("card",))}


class Listing(Honest):
    """A number that all see adds up the cards that were drawn in secret."""

    def apply(self, move: i64) -> None:
        if 0 in self.hands:
            self.called = self.called * (CARDS + 1) + int(move)
        super().apply(move)


class Envious(Honest):
    """A card can be swapped only if another one is better."""

    def moves(self) -> vec[i64]:
        return vec[i64]([KEEP] if self.hands[self.acted] == max(self.hands) else [KEEP, SWAP])


class Hasty(Honest):
    """Whoever holds a 1 acts out of turn."""

    def turn(self) -> i64:
        turn = super().turn()
        return self.hands.index(1) if turn == 0 and 1 in self.hands else turn


class Talkative(HonestGame):
    """A refusal knows all cards."""

    def why_not(self, state: Honest, move: Move) -> Refusal:
        return NotAllowed("honest.too_good", "HONEST-2", {"least": min(state.hands)})


class Seer(Honest):
    """What a seat can't see is never drawn anew."""

    def reimagine(self, seat: i64, rng: Random) -> Self:
        return self.copy()


class Rash(Honest):
    """Draws another set of cards than there is."""

    def reimagine(self, seat: i64, rng: Random) -> Self:
        other = super().reimagine(seat, rng)
        other.hands = [card if place == seat or not card else 9 for place, card in enumerate(other.hands)]
        return other


class RashGame(HonestGame):
    """Knows that there is no 9."""

    state_type = Rash

    def violations(self, state: Honest) -> list[str]:
        return ["there is no 9"] if 9 in state.hands else []


class Broken(HonestGame):
    """Every position breaks its rules."""

    def violations(self, state: Honest) -> list[str]:
        return ["a card too many"]


SHUFFLE = seeded(1)


class Shuffled(Honest):
    """Moves come in random order."""

    def moves(self) -> vec[i64]:
        moves = list(super().moves())
        return vec[i64](moves[::-1] if SHUFFLE.randrange(2) else moves)


class ShuffledDeck(Honest):
    """Outcomes come in random order."""

    def outcomes(self) -> vec[i64]:
        outcomes = list(super().outcomes())
        return vec[i64](outcomes[::-1] if SHUFFLE.randrange(2) else outcomes)


class ShuffledWeights(Honest):
    """Weights come in random order."""

    def weights(self) -> vec[i64]:
        weights = list(super().weights())
        return vec[i64](weights[::-1] if SHUFFLE.randrange(2) else weights)


class Endless(Honest):
    """After the last seat the first one acts again."""

    def apply(self, move: i64) -> None:
        super().apply(move)
        self.acted %= self.seats


class Leaky(Honest):
    """A drawn card falls back: chance acts for ever."""

    def apply(self, move: i64) -> None:
        super().apply(move)
        self.hands[0] = 0


class Idle(Honest):
    """Nobody has anything to decide."""

    def turn(self) -> i64:
        return CHANCE if 0 in self.hands else OVER


class Forgetful(Honest):
    """Only one card is swapped in a game, and no JSON tells whether one was."""

    def __init__(self, seats: int, *, low: bool) -> None:
        super().__init__(seats, low=low)
        self.swapped = False

    def moves(self) -> vec[i64]:
        return vec[i64]([KEEP] if self.swapped else list(super().moves()))

    def apply(self, move: i64) -> None:
        self.swapped = self.swapped or (0 not in self.hands and move == SWAP)
        super().apply(move)


class Miswritten(HonestGame):
    """A 2 is written as a 3."""

    def write_outcome(self, state: Honest, code: int) -> Json:
        return 3 if code == 2 else code


class Unwritable(HonestGame):
    """A 2 is written as what is no outcome."""

    def write_outcome(self, state: Honest, code: int) -> Json:
        return "two" if code == 2 else code


class Deaf(HonestGame):
    """The option is never read."""

    def start(self, seats: int, options: HonestOptions) -> Any:
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
    game: HonestGame = type(state.__name__, (HonestGame,), {"state_type": state})()
    return game


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Check the game of a module that stands in for the honest one, with the words of a package."""
    from ludotheque.games import _load

    caches = (_load, words.words, rulebook)

    def check(module: str, package: str = "tests.table.honest") -> None:
        for cache in caches:
            cache.cache_clear()
        monkeypatch.setitem(REGISTRY, "honest", module)
        monkeypatch.setitem(words.FOREIGN, "honest", package)
        assert check_game("honest", games=60, longest=300).games == 60

    yield check
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def play(check: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> Callable[[HonestGame], None]:
    """Check a game that has no module of its own."""

    def play(game: HonestGame) -> None:
        module = ModuleType("tests.table.honest.sabotaged")
        module.GAME = game  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        check(module.__name__)

    return play


def test_the_honest_game_keeps_every_promise(check: Callable[..., None]) -> None:
    check("tests.table.honest.game")


def test_a_broken_promise_names_its_place_and_is_found_there_again(play: Any) -> None:
    place = r"after keep, .*: \$\.called is \d and \d \(game \d+, . seats, .*'low': False.*, after step \d"
    with pytest.raises(AssertionError, match=place) as first:
        play(rules(Counted))
    found = re.search(
        r"again by check_game\('honest', games=(\d+), seed=0, longest=300\)\)$", str(first.value)
    )
    assert found is not None
    with pytest.raises(AssertionError) as second:
        check_game("honest", games=int(found[1]), seed=0, longest=300)
    assert str(second.value) == str(first.value)


def test_the_place_of_a_broken_promise_names_seat_and_move() -> None:
    table = _opened(find_game("exxtra"), 2, None)
    assert _place(table, 1).endswith("before the first step")
    table.feed({"starter": 0})
    assert (
        _place(table, 1)
        == "game 1, 2 seats, options {'xx_is_100': False}, after step 1: outcome {'starter': 0}"
    )
    table.play(0, "throw")
    assert _place(table, 1).endswith("after step 2: seat 0 plays throw")
    assert _again("exxtra", 2, 0, 3, {"low": True}, LONGEST).endswith("seats=3, options={'low': True})")


def test_a_card_may_be_turned_up_by_an_event_that_reveals_it(play: Any) -> None:
    with pytest.raises(AssertionError, match="another process can't replay a game"):  # the last check of all
        play(TurnedGame())


def test_moves_in_the_order_of_hashed_texts_are_noticed(check: Callable[..., None]) -> None:
    with pytest.raises(AssertionError, match=r"the hashes of texts decide the moves after step \d"):
        check("tests.table.honest.hashed")


def test_a_game_that_no_other_process_can_import_is_noticed(play: Any) -> None:
    with pytest.raises(AssertionError, match=r"another process can't replay a game: .*ModuleNotFoundError"):
        play(HonestGame())


@pytest.mark.parametrize(
    ("file", "written", "noticed"),
    [
        ("words/fr.json", "honest_option_low", "the option low has no name in fr"),
        ("words/fr.json", "honest_do_swap", "the move swap has no name in fr"),
        ("words/fr.json", "honest_part_hands", "the part hands has no name in fr"),
        ("words/fr.json", "honest_part_low", "honest_part_low is said in en and de and missing in fr"),
        ("words/fr.json", "honest_event_swap", "honest_event_swap is .* missing in fr"),
        ("words/fr.json", "honest_tagline", "honest has no tagline in fr"),
        ("rulebook/fr.md", "HONEST-2", "the clause HONEST-2 is missing in fr"),
    ],
)
def test_missing_french_is_noticed(
    file: str,
    written: str,
    noticed: str,
    check: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = tmp_path / "half_translated"
    shutil.copytree(HONEST, package)
    lines = (package / file).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if written not in line]
    assert len(kept) == len(lines) - 1
    text = "".join(kept).replace(",\n}", "\n}")
    (package / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with pytest.raises(AssertionError, match=noticed):
            check("tests.table.honest.game", package.name)
    finally:
        sys.modules.pop(package.name, None)


@pytest.mark.parametrize(
    ("game", "noticed"),
    [
        (rules(Loaded), "wrong weights"),
        (rules(Short), "not as many weights as outcomes: weights: [123], outcomes: [234]"),
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
        (Peeking(), "the view of seat . shows what it should hide"),
        (Watched(), "a spectator sees what is hidden from seat"),
        (Crossed(), LEAKS),
        (CrossedThroughout(), LEAKS),
        (Loud(), "the event honest.draw tells a spectator what its view does not hold"),
        (NervousGame(), "the event honest.keep tells .* what its view does not hold"),
        (rules(Double), "the event honest.keep tells .* what its view does not hold"),
        (rules(Counted), UNREVEALED),
        (rules(Overheard), UNREVEALED),
        (TakenBackGame(), UNREVEALED),
        (rules(Listing), "what the event honest.draw keeps secret is open in the next view of a spectator"),
        (rules(Envious), "moves depend on what is hidden from seat"),
        (rules(Hasty), "the seat to act depends on what is hidden from seat"),
        (Talkative(), "a refusal depends on what is hidden from seat"),
        (rules(Seer), "`reimagine` always returned the truth"),
        (RashGame(), "what `reimagine` draws breaks the rules"),
        (Broken(), "a position breaks the rules"),
        (rules(Shuffled), "moves have no fixed order"),
        (rules(ShuffledDeck), "outcomes of chance have no fixed order"),
        (rules(ShuffledWeights), "weights of chance have no fixed order|wrong weights"),
        (rules(Endless), "a game has not ended after 300 moves and outcomes"),
        (rules(Leaky), "a game has not ended after 300 moves and outcomes"),
        (rules(Idle), "no seat had anything to decide"),
        (rules(Forgetful), "an attribute is missing in the JSON of a position, one of .'swapped'."),
        (Miswritten(), "the outcome 2 is written as another one: 3 is read as 3"),
        (Unwritable(), "the outcome 2 is written as two, which can't be read|outcome that chance gives"),
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

    def not_for_two(game: Any, seats: int, options: Any) -> Position:
        if seats == 2:
            raise NotAllowed("core.over")
        return start(game, seats, options)

    monkeypatch.setattr(type(exxtra), "start", not_for_two)
    check_options(exxtra, seeded(1), LONGEST)


def test_a_copy_of_a_position_without_coded_rules_is_checked_behind_chance_too() -> None:
    zoch = find_game("zoch").start(2, find_game("zoch").read_options(None))
    while not zoch.awaits_chance:
        zoch.play(zoch.actors[0], random_choice(zoch, zoch.actors[0], seeded(1)))
    check_copy(zoch, Luck(), seeded(2), steps=1)
