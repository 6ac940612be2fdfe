"""Files that hold what is nobody else's business: the database, its companions and the secret key."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

PRIVATE: Final = 0o600
"""Read and written by the owner alone."""
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; it gives them the rights of the database when it makes them."""
MEMORY: Final = ":memory:"

log = structlog.get_logger()


def keep_private(path: Path) -> None:
    """Take the rights of everybody but the owner from a file, and say so in the log."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & ~PRIVATE:
            return
        path.chmod(PRIVATE)
    except FileNotFoundError:
        return
    except OSError as error:  # it belongs to somebody else
        log.warning("others may read a file", file=str(path), error=type(error).__name__)
        return
    log.warning("took the rights of others from a file", file=str(path), was=f"{mode:04o}")


def create_database(file: str | None) -> None:
    """Make the file of an SQLite database before SQLite does, which would let everybody read it."""
    if file and file != MEMORY:
        with suppress(OSError):  # it is there already, or SQLite will say why it can't be made
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def tighten_database(file: str | None) -> None:
    """Take the rights of others from an SQLite database of earlier days, and from what stands beside it."""
    if file and file != MEMORY:
        for companion in ("", *COMPANIONS):
            keep_private(Path(file + companion))
