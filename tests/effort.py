"""How much a test tries: all of it on compiled rules, less on their source, which runs to be covered."""

from ludotheque import compiled


def tries(whole: int, interpreted: int) -> int:
    """How often to try: the second number where the rules run interpreted, some fifty times slower."""
    return whole if compiled else interpreted
