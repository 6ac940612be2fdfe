"""Compiles the rules and the search with mypyc where a compiler is; they run interpreted where none is.

Core and search are one shared library and every game is another, so that a change in one game compiles that
game alone. All are built or none; a release is built in a folder of its own, from nothing.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

MARK = "# mypyc: compile"
PACKAGE = Path("src/ludotheque")
SEARCHED = ("core", "bots")
"""Packages that call each other in every step of a search."""


def say(sentence: str) -> None:
    """One line for whoever builds; it begins on a line of its own."""
    sys.stderr.write(f"ludotheque: {sentence}\n")


def compiled_sources() -> list[Path]:
    """Every module whose first line asks for it."""
    return sorted(path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8").startswith(MARK))


def group_of(source: Path) -> str:
    """The shared library that a module belongs to."""
    package, *inside = source.relative_to(PACKAGE).parts
    return inside[0] if package == "games" else SEARCHED[0] if package in SEARCHED else package


def grouped(sources: list[Path]) -> list[tuple[list[str], str]]:
    """The modules of each shared library, with its name."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        groups.setdefault(f"ludotheque_{group_of(source)}", []).append(str(source))
    return [(files, name) for name, files in groups.items()]


def extensions() -> list[Extension]:
    """What mypyc makes of the marked modules; nothing where they have to run interpreted."""
    if os.environ.get("LUDOTHEQUE_PURE") == "1":
        return []
    if not (
        os.environ.get("CC") or any(map(shutil.which, ("cc", "gcc", "clang"))) or sys.platform == "win32"
    ):
        say("no C compiler found, the rules run interpreted, some twenty times slower; install gcc or clang")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        say("mypyc is not installed, the rules run interpreted, some twenty times slower; install mypy")
        return []
    sources = compiled_sources()
    built: list[Extension] = mypycify(
        [str(source) for source in sources], opt_level="3", debug_level="0", separate=grouped(sources)
    )
    return built


class CompileAllOrNothing(build_ext):  # type: ignore[misc]
    """Rules that are compiled in part only would be neither quick nor whole."""

    def run(self) -> None:
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            if self.inplace:
                raise SystemExit(f"ludotheque: {error}") from None
            say(f"the compiler failed, the rules run interpreted ({error})")
            self.drop()
        if self.inplace:
            self.drop_stale()

    def drop(self) -> None:
        """Leave nothing compiled in what is being packed."""
        for output in self.get_outputs():
            Path(output).unlink(missing_ok=True)
        self.extensions = []

    def drop_stale(self) -> None:
        """A module that is no longer compiled must not be found compiled."""
        fresh = {Path(self.get_ext_fullpath(extension.name)).resolve() for extension in self.extensions}
        for library in Path("src").rglob(f"*{Path(self.get_ext_filename('x')).name[1:]}"):
            if library.resolve() not in fresh:
                library.unlink()


setup(ext_modules=extensions(), cmdclass={"build_ext": CompileAllOrNothing})
