"""The files for hosts: the unit of systemd and the check of the container."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.patience import HANG, LOOK, looks
from tests.ports import free_port
from tests.server.confined import allowed, possible
from tests.server.conftest import Open
from tests.server.player import ME, Player, bot, here

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "hosting"
UNIT = HOSTING / "ludotheque.service"
EXPOSURE = 2.0
"""Of 10: what systemd thinks of a unit that is open to everything."""


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    command = [program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)


def test_the_unit_of_systemd_is_sound(tmp_path: Path) -> None:
    unit = tmp_path / "ludotheque.service"
    # The program itself is installed elsewhere.
    text = UNIT.read_text(encoding="utf-8").replace("/opt/ludotheque/bin/ludotheque", sys.executable)
    unit.write_text(text, encoding="utf-8")
    done = analyze("verify", "--man=no", unit)
    assert [line for line in done.stderr.splitlines() if "ludotheque.service" in line] == []


def test_the_unit_of_systemd_leaves_little_open() -> None:
    done = analyze("security", "--no-pager", "--offline=true", UNIT)
    (exposure,) = re.findall(r"Overall exposure level for ludotheque.service: (\S+)", done.stdout)
    assert float(exposure) < EXPOSURE, done.stdout
    text = UNIT.read_text(encoding="utf-8")
    for limit in ("MemoryMax", "TasksMax", "LimitNOFILE"):
        assert re.search(rf"^{limit}=\S+$", text, re.MULTILINE), limit


@pytest.fixture
def confined(tmp_path: Path) -> Iterator[str]:
    """A server with the system calls that the unit leaves to it; gives its address."""
    if not possible() or shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed, or this is another kind of processor")
    refused = {"mount", "reboot", "init_module", "setuid", "chroot", "ptrace", "clock_settime", "bpf"}
    assert not refused & allowed("systemd-analyze", UNIT)
    port = free_port()
    command = [sys.executable, "-m", "tests.server.confined", str(UNIT), sys.executable, "-m"]
    log = tmp_path / "log"
    with log.open("wb") as errors:
        running = subprocess.Popen(
            [*command, "ludotheque.cli.main", "serve", "--port", str(port)],
            env=os.environ | {"LUDOTHEQUE_DATA": str(tmp_path / "data"), "LUDOTHEQUE_BOT_WORKERS": "1"},
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
    try:
        for _ in looks("the server"):
            assert running.poll() is None, log.read_text()
            try:
                httpx.get(f"http://127.0.0.1:{port}/health", timeout=HANG)
            except httpx.TransportError:
                continue
            break
        filtered = Path(f"/proc/{running.pid}/status").read_text()
        assert re.search(r"^Seccomp:\s+2$", filtered, re.MULTILINE), "the filter is on"
        yield f"http://127.0.0.1:{port}"
        running.send_signal(signal.SIGTERM)
        assert running.wait(HANG) in (0, -signal.SIGTERM)
    finally:
        running.kill()
        running.wait(HANG)
    told = log.read_text()
    assert "Traceback" not in told
    assert "worker process died" not in told


@pytest.mark.anyio
@pytest.mark.slow
async def test_people_and_bots_play_with_the_system_calls_that_the_unit_allows(confined: str) -> None:
    """The event loop, processes in which bots think, the simulation of flicks, SQLite, pictures."""
    ada = Player(confined)
    try:
        await play_everything(ada)
    finally:
        await ada.close()


async def play_everything(ada: Player) -> None:
    await ada.introduce("Ada")
    await ada.ask("POST", "/api/account", {"login": "ada", "password": "a long and winding road"})
    table = await ada.table(ME, bot("casual"))
    async with ada.live(table["id"]) as live:
        view = (await live.next("table"))["views"][0]
        while not view["moves"]:
            view = (await live.next("update"))["views"][0]
        assert (await ada.http.get(f"/api/tables/{table['id']}/hint?seat=0")).is_success
    flicked = (await ada.table(ME, here("Bo"), game="zoch"))["id"]
    before = await ada.view(flicked)
    flick = {"do": "flick", "azimuth": 0.0, "speed": 1.5, "height": 0.0, "side": 0.0, "elevation": 0.0}
    done = await ada.play(flicked, before["info"]["actors"][0], flick)
    assert done["version"] > before["version"], "the simulation ran"
    assert (await ada.http.get(f"/t/{flicked}/picture.png")).is_success


@pytest.mark.anyio
async def test_the_container_checks_itself_whatever_its_public_name(open_house: Open) -> None:
    container = (HOSTING / "Containerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^HEALTHCHECK CMD (\[.*\])$", container, re.MULTILINE)
    house = await open_house(hosts=("play.example.org",))
    _, option, program = json.loads(command)
    assert "http://127.0.0.1:8765/" in program
    program = program.replace("http://127.0.0.1:8765", house.url)

    async def check() -> int:
        checking = await asyncio.create_subprocess_exec(
            sys.executable, option, program, stderr=subprocess.DEVNULL
        )
        return await checking.wait()

    assert await check() == 0
    await house.stop_here()
    await asyncio.sleep(LOOK)
    assert await check() == 1
    await house.start()
