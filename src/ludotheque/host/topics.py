"""Names of the broadcast topics."""

from typing import Final


def table_topic(table: str) -> str:
    """Topic of the subscribers to a table."""
    return f"table:{table}"


def person_topic(person: str) -> str:
    """Topic of changes to a person's tables."""
    return f"person:{person}"


def sign_ins_topic(person: str) -> str:
    """Topic of changes to a person's sign-ins, for each of their sockets."""
    return f"{SIGN_INS}:{person}"


SIGN_INS: Final = "sign_ins"
OPEN_TABLES: Final = "open"
"""Topic of the public list of tables."""
