"""The configuration that we ship, in a real nginx: TLS, sockets, the visitor's address, two processes."""

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ludotheque.server.run.serve import PING_SECONDS
from ludotheque.server.work.pool import TIMES
from tests.patience import HANG, looks
from tests.ports import free_port
from tests.server import nginx
from tests.server.player import ME, Live, Player, dial, friend
from tests.server.test_faults import BAR

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT = Path(__file__).parents[2]


def program(*names: str, package: str) -> str:
    found = next((path for name in names if (path := shutil.which(name, path=_path()))), None)
    if found is None:
        pytest.skip(f"{package} is not installed: run scripts/system-packages as root")
    return found


def _path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin"


@contextmanager
def running(*command: str, **more: object) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, **more)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(HANG)


def answers(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in looks("a port"):
        assert process.poll() is None
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=HANG):
            return


def self_signed(folder: Path) -> None:
    """A certificate for `localhost`, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))


class Site:
    """nginx with two processes behind it."""

    def __init__(self, folder: Path, https: int, http: int, processes: list[subprocess.Popen[bytes]]) -> None:
        self.url = f"https://localhost:{https}"
        self.plain = f"http://localhost:{http}"
        self.processes = processes
        self.trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))

    def visitor(self, address: str = "127.0.0.1") -> Player:
        """Somebody at an address."""
        player = Player(self.url)
        transport = httpx.AsyncHTTPTransport(verify=self.trust, local_address=address)
        player.http = httpx.AsyncClient(base_url=self.url, timeout=HANG, transport=transport)
        return player

    async def cookie(self, player: Player) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())}


@pytest.fixture
def site(tmp_path: Path, postgres_database: str) -> Iterator[Site]:
    if nginx.program() is None:
        pytest.skip("nginx is not installed: run scripts/system-packages as root")
    redis = program("redis-server", "valkey-server", package="Redis")
    https, http, first, second, news = (free_port() for _ in range(5))
    self_signed(tmp_path)
    changes = {
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl": f"listen 127.0.0.1:{https} ssl",
        "play.example.org": "localhost",
        "/etc/ssl/ludotheque": str(tmp_path),
    }
    configured = nginx.configuration((first, second), changes)
    environment = os.environ | {
        "LUDOTHEQUE_DATA": str(tmp_path / "data"),
        "LUDOTHEQUE_DATABASE": postgres_database.replace("+psycopg", ""),
        "LUDOTHEQUE_REDIS": f"redis://127.0.0.1:{news}/0",
        "LUDOTHEQUE_URL": f"https://localhost:{https}",
        "LUDOTHEQUE_LOGINS_A_MINUTE": "3",
        "LUDOTHEQUE_BOT_WORKERS": "1",
    }
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with ExitStack() as stack:
        start = stack.enter_context
        options = ["--port", str(news), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
        answers(news, start(running(redis, *options, **quiet)))
        processes = []
        for port in (first, second):
            log = start((tmp_path / f"{port}.log").open("wb"))
            command = (sys.executable, "-m", "ludotheque.cli.main", "serve", "--port", str(port))
            processes.append(start(running(*command, env=environment, stdout=log, stderr=log, cwd=ROOT)))
        for port, process in zip((first, second), processes, strict=True):
            answers(port, process)
        start(nginx.running(tmp_path / "nginx", configured, https))
        yield Site(tmp_path, https, http, processes)


async def test_people_play_through_nginx_and_two_processes(site: Site) -> None:
    ada, bo, eve = site.visitor(), site.visitor(), site.visitor("127.0.0.2")
    page = await ada.http.get("/health")
    assert page.is_success
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    async with httpx.AsyncClient() as plain:
        moved = await plain.get(f"{site.plain}/play")
    assert moved.status_code == 301
    assert moved.headers["location"].startswith("https://localhost")

    answer = await ada.http.put("/api/me", json={"name": "Ada"})
    assert "secure" in answer.headers["set-cookie"].lower(), "the process knows that the visitor used TLS"
    await bo.introduce("Bo")
    table = (await ada.table(ME, friend()))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    address = f"{site.url.replace('https', 'wss')}/api/tables/{table}/live?since=0"
    headers = [(await site.cookie(player)) | {"origin": site.url} for player in (ada, bo)]
    async with (
        dial(address, headers[0], ssl=site.trust) as one,
        dial(address, headers[1], ssl=site.trust) as other,
    ):
        sockets = [Live(one), Live(other)]
        for live in sockets:
            await live.next("table")
        for _ in range(6):
            views = [(await player.view(table)) for player in (ada, bo)]
            mover = next(number for number, view in enumerate(views) if view["views"][0]["moves"])
            mine = views[mover]["views"][0]
            version = views[mover]["version"]
            move = {"seat": mine["seat"], "move": mine["moves"][0]["move"], "version": version}
            await sockets[mover].send("play", **move)
            for live in sockets:
                while (await live.next("update"))["version"] <= version:
                    continue

    await check_addresses(site, eve)
    assert (await eve.http.get("/metrics")).status_code == 403
    assert (await ada.http.get("/metrics")).is_success

    site.processes[0].send_signal(signal.SIGKILL)
    site.processes[0].wait(HANG)
    for _ in range(4):
        assert (await bo.view(table))["version"] > 0, "the other process serves the table"
    for player in (ada, bo, eve):
        await player.close()


async def check_addresses(site: Site, eve: Player) -> None:
    """Whoever guesses passwords is stopped by their own address, whatever they say of it; others are not."""

    async def guess(player: Player, number: int, **headers: str) -> int:
        login = {"login": f"somebody{number}", "password": "a wrong guess"}
        answer = await player.http.post("/api/account/login", json=login, headers=headers)
        return answer.status_code

    # Each process counts for itself: after six guesses of three allowed, both have had enough.
    guesses = [await guess(eve, number, **{"x-forwarded-for": f"192.0.2.{number}"}) for number in range(12)]
    assert guesses[:3] == [403, 403, 403]
    assert guesses[-4:] == [429, 429, 429, 429]
    neighbour = site.visitor("127.0.0.3")
    assert await guess(neighbour, 99) == 403
    await neighbour.close()


async def test_a_frozen_process_gets_no_requests(site: Site) -> None:
    """Its kernel still takes connections, so each request would wait there until it times out."""
    ada = await site.visitor().introduce("Ada")
    site.processes[0].send_signal(signal.SIGSTOP)
    try:
        for number in range(8):
            answer = await ada.http.put("/api/me", json={"name": f"Ada {number}"})
            assert answer.is_success, "a change is never sent twice, and yet it is done"
    finally:
        site.processes[0].send_signal(signal.SIGCONT)
    assert (await ada.http.get("/alive")).status_code == 404, "the probe is nginx's own"
    await ada.close()


async def test_processes_without_their_database_are_not_passed_over(
    site: Site, postgres_database: str, postgres_server: str
) -> None:
    ada = await site.visitor().introduce("Ada")
    name = postgres_database.rsplit("/", 1)[1]
    with psycopg.connect(postgres_server, autocommit=True) as db:
        db.execute(f"alter database {name} allow_connections false")
        db.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name])
        for _ in range(4):
            answer = await ada.http.get("/api/me")
            assert answer.status_code == 503
            assert answer.json()["kind"] == "unavailable"
            assert "x-content-type-options" in answer.headers, "the process says so, not nginx"
        db.execute(f"alter database {name} allow_connections true")
    for _ in range(4):
        assert (await ada.http.get("/api/me")).is_success, "at once, on every process"
    for process in site.processes:
        process.kill()
        process.wait(HANG)
    answer = await ada.http.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (503, "server.busy"), "nginx says so"
    await ada.close()


def test_a_frozen_process_is_noticed_between_two_pings_and_the_bar() -> None:
    shipped = nginx.SHIPPED.read_text(encoding="utf-8")
    times = dict(re.findall(r"location (?:[~=] )?(\S+) {[^}]*proxy_read_timeout (\d+)s;", shipped))
    assert 2 * PING_SECONDS < int(times["^/api/.+/live$"]) < BAR - int(times["/alive"])
    assert max(TIMES["draw"], TIMES["choose"]) < int(times["/"])
    (thoughts,) = [int(seconds) for where, seconds in times.items() if "hint" in where]
    assert max(TIMES.values()) < thoughts
