"""Compiles the rules and the search with mypyc where a compiler is; they run interpreted where none is."""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup

MARK = "# mypyc: compile"


def compiled_sources() -> list[str]:
    """Every module whose first line asks for it."""
    return sorted(
        str(path)
        for path in Path("src/ludotheque").rglob("*.py")
        if path.read_text(encoding="utf-8").startswith(MARK)
    )


def extensions() -> list[Extension]:
    if os.environ.get("LUDOTHEQUE_PURE") == "1":
        return []
    if not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or sys.platform == "win32"):
        sys.stderr.write("ludotheque: no C compiler found, the rules will run interpreted\n")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        sys.stderr.write("ludotheque: mypyc is not installed, the rules will run interpreted\n")
        return []
    sources = compiled_sources()
    if not sources:
        return []
    built = mypycify(sources, opt_level="3", debug_level="0", group_name="ludotheque_rules")
    for extension in built:
        extension.optional = True
    return built


setup(ext_modules=extensions())
