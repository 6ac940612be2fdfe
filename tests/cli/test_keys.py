"""Single keys, however quickly they come."""

import pytest

from ludotheque.cli.keys import Keys


def pressed(*chunks: bytes, alone: bool = True) -> list[str]:
    """The keys in some chunks, as a terminal hands them over."""
    coming = [*chunks]
    keys = Keys(lambda: coming.pop(0) if coming else b"", lambda: bool(coming) or not alone)
    found = []
    while coming or keys.waiting:
        found.append(keys.next())
    return found


def test_a_held_arrow_key_counts_as_often_as_it_comes() -> None:
    assert pressed(b"\x1b[C" * 5) == ["right"] * 5


def test_an_arrow_that_comes_in_two_parts_changes_nothing_else() -> None:
    assert pressed(b"\x1b[C\x1b[C\x1b[", b"C", b"c") == ["right", "right", "right", "c"]
    assert pressed(b"\x1b", b"[A") == ["up"]


@pytest.mark.parametrize(
    ("typed", "key"), [(b"\x1b", "q"), (b"\x1bOD", "left"), (b"\r", "enter"), (b"\x1b[3~", ""), (b"W", "w")]
)
def test_keys_go_by_their_names(typed: bytes, key: str) -> None:
    assert pressed(typed) == [key]


def test_a_closed_terminal_goes_back() -> None:
    assert Keys(lambda: b"", lambda: False).next() == "q"


def test_letters_between_arrows_are_not_lost() -> None:
    assert pressed("\x1b[Aw\x1b[Bé".encode()) == ["up", "w", "down", "é"]
