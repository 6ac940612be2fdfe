"""The levels of bots as people meet them: a name, a face, a way to play, and how strong they are.

A game names its characters in `data/characters.json`, the weakest first; a level that is not there, such as
`random`, is for programs alone. `python -m bench.strength GAME` measures them: `data/strength.json`.
What they are like stands in the words: `exxtra_character_casual`, and `exxtra_character_casual_way`.
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
"""Strength is told as wins of so many games."""
YARDSTICKS: Final = ("random", "greedy")
"""Levels that programs are measured by, in games that name no characters."""
COMPANY: Final = 6
"""As many of one level may sit at one table."""
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
"""Who else sits there where several of one level play, by the place of the level; short, at home anywhere."""

Shade: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=5)]
Hair: TypeAlias = Literal["short", "long", "bun", "curls", "bald", "braids", "cap", "turban"]
Wears: TypeAlias = Literal["nothing", "glasses", "beard", "moustache", "earrings", "scarf", "monocle"]
T = TypeVar("T")


class Look(msgspec.Struct, frozen=True):
    """What a portrait is drawn of: tones of skin, hair and coat, how the hair is, and what is worn."""

    skin: Shade
    hair: Hair
    tone: Shade
    wears: Wears
    coat: Shade


class Strength(msgspec.Struct, frozen=True):
    """A duel of two levels: how many games the first one won, a shared win being half of one."""

    level: str
    against: str
    games: int
    wins: float
    interval: tuple[float, float]
    """The share of games won, at 95 %, from and to."""
    by: str
    """The command that measures it anew."""


class Drawn(msgspec.Struct, frozen=True):
    """A character as its game names it."""

    level: str
    name: str
    look: Look


class Character(msgspec.Struct, frozen=True):
    """A level as people meet it; `wins` of 10 games `against` another character, if that was measured."""

    level: str
    name: str
    look: Look | None = None
    against: str | None = None
    wins: int | None = None


def offered(game: str) -> tuple[str, ...]:
    """The levels that are offered to people, the weakest first; those of other packages come last."""
    named = [drawn.level for drawn in _drawn(game)]
    if named:
        own = files(_package(game)) / "bots.py"
        assert own.is_file()  # whoever names characters has bots
        return tuple(named) + tuple(level for level in levels(game) if _is_foreign(game, level))
    met = tuple(level for level in levels(game) if level not in YARDSTICKS)
    return met or levels(game)


def characters(game: str) -> tuple[Character, ...]:
    """Who plays a game against people, the weakest first."""
    drawn = {one.level: one for one in _drawn(game)}
    names = {level: drawn[level].name if level in drawn else level for level in offered(game)}
    return tuple(
        Character(level, name, drawn[level].look if level in drawn else None, *_told(game, level, names))
        for level, name in names.items()
    )


def name_at(game: str, level: str, seat: int) -> str:
    """What a bot is called at a table: the character itself beside a person on seat 0, its kin elsewhere.

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
    """Wins of 10 against the next weaker character; the weakest against the next stronger one."""
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
