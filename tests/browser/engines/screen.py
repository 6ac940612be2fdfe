"""A screen that nobody sees: there browsers draw as on a desk, WebGL included."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.patience import HANG

PROGRAM: Final = shutil.which("Xvfb")


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen in memory; the server of X finds a free number for it."""
    assert PROGRAM is not None
    command = [PROGRAM, "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        yield f":{int(process.stdout.readline())}"
    finally:
        process.terminate()
        process.wait(HANG)
        process.stdout.close()
