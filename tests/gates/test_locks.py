"""Lock files: complete for every platform, and without the address of any registry."""

import json
from pathlib import Path

import pytest
from scripts.complete_lock import missing

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / "web" / "package-lock.json", ROOT / "bench" / "boardgame_io" / "package-lock.json"]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.parent.name)
def test_a_lock_of_npm_names_the_optional_parts_of_every_platform(path: Path) -> None:
    packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
    assert missing(packages) == {}
    assert [place for place, package in packages.items() if "resolved" in package] == []


def test_what_is_missing_is_found_wherever_it_would_lie() -> None:
    wants = {"optionalDependencies": {"a": "1.0.0", "b": "2.0.0", "c": "3.0.0"}}
    packages = {"node_modules/x": wants, "node_modules/a": {}, "node_modules/x/node_modules/b": {}}
    assert missing(packages) == {"c": "3.0.0"}
