"""Atomic replacement of files."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces the file at the end, or is removed after an error.

    A concurrent reader sees the complete old file or the complete new one. Errors name the file to be
    replaced.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield beside
        beside.replace(path)
    except OSError as error:
        if error.filename == str(beside):
            error.filename = str(path)
        raise
    finally:
        beside.unlink(missing_ok=True)
