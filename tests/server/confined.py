"""Run a program with the system calls that the unit of systemd leaves to it.

    python -m tests.server.confined hosting/ludotheque.service COMMAND ARGUMENT...

systemd itself does not run where the tests do; the kernel's filter (seccomp) is the same.
"""

import ctypes
import os
import platform
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

NUMBERS: Final = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
SET_NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X86_64: Final = 0xC000003E
X32: Final = 0x40000000
"""Numbers from here on are of another kind of programs on the same processor."""
EPERM: Final = 1


def possible() -> bool:
    """Whether this machine has what it takes."""
    return platform.machine() == "x86_64" and NUMBERS.is_file()


def allowed(analyze: str, unit: Path) -> set[str]:
    """Names of the system calls that a unit allows."""
    sets = sets_of(analyze)
    found: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
        named = {name for one in line.lstrip("~").split() for name in expanded(sets, one)}
        found = found - named if line.startswith("~") else found | named
    return found


def sets_of(analyze: str) -> dict[str, list[str]]:
    """The sets of system calls that systemd knows by a name, and what stands in them."""
    done = subprocess.run(
        [analyze, "syscall-filter", "--no-pager"], capture_output=True, text=True, check=True
    )
    sets: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("@"):
            current = sets.setdefault(line.strip(), [])
        elif line.startswith(" ") and line.strip()[:1] not in ("#", ""):
            current.append(line.strip())
    return sets


def expanded(sets: dict[str, list[str]], name: str) -> set[str]:
    """The system calls of a set, and of the sets in it."""
    if name not in sets:
        return {name}
    return {call for inner in sets[name] for call in expanded(sets, inner)}


def program(names: set[str]) -> bytes:
    """A filter that allows these system calls and refuses all others with EPERM."""
    numbers = dict(re.findall(r"#define __NR_(\w+) (\d+)", NUMBERS.read_text(encoding="ascii")))
    steps = [(LOAD, 0, 0, 4), (JUMP_IF_EQUAL, 1, 0, X86_64), (RETURN, 0, 0, KILL)]
    steps += [(LOAD, 0, 0, 0), (JUMP_IF_AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL)]
    for name in sorted(names & numbers.keys()):
        steps += [(JUMP_IF_EQUAL, 0, 1, int(numbers[name])), (RETURN, 0, 0, ALLOW)]
    steps.append((RETURN, 0, 0, ERRNO | EPERM))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def confine(names: set[str]) -> None:
    """Leave this process, and all that it starts, only these system calls."""
    written = program(names)
    buffer = ctypes.create_string_buffer(written, len(written))
    header = struct.pack("@HP", len(written) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, header, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter could not be set")


if __name__ == "__main__":
    confine(allowed("systemd-analyze", Path(sys.argv[1])))
    os.execv(sys.argv[2], sys.argv[2:])
