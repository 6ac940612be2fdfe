"""Start-up mistakes: one sentence that says what to do, exit status 2, no traceback, nothing open first."""

import asyncio
import os
import random
import re
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

import ludotheque
from ludotheque.cli.main import run
from ludotheque.core.words import LANGUAGES
from ludotheque.server.run import startup
from ludotheque.server.run.environment import OTHERS, PREFIX, SETTINGS
from ludotheque.server.run.settings import Settings, database_url, read_settings
from tests.patience import HANG, LOOK, looks, looks_async
from tests.ports import free_port
from tests.server.postgres import PostgresServer, installed
from tests.server.redis_server import RedisServer, program

SOURCE = Path(__file__).parents[2] / "src" / "ludotheque"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting but the folder of the test."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDOTHEQUE_LANGUAGE", "en")


@pytest.fixture
def port() -> int:
    """A free port below those that the system gives to whoever asks for any."""
    for number in random.Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", number))
            return number
    raise AssertionError("no port is free")


class Refused:
    """`ludotheque serve` in this process, which has to refuse."""

    def __init__(self, capsys: pytest.CaptureFixture[str], port: int) -> None:
        self._capsys = capsys
        self._port = port

    def __call__(self, *arguments: str) -> str:
        """The sentence, in English; the other languages have theirs."""
        said = []
        for language in LANGUAGES:
            port = () if "--port" in arguments else ("--port", str(self._port))
            assert run(["serve", *port, *arguments, "--language", language]) == 2
            told = self._capsys.readouterr()
            assert told.out == "", "nothing is open"
            assert len(told.err.strip().splitlines()) == 1, told.err
            assert "Traceback" not in told.err
            said.append(told.err.strip())
        assert len(set(said)) == len(LANGUAGES)
        return said[0]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], port: int) -> Refused:
    return Refused(capsys, port)


def test_every_setting_that_is_read_is_known() -> None:
    """A setting that is read somewhere and not listed would be refused as misspelt."""
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    read = set(re.findall(rf'"({PREFIX}[A-Z_]+)"', source))
    assert read <= SETTINGS | OTHERS
    assert read >= SETTINGS


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("LUDOTHEQUE_SYNC", "ful", "LUDOTHEQUE_SYNC can’t be “ful”. There are normal and full."),
        ("LUDOTHEQUE_LOG", "loud", "LUDOTHEQUE_LOG can’t be “loud”."),
        (
            "LUDOTHEQUE_DATABSE",
            "x",
            "There is no setting LUDOTHEQUE_DATABSE. Did you mean LUDOTHEQUE_DATABASE?",
        ),
        ("LUDOTHEQUE_QWXYZ", "x", "There is no setting LUDOTHEQUE_QWXYZ. There are LUDOTHEQUE_BOT_WORKERS, "),
        (
            "LUDOTHEQUE_BOT_WORKERS",
            "two",
            "LUDOTHEQUE_BOT_WORKERS has to be a whole number from 1 up, not “two”.",
        ),
        ("LUDOTHEQUE_TABLES_A_PERSON", "0", "LUDOTHEQUE_TABLES_A_PERSON has to be a whole number"),
        ("LUDOTHEQUE_URL", "play.example.org", "LUDOTHEQUE_URL has to be an address such as https://"),
        ("LUDOTHEQUE_URL", "https://play.example.org:port", "LUDOTHEQUE_URL has to be an address"),
        (
            "LUDOTHEQUE_SECURITY_CONTACT",
            "me",
            "LUDOTHEQUE_SECURITY_CONTACT has to be a mail address, or begin ",
        ),
        (
            "LUDOTHEQUE_SECURITY_CONTACT",
            "http://example.org",
            "LUDOTHEQUE_SECURITY_CONTACT has to be a mail ",
        ),
        ("LUDOTHEQUE_WEB", "no/such/folder", "There are no pages in no/such/folder"),
        ("LUDOTHEQUE_DATABASE", "mysql://host/name", "“mysql” is not a kind of database"),
        ("LUDOTHEQUE_DATABASE", "postgresql+asyncpg://host/x", "“postgresql+asyncpg” is not a kind of "),
        ("LUDOTHEQUE_DATABASE", "games.db", "“games.db” is not a kind of database"),
        ("LUDOTHEQUE_DATABASE", "postgresql://ada@host:port/x", "LUDOTHEQUE_DATABASE can’t be read."),
        ("LUDOTHEQUE_REDIS", "localhost:6379", "LUDOTHEQUE_REDIS can’t be read."),
        ("LUDOTHEQUE_REDIS", "redis://127.0.0.1:1/0?wait=5", "LUDOTHEQUE_REDIS can’t be read."),
    ],
)
def test_a_misspelt_setting(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    assert refused().startswith(told)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LUDOTHEQUE_DATABASE", "postgresql://ada:qwx@zyk@127.0.0.1:1/games"),
        ("LUDOTHEQUE_DATABASE", "postgresql://ada:@zyk@127.0.0.1:1/games"),
        ("LUDOTHEQUE_DATABASE", "postgresql://ada:qwx/zyk@127.0.0.1:1/games"),
        ("LUDOTHEQUE_DATABASE", "postgresql://ada:qwx?zyk@127.0.0.1:1/games"),
        ("LUDOTHEQUE_DATABASE", "postgresql://ada:qwxzyk@127.0.0.1:1x/games"),
        ("LUDOTHEQUE_DATABASE", "postgresql//ada:qwxzyk@127.0.0.1/games"),
        ("LUDOTHEQUE_DATABASE", "user=ada password=qwxzyk host=127.0.0.1"),
        ("LUDOTHEQUE_DATABASE", "qwxzyk@127.0.0.1/games"),
        ("LUDOTHEQUE_REDIS", "redis://:qwx@zyk@127.0.0.1:1/0"),
        ("LUDOTHEQUE_REDIS", "redis://:12345/qwxzyk@127.0.0.1:1/0"),
        ("LUDOTHEQUE_REDIS", "redis://:12345#qwxzyk@127.0.0.1:1/0"),
        ("LUDOTHEQUE_REDIS", "redis://:qwxzyk@127.0.0.1:port/0"),
        ("LUDOTHEQUE_URL", "https://ada:qwxzyk@play.example.org:port"),
        ("LUDOTHEQUE_URL", "ada:qwx@zyk@play.example.org"),
        ("LUDOTHEQUE_SECRET", "qwxzyk" * 10),
    ],
)
def test_a_misspelt_address_shows_no_part_of_its_password(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    told = refused()
    assert [part for part in ("qwx", "zyk", "12345") if part in told] == []


def test_settings_in_capitals_and_empty_ones_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_SYNC", "FULL")
    monkeypatch.setenv("LUDOTHEQUE_BOT_WORKERS", "")
    assert read_settings().sync == "full"


@pytest.mark.parametrize("address", ["mailto:me@example.org", "https://example.org/report", "tel:+49-30-123"])
def test_the_contact_for_holes_is_an_address_of_any_kind(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_SECURITY_CONTACT", address.removeprefix("mailto:"))
    assert read_settings().security_contact == address


def test_a_port_in_use(refused: Refused) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        used = taken.getsockname()[1]
        assert refused("--port", str(used)).startswith(f"Port {used} can’t be used")


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "."])
def test_an_address_of_another_machine(refused: Refused, host: str) -> None:
    assert refused("--host", host).startswith(f"“{host}” is not an address of this machine")


def test_a_folder_that_is_a_file(refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("LUDOTHEQUE_DATA", str(folder))
        assert refused().startswith(f"Nothing can be written to {folder}: ")


def test_a_folder_and_a_port_that_are_not_allowed(tmp_path: Path, port: int) -> None:
    """As somebody who is not root, for whom nothing is forbidden."""
    if os.geteuid() == 0 and not hasattr(os, "setresuid"):
        pytest.skip("no other user to be")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    as_somebody = "import os; os.geteuid() or os.setresuid(65534, 65534, 65534)\n"
    started = "from ludotheque.cli.main import run; import sys; sys.exit(run(sys.argv[1:]))"
    words = Path(ludotheque.__file__).with_name("cli") / "words" / "en.json"
    if subprocess.run([sys.executable, "-c", f"{as_somebody}open({str(words)!r})"], check=False).returncode:
        pytest.skip("another account can't read this folder")
    for more, told in (
        (["--port", str(port)], f"Nothing can be written to {closed / 'data'}: "),
        (["--port", "1"], "Port 1 is not allowed to this account."),
    ):
        environment = os.environ | {"LUDOTHEQUE_DATA": str(closed / "data"), "HOME": str(closed)}
        # What is imported may lie where only root reads; so it is imported first.
        code = (
            f"import encodings.idna, importlib.readers, ludotheque.server.run.serve, ludotheque.cli.main\n"
            f"{as_somebody}{started}"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, "serve", *more],
            env=environment,
            capture_output=True,
            text=True,
            timeout=HANG,
            check=False,
        )
        if told.startswith("Port") and _low_ports_are_free():
            continue
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert done.stderr.startswith(told)
        assert "Traceback" not in done.stderr


def _low_ports_are_free() -> bool:
    """In some containers everybody may use every port."""
    setting = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    return setting.is_file() and int(setting.read_text()) <= 1


def test_a_file_that_is_no_database(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Ada, this is a letter and not a database. " * 100)
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"sqlite:///{letter}")
    assert refused() == (
        f"The database {letter} can’t be used: file is not a database. "
        "Put it right, or choose another one with LUDOTHEQUE_DATABASE."
    )
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"sqlite:///{tmp_path / 'nowhere' / 'games.db'}")
    assert "unable to open database file" in refused()


def test_a_newer_database_is_left_as_it_is(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "newer.db"
    asyncio.run(startup.check(_settings(tmp_path, f"sqlite+aiosqlite:///{file}")))
    with sqlite3.connect(file) as db:
        db.execute("update alembic_version set version_num = '9999'")
    db.close()
    before = file.read_bytes()
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"sqlite:///{file}")
    assert refused().startswith("A newer Ludothèque wrote this database (its layout is 9999).")
    assert file.read_bytes() == before


def test_a_newer_database_in_postgresql(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, postgres_database: str
) -> None:
    asyncio.run(startup.check(_settings(tmp_path, postgres_database)))
    plain = postgres_database.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as db:
        db.execute("update alembic_version set version_num = '9999'")
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", plain)
    assert refused().startswith("A newer Ludothèque wrote this database")


def test_a_postgresql_that_is_not_there(refused: Refused, monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(startup, "TRIES", 1)
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"postgresql://ada:secret@127.0.0.1:{port}/games")
    told = refused("--port", str(port + 1 if port < 65535 else port - 1))
    assert told == f"No PostgreSQL answers at 127.0.0.1:{port}. Start it, or correct LUDOTHEQUE_DATABASE."
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "postgresql://ada:secret@nowhere.invalid/games")
    assert refused().startswith("No PostgreSQL answers at nowhere.invalid:5432.")


@pytest.mark.anyio
async def test_a_database_and_a_redis_that_are_away_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After a power cut all machines start together."""
    if not installed() or program() is None:
        pytest.skip("PostgreSQL or Redis is not installed: run scripts/system-packages as root")
    monkeypatch.setattr(startup, "AGAIN_SECONDS", LOOK)
    database, redis = PostgresServer(), RedisServer()
    try:
        settings = _settings(tmp_path, database_url(database.url), redis=redis.url)
        with capture_logs() as logs:
            starting = asyncio.create_task(startup.check(settings))
            async for _ in looks_async("the first line of the log"):
                if logs:
                    break
            assert "No PostgreSQL answers at 127.0.0.1:" in logs[0]["event"]
            await asyncio.to_thread(database.start)
            async for _ in looks_async("the next line of the log"):
                if "No Redis answers" in logs[-1]["event"]:
                    break
            assert not starting.done()
            await asyncio.to_thread(redis.start)
            await starting
    finally:
        database.close()
        redis.stop()


@pytest.mark.parametrize(
    ("told", "waits"),
    [
        ('connection to server at "x" failed: FATAL:  the database system is starting up', True),
        ('connection to server at "x" failed: FATAL:  the database system is in recovery mode', True),
        ('connection to server at "x", port 5432 failed: Connection refused', True),
        ("failed to resolve host 'x': [Errno -3] Temporary failure in name resolution", True),
        ("failed to resolve host 'x': [Errno -2] Name or service not known", False),
        ('connection to server at "x" failed: FATAL:  password authentication failed for user "ada"', False),
        ('connection to server at "x" failed: FATAL:  database "games" does not exist', False),
    ],
)
def test_what_can_mend_itself_is_waited_for_and_mistakes_are_not(told: str, waits: bool) -> None:
    error = startup.unusable(make_url("postgresql://ada@x/games"), psycopg.OperationalError(told))
    assert isinstance(error, startup.Away) is waits


def test_a_postgresql_that_refuses(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, postgres_server: str, tmp_path: Path
) -> None:
    where = postgres_server.rsplit("@", 1)[1].rsplit("/", 1)[0]
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", postgres_server.rsplit("/", 1)[0] + "/nothing")
    assert refused().startswith(f"PostgreSQL at {where} has no database “nothing”.")
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"postgresql://nobody@{where}/postgres")
    assert refused() == (
        f'PostgreSQL at {where} refuses: role "nobody" does not exist. '
        "Put it right there, or correct LUDOTHEQUE_DATABASE."
    )
    name = f"reader_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_server, autocommit=True) as db:
        db.execute(f"create role {name} login")
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"postgresql://{name}@{where}/postgres")
    assert "permission denied for schema public" in refused(), "it may read, and create nothing"


def test_a_wrong_password_of_postgresql(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, postgres_server: str
) -> None:
    name = f"ada_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_server, autocommit=True) as db:
        row = db.execute("show hba_file").fetchone()
        assert row is not None
        rules = Path(row[0])
        before = rules.read_text()
        db.execute(f"create role {name} login password 'right'")
        rules.write_text(f"host all {name} 127.0.0.1/32 scram-sha-256\n{before}")
        db.execute("select pg_reload_conf()")
    where = postgres_server.rsplit("@", 1)[1].rsplit("/", 1)[0]
    try:
        for _ in looks("the new rules"):
            try:
                psycopg.connect(f"postgresql://{name}:wrong@{where}/postgres").close()
            except psycopg.OperationalError:
                break
        monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"postgresql://{name}:wrong@{where}/postgres")
        told = refused()
    finally:
        rules.write_text(before)
    assert told.startswith(f"PostgreSQL at {where} does not accept the password of “{name}”.")
    assert "wrong" not in told


@pytest.fixture
def locked_redis(tmp_path: Path) -> Iterator[int]:
    """A Redis that wants a password; gives its port."""
    server = shutil.which("redis-server") or shutil.which("valkey-server")
    if server is None:
        pytest.skip("Redis is not installed: run scripts/system-packages as root")
    where = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    options = ["--port", str(where), "--bind", "127.0.0.1", "--requirepass", "right", "--save", ""]
    running = subprocess.Popen([server, *options], **quiet)  # type: ignore[call-overload]
    try:
        for _ in looks("Redis"):
            try:
                socket.create_connection(("127.0.0.1", where), timeout=HANG).close()
                break
            except OSError:
                continue
        yield where
    finally:
        running.terminate()
        running.wait(HANG)


def test_a_redis_that_is_not_there_or_wants_another_password(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, locked_redis: int, port: int
) -> None:
    monkeypatch.setattr(startup, "TRIES", 1)
    monkeypatch.setenv("LUDOTHEQUE_REDIS", f"redis://127.0.0.1:{port}/0")
    told = refused("--port", str(port + 1 if port < 65535 else port - 1))
    assert told.startswith(f"No Redis answers at 127.0.0.1:{port}.")
    for address in (f"redis://127.0.0.1:{locked_redis}/0", f"redis://:wrong@127.0.0.1:{locked_redis}/0"):
        monkeypatch.setenv("LUDOTHEQUE_REDIS", address)
        assert refused().startswith(f"Redis at 127.0.0.1:{locked_redis} does not accept the password.")
    asyncio.run(startup.check_redis(f"redis://:right@127.0.0.1:{locked_redis}/0"))


def _settings(folder: Path, database: str, redis: str | None = None) -> Settings:
    return Settings(data=folder, database=database, secret=b"k" * 32, redis=redis)


def test_a_server_says_that_it_is_open_when_it_answers(tmp_path: Path, port: int) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "ludotheque.cli.main", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"LUDOTHEQUE_DATA": str(tmp_path)},
    )
    assert running.stdout is not None
    try:
        assert f"http://127.0.0.1:{port}/" in running.stdout.readline()
        socket.create_connection(("127.0.0.1", port), timeout=HANG).close()
    finally:
        running.terminate()
        running.wait(HANG)
        running.stdout.close()


def test_every_setting_is_told_in_the_documentation() -> None:
    told = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    assert [name for name in sorted(SETTINGS) if f"{name.removeprefix('LUDOTHEQUE')}`" not in told] == []
