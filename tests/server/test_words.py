"""Every code that the server sends has its sentence."""

import re
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES, knows

SOURCES = [Path(__file__).parents[2] / "src" / "ludotheque" / name for name in ("host", "server")]
CODE = re.compile(r'"server\.(\w+)"')
TOLD = re.compile(r'_event\(line, "(\w+)"')


def test_every_refusal_and_event_of_the_server_has_a_sentence() -> None:
    source = "".join(path.read_text(encoding="utf-8") for folder in SOURCES for path in folder.rglob("*.py"))
    reasons = {"resigned", "ended", "broken_off"}
    codes, events = set(CODE.findall(source)) - reasons, {*TOLD.findall(source), "undo", "reset"}
    assert len(codes) > 20
    assert len(events) > 5
    for language in LANGUAGES:
        assert [code for code in codes if not knows(f"server_refusal_{code}", language)] == []
        assert [name for name in events if not knows(f"server_event_{name}", language)] == []
        assert all(knows(f"server_reason_{reason}", language) for reason in reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_server_is_left_unused(language: str) -> None:
    from ludotheque.core.words import words

    source = "".join(path.read_text(encoding="utf-8") for folder in SOURCES for path in folder.rglob("*.py"))
    for key in words("server", language):
        name = key.split("_", 2)[2]
        assert f'"server.{name}"' in source or f'"{name}"' in source or key in source, key
