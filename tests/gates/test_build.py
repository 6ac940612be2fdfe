"""Building: what is compiled with what, what counts as built, and one clear line where a tool is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("cat", "dirname", "find", "grep", "make", "mkdir", "mv", "rm", "sed", "sh", "sleep", "touch")
"""All that a Makefile may count on; no compiler, no node."""
RULES = '# mypyc: compile\n"""Rules."""\n\n\ndef double(number: int) -> int:\n    return 2 * number\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A package with two small games, and everything that builds it."""
    for name in (
        "Makefile",
        "setup.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "requirements.txt",
        "requirements-dev.txt",
    ):
        shutil.copy(ROOT / name, tmp_path / name)
    for part in ("core", "games/chess", "games/go"):
        folder = tmp_path / "src" / "ludotheque" / part
        folder.mkdir(parents=True)
        (folder / "rules.py").write_text(RULES, encoding="utf-8")
    for part in ("src", "messages", "public", "scripts"):
        (tmp_path / "web" / part).mkdir(parents=True)
    (tmp_path / "web" / "package-lock.json").write_text("{}", encoding="utf-8")
    return tmp_path


def bare(folder: Path) -> dict[str, str]:
    """An environment in which a few tools are found and no others."""
    tools = folder / "tools"
    tools.mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found, name
        (tools / name).symlink_to(found)
    hidden = {"CC", "LUDOTHEQUE_PURE", "MAKEFLAGS"}
    return {name: value for name, value in os.environ.items() if name not in hidden} | {"PATH": str(tools)}


def compile_in(clone: Path, environment: dict[str, str] | None = None) -> str:
    """Compile in place; gives what was said."""
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def compiled_groups(output: str) -> set[str]:
    """The shared libraries whose C was compiled."""
    words = [word for line in output.splitlines() if " -c " in line for word in line.split()]
    return {Path(word).stem for word in words if "__native_" in word and word.endswith(".c")}


def libraries(clone: Path) -> set[str]:
    return {
        path.relative_to(clone / "src").as_posix().split(".")[0] for path in (clone / "src").rglob("*.so")
    }


def test_without_a_compiler_one_line_says_that_the_rules_run_interpreted(clone: Path) -> None:
    said = compile_in(clone, bare(clone)).splitlines()
    told = [line for line in said if line.startswith("ludotheque: ")]
    assert len(told) == 1
    assert "no C compiler found" in told[0]
    assert "install gcc or clang" in told[0]
    assert libraries(clone) == set()


def test_without_node_one_line_says_what_the_pages_need(clone: Path) -> None:
    done = subprocess.run(
        ["make", "--silent", "web"], cwd=clone, env=bare(clone), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    first, *rest = done.stderr.splitlines()
    assert first.startswith("The pages need Node.js 20.19 or newer")
    assert all(line.startswith("make") for line in rest)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="compiles")
@pytest.mark.long
def test_a_change_in_one_game_compiles_that_game_alone(clone: Path) -> None:
    everything = {"__native_ludotheque_core", "__native_ludotheque_chess", "__native_ludotheque_go"}
    assert compiled_groups(compile_in(clone)) == everything
    assert compiled_groups(compile_in(clone)) == set()
    rules = clone / "src" / "ludotheque" / "games" / "go" / "rules.py"
    rules.write_text(RULES.replace("2 * number", "3 * number"), encoding="utf-8")
    assert compiled_groups(compile_in(clone)) == {"__native_ludotheque_go"}
    assert "ludotheque/games/go/rules" in libraries(clone)
    rules.write_text(RULES.removeprefix("# mypyc: compile\n"), encoding="utf-8")
    compile_in(clone)
    assert "ludotheque/games/go/rules" not in libraries(clone)
    assert "ludotheque/games/chess/rules" in libraries(clone)


def test_what_is_edited_during_a_build_is_not_taken_for_built(clone: Path) -> None:
    edited = clone / "src" / "ludotheque" / "core" / "rules.py"
    tools = clone / ".venv" / "bin"
    tools.mkdir(parents=True)
    for stamp in (".installed", ".tools", ".linked"):
        (clone / ".venv" / stamp).touch()
    builds = tools / "python"
    library = edited.with_suffix(".so")
    builds.write_text(f"#!/bin/sh\nsleep 0.1\ntouch {edited} {library}\necho built\n", encoding="utf-8")
    builds.chmod(0o755)
    environment = bare(clone)

    def make() -> str:
        return subprocess.run(
            ["make", ".venv/.built"], cwd=clone, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert "built" in make()
    assert "built" in make()  # it was edited while it was built
    builds.write_text("#!/bin/sh\necho built\n", encoding="utf-8")
    assert "built" in make()
    assert "up to date" in make()
