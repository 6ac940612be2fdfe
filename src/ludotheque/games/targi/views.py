"""Options, position and view of Targi as structs, and their JSON."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from ludotheque.core.codec import Json, write
from ludotheque.core.moves import Options
from ludotheque.games.targi.moves import SLOT_LITERALS, Border, Good, Slot
from ludotheque.games.targi.preview import score_of
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.border import NO_SEAT
from ludotheque.games.targi.rules.bundles import part
from ludotheque.games.targi.rules.cards import (
    BORDER_CARDS,
    DATES,
    PEPPER,
    SALT,
    TRIBE_CARDS,
)
from ludotheque.games.targi.rules.laying import is_secret
from ludotheque.games.targi.rules.state import Targi

Phase: TypeAlias = Literal[
    "draw_starter",
    "lay_out",
    "raid",
    "place",
    "act",
    "trade",
    "smith",
    "mirage",
    "tribe_card",
    "pay",
    "row",
    "take",
    "swap",
    "return",
    "draw_goods",
    "draw_tribe",
    "turn_up",
    "over",
]
PHASES: Final[tuple[Phase, ...]] = Phase.__args__  # type: ignore[attr-defined]
Source: TypeAlias = Literal[
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "caravan", "expansion", "noble", "hand", "advantage"
]
SOURCES: Final[tuple[Source, ...]] = Source.__args__  # type: ignore[attr-defined]

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1)]
TribeCard: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=TRIBE_CARDS)]
GoodsName: TypeAlias = Literal["1D", "1S", "1P", "2D", "2S", "2P", "D+S", "D+P", "S+P", "choice", "1G", "1VP"]
FaceDown: TypeAlias = Literal["tribe", "goods", "earlier_tribe", "earlier_goods", "empty"]
CentreCard: TypeAlias = TribeCard | GoodsName | FaceDown
FACE_DOWN: Final[tuple[FaceDown, ...]] = ("tribe", "goods", "earlier_tribe", "earlier_goods", "empty")
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
Gold: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
GOODS_ORDER: Final[tuple[Good, ...]] = ("dates", "salt", "pepper")
CampRow: TypeAlias = Annotated[tuple[TribeCard, ...], msgspec.Meta(max_length=b.ROW_LENGTH)]
GoodList: TypeAlias = list[Good]
Holding: TypeAlias = tuple[Count, Count, Count]
"""Dates, salt and pepper."""


class TargiOptions(Options, frozen=True):
    """`starter`: blue (seat 0) starts, or chance decides (TARGI-3)."""

    starter: Literal["blue", "random"] = "blue"


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The record of an unseen card: the Robber's card when it was kept, and its player's possessions then. It
    is public.
    """

    robber: Annotated[int, msgspec.Meta(ge=1, le=15)]
    dates: Count
    salt: Count
    pepper: Count
    gold: Gold
    coin: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The possessions of a player: goods, gold, crosses, pieces on the table, hand card and camp."""

    dates: Count = 2
    salt: Count = 2
    pepper: Count = 2
    gold: Gold = 1
    crosses: Gold = 4
    coin: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    """The gold on card 40."""
    targis: list[Border] = []
    """The border cards with a Targi that is not used yet."""
    markers: list[Slot] = []
    """The central cards with a marker that is not used yet."""
    hand: TribeCard | Literal["unseen"] | None = None
    secret: bool = False
    """True if the opponent has not seen the hand card (TARGI-23)."""
    counted: bool = False
    """True if it was drawn before the deck was reshuffled in this round."""
    kept: Kept | None = None
    """The record of its keeping; optional in input."""
    camp: tuple[CampRow, CampRow, CampRow] = ((), (), ())


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The score of a seat if the game ended now, part by part (TARGI-30)."""

    tokens: int
    printed: int
    advantages: int
    rows: tuple[int, int, int]
    """The score of each row of the camp: nothing before it is full."""
    total: int


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Derived data for drawings; optional in input and not read."""

    points: tuple[Points, Points]
    decks: tuple[int, int] = (0, 0)
    """The number of cards in the deck of tribe cards and in that of goods cards (TARGI-13)."""


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table: Robber, amulet, centre, both players, discard piles, and the state of the round."""

    phase: Phase = "place"
    round: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    """Follows from the Robber's card; optional in input."""
    robber: Annotated[int, msgspec.Meta(ge=0, le=16)] = 1
    amulet: Seat = 0
    turn: Seat = 0
    second: bool = False
    """True if the start player has already paid the raid or done all actions."""
    centre: list[CentreCard]
    players: tuple[Player, Player]
    tribe_discard: list[TribeCard] = []
    goods_discard: list[GoodsName] = []
    tribe_earlier: list[TribeCard] = []
    """Face-down cards of the deck before this one; empty if one of them is a secret."""
    goods_earlier: list[GoodsName] = []
    fewer_targis: Seat | None = None
    """The seat that has only two Targis in this round (card 44)."""
    fewer_targis_next: Seat | None = None
    card: TribeCard | Literal["unseen"] | None = None
    """The tribe card that is being decided on, or the one with the advantage in use."""
    source: Source | None = None
    """The source of the card, or of the goods to take."""
    amount: Count = 0
    """The number of goods to take or to give back."""
    traded: bool = False
    goods_got: GoodList = []
    """The goods that goods cards gave in this turn (cards 33 to 36)."""
    goods_added: GoodList = []
    """The goods that cards 33 to 35 have already added in this turn."""
    hand_is_new: bool = False
    """True if the hand card of the player to act was taken in this turn."""
    held_before: list[Holding] = []
    """The holdings before each exchange 1 for 1, since the last of another price (card 39, TARGI-8)."""
    next_slot: Slot | None = None
    """The central place that is laid out or turned up next."""
    options: TargiOptions = TargiOptions()
    shown: Shown | None = None


def card_name(code: int) -> int | GoodsName | FaceDown:
    """Return the JSON form of a card on a central place."""
    if code < 0:
        return FACE_DOWN[-code - 1]
    return int(code) if code < b.GOODS_CARD else GOODS_LITERALS[code - b.GOODS_CARD]


GOODS_LITERALS: Final[tuple[GoodsName, ...]] = GoodsName.__args__  # type: ignore[attr-defined]


def write_position(state: Targi, options: TargiOptions) -> Json:
    """Return the whole position."""
    return write(_view(state, options, everything=True, seat=None))


def write_view(state: Targi, options: TargiOptions, seat: int | None) -> Json:
    """Return what a seat may know: no face-down card, no card the opponent drew and did not show
    (TARGI-23).
    """
    return write(_view(state, options, everything=False, seat=seat))


def unseen_hands(state: Targi, seat: int | None) -> list[int]:
    """Return the seats whose hand card a seat has not seen."""
    return [other for other in (0, 1) if other != seat and state.secrets[other] > 0]


def card_is_unseen(state: Targi, seat: int | None) -> bool:
    """Return whether a seat can't see the tribe card that is being decided on."""
    return state.phase == b.TRIBE_CARD and state.seat != seat and is_secret(state)


def _view(state: Targi, options: TargiOptions, *, everything: bool, seat: int | None) -> View:
    hidden = [] if everything else unseen_hands(state, seat)
    counted = any(state.secrets[other] == 2 for other in hidden)
    earlier = [card for card in range(TRIBE_CARDS) if state.where[card] == b.EARLIER and not counted]
    card: int | Literal["unseen"] | None = None if state.card == b.NO_CARD else state.card
    if not everything and card_is_unseen(state, seat):
        card = "unseen"
    deciding = state.phase in (b.TRIBE_CARD, b.PAY, b.CHOOSE_ROW, b.TAKE, b.SWAP)
    drawing = state.phase in (b.LAY_OUT, b.TURN_UP)
    return View(
        phase=PHASES[state.phase],
        round=state.round(),
        robber=state.robber,
        amulet=state.amulet,
        turn=state.seat,
        second=bool(state.second),
        centre=[card_name(code) for code in state.centre],
        players=(_player(state, 0, hide=0 in hidden), _player(state, 1, hide=1 in hidden)),
        tribe_discard=[number for number in range(TRIBE_CARDS) if state.where[number] == b.DISCARDED],
        goods_discard=_goods_list(state.goods_gone),
        tribe_earlier=earlier,
        goods_earlier=_goods_list(state.goods_earlier),
        fewer_targis=None if state.fewer == NO_SEAT else state.fewer,
        fewer_targis_next=None if state.fewer_next == NO_SEAT else state.fewer_next,
        card=card,
        source=SOURCES[state.source] if deciding else None,
        amount=0 if state.phase == b.TRADE else state.amount,
        traded=state.phase == b.TRADE and state.amount == 1,
        goods_got=_names(state.got),
        goods_added=_names(state.rewarded),
        hand_is_new=bool(state.fresh),
        held_before=[_holding(bundle) for bundle in state.held],
        next_slot=SLOT_LITERALS[state.slot] if drawing else None,
        options=options,
        shown=shown(state),
    )


def shown(state: Targi) -> Shown:
    """Return the score of each seat now and the sizes of the decks; both are public (TARGI-13, TARGI-30)."""
    decks = state.tribe_deck(), state.goods_deck()
    return Shown(points=(_points(state, 0), _points(state, 1)), decks=decks)


def _points(state: Targi, seat: int) -> Points:
    score = score_of(state, seat)
    return Points(
        tokens=score.tokens,
        printed=score.printed,
        advantages=sum(score.advantages.values()),
        rows=score.rows,
        total=score.total,
    )


def _player(state: Targi, seat: int, *, hide: bool) -> Player:
    dates, salt, pepper, gold, crosses = state.purses[5 * seat : 5 * seat + 5]
    first, middle, last = (_row(state, seat, row) for row in range(3))
    hand = state.hands[seat]
    return Player(
        dates=dates,
        salt=salt,
        pepper=pepper,
        gold=gold,
        crosses=crosses,
        coin=state.coins[seat],
        targis=[card for card in range(1, BORDER_CARDS + 1) if state.targis[card] == seat],
        markers=[name for slot, name in enumerate(SLOT_LITERALS) if state.markers[slot] == seat],
        hand="unseen" if hide else None if hand == b.NO_CARD else hand,
        secret=state.secrets[seat] > 0,
        counted=state.secrets[seat] == 2,
        kept=_kept(state, seat),
        camp=(first, middle, last),
    )


def _kept(state: Targi, seat: int) -> Kept | None:
    robber, dates, salt, pepper, gold, coin = state.kept[b.KEPT * seat : b.KEPT * seat + b.KEPT]
    if robber == 0:
        return None
    return Kept(robber=robber, dates=dates, salt=salt, pepper=pepper, gold=gold, coin=coin)


def _row(state: Targi, seat: int, row: int) -> CampRow:
    start = b.PLACES * seat + b.ROW_LENGTH * row
    return tuple(card for card in state.camps[start : start + b.ROW_LENGTH] if card != b.NO_CARD)


def _goods_list(counts: Iterable[int]) -> list[GoodsName]:
    return [name for name, count in zip(GOODS_LITERALS, counts, strict=True) for _ in range(count)]


def _names(bits: int) -> GoodList:
    return [name for good, name in enumerate(GOODS_ORDER) if bits >> good & 1]


def _holding(bundle: int) -> Holding:
    return part(bundle, DATES), part(bundle, SALT), part(bundle, PEPPER)
