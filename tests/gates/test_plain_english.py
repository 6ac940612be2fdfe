"""Docstrings and comments in plain English: no riddles as first words, none of the listed phrases."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque

HOUSE = Path(ludotheque.__file__).parent
ROOT = Path(__file__).parents[2]
OPENING = re.compile(r"(What|Who|Whose|Whom|Whoever|Whatever|How|Whether|Where|Why|Which)\b")
"""First words of a docstring that names a question in place of a thing or an action."""
PHRASES = (
    "anew",
    "anybody",
    "are told",
    "as long as it lasts",
    "as near as can be",
    "as often as can be",
    "be told",
    "behind the contract",
    "by and by",
    "everybody",
    "foretell",
    "foretells",
    "gets a word in",
    "give signs of life",
    "gives signs of life",
    "has nothing against",
    "if wished",
    "in so many words",
    "is told",
    "let go of",
    "makes of it",
    "nobody",
    "of its own accord",
    "on wish",
    "quick enough to",
    "so long a",
    "so many of",
    "somebody",
    "tell apart",
    "tells apart",
    "tells nobody",
    "the like of",
    "told apart",
    "was told",
    "were told",
    "what becomes of",
    "what came of",
    "what comes of",
    "what is left of",
    "what is to be",
    "what there is",
    "whichever",
    "who must have said",
    "whoever",
    "wins no time",
    "with a word for",
)
"""Phrases of an old dialect; each has a plain word instead, such as resample, peer, caller or optional."""
FINDER = re.compile(rf"\b({'|'.join(PHRASES)})\b", re.IGNORECASE)


def prose(source: str) -> Iterator[tuple[int, str, bool]]:
    """Every docstring and comment with its line, and whether it documents a module, class or function."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for number, child in enumerate(body if isinstance(body, list) else ()):
            text = child.value if isinstance(child, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                documents = not number and not isinstance(node, ast.If | ast.For | ast.While | ast.With)
                yield child.lineno, text.value, documents
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, False


def findings(source: str) -> list[str]:
    """The docstrings and comments that are not plain, each with its line; names of constants don't count."""
    found = []
    for line, text, documents in prose(source):
        plain = re.sub(r"^\s*>>>.*(\n.*\S.*)*", "", text, flags=re.MULTILINE)
        if documents and OPENING.match(text.strip()):
            found.append(f"{line}: {text.strip().splitlines()[0]}")
        spoken = [match[0] for match in FINDER.finditer(plain) if not match[0].isupper()]
        found += [f"{line}: “{phrase}” in {text.strip().splitlines()[0]}" for phrase in spoken]
    return found


MODULES = sorted(HOUSE.rglob("*.py"))
SCRIPTS = [
    path
    for folder in ("bench", "scripts", "train")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]


@pytest.mark.parametrize("path", [*MODULES, *SCRIPTS], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docstrings_and_comments_are_plain_english(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""What a seat may know."""',
        'def f():\n    """Whether anything is left."""',
        '"""Moves."""\nWIDTH = 3\n"""Columns, made anew."""',
        "# nobody asks\n",
    ],
)
def test_old_dialect_is_found(source: str) -> None:
    assert findings(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Return what a seat may know."""',
        'def f():\n    """Return whether.\n\n    >>> "Nobody passes."\n    "Nobody passes."\n    """',
        "NOBODY = -1\n",
    ],
)
def test_plain_words_and_names_pass(source: str) -> None:
    assert findings(source) == []
