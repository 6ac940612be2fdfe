"""Small games with hidden cards: views, guesses and resampling follow from where the cards lie."""

from abc import abstractmethod
from collections import Counter
from typing import Any, ClassVar, Final, Self, get_args

import msgspec
from librt.random import Random
from mypy_extensions import i64
from typing_extensions import TypeVar, get_original_bases

from ludotheque.core.codec import Json, demand
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import O
from ludotheque.core.simple import SimpleGame
from ludotheque.core.state import State

FACE_DOWN: Final = 0
"""A card in a view that the seat can't see; the cards themselves are whole numbers above it."""


class Secrets(msgspec.Struct, frozen=True):
    """The attributes of a state that hold its cards, by the seats that see them.

    Together they hold every card of the game at any time. The order of hidden cards means nothing.
    """

    own: tuple[str, ...] = ()
    """Attributes with a list of cards for each seat, seen by that seat alone, such as the hands."""
    hidden: tuple[str, ...] = ()
    """Attributes with a list of cards that no seat sees, such as the cards that are not dealt yet."""
    open: tuple[str, ...] = ()
    """Attributes with a list of cards, or one for each seat, that all see."""


class CardState(State):
    """A position with hidden cards, resampled as `secrets` declares."""

    secrets: ClassVar[Secrets]

    def unseen(self, seat: int | None) -> list[list[int]]:
        """Return the lists of cards that a seat can't see (None: a spectator), to be changed in place."""
        hands = [
            hand
            for name in self.secrets.own
            for owner, hand in enumerate(getattr(self, name))
            if owner != seat
        ]
        return hands + [getattr(self, name) for name in self.secrets.hidden]

    def cards(self) -> Counter[int]:
        """Return all cards, wherever they lie, and how often each is there."""
        names = (*self.secrets.own, *self.secrets.hidden, *self.secrets.open)
        return Counter(card for name in names for card in _flat(getattr(self, name)))

    def reimagine(self, seat: i64, rng: Random) -> Self:
        """Return a copy in which the cards that a seat can't see are dealt again."""
        again = self.copy()
        piles = again.unseen(seat)
        _deal(piles, [card for pile in piles for card in pile], rng)
        return again


C = TypeVar("C", bound=CardState, default=Any)


class CardGame(SimpleGame[C, O]):
    """A small game with hidden cards that needs no code to hide or to guess them."""

    hidden = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse names in `secrets` that no position has, where the game is declared."""
        super().__init_subclass__(**kwargs)
        fields = cls.position_type.__struct_fields__ if hasattr(cls, "position_type") else ()
        for base in get_original_bases(cls):
            for state in get_args(base)[:1] if fields else ():
                secrets = getattr(state, "secrets", Secrets())
                for name in (*secrets.own, *secrets.hidden, *secrets.open):
                    if name not in fields:
                        position, known = cls.position_type.__name__, ", ".join(fields)
                        raise TypeError(
                            f"{state.__name__}.secrets names {name}, and {position} has no such field,"
                            f" only {known}"
                        )

    @abstractmethod
    def new_state(self, seats: int, options: O) -> C:
        """Return the state before the first move, with every card of the game."""

    def at(self, position: Json) -> CodedPosition[C, O]:
        """Return the position read from JSON; one with lost, added or hidden cards is refused."""
        read = super().at(position)
        demand(read.state.cards() == self._all_cards(read), "$")
        return read

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[C, O]:
        """Return a position consistent with a view: the cards that it does not show are dealt at random."""
        guessed = self.read_position(view)
        piles = guessed.state.unseen(seat)
        shown = guessed.state.cards() - Counter(card for pile in piles for card in pile)
        cards = sorted((self._all_cards(guessed) - shown).elements())
        demand(len(cards) == sum(map(len, piles)), "$")
        _deal(piles, cards, rng)
        return guessed

    def write_view(self, state: C, options: O, seat: int | None) -> Json:
        """Return the position with the cards that a seat can't see face down."""
        seen = state.copy()
        for pile in seen.unseen(seat):
            pile[:] = [FACE_DOWN] * len(pile)
        return self.write_position(seen, options)

    def _all_cards(self, position: CodedPosition[C, O]) -> Counter[int]:
        return self.new_state(position.seats, position.options).cards()


def _flat(pile: list[Any]) -> list[int]:
    """Return the cards of one list, or of a list for each seat."""
    return [card for part in pile for card in (part if isinstance(part, list) else [part])]


def _deal(piles: list[list[int]], cards: list[int], rng: Random) -> None:
    """Replace the cards of piles by the given ones, drawn at random; each pile is sorted."""
    for pile in piles:
        pile[:] = sorted(cards.pop(rng.randrange(len(cards))) for _ in pile)
