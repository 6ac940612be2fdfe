"""Tables of numbered moves: what they can't serve is refused where it is declared, in plain sentences."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.numbering import check_numbered
from tests.core.test_simple import GAME, Nim, NimGame, NimOptions, Stop, Take


class Suit(Enum):
    HEARTS = "hearts"


class Spot(msgspec.Struct, frozen=True):
    row: int


class Wet(msgspec.Struct):
    row: int


class Pile(msgspec.Struct, frozen=True):
    cards: list[int]


class Lay(Move, frozen=True, tag="lay"):
    """A move with all that can be looked up."""

    card: Annotated[int, msgspec.Meta(ge=1)]
    suit: Suit = Suit.HEARTS
    to: Spot | None = None
    also: tuple[int, ...] = ()
    pair: tuple[int, str] = (1, "a")
    sign: Literal["x", "y"] = "x"
    aloud: bool = False


class Aim(Move, frozen=True, tag="aim"):
    degrees: float


class Fan(Move, frozen=True, tag="fan"):
    cards: list[int]


class Mix(Move, frozen=True, tag="mix"):
    cards: int | tuple[dict[str, int], ...]


class Whatever(Move, frozen=True, tag="whatever"):
    thing: Any


class Drop(Move, frozen=True, tag="drop"):
    at: Wet


class Heap(Move, frozen=True, tag="heap"):
    on: Pile


def test_moves_of_plain_fields_are_served() -> None:
    moves = (Lay(1), Lay(2), Lay(1, to=Spot(3)), Lay(1, also=(1, 2)), Lay(1, pair=(2, "b")), Lay(1, sign="y"))
    check_numbered("here", moves, (Lay,))


@pytest.mark.parametrize("kind", [Aim, Fan, Mix, Whatever, Drop, Heap])
def test_fields_that_can_not_be_looked_up_are_refused_even_if_no_such_move_is_numbered(
    kind: type[Move],
) -> None:
    (field,) = kind.__struct_fields__
    with pytest.raises(
        TypeError, match=rf"^here: {kind.__name__}\.{field} may hold .* a tuple or a frozen struct"
    ):
        check_numbered("here", (Lay(1),), (Lay, kind))


@pytest.mark.parametrize(
    ("moves", "error", "said"),
    [
        ((Lay(1), Lay(2), Lay(1)), ValueError, "numbers 0 and 2 are the same move, Lay"),
        ((Lay(0),), ValueError, r"Lay\(card=0.* can't be read back from its JSON, \$.card: Expected .*>= 1"),
        ((Lay(1, also=[1]),), ValueError, r"read back from its JSON as Lay\(.*also=\(1,\)"),  # type: ignore[arg-type]
        ((Stop(),), ValueError, r"the class of Stop\(\) is not in `move_types`"),
        ((MoveRange("aim", {"degrees": (0.0, 1.0)}),), TypeError, "number 0 is not a Move but MoveRange"),
    ],
)
def test_a_table_with_a_wrong_move_is_refused(
    moves: tuple[Any, ...], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        check_numbered("here", moves, (Lay,))


def test_a_game_is_refused_where_its_class_is_defined() -> None:
    with pytest.raises(ValueError, match=r"^Twice\.numbered_moves: numbers 0 and 1 are the same move, Take"):

        class Twice(NimGame):
            numbered_moves = (Take(1), Take(1))

    with pytest.raises(TypeError, match=r"^Continuous\.numbered_moves: Aim\.degrees"):

        class Continuous(NimGame):
            move_types = (*NimGame.move_types, Aim)


def test_a_game_with_numbers_of_its_own_may_have_any_moves() -> None:
    class Own(NimGame):
        move_types = (Aim,)

        def encode(self, state: Nim, move: Move) -> int:
            return 7

    assert Own().encode(Nim(2, 3), Aim(0.5)) == 7


def test_a_number_without_a_move_is_an_error_of_the_rules() -> None:
    state = GAME.start(2, NimOptions()).state
    for code in (-1, 2):
        with pytest.raises(
            ValueError, match=f"^the rules of nim offer move {code}; numbered_moves has 0 to 1$"
        ):
            GAME.decode(state, code)


def test_a_game_needs_numbers_or_its_own_coding() -> None:
    class Without(NimGame):
        numbered_moves = ()

    said = r"^Without has no numbered_moves, so it has to override encode and decode$"
    with pytest.raises(TypeError, match=said):
        Without().decode(Nim(2, 3), 0)
    with pytest.raises(TypeError, match=said):
        Without().encode(Nim(2, 3), Take(1))
