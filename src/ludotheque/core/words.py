"""Every sentence shown to people, in French, German and English.

Sentences stand in `words/<language>.json` beside the code that speaks: `core`, `cli`, each game. A key begins
with its domain (`exxtra_event_pair`). The format is inlang's message format, so that the browser compiles the
same files: a plain string with `{names}`, or variants chosen by the plural of a number or by a parameter
itself (`form=safe`). A parameter that begins with `@` is itself a key, `@key:3` is that sentence with 3 as
its `count`, a list is joined as the language joins lists, and a fraction is written with its decimal sign.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from ludotheque.core.refusal import Param

LANGUAGES: Final = ("en", "fr", "de")

FOREIGN: Final[dict[str, str]] = {}
"""The packages of games from other distributions, by the name of the game; their folders are like ours."""

ONE_OF: Final = "@or"
"""First element of a list parameter that is a choice of one thing."""
BOTH: Final = "&"
"""Separator of the parts of one choice."""
COURT: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "de": {"J": "B", "Q": "D"},
}
"""Jack, queen and king in languages that print other letters."""
_COURT_CARD: Final = re.compile("[JQK](?=[♠♥♦♣])")
_PLACE: Final = re.compile(r"{(\w+)}")
_NAMED: Final = re.compile(r"@([a-z]+_\w+)(?::(\d+))?", re.ASCII)
_PLURAL: Final = re.compile(r"local (\w+) = (\w+): plural")


class Variants(msgspec.Struct):
    """A sentence in several forms, chosen by the plural of its numbers and by its parameters themselves."""

    declarations: list[str]
    selectors: list[str]
    match: dict[str, str]

    def choose(self, language: str, params: Mapping[str, Param]) -> str:
        """The form that fits the parameters, in the order written."""
        plural = Locale(language).plural_form
        found = (_PLURAL.fullmatch(line) for line in self.declarations)
        forms = {m[1]: plural(float(str(params[m[2]]))) for m in found if m}
        for condition, pattern in self.match.items():
            wanted = (test.strip().split("=") for test in condition.split(","))
            if all(form in ("*", forms.get(name, params.get(name))) for name, form in wanted):
                return pattern
        raise LookupError(f"no form for {params} among {list(self.match)}")


def say(key: str, language: str, params: Mapping[str, Param] | None = None) -> str:
    """Return a sentence in a language.

    >>> say("core_refusal_not_your_turn", "en", {"seat": 1})
    'It is not your turn.'
    """
    given = params or {}
    message = words(key.partition("_")[0], language)[key]
    pattern = message if isinstance(message, str) else message[0].choose(language, given)
    return _PLACE.sub(lambda place: _spoken(given[place[1]], language), pattern)


def playing_cards(text: str, language: str) -> str:
    """Replace jack, queen and king of a text by the letters the language prints.

    >>> playing_cards("Q♥ and 10♠", "de"), playing_cards("K♦", "fr"), playing_cards("J♣", "en")
    ('D♥ and 10♠', 'R♦', 'J♣')
    """
    return _COURT_CARD.sub(lambda card: COURT[language].get(card[0], card[0]), text)


def one_of(choices: Iterable[list[str]]) -> list[str]:
    """Return a parameter that reads as a choice, each of several things: `1 salt and 1 gold or 2 dates`.

    >>> one_of([["@targi_amount_salt:1", "@targi_amount_gold:1"], ["@targi_amount_dates:2"]])
    ['@or', '@targi_amount_salt:1&@targi_amount_gold:1', '@targi_amount_dates:2']
    """
    return [ONE_OF, *(BOTH.join(choice) for choice in choices)]


def knows(key: str, language: str) -> bool:
    """Return whether a sentence exists; text typed by a user may look like the key of one.

    >>> knows("core_refusal_seat", "en"), knows("nobody_said", "en")
    (True, False)
    """
    domain = key.partition("_")[0]
    return (folder(domain) / "words").is_dir() and key in words(domain, language)


@cache
def words(domain: str, language: str) -> dict[str, str | list[Variants]]:
    """Return all sentences of a domain in a language, including those it has about single games.

    Sentences only the terminal uses about a game are in that game's `words/cli`.
    """
    found: dict[str, str | list[Variants]] = {}
    packages = [files("ludotheque") / "games" / game.name for game in _folders()]
    packages += [files(package) for package in FOREIGN.values()]
    for place in (folder(domain) / "words", *(package / "words" / domain for package in packages)):
        if (place / f"{language}.json").is_file():
            text = (place / f"{language}.json").read_text(encoding="utf-8")
            found |= msgspec.json.decode(text, type=dict[str, str | list[Variants]])
    return found


def _folders() -> list[Traversable]:
    """Return the folders of our own games."""
    return sorted((games for games in (files("ludotheque") / "games").iterdir() if games.is_dir()), key=str)


def folder(domain: str) -> Traversable:
    """Return the folder of a domain's sentences and rulebook: a game's folder, or a part of the program.

    An edition of a game has its folder in that of the game.
    """
    if domain in FOREIGN:
        return files(FOREIGN[domain])
    house = files("ludotheque")
    kin = family(domain)
    games = house / "games" if kin is None else house / "games" / kin
    return games / domain if (games / domain).is_dir() else house / domain


@cache
def family(domain: str) -> str | None:
    """Return the game that a domain is an edition of; its folder is inside that of the game.

    >>> family("zoch"), family("exxtra")
    ('targets', None)
    """
    games = files("ludotheque") / "games"
    if domain in FOREIGN or (games / domain).is_dir():
        return None
    found = (game.name for game in games.iterdir() if (game / domain / "words").is_dir())
    return next(found, None)


def best_language(wishes: str) -> str:
    """Return the first supported language of a list such as `fr-CH, de;q=0.8` or `de_DE.UTF-8`."""
    weighted = []
    for position, wish in enumerate(wishes.split(",")):
        name, _, quality = wish.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        weighted.append((-weight, position, name[:2].lower()))
    return next((name for _, _, name in sorted(weighted) if name in LANGUAGES), "en")


def _choice(choices: list[list[str]], language: str) -> str:
    """Return a choice of several things; if some are lists with commas, an “or” stands before each."""
    locale = "en_GB" if language == "en" and len(choices) > 1 else language
    things = [format_list(parts, locale=locale) for parts in choices]
    if all(len(parts) < 3 for parts in choices):
        return format_list(things, style="or", locale=locale)
    return reduce(lambda left, right: say("core_or", language, {"left": left, "right": right}), things)


def _spoken(value: Param, language: str) -> str:
    if isinstance(value, list) and value[:1] == [ONE_OF]:
        return _choice(
            [[_spoken(part, language) for part in choice.split(BOTH)] for choice in value[1:]], language
        )
    if isinstance(value, list):
        return format_list([_spoken(item, language) for item in value], locale=language)
    named = _NAMED.fullmatch(value) if isinstance(value, str) else None
    if named is not None and knows(named[1], language):
        try:
            return say(named[1], language, {"count": int(named[2])} if named[2] else None)
        except LookupError:  # more than a key with a count: a user typed text that looks like a key
            return str(value)
    if isinstance(value, float):
        return format_decimal(value, locale=language)
    return playing_cards(str(value), language)
