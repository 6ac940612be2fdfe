"""Arrays in numpy's file format, read and written without numpy."""

import ast
import sys
import zipfile
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MAGIC: Final = b"\x93NUMPY\x01\x00"
ALIGNED: Final = 64
"""The numbers of an array begin at a multiple of this many bytes."""


def floats(numbers: bytes, shape: tuple[int, ...]) -> "memoryview[float]":
    """Return bytes as a read-only array of floats, indexed like numpy's."""
    flat = memoryview(numbers).cast("B")
    return flat.cast("d", shape)


def read_floats(path: Path) -> dict[str, "memoryview[float]"]:
    """Return the arrays of a file by name; anything else raises a `ValueError` or an error of `zipfile`."""
    with zipfile.ZipFile(path) as file:
        return {name.removesuffix(".npy"): _array(file.read(name)) for name in file.namelist()}


def write_floats(path: Path, arrays: Mapping[str, "memoryview[float]"]) -> None:
    """Write arrays as `numpy.savez_compressed` does."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, numbers in arrays.items():
            header = str({"descr": "<f8", "fortran_order": False, "shape": tuple(numbers.shape or ())})
            room = -(len(MAGIC) + 2 + len(header) + 1) % ALIGNED
            padded = header.encode() + b" " * room + b"\n"
            length = len(padded).to_bytes(2, "little")
            file.writestr(f"{name}.npy", MAGIC + length + padded + _little(numbers.tobytes()))


def _array(written: bytes) -> "memoryview[float]":
    begin = len(MAGIC) + 2
    end = begin + int.from_bytes(written[len(MAGIC) : begin], "little")
    if written[: len(MAGIC)] != MAGIC:
        raise ValueError("no array")
    header = ast.literal_eval(written[begin:end].decode("latin-1"))
    if header["descr"] != "<f8" or header["fortran_order"]:
        raise ValueError(f"an array of {header['descr']}")
    return floats(_little(written[end:]), header["shape"])


def _little(numbers: bytes) -> bytes:
    """Convert between this machine's byte order and little-endian."""
    if sys.byteorder == "little":
        return numbers
    turned = array("d", numbers)
    turned.byteswap()
    return turned.tobytes()
