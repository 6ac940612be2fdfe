"""Trained weights as package data: half-precision floats, two bytes each, little-endian."""

from struct import pack, unpack


def read_float16(data: bytes) -> list[float]:
    """Return the numbers of a file.

    >>> read_float16(write_float16([0.5, -2.0]))
    [0.5, -2.0]
    """
    return list(unpack(f"<{len(data) // 2}e", data))


def write_float16(numbers: list[float]) -> bytes:
    """Return the bytes of a file of numbers."""
    return pack(f"<{len(numbers)}e", *numbers)
