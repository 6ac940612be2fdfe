"""Lock files: complete for every platform, with hashes, and without the address of any registry."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from scripts.complete_lock import missing

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / "web" / "package-lock.json", ROOT / "bench" / "boardgame_io" / "package-lock.json"]
PINNED = [ROOT / f"requirements{part}.txt" for part in ("", "-dev", "-bench")]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.parent.name)
def test_a_lock_of_npm_names_the_optional_parts_of_every_platform(path: Path) -> None:
    packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
    assert missing(packages) == {}
    assert [place for place, package in packages.items() if "resolved" in package] == []


def test_what_is_missing_is_found_wherever_it_would_lie() -> None:
    wants = {"optionalDependencies": {"a": "1.0.0", "b": "2.0.0", "c": "3.0.0"}}
    packages = {"node_modules/x": wants, "node_modules/a": {}, "node_modules/x/node_modules/b": {}}
    assert missing(packages) == {"c": "3.0.0"}


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.stem)
def test_every_requirement_is_pinned_with_hashes(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert not [line for line in written.splitlines() if line.startswith("-") or "://" in line]
    blocks = [block for block in re.split(r"\n(?=\S)", written) if not block.startswith("#")]
    assert len(blocks) > 10
    assert [
        block
        for block in blocks
        if not re.match(r"[\w.,\[\]-]+==\S+ \\\n +--hash=sha256:[0-9a-f]{64}", block)
    ] == []


def test_what_is_installed_is_checked_by_its_hash() -> None:
    written = [
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("Makefile", "setup.py", "hosting/Containerfile")
    ]
    lines = [line for text in written for line in text.splitlines() if not line.startswith("INSTALL :=")]
    installing = [line for line in lines if re.search(r"\bpip install|\$\(INSTALL\)", line)]
    assert len(installing) >= len(PINNED) + 3
    assert [line for line in installing if not re.search("--require-hashes|--no-deps", line)] == []
    assert [
        line for line in lines if re.search(r"npm install (?!--package-lock-only)|\"install\"", line)
    ] == []


def test_what_depends_on_how_uvicorn_works_inside_allows_no_other_version() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    (wanted,) = [one for one in extras["server"] if one.startswith("uvicorn")]
    pinned = re.search(
        r"^uvicorn==(\d+)\.(\d+)", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M
    )
    assert pinned is not None
    major, minor = map(int, pinned.groups())
    assert wanted == f"uvicorn>={major}.{minor},<{major}.{minor + 1}"
