"""Trained weights as package data: half-precision floats, two bytes each, little-endian."""

from struct import pack, unpack


def read_halves(data: bytes) -> list[float]:
    """Return the numbers of a file.

    >>> read_halves(write_halves([0.5, -2.0]))
    [0.5, -2.0]
    """
    return list(unpack(f"<{len(data) // 2}e", data))


def write_halves(numbers: list[float]) -> bytes:
    """Return the bytes of a file of numbers."""
    return pack(f"<{len(numbers)}e", *numbers)
