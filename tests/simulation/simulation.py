"""One run: its plan, its processes and people, its faults, and what must hold at any time and at the end."""

import asyncio
import gc
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, ParamSpec

import msgspec
import structlog

from ludotheque.server.run.settings import Settings
from ludotheque.server.storage import sqlite_log
from ludotheque.server.storage.database import Sync
from ludotheque.server.storage.schema import microseconds
from tests.simulation import workers
from tests.simulation.disk import Died, Disk, Lease
from tests.simulation.faults import FAULTS, OF_REDIS
from tests.simulation.hostile import Hostile
from tests.simulation.loop import Deadlock, Host, SimulatedLoop, dying_quietly
from tests.simulation.network import Network
from tests.simulation.oracle import Oracle, Violation
from tests.simulation.people import Person, Visit, Watcher
from tests.simulation.power import Machine, running
from tests.simulation.process import ServerProcess
from tests.simulation.redis import Broker
from tests.simulation.rest import Rest
from tests.simulation.trace import Trace
from tests.simulation.world import SimulatedWorld, process_random, time_at

P = ParamSpec("P")
Json = dict[str, Any]

GAMES: Final = ("exxtra", "touche", "targi")
FLICKED: Final = ("zoch", "blackrock")
"""Games whose flicks are simulated by MuJoCo: a run with them takes ten times as long."""
SETTLE_SECONDS: Final = 60.0
"""Within which everybody knows everything once nothing goes wrong any more."""
QUIET_SECONDS: Final = 150.0
"""After everybody has left, until nothing of them may be left: TCP gives up vanished clients in 90 s."""
BOUND: Final = 60.0
"""Seconds in which a bot or a clock that is due has to act while something can act."""
LEFT_BEHIND: Final = 40.0
"""Seconds in which a connected client learns what is new while something can act."""
STEADY: Final = 16.0
"""Seconds for which a process has to run until it has to do what is due: it leaves 15 s after its start."""
LATE: Final = timedelta(seconds=20)
"""How long a move of a bot may be due when nothing goes wrong."""
LOOKS: Final = 10
CHECK_EVERY: Final = 2.0
RULE_OF_THREE: Final = 3.0
"""What has not happened in n tries has, with 95 % confidence, a chance of less than 3/n."""
BATCH: Final = 10
"""Seeds that one process of the operating system runs."""
SKEWS: Final = (0.0, 0.0, 0.3, -2.0, 5.0, 30.0, -30.0, 3600.0)
"""Seconds by which the clock of a machine may be ahead."""
RATES: Final = (1.0, 1.0, 0.995, 1.005)
"""How fast the clock of a machine may run."""
BACK: Final = (0.2, 6.0)
"""Seconds after which a process that ended comes back."""


class Plan(msgspec.Struct):
    """How a run is set up, drawn from its seed."""

    processes: int
    people: int
    spectators: int
    hostile: int
    seconds: float
    games: list[str]
    reorder: float
    delay: float
    sync: Sync
    skews: list[float]
    """Seconds by which the clock of each machine is ahead."""
    disk_delay: float
    """Mean seconds until a statement or a commit that runs in a thread is answered."""
    checkpoint: int
    """Lines after which the write-ahead log is moved into the database."""
    faults: dict[str, float]
    """Mean seconds between two faults of a kind."""

    @classmethod
    def draw(cls, random: Random) -> "Plan":
        """Draw a plan: each run has some kinds of faults only, so that rare ones meet."""
        processes = random.choice((1, 2, 3))
        sync: Sync = random.choice(("normal", "full"))
        kinds = [name for name in FAULTS if processes > 1 or name not in OF_REDIS]
        if sync != "full":  # what was acknowledged may be lost by a cut of the power
            kinds.remove("power_cut")
        chosen = random.sample(kinds, random.randint(0, len(kinds)))
        flicks = random.random() < 0.05
        return cls(
            processes=processes,
            people=random.randint(2, 3 if flicks else 9),
            spectators=random.randint(0, 2),
            hostile=random.choice((0, 0, 1, 2)),
            seconds=random.uniform(40.0, 150.0),
            games=[random.choice(FLICKED)] if flicks else random.sample(GAMES, random.randint(1, 3)),
            reorder=random.choice((0.0, 0.1, 0.5)),
            delay=random.choice((0.001, 0.005, 0.05)),
            sync=sync,
            skews=[random.choice(SKEWS) for _ in range(processes)],
            disk_delay=random.choice((0.001, 0.001, 0.02)),
            checkpoint=random.choice((30, sqlite_log.CHECKPOINT)),
            faults={name: random.choice((8.0, 20.0, 45.0)) for name in chosen},
        )


class Report(msgspec.Struct, kw_only=True):
    """What came of a run."""

    seed: int
    violation: str | None
    simulated: float
    real: float
    """Seconds of one core."""
    steps: int
    counts: dict[str, int]
    digest: str
    plan: Plan
    last: list[str] = []


class Simulation:
    """A run of one seed."""

    def __init__(self, seed: int, folder: Path, show: Callable[[str], None] | None = None) -> None:
        self.seed = seed
        self.random = process_random(seed, "faults")
        self.plan = Plan.draw(process_random(seed, "plan"))
        self.loop = SimulatedLoop(process_random(seed, "order"), self.plan.reorder)
        self.loop.failed = self._failed
        self.trace = Trace(lambda: self.loop.now, show)
        self.network = Network(self.loop, process_random(seed, "network"))
        self.network.delay = self.plan.delay
        path = folder / "simulation.db"
        self.machine = Machine(folder, process_random(seed, "power"))
        self.disk = Disk(self.loop, process_random(seed, "disk"), path, self.trace, self.machine)
        self.disk.delay = self.plan.disk_delay
        self.disk.power_fails = self._power_fails
        self.disk.die = self._die_within
        self.disk.lease_changed = self._check_lease
        self.broker = Broker(self.loop, process_random(seed, "redis"), self.trace)
        self.worker_rates = workers.Rates()
        self.oracle = Oracle(path)
        self.settings = Settings(
            data=folder,
            database=f"sqlite+aiosqlite:///{path}",
            sync=self.plan.sync,
            redis="redis://simulated" if self.plan.processes > 1 else None,
            secret=b"k" * 32,
            web=folder,
            bot_workers=2,
            messages_a_second=20,
        )
        self.processes: list[ServerProcess | None] = [None] * self.plan.processes
        self.lives = 0
        self.people: list[Person] = []
        self.visits: list[Visit] = []
        self.hostiles: list[Hostile] = []
        self.invitations: list[str] = []
        self.tables: list[str] = []
        self.settling = False
        """Nobody acts any more: once nothing goes wrong either, everybody shall know everything soon."""
        self._keeping = True
        self._overdue: dict[str, tuple[int, float]] = {}
        self._behind: dict[Visit, float] = {}
        self._healthy = 0.0
        self._steady_since: dict[Host, float] = {}

    # The run

    def run(self) -> Report:
        """Run to the end, or to the first thing that must not happen."""
        begun = process_time()
        collecting = gc.isenabled()
        gc.disable()  # what a collection ends at some moment would make runs differ
        checkpoint, sqlite_log.CHECKPOINT = sqlite_log.CHECKPOINT, self.plan.checkpoint
        try:
            with running(self.machine):
                violation = self._run()
                self._close()
        finally:
            sqlite_log.CHECKPOINT = checkpoint
            self._close()
            if collecting:
                gc.enable()
        return Report(
            seed=self.seed,
            violation=violation,
            simulated=self.loop.now,
            real=process_time() - begun,
            steps=self.loop.steps,
            counts=dict(self.trace.counts + self.oracle.happened),
            digest=self.trace.digest,
            plan=self.plan,
            last=self.trace.last[-60:] if violation else [],
        )

    def _close(self) -> None:
        self.oracle.close()
        for host in list(self.disk.open):
            self.disk.host_died(host)
        if not self.loop.is_closed():
            self.loop.close()

    def _run(self) -> str | None:
        try:
            self.loop.run_until_complete(self._main())
        except Violation as found:
            return str(found)
        except Deadlock:
            return "nothing can run any more, and no timer is set"
        return None

    async def _main(self) -> None:
        self._violated: asyncio.Future[None] = self.loop.create_future()
        for place in range(self.plan.processes):
            self._start(place)
        whole = asyncio.create_task(self._whole())
        await asyncio.wait({whole, self._violated}, return_when=asyncio.FIRST_COMPLETED)
        if self._violated.done():
            self._violated.result()
        await whole

    async def _whole(self) -> None:
        await self._all_open()
        await asyncio.sleep(20.0)
        rests = {process.host: Rest.of(process, self.loop) for process in self._alive}
        keeper = asyncio.create_task(self._keep_up())
        checker = asyncio.create_task(self._check())
        faults = [asyncio.create_task(self._repeat(name, mean)) for name, mean in self.plan.faults.items()]
        self._invite_people()
        await asyncio.sleep(self.plan.seconds)
        self.settling = True
        # What goes wrong now is not made good by what people do next.
        if self.plan.processes > 1:
            self.broker.losing = self.random.choice((0.0, 1.0, 1.0))
        self.disk.delay = self.random.choice((self.plan.disk_delay, 0.3))
        await asyncio.gather(*(visit.last_word() for visit in self.visits))
        await asyncio.sleep(self.random.uniform(0.0, 3.0))
        for fault in faults:
            fault.cancel()
        await asyncio.gather(*faults, return_exceptions=True)
        self._heal()
        await self._all_open()
        await self._settle()
        for visit in self.visits:
            visit.line.cut("reset")
        await self._settle()
        for person in self.people:
            await person.leave()
        await asyncio.gather(*(hostile.leave() for hostile in self.hostiles))
        self._keeping = False
        for task in (keeper, checker):
            task.cancel()
        await asyncio.gather(keeper, checker, return_exceptions=True)
        await self._end_matches()
        await asyncio.sleep(QUIET_SECONDS)
        gc.collect()
        before = next(iter(rests.values()))
        for process in self._alive:
            await self._check_rest(process, before)
        self.oracle.check_once()
        await asyncio.gather(*(process.stop() for process in self._alive))

    async def _check_rest(self, process: ServerProcess, before: Rest) -> None:
        """Nothing is left of those who have gone; a look may fall on something that comes and goes."""
        for _ in range(LOOKS):
            left = Rest.of(process, self.loop).beside(before)
            if not left:
                return
            await asyncio.sleep(self.random.uniform(0.1, 2.0))
        raise Violation(f"left in {process.host.name}: {left}")

    @property
    def _alive(self) -> list[ServerProcess]:
        return [one for one in self.processes if one is not None and not one.host.dead]

    def guard(self, check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Check something; a violation ends the run."""
        try:
            check(*args, **kwargs)
        except Violation as found:
            self.violate(found)

    def violate(self, found: Violation) -> None:
        """End the run."""
        if not self._violated.done():
            self.trace.note("violation", found)
            self._violated.set_exception(found)

    def _failed(self, host: Host, context: dict[str, Any]) -> None:
        """An error that nobody took care of is a violation, unless its host has died."""
        told = context.get("exception") or context["message"]
        if not host.dead and not isinstance(told, Died):
            self.violate(Violation(f"an error nobody took care of in {host.name}: {told!r}"))

    # Processes

    def _start(self, place: int) -> None:
        self.lives += 1
        name = f"process{place + 1}.{self.lives}"
        random = process_random(self.seed, name)
        host = Host(name, self.random.choice(RATES))
        world = SimulatedWorld(self.loop, host, random, self.disk, self.broker, self.worker_rates, self.trace)
        if self.plan.processes > 1:
            world.skew = self.plan.skews[place]
        self.trace.note("starts", name, host.rate, world.skew)
        process = ServerProcess(self.settings, world, self.network, self.oracle.thoughts)
        self.processes[place] = process
        process.start()

    def kill(self, process: ServerProcess, *, silently: bool = False) -> None:
        """End a process at once."""
        process.die(self.disk, self.broker, self.trace, silently=silently)

    def _die_within(self, host: Host) -> None:
        """End a process in the midst of a callback."""
        for process in self._alive:
            if process.host is host:
                self.kill(process)

    def _power_fails(self) -> None:
        """End all processes in the midst of a write; the disk holds what was synced, and some of the rest."""
        self.trace.note("power cut", self.machine.steps)
        for process in self._alive:
            self.kill(process, silently=self.random.random() < 0.5)
        for host in list(self.disk.open):
            self.disk.host_died(host)
        self.oracle.close()
        self.machine.power_up()

    async def _keep_up(self) -> None:
        """Start whatever has ended again, as a service manager does."""
        while self._keeping:
            await asyncio.sleep(self.random.uniform(*BACK))
            for place, process in enumerate(self.processes):
                if process is not None and (process.host.dead or process.ended):
                    self.kill(process)
                    self._start(place)
                    break

    async def _all_open(self) -> None:
        begun = self.loop.now
        while not all(one is not None and one.open and not one.host.dead for one in self.processes):
            await asyncio.sleep(0.5)
            if self.loop.now - begun > 300:
                raise Violation("a process does not come up")

    async def _repeat(self, name: str, mean: float) -> None:
        """Let one kind of fault happen again and again."""
        while True:
            await asyncio.sleep(self.random.expovariate(1 / mean))
            self.trace.note("fault", name)
            await FAULTS[name](self)

    def _heal(self) -> None:
        """Let nothing go wrong from now on."""
        self.trace.note("heals")
        self.disk.full = self.broker.silent = False
        self.machine.cut_at = None
        self.disk.rates = type(self.disk.rates)()
        self.disk.delay = self.plan.disk_delay
        self.broker.up, self.broker.losing = True, 0.0
        self.network.delay = self.plan.delay
        for name in ("dies", "hangs", "cannot_start", "raises"):
            setattr(self.worker_rates, name, 0.0)

    # People

    def _invite_people(self) -> None:
        kinds = [*[Person] * self.plan.people, *[Watcher] * self.plan.spectators]
        for number, kind in enumerate(kinds):
            name = f"{kind.__name__.lower()}{number}"
            person = kind(self, name, f"10.0.{number}.1", process_random(self.seed, name))
            self.people.append(person)
            person.task = self._look_after(person.live())
        for number in range(self.plan.hostile):
            name = f"hostile{number}"
            hostile = Hostile(self, name, f"10.66.{number}.1", process_random(self.seed, name))
            self.hostiles.append(hostile)
            hostile.task = self._look_after(hostile.live())

    def _look_after(self, coroutine: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(coroutine)
        task.add_done_callback(self.client_ended)
        return task

    def client_ended(self, task: "asyncio.Task[None]") -> None:
        """A client may end, but not by an error."""
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            self.violate(error if isinstance(error, Violation) else Violation(f"a client failed: {error!r}"))

    def announce(self, info: Json) -> None:
        """Let others know of a table."""
        self.tables.append(info["id"])
        self.invitations += [seat["invite"] for seat in info["seats"] if seat["invite"]]

    # Checks

    def _check_lease(self, host: Host, before: Lease | None, after: Lease | None) -> None:
        """A process takes, renews and releases leases of its own, and takes another's once it has run out."""
        process = next((one for one in self._alive if one.host is host), None)
        if process is None or (
            after is None and before is not None and self.oracle.row(before.table) is None
        ):
            return
        owner, now = process.services.broadcaster.process, microseconds(process.services.now())
        foreign = before is not None and before.owner != owner
        if (after is not None and after.owner != owner) or (
            foreign and before is not None and (after is None or before.until > now)
        ):
            self.violate(Violation(f"{host.name} ({owner}) makes {after} of the lease {before}"))

    async def _check(self) -> None:
        """Look at all tables again and again: their logs, and what is due."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            try:
                self._look()
            except Violation as found:
                self.violate(found)
                return

    def _look(self) -> None:
        now = self.loop.now
        self._pass_healthy_time(now)
        due = set()
        for row in self.oracle.rows("state = 'running'"):
            self.oracle.check_table(row)
            if row.due is None or row.due > self._now:
                continue
            due.add(row.id)
            version, since = self._overdue.get(row.id, (-1, 0.0))
            if version != row.version:
                self._overdue[row.id] = (row.version, self._healthy)
            elif self._healthy - since > BOUND:
                raise Violation(f"{row.id} ({row.game}) waits since {row.due} at version {row.version}")
        self._overdue = {table: seen for table, seen in self._overdue.items() if table in due}
        self.oracle.check_once()
        for visit in self.visits:
            self._check_up_to_date(visit)

    def _check_up_to_date(self, visit: Visit) -> None:
        """Who stays connected is not left behind for long."""
        row = self.oracle.row(visit.table)
        if visit.over or row is None or not visit.line.live or not visit.is_behind(row.version):
            self._behind.pop(visit, None)
        elif self._healthy - self._behind.setdefault(visit, self._healthy) > LEFT_BEHIND:
            told = f"is at {visit.line.version} of {row.version}"
            raise Violation(f"{visit.person.name} stays connected to {row.id} and {told}")

    @property
    def _now(self) -> datetime:
        return time_at(self.loop.now)

    def _pass_healthy_time(self, now: float) -> None:
        """Count the time in which something could act."""
        steady = {
            process.host: self._steady_since.get(process.host, now)
            for process in self._alive
            if process.open and not process.frozen
        }
        self._steady_since = steady
        rates = self.disk.rates
        troubled = self.disk.full or rates.fails > 0.1 or rates.answer_lost > 0.1 or self.disk.delay > 0.04
        if not troubled and any(now - since > STEADY for since in steady.values()):
            self._healthy += CHECK_EVERY

    async def _settle(self) -> None:
        """Everybody who stays connected knows the present state of their table soon."""
        begun = self.loop.now
        while True:
            behind = [visit for visit in self.visits if not visit.over and not self._knows(visit)]
            late = self._late()
            if not behind and not late and self.loop.now - begun > 5.0:
                break
            if self.loop.now - begun > SETTLE_SECONDS:
                told = [(one.person.name, one.table, one.line.version, one.line.live) for one in behind]
                raise Violation(
                    f"after {SETTLE_SECONDS} s: not up to date {told[:3]}, not played on {late[:3]}"
                )
            await asyncio.sleep(1.0)
        for visit in self.visits:
            for name, version in visit.acknowledged.items():
                self.oracle.check_acknowledged(visit.table, visit.person.id or "", visit.sent[name], version)
        for row in self.oracle.rows():
            self.oracle.check_table(row)

    def _late(self) -> list[str]:
        """Return the tables where a bot or a clock should have acted long ago."""
        since = self._now - LATE
        return [
            row.id for row in self.oracle.rows("state = 'running'") if row.due is not None and row.due < since
        ]

    def _knows(self, visit: Visit) -> bool:
        row = self.oracle.row(visit.table)
        if visit.line.closed is not None or row is None:
            return True
        if not visit.line.live or visit.line.waiting:
            return False
        return not visit.is_behind(row.version)

    async def _end_matches(self) -> None:
        """The host ends what still runs, so that nobody has anything left to do."""
        process = self._alive[0]
        for row in self.oracle.rows("state = 'running'"):
            await asyncio.wait(
                {self.loop.create_task(process.services.tables.end(row.id), context=process.host.context)}
            )


def simulate(seed: int, show: Callable[[str], None] | None = None) -> Report:
    """Run one seed in a folder of its own."""
    logged = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.CRITICAL)
    where = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="simulation-", dir=where))
    try:
        with dying_quietly():
            report = Simulation(seed, folder, show).run()
            gc.collect()
        return report
    finally:
        shutil.rmtree(folder)
        structlog.configure(**logged)
        logging.disable(logging.NOTSET)


def simulate_until(
    seconds: float, first: int, notice: Callable[[Report], None] = lambda _: None
) -> list[Report]:
    """Run one seed after the other for so many seconds of one core, or until one is violated."""
    reports = list[Report]()
    left = seconds
    while not reports or (reports[-1].violation is None and left > 0):
        # A run leaves its dead hosts in memory, so each batch has a process of its own.
        try:
            with get_context("fork").Pool(1) as pool:
                batch = pool.apply(_batch, (first + len(reports), left))
        except KeyboardInterrupt:  # what has run until now counts
            break
        reports += batch
        left -= sum(report.real for report in batch)
        notice(reports[-1])
    return reports


def _batch(first: int, seconds: float) -> list[Report]:
    gc.freeze()
    begun, reports = process_time(), list[Report]()
    for seed in range(first, first + BATCH):
        reports.append(simulate(seed))
        if reports[-1].violation is not None or process_time() - begun > seconds:
            break
    return reports


def summary(reports: list[Report]) -> dict[str, Any]:
    """Return the totals of runs without a violation, and the rates that this rules out."""
    counts: Counter[str] = Counter()
    for report in reports:
        counts.update(report.counts)
    hours = sum(report.simulated for report in reports) / 3600
    return {
        "seeds": len(reports),
        "simulated hours": round(hours, 2),
        "simulated / real": round(3600 * hours / max(1e-9, sum(report.real for report in reports)), 1),
        "violations": 0,
        "an hour, at most (95 %)": round(RULE_OF_THREE / max(1e-9, hours), 3),
        "a seed, at most (95 %)": round(RULE_OF_THREE / max(1, len(reports)), 4),
        **dict(sorted(counts.items())),
    }
