"""File permissions of the database, SQLite's companion files and the secret key."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

PRIVATE: Final = 0o600
"""Permission bits: read and write for the owner only."""
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database; they inherit its permissions."""
MEMORY: Final = ":memory:"

log = structlog.get_logger()


def keep_private(path: Path) -> None:
    """Restrict a file to its owner and log a warning if others had access; a missing file is ignored."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & ~PRIVATE:
            return
        path.chmod(PRIVATE)
    except FileNotFoundError:
        return
    except OSError as error:  # owned by another user
        log.warning("could not restrict a file to its owner", file=str(path), error=type(error).__name__)
        return
    log.warning("restricted a file to its owner", file=str(path), was=f"{mode:04o}")


def create_database(file: str | None) -> None:
    """Create an empty SQLite file with private permissions; SQLite's own default lets others read it."""
    if file and file != MEMORY:
        with suppress(OSError):  # it exists already, or SQLite will report the error
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def tighten_database(file: str | None) -> None:
    """Restrict an existing SQLite database and its companion files to their owner."""
    if file and file != MEMORY:
        for companion in ("", *COMPANIONS):
            keep_private(Path(file + companion))
