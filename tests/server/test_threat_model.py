"""docs/threat-model.md names the tests that show each of its lines."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    line
    for line in (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| who |", "|---"))
]
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))
WRITTEN = "\n".join(path.read_text(encoding="utf-8") for path in TESTS)


@pytest.mark.parametrize("row", ROWS)
def test_every_line_names_tests_that_exist(row: str) -> None:
    *_, shown_by, _ = row.split("|")
    named = re.findall(r"`(test_\w+)`", shown_by)
    assert named
    assert [name for name in named if not re.search(rf"def {name}\(", WRITTEN)] == []
