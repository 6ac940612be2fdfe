"""Learned numbers as package data: half precision, two bytes each, the lowest byte first."""

from struct import pack, unpack


def read_halves(data: bytes) -> list[float]:
    """The numbers of a file.

    >>> read_halves(write_halves([0.5, -2.0]))
    [0.5, -2.0]
    """
    return list(unpack(f"<{len(data) // 2}e", data))


def write_halves(numbers: list[float]) -> bytes:
    """A file of numbers."""
    return pack(f"<{len(numbers)}e", *numbers)
