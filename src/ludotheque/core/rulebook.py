"""The rulebooks: every game's rules in our own words, each list item a numbered clause, in each language.

Where a printed rulebook leaves something open, the clause decides it behind the mark `[ruling]`.
"""

import re
from functools import cache
from typing import Final

import msgspec

from ludotheque.core.refusal import Unreadable
from ludotheque.core.words import family, folder

_CLAUSE: Final = re.compile(r"- ([A-Z]+-\d+[a-z]?) (.+)")
RULING: Final = "[ruling]"
"""The text from this mark to the end of the clause is our ruling and not in the printed rules."""
_HEADING: Final = re.compile(r"(#{1,6}) (.+)")


class Section(msgspec.Struct):
    """A heading and its content: paragraphs first, then clauses by their number."""

    heading: str
    level: int
    text: list[str]
    clauses: dict[str, str]


class Rulebook(msgspec.Struct):
    """The rules of a game in one language."""

    title: str
    sections: list[Section]

    @property
    def clauses(self) -> dict[str, str]:
        """Every clause by its number, in the order of the book."""
        return {name: text for section in self.sections for name, text in section.clauses.items()}

    def clause(self, wish: str) -> tuple[str, str]:
        """Return a clause by its full number, or by the number alone where that is unambiguous.

        >>> rulebook("exxtra").clause("9")[0]
        'EXXTRA-9'
        """
        wanted = wish.strip().upper()
        found = [
            (name, text)
            for name, text in self.clauses.items()
            if wanted in (name.upper(), name.upper().partition("-")[2])
        ]
        if len(found) != 1:
            raise Unreadable("core.unknown_clause", params={"clause": wish[:40], "allowed": self._ranges()})
        return found[0]

    def _ranges(self) -> list[str]:
        """Return the ranges of clauses, each prefix as `EXXTRA-1…18`."""
        ends: dict[str, list[str]] = {}
        for name in self.clauses:
            prefix, _, number = name.partition("-")
            ends.setdefault(prefix, []).append(number)
        return [f"{prefix}-{numbers[0]}…{numbers[-1]}" for prefix, numbers in ends.items()]


def split_ruling(text: str) -> tuple[str, str]:
    """Return the printed part of a clause and our ruling beyond it; either may be empty.

    >>> split_ruling("Black starts. [ruling] Nobody passes.")
    ('Black starts.', 'Nobody passes.')
    """
    printed, _, ruled = text.partition(RULING)
    return printed.strip(), ruled.strip()


def parse(text: str) -> Rulebook:
    """Read the Markdown of a rulebook: headings, paragraphs and clauses, each on one line.

    >>> parse("# Go\\n\\n## Stones\\n\\n- GO-1 Black starts.").clauses
    {'GO-1': 'Black starts.'}
    """
    sections: list[Section] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if heading := _HEADING.fullmatch(line):
            sections.append(Section(heading[2], len(heading[1]), [], {}))
        elif not sections:
            raise ValueError(f"expected the title of the rulebook, not {line!r}")
        elif clause := _CLAUSE.fullmatch(line):
            if any(clause[1] in section.clauses for section in sections):
                raise ValueError(f"{clause[1]} stands twice")
            sections[-1].clauses[clause[1]] = clause[2]
        else:
            sections[-1].text.append(line)
    if not sections:
        raise ValueError("an empty rulebook")
    return Rulebook(sections[0].heading, sections)


def book_text(game: str, language: str) -> str:
    """Return the Markdown of a rulebook, without the sections editions share; empty where there is none.

    >>> book_text("exxtra", "en").partition("\\n")[0], book_text("core", "en")
    ('# Exxtra', '')
    """
    place = folder(game) / "rulebook" / f"{language}.md"
    return place.read_text(encoding="utf-8") if place.is_file() else ""


@cache
def rulebook(game: str, language: str = "en") -> Rulebook:
    """Return the rulebook of a game in a language; an edition's includes the sections all editions share.

    The shared sections follow the introduction of the edition.
    """
    book = parse(book_text(game, language))
    kin = family(game)
    if kin is None:
        return book
    title, introduction, *own = book.sections
    return Rulebook(book.title, [title, introduction, *rulebook(kin, language).sections[1:], *own])


def clauses(game: str, language: str = "en") -> dict[str, str]:
    """Return every clause of a game by its number.

    >>> clauses("exxtra")["EXXTRA-11"].partition(":")[0]
    'After every throw that did not end your turn you choose'
    """
    return rulebook(game, language).clauses
