"""The example package, installed in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.patience import HANG

ROOT: Final = Path(__file__).parents[2]
PIG: Final = ROOT / "examples" / "pig"


def surroundings_with_pig(folder: Path) -> dict[str, str]:
    """The environment of a process that finds the package."""
    source, site = folder / "pig", folder / "site"
    subprocess.run(["cp", "-r", str(PIG), str(source)], check=True, timeout=HANG)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, *offline, str(source)], check=True, timeout=HANG)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
