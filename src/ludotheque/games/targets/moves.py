"""The moves of Targets, for both editions: structs, their JSON form and their one-line notation."""

import re
from itertools import permutations
from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.codec import read
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets.physics import flick as physics
from ludotheque.games.targets.physics.flick import GOLDEN_SPEED, LIMITS, limits

DICE_EACH: Final = 3
COLOURS: Final = "ABCDEF"
"""Letters of the colours; a die is written as the letter of its seat's colour and a number: A1 to F3."""

Die = Annotated[int, msgspec.Meta(ge=0, le=17)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
What = Literal["double", "targets", "pas_vu"]


def _between(bounds: tuple[float, float]) -> msgspec.Meta:
    return msgspec.Meta(ge=bounds[0], le=bounds[1])


class Flick(Move, frozen=True, tag="flick"):
    """Flick the top die of the own tower (TARGETS-2), or in Golden Targets all three dice (BLACKROCK-12).

    `azimuth` is in degrees counter-clockwise from the line to the middle of the table; `speed` in m/s;
    `height` and `side` are the point where the finger meets the die, in half edges from its middle;
    `elevation` in degrees.
    """

    azimuth: Annotated[float, _between(LIMITS["azimuth"])]
    speed: Annotated[float, _between(GOLDEN_SPEED)]
    height: Annotated[float, _between(LIMITS["height"])] = 0.0
    side: Annotated[float, _between(LIMITS["side"])] = 0.0
    elevation: Annotated[float, _between(LIMITS["elevation"])] = 0.0


class Call(Move, frozen=True, tag="call"):
    """Call “Double!” or “Targets!” for an own die, or “Pas vu, pas pris!” for another player’s.

    The die of a double is the one that goes back on the tower (ZOCH-4, BLACKROCK-3, BLACKROCK-14); the
    Blackrock edition also names the `other` die of the pair, which stays on the table (BLACKROCK-4).
    """

    what: What
    die: Die
    other: Die | None = None


class Pass(Move, frozen=True, tag="pass"):
    """Make no call until the next flick (TARGETS-11)."""


class Keep(Move, frozen=True, tag="keep"):
    """Keep one of the own fallen dice; `back` goes back on the base (ZOCH-2, BLACKROCK-2)."""

    die: Die
    back: Die | None = None


class Lose(Move, frozen=True, tag="lose"):
    """Lose one of the dice that another player toppled (ZOCH-6, BLACKROCK-6)."""

    die: Die


class Remove(Move, frozen=True, tag="remove"):
    """Remove the central disc at a place from the game, as the starter (BLACKROCK-8)."""

    place: Annotated[int, msgspec.Meta(ge=0, le=2)]


class Stack(Move, frozen=True, tag="stack"):
    """Stack dice from bottom to top, with these top faces if they are chosen (TARGETS-1, BLACKROCK-16)."""

    dice: tuple[Die, ...]
    faces: tuple[Face, ...] = ()


class Exchange(Move, frozen=True, tag="exchange"):
    """Give this die to the partner (BLACKROCK-16)."""

    die: Die


def ranges(*, golden: bool = False) -> MoveRange:
    """Return the ranges of a flick's parameters (TARGETS-2, BLACKROCK-12)."""
    return MoveRange("flick", limits(golden=golden))


def meant(seat: int, move: Flick) -> physics.Flick:
    """Return a flick in the form of the simulation, with its seat."""
    return physics.Flick(seat, move.azimuth, move.speed, move.height, move.side, move.elevation)


def colour(die: int) -> int:
    """Return the seat whose colour a die has."""
    return die // DICE_EACH


def label(die: int) -> str:
    """Return the name of a die, as in the notation.

    >>> label(0), label(5)
    ('A1', 'B3')
    """
    return f"{COLOURS[colour(die)]}{die % DICE_EACH + 1}"


def orders(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the distinguishable orders of a tower: dice of one colour are alike (BLACKROCK-16).

    >>> orders((0, 1)), orders((0, 3))
    ([(0, 1)], [(0, 3), (3, 0)])
    """
    by_colours = {tuple(map(colour, order)): order for order in reversed(list(permutations(dice)))}
    return list(reversed(by_colours.values()))


def notation(move: Move) -> str:
    """Return the one-line notation of a move.

    >>> notation(Flick(-3.5, 1.2)), notation(Keep(0, 2)), notation(Stack((0, 1), (6, 5)))
    ('flick -3.5 1.2 0.0 0.0 0.0', 'keep A1 A3', 'stack A1=6 A2=5')
    >>> notation(Call("double", 1)), notation(Call("double", 1, 0))
    ('double A2', 'double A2 A1')
    """
    match move:
        case Flick():
            return f"flick {move.azimuth} {move.speed} {move.height} {move.side} {move.elevation}"
        case Call(what=verb, die=die, other=second):
            return f"{verb} {label(die)}" + ("" if second is None else f" {label(second)}")
        case Keep(die=die, back=second):
            return f"keep {label(die)}" + ("" if second is None else f" {label(second)}")
        case Stack(dice=dice, faces=faces):
            shown = [f"={face}" for face in faces] or [""] * len(dice)
            return "stack " + " ".join(label(die) + face for die, face in zip(dice, shown, strict=False))
        case Lose(die=die) | Exchange(die=die):
            return f"{move.__struct_config__.tag} {label(die)}"
        case Remove():
            return f"remove {move.place + 1}"
        case _:
            return "pass"


_LABEL: Final = re.compile(r"([a-f])([1-3])(?:=([1-6]))?")
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?")


def parse(text: str) -> Move:
    """Parse a move from its notation, in any case; raise `Unreadable` if it is none.

    >>> parse("flick 0 1.2 0.3")
    Flick(azimuth=0.0, speed=1.2, height=0.3, side=0.0, elevation=0.0)
    >>> parse("double a2"), parse("remove 2")
    (Call(what='double', die=1, other=None), Remove(place=1))
    """
    verb, *rest = text.lower().split() or [""]
    move = _parsed(verb, rest)
    if move is None:
        raise Unreadable("targets.notation", params={"text": text[:60]})
    return move


def _parsed(verb: str, rest: list[str]) -> Move | None:
    if verb == "flick":
        return _flick(rest)
    if verb == "pass" and not rest:
        return Pass()
    if verb == "remove" and rest in (["1"], ["2"], ["3"]):
        return Remove(int(rest[0]) - 1)
    found = [_LABEL.fullmatch(word) for word in rest]
    dice = tuple(COLOURS.lower().index(m[1]) * DICE_EACH + int(m[2]) - 1 for m in found if m)
    faces = tuple(int(m[3]) for m in found if m and m[3])
    if len(dice) != len(rest) or not dice or (faces and (verb != "stack" or len(faces) != len(dice))):
        return None
    match verb, dice:
        case ("double" | "targets" | "pas_vu") as what, (die,):
            return Call(what, die)
        case "double", (die, other):
            return Call("double", die, other)
        case "keep", (die,):
            return Keep(die)
        case "keep", (die, back):
            return Keep(die, back)
        case "lose", (die,):
            return Lose(die)
        case "exchange", (die,):
            return Exchange(die)
        case "stack", _:
            return Stack(dice, faces)
    return None


def _flick(words: list[str]) -> Move | None:
    if not 2 <= len(words) <= 5 or not all(_NUMBER.fullmatch(word) for word in words):
        return None
    names = ("azimuth", "speed", "height", "side", "elevation")
    numbers = {name: float(word) for name, word in zip(names, words, strict=False)}
    return read({"do": "flick"} | numbers, Flick)
