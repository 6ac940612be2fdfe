"""Refusals: the reason why something is not accepted, as a code, a clause and its parameters.

The sentence itself lives in the language files (`words.py`); a refusal only names it.
"""

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

Param: TypeAlias = int | float | str | list[str]


class Refusal(ValueError):
    """A refusal: `code` names the sentence, `clause` the rule behind it, if there is one."""

    kind: ClassVar[str] = "refused"

    def __init__(
        self, code: str, clause: str | None = None, params: Mapping[str, Param] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.params: dict[str, Param] = dict(params or {})

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str | None, dict[str, Param]]]:
        return type(self), (self.code, self.clause, self.params)

    def text(self, language: str) -> str:
        """Return the sentence in a language, with its clause."""
        from ludotheque.core.words import say

        domain, _, name = self.code.partition(".")
        sentence = say(f"{domain}_refusal_{name}", language, self.params)
        return f"{sentence} ({self.clause})" if self.clause else sentence

    def to_json(self) -> dict[str, str | dict[str, Param] | None]:
        """Return the JSON form, for programs and for the browser, which has the sentences too."""
        return {"kind": self.kind, "code": self.code, "clause": self.clause, "params": self.params}


class Unreadable(Refusal):
    """Malformed input: not JSON, an unknown move, a number where a name belongs, a foreign file."""

    kind = "unreadable"

    def __str__(self) -> str:
        """Return the English sentence, for programmers with the detail that it leaves out."""
        sentence, detail = super().__str__(), self.params.get("detail")
        return f"{sentence.removesuffix('.')} ({detail})." if detail else sentence


class NotAllowed(Refusal):
    """Well-formed input that the rules do not allow here."""

    kind = "not_allowed"


class NotYourTurn(Refusal):
    """A move that may be legal, but not for this seat now."""

    kind = "not_your_turn"
