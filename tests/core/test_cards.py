"""The framework for small games with hidden cards: views, guesses, resampling, refused positions."""

from typing import Annotated, Final, Literal

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.cards import CardGame, CardState, Secrets
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.events import Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal, Unreadable
from ludotheque.core.simple import SimplePosition
from ludotheque.core.state import CHANCE, OVER

CARDS: Final = (1, 1, 2, 3, 4, 5)
Card = Annotated[int, msgspec.Meta(ge=0)]


class Show(Move, frozen=True, tag="show"):
    """Lay the only card of the hand open."""


class Highest(CardState):
    """Each seat draws a card in secret and lays it open before itself."""

    secrets = Secrets(own=("hands",), hidden=("stock",), open=("shown", "burnt"))

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.shown: list[list[int]] = [[] for _ in range(seats)]
        self.stock, self.burnt = list(CARDS[:-1]), list(CARDS[-1:])
        self.seat = 0

    def turn(self) -> i64:
        if all(self.shown):
            return OVER
        return self.seat if all(hand or shown for hand, shown in self.both()) else CHANCE

    def both(self) -> list[tuple[list[int], list[int]]]:
        return list(zip(self.hands, self.shown, strict=True))

    def moves(self) -> vec[i64]:
        return vec[i64]([0])

    def outcomes(self) -> vec[i64]:
        return vec[i64](sorted(set(self.stock)))

    def weights(self) -> vec[i64]:
        return vec[i64]([self.stock.count(int(card)) for card in self.outcomes()])

    def apply(self, move: i64) -> None:
        if self.turn() == CHANCE:
            seat = self.hands.index([])
            self.stock.remove(int(move))
            self.hands[seat].append(int(move))
            self.note(0, seat, len(self.stock), int(move))
        else:
            card = self.hands[self.seat].pop()
            self.shown[self.seat].append(card)
            self.note(1, self.seat, card)
            self.seat = (self.seat + 1) % self.seats

    def payoff(self, seat: i64) -> float:
        return float(self.shown[seat] == max(self.shown)) / self.shown.count(max(self.shown))


class HighestPosition(SimplePosition):
    """The cards by place, and the seat to act."""

    hands: list[list[Card]]
    shown: list[list[Card]]
    stock: list[Card]
    burnt: list[Card]
    seat: int = 0


class HighestGame(CardGame[Highest]):
    name = "highest"
    title = "Highest"
    seat_counts = (2, 3)
    clause_prefixes = ("HIGH",)
    options_type = Options
    position_type = HighestPosition
    move_types = (Show,)
    numbered_moves = (Show(),)
    notes = {  # noqa: RUF012
        0: Told("draw", "HIGH-1", ("left",), secret=("card",)),
        1: Told("show", "HIGH-2", ("card",), reveals=True),
    }

    def new_state(self, seats: int, options: Options) -> Highest:
        return Highest(seats)

    def why_not(self, state: Highest, move: Move) -> Refusal:
        return NotAllowed("core.over")

    def result(self, state: Highest) -> Result:
        scores = tuple(shown[0] for shown in state.shown)
        return Result(ranks_of(scores), scores, "highest.end", "HIGH-2")


GAME = HighestGame()


def dealt(*cards: int) -> CodedPosition[Highest]:
    position = GAME.start(len(cards), Options())
    for card in cards:
        position.resolve(card)
    return position


def test_a_seat_sees_its_own_cards_and_the_open_ones() -> None:
    position = dealt(1, 4)
    position.play(0, Show())
    assert position.view(1) == {
        "seats": 2,
        "hands": [[], [4]],
        "shown": [[1], []],
        "stock": [0, 0, 0],
        "burnt": [5],
        "seat": 1,
    }
    for viewer in (0, None):
        view = position.view(viewer)
        assert isinstance(view, dict)
        assert (view["hands"], view["stock"]) == ([[], [0]], [0, 0, 0])
    assert position.state.hands == [[], [4]], "a view leaves the position as it is"


@pytest.mark.parametrize("way", ["guess", "reimagine", "seen_by"])
def test_hidden_cards_are_dealt_again_with_every_possible_card(way: str) -> None:
    position, found = dealt(1, 4), dict[int, int]()
    for seed in range(400):
        rng = seeded(seed)
        if way == "guess":
            state = GAME.guess(position.view(0), 0, rng).state
        elif way == "reimagine":
            state = position.state.reimagine(0, rng)
        else:
            state = position.seen_by(0, rng).state
        assert state.cards() == position.state.cards()
        assert state.hands[0] == [1]
        assert state.stock == sorted(state.stock)
        (card,) = state.hands[1]
        found[card] = found.get(card, 0) + 1
    assert found.keys() == {1, 2, 3, 4}
    assert all(60 < count < 140 for count in found.values()), found
    assert position.state.hands == [[1], [4]]


def test_a_secret_number_is_told_to_its_seat_and_a_card_laid_open_can_not_be_undone() -> None:
    position = GAME.start(2, Options())
    (drawn,) = position.resolve(4)
    assert (drawn.params, drawn.secret, drawn.secret_to) == ({"left": 4}, {"card": 4}, (0,))
    assert drawn.seen_by(0).params == {"left": 4, "card": 4}
    assert drawn.seen_by(1).name == "highest.draw_hidden"
    position.resolve(1)
    (shown,) = position.play(0, Show())
    assert (shown.secret, shown.secret_to, shown.reveals) == ({}, (), True)


@pytest.mark.parametrize(
    "wrong", [{"burnt": []}, {"burnt": [5, 5]}, {"burnt": [1]}, {"hands": [[1], [0]]}, {"hands": [[1]]}]
)
def test_lost_added_and_hidden_cards_are_refused(wrong: dict[str, Json]) -> None:
    whole = dealt(1, 4).to_json()
    assert isinstance(whole, dict)
    assert GAME.at(whole).to_json() == whole
    with pytest.raises(Unreadable):
        GAME.at({**whole, **wrong})


@pytest.mark.parametrize("wrong", [{"burnt": []}, {"burnt": [6]}, {"stock": [0]}])
def test_a_view_that_shows_other_cards_than_the_game_has_is_refused(wrong: dict[str, Json]) -> None:
    view = dealt(1, 4).view(0)
    assert isinstance(view, dict)
    with pytest.raises(Unreadable):
        GAME.guess({**view, **wrong}, 0, seeded(1))


def test_a_misspelt_name_in_secrets_is_refused_where_the_game_is_declared() -> None:
    class Misspelt(CardState):
        secrets = Secrets(own=("hand",))

    with pytest.raises(
        TypeError,
        match=r"Misspelt\.secrets names hand, and HighestPosition has no such field, only hands, shown",
    ):

        class MisspeltGame(CardGame[Misspelt]):
            position_type = HighestPosition


def test_a_note_that_no_table_declares_is_named() -> None:
    position = GAME.start(2, Options())
    position.game = type("Quiet", (HighestGame,), {"notes": {1: HighestGame.notes[1]}})()
    with pytest.raises(LookupError, match=r"note 0 has no entry in Quiet\.notes"):
        position.resolve(4)


class Sizes(Options, frozen=True):
    """Options of several types."""

    size: Literal[3, 5] = 5
    open: bool = False
    seconds: int = 60


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": 4}, "The option size is 3 or 5, not 4 (Invalid enum value 4)."),
        ({"open": "yes"}, "The option open is true or false, not yes (Expected `bool`, got `str`)."),
        (
            {"seconds": "x"},
            "These options can’t be read: something is wrong at $.seconds (Expected `int`, got `str`).",
        ),
    ],
)
def test_an_option_is_refused_with_the_values_it_may_have(options: Json, said: str) -> None:
    game = type("Sized", (HighestGame,), {"options_type": Sizes})()
    with pytest.raises(Unreadable) as refused:
        game.read_options(options)
    assert str(refused.value) == said
