"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside another, to write to: it takes the other's place at the end, or is gone if that fails.

    Whoever reads meanwhile sees the old file or the new one, whole. An error names the file that was meant.
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
