"""A release: built from a clean copy, installed into an empty environment, played in terminal and browser."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from scripts.sbom import text_of

import ludotheque
from ludotheque.core.extras import EXTRAS, install
from ludotheque.core.words import LANGUAGES, say
from tests.browser.house import ROOT, chromium
from tests.patience import HANG, looks
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("release")]  # in order, in one environment

PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?(==[^ \\]+)", re.MULTILINE)
"""A line of a file of requirements: name and version, perhaps with extras between."""
PURE = {"LUDOTHEQUE_PURE": "1"}
PACKED = {
    "pages/index.html",
    "pages/licences.json",
    "py.typed",
    "core/words/fr.json",
    "games/exxtra/words/de.json",
    "games/targi/rulebook/en.md",
    "games/touche/data/board.txt",
    "server/storage/migrations/script.py.mako",
}
"""One of each kind of file that is not Python."""


def pins(path: Path) -> list[str]:
    """The lines of a file of requirements without their extras and hashes."""
    return ["".join(found) for found in PIN.findall(path.read_text(encoding="utf-8"))]


class Release(NamedTuple):
    """The files of `python -m build`."""

    wheel: Path
    source: Path


@pytest.fixture(scope="module", params=["pure", pytest.param("compiled", marks=pytest.mark.long)])
def release(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Wheel and source; the pure ones built without node and compiler, the compiled ones from nothing."""
    clone, out = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("dist")
    copy_tracked(clone)
    environment, isolated = dict(os.environ), []
    environment.pop("LUDOTHEQUE_PURE", None)
    if request.param == "pure":
        shutil.copytree(ROOT / "web" / "dist", clone / "web" / "dist")
        environment |= PURE | {"PATH": str(tmp_path_factory.mktemp("no-tools"))}
        isolated = ["--no-isolation"]
    command = [sys.executable, "-m", "build", *isolated, "--outdir", str(out), str(clone)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,), (source,) = out.glob("*.whl"), out.glob("*.tar.gz")
    assert wheel.name.endswith("-none-any.whl") == (request.param == "pure")
    return Release(wheel, source)


def copy_tracked(clone: Path) -> None:
    """All files that git knows or would know, as they are now, with their times."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)


class Home(NamedTuple):
    """An environment with nothing in it but what was installed: no checkout, no compiler, no node."""

    folder: Path

    def install(self, what: str) -> None:
        """Install with the versions that are known to work together."""
        command = [str(self.folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        # A wheel that was just built has no pinned hash.
        pinned = pins(ROOT / "requirements.txt")
        known = self.folder / "known.txt"
        known.write_text("\n".join(pinned), encoding="utf-8")
        done = subprocess.run([*command, "-c", known, what], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": str(self.folder / "bin"),
            "HOME": str(self.folder),
            "LUDOTHEQUE_DATA": str(self.folder / "data"),
            "LUDOTHEQUE_LANGUAGE": "en",
            "PYTHONWARNINGS": "error",
        }

    def run(self, *arguments: str, **settings: str) -> tuple[int, str]:
        """The exit status of a command, and all it said."""
        done = subprocess.run(
            [self.folder / "bin" / arguments[0], *arguments[1:]],
            env=self.environment | settings,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of `ludotheque serve`."""
        port = free_port()
        address, log = f"http://127.0.0.1:{port}", self.folder / "server.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [self.folder / "bin" / "ludotheque", "serve", "--port", str(port)],
                env=self.environment,
                cwd=self.folder,
                stdout=out,
                stderr=out,
            )
        try:
            for _ in looks("the server"):
                assert process.poll() is None, log.read_text(encoding="utf-8")
                with suppress(OSError), urllib.request.urlopen(f"{address}/health", timeout=HANG):
                    break
            yield address
        finally:
            process.terminate()
            process.wait(HANG)


@pytest.fixture(scope="module")
def home(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The plain package in an empty environment."""
    found = Home(tmp_path_factory.mktemp("home"))
    venv.create(found.folder, with_pip=True)
    found.install(str(release.wheel))
    return found


def test_wheel_and_source_hold_pages_words_rulebooks_data_and_licences(release: Release) -> None:
    version = ludotheque.__version__
    with zipfile.ZipFile(release.wheel) as wheel:
        held = set(wheel.namelist())
    assert {f"ludotheque/{name}" for name in PACKED} <= held
    info = f"ludotheque-{version}.dist-info"
    assert {f"{info}/licenses/LICENSE", f"{info}/licenses/licences/mypyc.txt"} <= held
    assert not [name for name in held if "node_modules" in name or name.startswith(("tests", "bench"))]
    with tarfile.open(release.source) as source:
        files = {name.partition("/")[2] for name in source.getnames()}
    assert {"LICENSE", "licences/mypyc.txt", "setup.py", "web/dist/index.html", "web/src/main.ts"} <= files
    assert not [name for name in files if name.startswith("web/node_modules")]


def test_the_parts_of_a_release_are_listed_with_pinned_versions(release: Release) -> None:
    told = json.loads(text_of(release.wheel))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    own = told["metadata"]["component"]
    assert (own["name"], own["version"]) == ("ludotheque", ludotheque.__version__)
    assert own["hashes"][0]["content"] == hashlib.sha256(release.wheel.read_bytes()).hexdigest()
    parts = {one["purl"]: one for one in told["components"]}
    with zipfile.ZipFile(release.wheel) as wheel:
        bundled = json.loads(wheel.read("ludotheque/pages/licences.json"))
    packed = {f"pkg:npm/{one['name'].replace('@', '%40')}@{one['version']}" for one in bundled}
    assert packed == {name for name in parts if name.startswith("pkg:npm/")}
    pinned = {pin for path in ROOT.glob("requirements*.txt") for pin in pins(path)}
    beside = [(re.split("[/@#]", name)[1:3], one) for name, one in parts.items() if name not in packed]
    assert [one for one, _ in beside if "==".join(one) not in pinned] == []
    scopes = {name: part.get("scope") for (name, _), part in beside}
    assert (scopes["msgspec"], scopes["litestar"], scopes["uvloop"]) == ("required", "optional", "optional")
    assert "pytest" not in scopes, "what only tests need is no part"
    compiled = not release.wheel.name.endswith("-none-any.whl")
    assert any(name.endswith("#mypyc") for name in parts) is compiled
    assert [one for one in told["components"] if not one.get("licenses")] == []
    needs = {one["ref"]: set(one.get("dependsOn", ())) for one in told["dependencies"]}
    assert packed < needs["ludotheque"]
    (server,) = [name for name in parts if name.startswith("pkg:pypi/litestar@")]
    assert server in needs["ludotheque"]
    assert any(name.startswith("pkg:pypi/msgspec@") for name in needs[server])


@pytest.mark.long
def test_the_plain_package_plays_and_says_which_extra_brings_what_it_lacks(
    home: Home, release: Release
) -> None:
    assert home.run("ludotheque", "--version") == (0, f"{ludotheque.__version__}\n")
    told, compiled = home.run("python", "-c", "import ludotheque; print(ludotheque.compiled)")
    assert (told, compiled.strip()) == (0, str(not release.wheel.name.endswith("-none-any.whl")))
    status, games = home.run("ludotheque", "games")
    assert status == 0, games
    assert "Targets" in games
    bots = ("--seat", "bot:strong", "--seat", "bot:strong")
    status, played = home.run("ludotheque", "play", "exxtra", *bots)
    assert status == 0, played
    for language in LANGUAGES:
        status, said = home.run("ludotheque", "serve", LUDOTHEQUE_LANGUAGE=language)
        assert (status, said.count("\n")) == (2, 1), said
        lacking = next(name for name in EXTRAS["server"] if name in said)
        words = {"module": lacking, "install": install("server")}
        assert said == say("core_refusal_not_installed", language, words) + "\n"
    status, said = home.run("ludotheque", "play", "zoch", *bots)
    assert (status, said.count("\n")) == (2, 1), said
    assert install("targets") in said


@pytest.mark.long
def test_the_installed_server_shows_its_pages_and_a_table_in_the_browser(
    home: Home, release: Release
) -> None:
    home.install(f"{release.wheel}[server]")
    for setting, extra in (("LUDOTHEQUE_DATABASE", "postgres"), ("LUDOTHEQUE_REDIS", "redis")):
        status, said = home.run("ludotheque", "serve", **{setting: f"{extra}://127.0.0.1:1/games"})
        assert (status, "Traceback" in said) == (2, False), said
        assert install(extra) in said
    with home.serving() as address, chromium() as browser:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce", base_url=address)
        context.set_default_timeout(1000 * HANG)
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        page.get_by_role("button", name=re.compile("^Play now")).first.click()
        page.get_by_role("button", name="Skip and play").click()
        page.wait_for_url("**/t/*")
        page.get_by_role("button", name="Throw").first.wait_for()
        page.goto("/licences")
        for name in ("three", "svelte", "uplot", "@fontsource/fraunces", "mypyc", "litestar"):
            page.get_by_text(name, exact=True).first.wait_for()
        page.get_by_text("@fontsource/fraunces", exact=True).click()
        page.locator("details[open] pre", has_text="SIL Open Font License").wait_for()
        assert complaints == []
        context.close()
