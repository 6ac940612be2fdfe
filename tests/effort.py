"""The effort of a test: all of it on compiled rules, less on their source, which runs for coverage."""

from ludotheque import compiled


def tries(whole: int, interpreted: int) -> int:
    """Return the number of tries: the second one if the rules run interpreted, some fifty times slower."""
    return whole if compiled else interpreted
