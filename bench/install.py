"""Size, import time and start-up time of an installation: the plain package, and with the server.

Builds a pure wheel (or takes the one that is named), installs it into empty environments and measures
there: the size of all that was installed, pip itself left out, the time to import `ludotheque` and to run a
command (the best of five), and from `ludotheque serve` to its first answer.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMES = 5
LONGEST = 120.0


def build_wheel(folder: Path) -> Path:
    """Build a wheel of the current source."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, env=os.environ | {"LUDOTHEQUE_PURE": "1"}, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


def environment_with(wheel: str, folder: Path) -> Path:
    """Make a fresh environment with a wheel and its requirements; return the folder of its programs."""
    venv.create(folder, with_pip=True)
    known = ["-c", str(ROOT / "requirements.txt")]
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *known, wheel], check=True, stderr=subprocess.DEVNULL)
    subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip"],
        check=False,
        stderr=subprocess.DEVNULL,
    )
    return folder / "bin"


def megabytes(folder: Path) -> float:
    """Return the size of the files of a folder, without compiled Python files."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sum(path.stat().st_size for path in files) / 1e6


def seconds(*command: str | Path) -> float:
    """Return the shortest time of a command."""
    best = LONGEST
    for _ in range(TIMES):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def seconds_to_answer(programs: Path, data: Path) -> float:
    """Return the time from the start of the server to its first answer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    start = time.perf_counter()
    process = subprocess.Popen(
        [programs / "ludotheque", "serve", "--port", str(port)],
        env=os.environ | {"LUDOTHEQUE_DATA": str(data)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while time.perf_counter() - start < LONGEST:
            with (
                suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=LONGEST),
            ):
                return time.perf_counter() - start
            time.sleep(0.01)
        raise TimeoutError("the server does not answer")
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Print one line for each kind of installation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, help="measure this wheel; one is built if none is given")
    parser.add_argument("--extras", default="server", help="extras of the second installation")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = arguments.wheel or build_wheel(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for extras in ("", arguments.extras):
            home = folder / (extras or "plain")
            programs = environment_with(f"{wheel}[{extras}]" if extras else str(wheel), home)
            python = programs / "python"
            empty = seconds(python, "-c", "")
            imported = seconds(python, "-c", "import ludotheque") - empty
            version = seconds(programs / "ludotheque", "--version")
            size = megabytes(home / "lib")
            times = f"import {imported:.3f} s, --version {version:.3f} s"
            print(f"{extras or 'plain'}: {size:.1f} MB installed, {times}")
        print(f"serve answers after {seconds_to_answer(programs, folder / 'data'):.2f} s")


if __name__ == "__main__":
    main()
