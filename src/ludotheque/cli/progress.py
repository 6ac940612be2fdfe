"""The lessons taken in this terminal: one small file in the program's data folder."""

import os
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.core.files import replacing

FILE: Final = "lessons.json"


def progress_file() -> Path:
    """Return the file: in `LUDOTHEQUE_DATA`, or in the user's data folder."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    shared = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return (Path(named) if named else Path(shared) / "ludotheque") / FILE


def taken(game: str) -> list[str]:
    """Return the lessons of a game that were taken; none if the file is missing or broken."""
    return _read().get(game, [])


def take(game: str, lesson: str) -> None:
    """Record that a lesson was taken; the file is replaced atomically."""
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
