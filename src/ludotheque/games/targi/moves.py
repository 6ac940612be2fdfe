"""The moves of Targi in the public contract: structs, JSON, notation, and their numbers in the rules."""

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targi.rules import codes
from ludotheque.games.targi.rules.actions import EXCHANGES, TWO_FOR_ONE
from ludotheque.games.targi.rules.board import GOODS_CARD, PLACES
from ludotheque.games.targi.rules.border import SLOT_NAMES, SLOTS
from ludotheque.games.targi.rules.bundles import UNIT, packed, part, rank, ranked, unpacked
from ludotheque.games.targi.rules.cards import GOODS_NAMES, KIND_NAMES, TRIBE_CARDS

Border: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=16)]
Slot: TypeAlias = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i"]
SLOT_LITERALS: Final[tuple[Slot, ...]] = get_args(Slot)
Good: TypeAlias = Literal["dates", "salt", "pepper"]
Many: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
Row: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=3)]
CampPlace: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=PLACES)]


class Place(Move, frozen=True, tag="place"):
    """Place a Targi on a border card (TARGI-5)."""

    card: Border


class Use(Move, frozen=True, tag="use"):
    """Use an own Targi on a border card, or an own marker on a central card (TARGI-8)."""

    card: Border | Slot


class Lay(Move, frozen=True, tag="lay"):
    """Lay the tribe card into the camp and pay for it (TARGI-15)."""


class Keep(Move, frozen=True, tag="keep"):
    """Keep the tribe card in hand (TARGI-15)."""


class Discard(Move, frozen=True, tag="discard"):
    """Discard the tribe card (TARGI-11, TARGI-15, TARGI-16)."""


class Play(Move, frozen=True, tag="play"):
    """Play the hand card without the Noble, through card 38 (TARGI-20)."""


class Pay(Move, frozen=True, tag="pay", omit_defaults=True):
    """Pay for a tribe card, to the Silversmith or to the Robber; `coin` is the gold on card 40."""

    dates: Many = 0
    salt: Many = 0
    pepper: Many = 0
    gold: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    crosses: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    coin: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0


class Take(Move, frozen=True, tag="take", omit_defaults=True):
    """Take goods of choice; with card 41 perhaps gold or a cross (TARGI-12)."""

    dates: Many = 0
    salt: Many = 0
    pepper: Many = 0
    gold: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    crosses: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0


class Return(Move, frozen=True, tag="return", omit_defaults=True):
    """Give back the goods above the limit (TARGI-27)."""

    dates: Many = 0
    salt: Many = 0
    pepper: Many = 0


class Trade(Move, frozen=True, tag="trade", omit_defaults=True):
    """One exchange with the Trader (TARGI-8)."""

    give: Good
    get: Literal["dates", "salt", "pepper", "gold"]
    count: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The number of goods given; the lowest price by default. Only card 39 leaves a choice (TARGI-22)."""


class Done(Move, frozen=True, tag="done"):
    """Finish the exchanges with the Trader (TARGI-8)."""


class Shift(Move, frozen=True, tag="shift"):
    """Move an own marker by Fata Morgana (card 9)."""

    marker: Slot
    to: Slot


class IntoRow(Move, frozen=True, tag="row"):
    """Choose the row of the camp for the card that was paid (TARGI-17)."""

    row: Row


class Swap(Move, frozen=True, tag="swap"):
    """Swap two cards of the camp, whose places count 1 to 12 row by row (card 43)."""

    first: CampPlace
    second: CampPlace


class Skip(Move, frozen=True, tag="skip"):
    """Swap nothing (card 43)."""


class Finish(Move, frozen=True, tag="finish"):
    """Leave the other actions undone and end the turn (TARGI-8)."""


MOVE_TYPES: Final[tuple[type[Move], ...]] = (
    Place,
    Use,
    Lay,
    Keep,
    Discard,
    Play,
    Pay,
    Take,
    Return,
    Trade,
    Done,
    Shift,
    IntoRow,
    Swap,
    Skip,
    Finish,
)

PLAIN: Final[dict[int, Move]] = {
    codes.LAY: Lay(),
    codes.KEEP: Keep(),
    codes.DISCARD: Discard(),
    codes.PLAY_HAND: Play(),
    codes.DONE: Done(),
    codes.SKIP: Skip(),
    codes.FINISH: Finish(),
}
PLAIN_CODES: Final = {move: code for code, move in PLAIN.items()}

Bundle: TypeAlias = Pay | Take | Return
BUNDLE_KINDS: Final = (*KIND_NAMES, "coin")
LETTERS: Final = {"D": "dates", "S": "salt", "P": "pepper", "G": "gold", "VP": "crosses", "C": "coin"}
LETTER_OF: Final = {name: letter for letter, name in LETTERS.items()}


def amounts(bundle: int) -> dict[str, int]:
    """Return the amounts in a bundle by name, without zeros."""
    found = {name: int(part(bundle, kind)) for kind, name in enumerate(BUNDLE_KINDS)}
    return {name: count for name, count in found.items() if count}


def encode(move: Move) -> int:
    """Return the number of a move in the rules."""
    match move:
        case Place():
            return codes.PLACE_ON + move.card
        case Use(card=int(card)):
            return codes.USE_BORDER + card
        case Use():
            return codes.USE_SLOT + SLOT_NAMES.index(str(move.card))
        case Pay() | Take() | Return():
            held: dict[str, int] = msgspec.structs.asdict(move)
            bundle = sum(count * UNIT[BUNDLE_KINDS.index(name)] for name, count in held.items())
            return _numbered(move, bundle)
        case Trade():
            give, get = KIND_NAMES.index(move.give), KIND_NAMES.index(move.get)
            exchange = codes.EXCHANGE + EXCHANGES * give + get
            if move.count == 2 and move.get != "gold":
                return exchange + TWO_FOR_ONE
            return exchange if move.count == 0 else codes.NO_MOVE
        case Shift():
            return codes.SHIFT + SLOTS * SLOT_NAMES.index(move.marker) + SLOT_NAMES.index(move.to)
        case IntoRow():
            return codes.INTO_ROW + move.row - 1
        case Swap():
            one, other = sorted((move.first - 1, move.second - 1))
            return codes.SWAP_PLACES + PLACES * one + other
    return PLAIN_CODES[move]


def _numbered(move: Bundle, bundle: int) -> int:
    if isinstance(move, Return):
        return codes.RETURNING + rank(bundle)
    number = packed(bundle)
    base = codes.PAYING if isinstance(move, Pay) else codes.TAKING
    return base + number if number >= 0 else codes.NO_MOVE


def decode(code: int) -> Move:
    """Return the move of a number."""
    if code >= codes.RETURNING:
        return Return(**amounts(ranked(code - codes.RETURNING)))
    if code >= codes.TAKING:
        return Take(**amounts(unpacked(code - codes.TAKING)))
    if code >= codes.PAYING:
        return Pay(**amounts(unpacked(code - codes.PAYING)))
    if code >= codes.SWAP_PLACES:
        one, other = divmod(code - codes.SWAP_PLACES, PLACES)
        return Swap(one + 1, other + 1)
    if code >= codes.SHIFT:
        marker, to = divmod(code - codes.SHIFT, SLOTS)
        return msgspec.convert({"do": "shift", "marker": SLOT_NAMES[marker], "to": SLOT_NAMES[to]}, Shift)
    if code >= codes.EXCHANGE:
        two, exchange = divmod(code - codes.EXCHANGE, TWO_FOR_ONE)
        give, get = divmod(exchange, EXCHANGES)
        kinds = {"do": "trade", "give": KIND_NAMES[give], "get": KIND_NAMES[get]}
        return msgspec.convert({**kinds, "count": 2 * two}, Trade)
    if code >= codes.INTO_ROW:
        return IntoRow(code - codes.INTO_ROW + 1)
    if code in PLAIN:
        return PLAIN[code]
    if code >= codes.USE_SLOT:
        return msgspec.convert({"do": "use", "card": SLOT_NAMES[code - codes.USE_SLOT]}, Use)
    return Use(code - codes.USE_BORDER) if code > codes.USE_BORDER else Place(code - codes.PLACE_ON)


def notation(move: Move) -> str:
    """Return a move as a line: `place 5`, `use b`, `pay 2D 1G`, `trade 2S D`, `shift b f`, `swap 3 9`."""
    verb = str(move.__struct_config__.tag)
    parts = msgspec.structs.asdict(move)
    if isinstance(move, Pay | Take | Return):
        spoken = [f"{count}{LETTER_OF[name]}" for name, count in parts.items() if count] or ["0"]
    elif isinstance(move, Trade):
        spoken = [f"{move.count or ''}{LETTER_OF[move.give]}", LETTER_OF[move.get]]
    else:
        spoken = [
            LETTER_OF.get(value, value) if isinstance(value, str) else str(value) for value in parts.values()
        ]
    return " ".join([verb, *spoken])


def parse(text: str) -> Move:
    """Return the move of a line of notation.

    >>> parse("place 5"), parse("use b"), parse("pay 2d 1g")
    (Place(card=5), Use(card='b'), Pay(dates=2, salt=0, pepper=0, gold=1, crosses=0, coin=0))
    """
    verb, *words = text.lower().split() or [""]
    try:
        for kind in MOVE_TYPES:
            if kind.__struct_config__.tag == verb:
                fields = _bundle(words) if issubclass(kind, Bundle) else _fields(kind, words)
                return msgspec.convert({"do": verb} | fields, kind)
    except (ValueError, KeyError):
        pass
    raise Unreadable("targi.notation", params={"text": text[:40]})


def _bundle(words: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words if words != ["0"] else []:
        letters = word.lstrip("0123456789")
        name = LETTERS[letters.upper()]
        if name in found:
            raise ValueError(word)
        found[name] = int(word.removesuffix(letters) or "1")
    return found


def _fields(kind: type[Move], words: list[str]) -> dict[str, int | str]:
    if kind is Trade:
        give, get = words
        kept = give.lstrip("0123456789")
        count = int(give.removesuffix(kept) or "0")
        return {"give": _kind(kept), "get": _kind(get), "count": count}
    names = kind.__struct_fields__
    if len(words) != len(names):
        raise ValueError(words)
    values = [int(word) if word.isascii() and word.isdigit() else word for word in words]
    return dict(zip(names, values, strict=True))


def _kind(word: str) -> str:
    return LETTERS.get(word.upper(), word)


class TribeDrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tribe card drawn."""

    tribe: Annotated[int, msgspec.Meta(ge=0, lt=TRIBE_CARDS)]


class GoodsDrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A goods card drawn, by its symbols."""

    goods: Literal["1D", "1S", "1P", "2D", "2S", "2P", "D+S", "D+P", "S+P", "choice", "1G", "1VP"]


def read_outcome(outcome: Json) -> int:
    """Return the number of a card, `{"tribe": 17}` or `{"goods": "D+S"}`."""
    forms: tuple[type[TribeDrawn | GoodsDrawn], ...] = (TribeDrawn, GoodsDrawn)
    for form in forms:
        try:
            drawn = msgspec.convert(outcome, form)
        except msgspec.ValidationError:
            continue
        if isinstance(drawn, TribeDrawn):
            return drawn.tribe
        return GOODS_CARD + GOODS_NAMES.index(drawn.goods)
    raise Unreadable("targi.outcome", "TARGI-2", {"outcome": str(outcome)[:40]})


def write_outcome(code: int) -> Json:
    """Return the JSON form of a card."""
    return {"tribe": code} if code < GOODS_CARD else {"goods": GOODS_NAMES[code - GOODS_CARD]}
