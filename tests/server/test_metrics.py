"""What a host watches: metrics that tell of trouble, and alert rules that Prometheus loads."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
from pathlib import Path

import httpx
import pytest

from ludotheque.server.storage import heartbeat
from ludotheque.server.work.pool import WorkerPool
from ludotheque.server.work.queue import Kind, ThoughtQueue
from ludotheque.table.table import Table
from tests.patience import HANG, LOOK, looks_async
from tests.server.conftest import House
from tests.server.player import ME, here

pytestmark = pytest.mark.anyio

RULES = Path(__file__).parents[2] / "hosting" / "alerts.yml"
SERIES = {
    "LudothequeDown": 'up{job="ludotheque"} 0+0x30',
    "LudothequeDatabaseNotWritable": "ludotheque_database_writable 0+0x30",
    "LudothequeFaults": 'ludotheque_refusals_total{kind="failed"} 0+1x30',
    "LudothequeProcessesDie": 'ludotheque_worker_deaths_total{process="server", reason="died"} 0+1x30',
    "LudothequeThoughtsWait": 'ludotheque_thoughts_waiting{kind="move"} 60+0x30',
    "LudothequeMovesSlow": 'ludotheque_command_seconds_bucket{le="1.0"} 0+9x30',
    "LudothequeDatabaseSlow": 'ludotheque_transaction_seconds_bucket{kind="write", le="1.0"} 0+9x30',
    "LudothequeLoopHeld": 'ludotheque_loop_lag_seconds_bucket{le="1.0"} 0+9x30',
    "LudothequeClockWrong": "ludotheque_clock_ahead_seconds -31+0x30",
    "LudothequeDatabaseGrows": "ludotheque_database_bytes 0+1000000000x30",
}
"""For each alert, series that raise it within half an hour, or a day."""
LATE = {"LudothequeDatabaseGrows": ("1h", "12h")}
"""How often a series has a value, and when the alert is looked for, if not every minute and after 29."""


async def metric(house: House, name: str) -> float:
    """The value of a metric, over all its labels."""
    async with httpx.AsyncClient(base_url=house.url, timeout=HANG) as client:
        told = (await client.get("/metrics")).text
    return sum(map(float, re.findall(rf"^{re.escape(name)}(?:{{.*}})? (\S+)$", told, re.MULTILINE)))


def promtool() -> str:
    found = shutil.which("promtool")
    if found is None:
        pytest.skip("Prometheus is not installed: run scripts/system-packages as root")
    return found


async def test_alerts_name_metrics_that_exist(house: House) -> None:
    nobody = await house.player()
    told = (await nobody.http.get("/metrics")).text
    there = set(re.findall(r"^# TYPE (\S+)", told, re.MULTILINE))
    rules = RULES.read_text(encoding="utf-8")
    named = {re.sub("_bucket$", "", name) for name in re.findall(r"ludotheque_\w+", rules)}
    assert named <= there
    assert len(named) >= 10


def test_prometheus_loads_the_alerts() -> None:
    done = subprocess.run(
        [promtool(), "check", "rules", RULES], capture_output=True, text=True, timeout=HANG, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = re.findall(r"- alert: (\w+)", RULES.read_text(encoding="utf-8"))
    assert sorted(names) == sorted(SERIES)


def test_each_alert_is_raised_by_its_trouble_alone(tmp_path: Path) -> None:
    cases: list[str] = []
    for alert, raising in SERIES.items():
        every, after = LATE.get(alert, ("1m", "29m"))
        name, values = raising.rsplit(" ", 1)
        bare, _, labels = name.partition("{")
        labels = "{" + ", ".join(part for part in (labels.rstrip("}"), 'instance="here"') if part) + "}"
        series = [f"      - {{series: '{bare}{labels}', values: '{values}'}}"]
        if "_bucket" in bare:
            last = re.sub(r'le="[^"]*"', 'le="+Inf"', labels)
            series.append(f"      - {{series: '{bare}{last}', values: '0+10x30'}}")
        cases += [f"  - interval: {every}", "    input_series:", *series, "    promql_expr_test:"]
        for fires in ("alertstate='firing'", f"alertname='{alert}', alertstate='firing'"):
            asked = f'{{expr: "count(ALERTS{{{fires}}})", eval_time: {after}, exp_samples: [{{value: 1}}]}}'
            cases.append(f"      - {asked}")
    file = tmp_path / "tests.yml"
    file.write_text(f"rule_files: [{RULES}]\ntests:\n" + "\n".join(cases) + "\n", encoding="utf-8")
    done = subprocess.run(
        [promtool(), "test", "rules", file], capture_output=True, text=True, timeout=HANG, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def test_thoughts_that_wait_are_counted(house: House) -> None:
    before = await metric(house, "ludotheque_thoughts_waiting")
    queue = ThoughtQueue()
    asked = [queue.put(Kind.MOVE, "ada", "t", "choose", ())[0] for _ in range(3)]
    assert await metric(house, "ludotheque_thoughts_waiting") == before + 3
    claimed = queue.claim()
    assert claimed is asked[0]
    assert await metric(house, "ludotheque_thoughts_waiting") == before + 2
    queue.cancel(asked[1])
    queue.complete(claimed, b"")
    queue.close()
    assert await metric(house, "ludotheque_thoughts_waiting") == before


async def test_workers_that_die_are_counted(house: House) -> None:
    before = await metric(house, "ludotheque_worker_deaths_total")
    table = Table("exxtra", seats=2, seed=1)
    (seat,) = table.actors
    pool = WorkerPool(1)
    try:
        view = table.position.view(seat)
        await pool.move("exxtra", "random", view, seat, person="ada", table="t")
        (process,) = pool._thinkers[0]._process
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        await pool.move("exxtra", "random", view, seat, person="ada", table="t")
    finally:
        pool.close()
    assert await metric(house, "ludotheque_worker_deaths_total") == before + 1


async def test_transactions_are_timed(any_house: House) -> None:
    kinds = ("read", "write")
    counts = [f'ludotheque_transaction_seconds_count{{kind="{kind}"}}' for kind in kinds]

    async def counted() -> list[float]:
        return [await metric(any_house, name) for name in counts]

    before = await counted()
    ada = await any_house.player("Ada")
    await ada.table(ME, here("Bo"))
    assert [now > then for now, then in zip(await counted(), before, strict=True)] == [True, True]


async def test_a_database_that_is_held_by_others_is_told(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await metric(house, "ludotheque_database_writable") == 1
    monkeypatch.setattr(heartbeat, "PATIENCE", LOOK)
    other = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
    try:
        other.execute("begin immediate")
        house.clock.forward(60)
        assert await metric(house, "ludotheque_database_writable") == 0
    finally:
        other.close()
    monkeypatch.setattr(heartbeat, "PATIENCE", HANG)
    async for _ in looks_async("the database"):
        house.clock.forward(60)
        if await metric(house, "ludotheque_database_writable") == 1:
            break
