"""What may change, as the broadcaster calls it."""


def table_topic(table: str) -> str:
    """A table, for whoever is connected to it."""
    return f"table:{table}"


def person_topic(person: str) -> str:
    """A person's tables, for that person."""
    return f"person:{person}"
