"""The bots as characters: each level has a name, a portrait, a style of play and a measured strength.

A game names its characters in `data/characters.json`, the weakest first; a level that is not listed, such as
`random`, is for programs only. `python -m bench.strength GAME` measures them: `data/strength.json`.
Their names and descriptions are in the words: `exxtra_character_casual`, and `exxtra_character_casual_way`.
"""

from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from ludotheque.bots import levels
from ludotheque.games import REGISTRY

CHARACTERS: Final = "characters.json"
STRENGTH: Final = "strength.json"
OF: Final = 10
"""Strength is shown as wins in this many games."""
YARDSTICKS: Final = ("random", "greedy")
"""Baseline levels for measurements, in games that name no characters."""
COMPANY: Final = 6
"""Most bots of one level at one table."""
KIN: Final = (
    ("Nora", "Otto", "Mina", "Hugo", "Lola"),
    ("Emil", "Ida", "Felix", "Cleo", "Leon"),
    ("Vera", "Max", "Ella", "Paul", "Rosa"),
    ("Anton", "Flora", "Bruno", "Greta", "Viktor"),
    ("Oscar", "Mila", "Jonas", "Anna", "Theo"),
    ("Clara", "Simon", "Lena", "David", "Eva"),
    ("Nina", "Arthur", "Julia", "Robin", "Maja"),
    ("Linus", "Alma", "Nils", "Thea", "Karl"),
    ("Iris", "Marius", "Stella", "Tom", "Luisa"),
    ("Edgar", "Romy", "Jakob", "Olivia", "Samuel"),
    ("Lotte", "Kilian", "Elsa", "Moritz", "Nadia"),
)
"""Names of further bots of a level at one table, by the level's index; short, usual in any country."""

Shade: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=5)]
Hair: TypeAlias = Literal["short", "long", "bun", "curls", "bald", "braids", "cap", "turban"]
Wears: TypeAlias = Literal["nothing", "glasses", "beard", "moustache", "earrings", "scarf", "monocle"]
T = TypeVar("T")


class Look(msgspec.Struct, frozen=True):
    """The features of a portrait: tones of skin, hair and coat, the hair style and what is worn."""

    skin: Shade
    hair: Hair
    tone: Shade
    wears: Wears
    coat: Shade


class Strength(msgspec.Struct, frozen=True):
    """A match of two levels: the games the first one won, a shared win counting half."""

    level: str
    against: str
    games: int
    wins: float
    interval: tuple[float, float]
    """The 95 % interval of the share of games won."""
    by: str
    """The command that repeats the measurement."""


class Drawn(msgspec.Struct, frozen=True):
    """A character as a game's file describes it."""

    level: str
    name: str
    look: Look


class Character(msgspec.Struct, frozen=True):
    """A level as shown to people; `wins` of 10 games `against` another character, if measured."""

    level: str
    name: str
    look: Look | None = None
    against: str | None = None
    wins: int | None = None


def offered(game: str) -> tuple[str, ...]:
    """Return the levels offered to people, the weakest first, then those of other packages."""
    named = [drawn.level for drawn in _drawn(game)]
    if named:
        return tuple(named) + tuple(level for level in levels(game) if _is_foreign(game, level))
    met = tuple(level for level in levels(game) if level not in YARDSTICKS)
    return met or levels(game)


def characters(game: str) -> tuple[Character, ...]:
    """Return the characters of a game, the weakest first."""
    drawn = {one.level: one for one in _drawn(game)}
    names = {level: drawn[level].name if level in drawn else level for level in offered(game)}
    return tuple(
        Character(level, name, drawn[level].look if level in drawn else None, *_told(game, level, names))
        for level, name in names.items()
    )


def name_at(game: str, level: str, seat: int) -> str:
    """Return the name of a bot at a table: the character itself if it sits in seat 1, another name elsewhere.

    >>> name_at("exxtra", "casual", 1) != name_at("exxtra", "casual", 2)
    True
    """
    known = [one.level for one in _drawn(game)]
    if level not in known:
        return ""
    kin = KIN[known.index(level) % len(KIN)]
    company = (_drawn(game)[known.index(level)].name, *kin)
    return company[(seat - 1) % COMPANY]


def _told(game: str, level: str, names: dict[str, str]) -> tuple[str | None, int | None]:
    """Return the wins of 10 against the next weaker character, for the weakest against the next stronger."""
    for duel in _strength(game):
        if duel.level == level and duel.against in names:
            return names[duel.against], round(OF * duel.wins / duel.games)
    for duel in _strength(game):
        if duel.against == level and duel.level in names:
            return names[duel.level], OF - round(OF * duel.wins / duel.games)
    return None, None


def _is_foreign(game: str, level: str) -> bool:
    from ludotheque.games import part

    bots = part(game, "bots")
    return bots is None or level not in bots.LEVELS


def _package(game: str) -> str:
    return REGISTRY[game].rpartition(".")[0]


@cache
def _drawn(game: str) -> tuple[Drawn, ...]:
    return _read(game, CHARACTERS, tuple[Drawn, ...], ())


@cache
def _strength(game: str) -> tuple[Strength, ...]:
    return _read(game, STRENGTH, tuple[Strength, ...], ())


def _read(game: str, name: str, kind: type[T], missing: T) -> T:
    package = _package(game)
    path = files(package) / "data" / name if package else None
    return (
        msgspec.json.decode(path.read_bytes(), type=kind) if path is not None and path.is_file() else missing
    )
