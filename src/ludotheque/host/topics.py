"""What may change, as the broadcaster calls it."""

from typing import Final


def table_topic(table: str) -> str:
    """A table, for whoever is connected to it."""
    return f"table:{table}"


def person_topic(person: str) -> str:
    """A person's tables, for that person."""
    return f"person:{person}"


def sign_ins_topic(person: str) -> str:
    """Where a person is signed in, for each of their sockets."""
    return f"{SIGN_INS}:{person}"


SIGN_INS: Final = "sign_ins"
OPEN_TABLES: Final = "open"
"""Tables that everybody may see, for whoever looks at their list."""
