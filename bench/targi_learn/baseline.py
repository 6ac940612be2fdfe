"""Today's expert as it was in November 2026, kept to measure later ones by."""

import json
from pathlib import Path

from ludotheque.games.targi.knowledge import Value


def baseline_value() -> Value:
    """The value function of that expert; its instinct is still in the package."""
    return Value(**json.loads(Path(__file__).with_name("expert_2026_11.json").read_text(encoding="utf-8")))
