"""README and docs: their examples run, their links lead somewhere, and they speak of the project alone."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
"""A block of code, in which `]([` is no link."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        assert (page.parent / target).exists(), target


def test_no_file_names_a_place_on_one_machine_or_a_registry() -> None:
    patterns = [
        "/work/",
        "/root/",
        r"shared/(rules|seeds)",
        "find-links /",
        r"https?://[a-z.]*pypi",
        r"registry\.npmjs",
    ]
    found = subprocess.run(
        ["git", "grep", "-nIE", "|".join(patterns), "--", ".", ":!tests/gates/test_docs.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
