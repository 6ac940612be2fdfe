"""Record files, replaced atomically."""

from datetime import datetime
from pathlib import Path

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.files import replacing
from ludotheque.core.refusal import Unreadable
from ludotheque.table.table import Table


def save_record(table: Table, path: Path) -> None:
    """Write the record of a table; a concurrent reader sees the complete old or new file."""
    written = msgspec.json.format(msgspec.json.encode(table.record()), indent=2)
    with replacing(path) as beside:
        beside.write_bytes(written + b"\n")


def new_path(game: str) -> Path:
    """Return an unused name for a record: the game and the time."""
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path = Path(f"{stem}.json")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.json")
        number += 1
    return path


def read_text(source: str, text: str) -> Json:
    """Return JSON read from a text; an error names the source."""
    try:
        found: Json = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Unreadable("cli.json", params={"text": source[:40]}) from None
    return found
