"""Which lessons somebody has taken in this terminal: one small file among the program's data."""

import os
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.core.files import replacing

FILE: Final = "lessons.json"


def progress_file() -> Path:
    """Where it is kept: in `LUDOTHEQUE_DATA`, or where this user's programs keep what must not be lost."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    shared = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return (Path(named) if named else Path(shared) / "ludotheque") / FILE


def taken(game: str) -> list[str]:
    """The lessons of a game that were taken; none if the file is missing or broken."""
    return _read().get(game, [])


def take(game: str, lesson: str) -> None:
    """Remember that a lesson was taken; a file that is read meanwhile is whole."""
    kept = _read()
    kept[game] = sorted({*kept.get(game, []), lesson})
    path = progress_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as beside:
        beside.write_bytes(msgspec.json.encode(kept))


def _read() -> dict[str, list[str]]:
    try:
        return msgspec.json.decode(progress_file().read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.DecodeError):
        return {}
