"""Build with mypyc where a C compiler exists, and pack the pages, built by npm where it exists.

Core and search are one shared library and every game is another, so that a change in one game compiles that
game alone. All are built or none; a release is built in a folder of its own, from nothing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CCompilerError, ExecError, PlatformError

MARK = "# mypyc: compile"
PACKAGE = Path("src/ludotheque")
SEARCHED = ("core", "bots")
"""Packages that call each other in every step of a search."""


PAGES = Path("web/dist")
PAGES_OF = (
    "web/src",
    "web/messages",
    "web/public",
    "web/scripts",
    "web/package-lock.json",
    "web/vite.config.ts",
)
WORDS = ("words/**/*.json", "rulebook/*.md")
"""The sources of the pages in the package."""


def say(sentence: str) -> None:
    """Print one line about the build, on a line of its own."""
    sys.stderr.write(f"ludotheque: {sentence}\n")


def compiled_sources() -> list[Path]:
    """Return every module whose first line asks for compilation."""
    return sorted(path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8").startswith(MARK))


def group_of(source: Path) -> str:
    """Return the shared library of a module."""
    package, *inside = source.relative_to(PACKAGE).parts
    return inside[0] if package == "games" else SEARCHED[0] if package in SEARCHED else package


def grouped(sources: list[Path]) -> list[tuple[list[str], str]]:
    """Return the modules of each shared library, with its name."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        groups.setdefault(f"ludotheque_{group_of(source)}", []).append(str(source))
    return [(files, name) for name, files in groups.items()]


def extensions() -> list[Extension]:
    """Return the extensions of the marked modules; none where they have to run interpreted."""
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
    """Compiles all marked modules or none."""

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
        """Remove everything compiled from the package."""
        for output in self.get_outputs():
            Path(output).unlink(missing_ok=True)
        self.extensions = []

    def drop_stale(self) -> None:
        """Remove the library of a module that is no longer compiled."""
        fresh = {Path(self.get_ext_fullpath(extension.name)).resolve() for extension in self.extensions}
        for library in Path("src").rglob(f"*{Path(self.get_ext_filename('x')).name[1:]}"):
            if library.resolve() not in fresh:
                library.unlink()


def pages() -> Path | None:
    """Return the built pages; a source distribution has them, a clone builds them when they are out of
    date.
    """
    if not Path("PKG-INFO").exists() and not pages_are_fresh():
        npm = shutil.which("npm")
        if npm is None:
            say("npm is not found, the package will have no pages; install Node.js 20.19 or newer")
            return None
        for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            if subprocess.run([npm, "--silent", *command], cwd="web", check=False).returncode:  # noqa: S603
                raise SystemExit(f"ludotheque: npm {' '.join(command)} failed in web")
    return PAGES if (PAGES / "index.html").is_file() else None


def pages_are_fresh() -> bool:
    """Return whether the pages are newer than all their sources."""
    index = PAGES / "index.html"
    made_of = [path for part in PAGES_OF for path in (Path(part), *Path(part).rglob("*")) if path.is_file()]
    made_of += [path for pattern in WORDS for path in PACKAGE.rglob(pattern)]
    return index.is_file() and all(path.stat().st_mtime <= index.stat().st_mtime for path in made_of)


class BuildWithPages(build_py):  # type: ignore[misc]
    """The package, with the pages of its server."""

    def run(self) -> None:
        super().run()
        built = None if self.editable_mode else pages()
        if built is not None:
            shutil.copytree(built, Path(self.build_lib) / "ludotheque" / "pages", dirs_exist_ok=True)


class SourceWithPages(sdist):  # type: ignore[misc]
    """The source distribution, with the built pages, so that its users need no Node.js."""

    def run(self) -> None:
        pages()
        super().run()


COMMANDS = {"build_ext": CompileAllOrNothing, "build_py": BuildWithPages, "sdist": SourceWithPages}
setup(ext_modules=extensions(), cmdclass=COMMANDS)
