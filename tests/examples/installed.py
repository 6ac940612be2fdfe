"""The example packages, installed in a folder of their own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.patience import HANG

ROOT: Final = Path(__file__).parents[2]
PIG: Final = ROOT / "examples" / "pig"
PIKE: Final = ROOT / "examples" / "pike"


def surroundings_with(folder: Path, *packages: Path) -> dict[str, str]:
    """The environment of a process that finds some packages."""
    site = folder / "site"
    sources = [str(folder / package.name) for package in packages]
    subprocess.run(["cp", "-r", *map(str, packages), str(folder)], check=True, timeout=HANG)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, *offline, *sources], check=True, timeout=HANG)
    paths = [str(site), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
