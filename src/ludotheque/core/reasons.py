"""Reasons why a move is good or bad: sentences with numbers from rules and search, never guessed.

A game states facts about moves in its `reasons.py`; here the ones that matter most are chosen.
`exxtra.stays` is the sentence `exxtra_why_stays` of the language files, `exxtra_why_stays_than` the one that
compares two moves by it. A sentence has at most one number; `exxtra_why_stays_figures` tells the others.
Besides the numbers it may use

- `form`: the form that fits the numbers, such as `safe` or `risky`;
- `mover`, the seat to move, and `mover_is`: `you` or `other`;
- `rival`, the other seat of two, and `rival_is`: `you`, `other`, or `several` where there are more;
- `who_is` beside any parameter `who` that names a seat: `you` or `other`;
- `goods_about` beside any number `goods`: the nearest whole number.
"""

from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt
from typing import Final, TypeAlias

import msgspec

from ludotheque.core.events import SEAT, named, seat_name
from ludotheque.core.refusal import Param
from ludotheque.core.words import knows, say

THAN: Final = "_than"
"""Suffix of the code of a reason that compares two moves."""
OTHER: Final = "other_"
"""Prefix of the numbers of the worse of two moves."""
MOST: Final = 3
"""Most reasons shown for one move: people do not read more."""
CONFIDENCE: Final = 1.96
"""Standard errors of a 95 % confidence interval."""
EVERY: Final = 100
LEAST: Final = 0.01
"""A smaller difference is not shown."""
OTHER_MOVE: Final = "other"
"""The form of a reason that speaks against the worse of two moves."""
FIGURES: Final = "_figures"
"""Suffix of the sentence with all numbers of a reason."""
TWO: Final = 2


Forms: TypeAlias = Mapping[str, Callable[[Mapping[str, Param]], str]]
"""Functions that choose the form of a sentence by its numbers, by the name of the reason."""


class Reason(msgspec.Struct, frozen=True):
    """A reason: `code` names the sentence, `params` are its numbers, `clause` the rule behind it, if any."""

    code: str
    params: dict[str, Param] = {}
    clause: str | None = None
    error: float = 0.0
    """Half the width of the 95 % interval of its numbers; 0 where they follow from the rules."""

    form: str = ""
    """Selects the form of the sentence that fits the numbers."""

    def text(self, language: str, names: Sequence[str] = (), seat: int = 0, reader: int | None = 0) -> str:
        """Return the sentence in a language, about a move of a seat; `names` are those of the seats.

        The reader is addressed as "you"; by default it is the player who moves.
        """
        return say(sentence_of(self.code), language, self._params(names, seat, reader))

    def figures(self, language: str, names: Sequence[str] = ()) -> str | None:
        """Return the sentence with all numbers; None where the short one has them all."""
        key = sentence_of(self.code) + FIGURES
        return say(key, language, self._params(names, 0, None)) if knows(key, language) else None

    def _params(self, names: Sequence[str], seat: int, reader: int | None) -> dict[str, Param]:
        """Return the parameters of the sentence: the numbers, and who is meant."""
        two = len(names) == TWO
        seats = {"mover": seat_name(seat), "rival": seat_name(1 - seat if two else seat)}
        given: dict[str, Param] = {"form": self.form, **seats, **self.params}
        params: dict[str, Param] = {}
        for key, value in given.items():
            params[key] = named(value, names)
            if isinstance(value, str) and value.startswith(SEAT):
                is_reader = reader is not None and value == seat_name(reader)
                params[f"{key}_is"] = "you" if is_reader else "other"
            if isinstance(value, int | float):
                params[f"{key}_about"] = round(value)
        return params if two else params | {"rival_is": "several"}


class Fact(msgspec.Struct, frozen=True):
    """An argument for or against a move: `worth` is roughly what it adds to the chance to win.

    The worth only ranks facts and is not displayed. A fact that is not `shown` serves to compare moves.
    """

    reason: Reason
    worth: float
    shown: bool = True
    doubt: float = 0.0
    """The error margin of the worth, where it was sampled."""


def told(facts: Sequence[Fact], most: int = MOST) -> tuple[Reason, ...]:
    """Return the most important reasons of a move, those for it before its dangers, the weightiest first."""
    shown = sorted((fact for fact in facts if fact.shown), key=lambda fact: -abs(fact.worth))[:most]
    return tuple(fact.reason for fact in sorted(shown, key=lambda fact: fact.worth < 0))


def difference(better: Sequence[Fact], worse: Sequence[Fact]) -> Reason | None:
    """Return the main advantage of one move over another; None if it has none beyond doubt."""
    mine = {fact.reason.code: fact for fact in better}
    theirs = {fact.reason.code: fact for fact in worse}
    gains = {
        code: (mine[code].worth if code in mine else 0.0) - (theirs[code].worth if code in theirs else 0.0)
        for code in (*mine, *theirs)
    }
    doubts = {
        code: hypot(*(facts[code].doubt for facts in (mine, theirs) if code in facts)) for code in gains
    }
    certain = [code for code, gain in gains.items() if gain >= max(LEAST, doubts[code])]
    if not certain:
        return None
    code = max(certain, key=lambda code: gains[code])
    if code not in mine:
        return msgspec.structs.replace(theirs[code].reason, form=OTHER_MOVE)
    if code not in theirs or not knows(sentence_of(code + THAN), "en"):
        return mine[code].reason
    return _than(mine[code].reason, theirs[code].reason)


def number(params: Mapping[str, Param], name: str) -> float:
    """Return a number among the parameters of a reason.

    >>> number({"chance": 84}, "chance")
    84.0
    """
    return float(str(params[name]))


def formed(reason: Reason, forms: Forms) -> Reason:
    """Return a reason with the form that a game chooses for its numbers."""
    choose = forms.get(reason.code.partition(".")[2])
    return (
        reason
        if reason.form or choose is None
        else msgspec.structs.replace(reason, form=choose(reason.params))
    )


def _than(better: Reason, worse: Reason) -> Reason:
    others: dict[str, Param] = {OTHER + name: value for name, value in worse.params.items()}
    return Reason(better.code + THAN, better.params | others, better.clause, max(better.error, worse.error))


def sentence_of(code: str) -> str:
    """Return the key of the sentence that a code names.

    >>> sentence_of("exxtra.stays")
    'exxtra_why_stays'
    """
    domain, _, name = code.partition(".")
    return f"{domain}_why_{name}"


def of_hundred(count: float, samples: int) -> int:
    """Return a rounded percentage; only exact zeros and exact totals become 0 and 100.

    >>> of_hundred(1, 3), of_hundred(1, 1000), of_hundred(999, 1000), of_hundred(0, 9)
    (33, 1, 99, 0)
    """
    share = round(EVERY * count / samples)
    return min(max(share, 1 if count > 0 else 0), EVERY - 1 if count < samples else EVERY)


def error_of(count: float, samples: int) -> float:
    """Return the error margin of a counted percentage, rounding included.

    The count is moved one or two away from the edge (Agresti and Coull), since an observed share of 0 or 100
    is not certain.
    """
    share = (count + 2) / (samples + 4)
    return EVERY * CONFIDENCE * sqrt(share * (1 - share) / (samples + 4)) + 1.0


def mean_error(values: Sequence[float]) -> float:
    """Return the error margin of the mean of some tries.

    >>> mean_error([1.0, 1.0]), mean_error([2.0])
    (0.0, 0.0)
    """
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return CONFIDENCE * sqrt(spread / count)
