"""Work on many processes: one `map` over jobs, on this machine or, by one setting, on a Ray cluster.

>>> with open_workers(jobs=1) as workers:
...     list(workers.map(abs, [-3, 4, -5]))
[3, 4, 5]

The results come in the order of the jobs and depend on nothing but the jobs: one that needs chance carries
its own seed. Work and jobs are pickled. The work arrives once at each worker and stays there for the whole
map, so that what it loads for its first job it has for the others.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Final, Generic, NamedTuple, Self, TypeVar, cast

from ludotheque.core.refusal import NotAllowed, Unreadable

Job = TypeVar("Job")
Result = TypeVar("Result")
Handle = TypeVar("Handle", bound=Hashable)

SETTING: Final = "LUDOTHEQUE_RAY"
"""The Ray cluster: `auto`, an address, or `local` for a temporary one."""
STARTS: Final = 4
"""Attempts at a job whose worker dies."""
AHEAD: Final = 2
"""Jobs handed out for each worker, so that none waits for its next one."""


class Workers(ABC):
    """A pool of workers, to be closed after use."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """The number of jobs that run at the same time."""

    @abstractmethod
    def map(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of all jobs, in their order; a job whose worker dies is repeated."""

    @abstractmethod
    def close(self) -> None:
        """Stop the workers without waiting for their jobs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


def open_workers(jobs: int | None = None, *, ray: bool = False) -> Workers:
    """Return the workers of the settings: a number of local processes, or a Ray cluster.

    By default there is a process for each processor. Ray is used if asked for or if `LUDOTHEQUE_RAY` is set;
    there a number limits the jobs that run at the same time.
    """
    _check(jobs)
    address = os.environ.get(SETTING, "").strip() or ("auto" if ray else "")
    if address:
        from ludotheque.lab.ray_workers import RayWorkers

        return RayWorkers(address, jobs)
    return local_workers(jobs or processors())


def local_workers(jobs: int) -> Workers:
    """Return a number of processes of this machine; a single one is this process itself."""
    _check(jobs)
    return ThisProcess() if jobs == 1 else LocalProcesses(jobs)


def _check(jobs: int | None) -> None:
    if jobs is not None and jobs < 1:
        raise Unreadable("core.workers_number", params={"jobs": jobs})


def processors() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThisProcess(Workers):
    """Work in this process, without any other."""

    @property
    def slots(self) -> int:
        """One job after the other."""
        return 1

    def map(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Run each job when its result is asked for."""
        return map(work, jobs)

    def close(self) -> None:
        """Nothing to stop."""


class WorkerDied(Exception):
    """A worker died over a job."""


class Task(NamedTuple):
    """Work in transit: pickled once, and known by a name where it has arrived."""

    name: bytes
    pickled: bytes


_arrived: dict[bytes, Callable[..., object]] = {}
"""In a worker: the current work."""


def perform(task: Task, job: Job) -> object:
    """Run a job; new work is unpickled and replaces the work before."""
    if task.name not in _arrived:
        _arrived.clear()
        _arrived[task.name] = pickle.loads(task.pickled)  # noqa: S301 - from the process that we serve
    return _arrived[task.name](job)


class RemoteWorkers(Workers, Generic[Handle]):
    """Distribution of jobs and ordering of results, for any kind of workers."""

    def map(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield results in order, with a few more jobs handed out than there are workers."""
        task = Task(os.urandom(16), self.pickle(work))
        numbered, again = enumerate(jobs), deque[tuple[int, Job]]()
        begun: Counter[int] = Counter()
        running: dict[Handle, tuple[int, Job]] = {}
        results: dict[int, Result] = {}
        following = 0
        try:
            while True:
                room = self.room - len(running)
                handed_out = [again.popleft() for _ in range(min(room, len(again)))]
                handed_out += islice(numbered, max(0, room - len(handed_out)))
                for number, job in handed_out:
                    begun[number] += 1
                    running[self.submit(task, job)] = number, job
                if not running:
                    return
                for handle in self.wait(list(running)):
                    number, job = running.pop(handle)
                    try:
                        results[number] = cast("Result", self.result(handle))
                    except WorkerDied:
                        if begun[number] >= STARTS:
                            raise NotAllowed("core.worker_died", params={"starts": STARTS}) from None
                        again.append((number, job))
                while following in results:
                    yield results.pop(following)
                    following += 1
        finally:
            for handle in running:
                self.cancel(handle)

    @property
    def room(self) -> int:
        """Return the number of jobs to hand out at a time."""
        return AHEAD * self.slots

    @abstractmethod
    def pickle(self, work: Callable[..., object]) -> bytes:
        """Return work as bytes."""

    @abstractmethod
    def submit(self, task: Task, job: object) -> Handle:
        """Hand out a job."""

    @abstractmethod
    def wait(self, handles: list[Handle]) -> Iterable[Handle]:
        """Wait for some jobs to finish; return them."""

    @abstractmethod
    def result(self, handle: Handle) -> object:
        """Return the result of a finished job or raise its error; `WorkerDied` if it has to be repeated."""

    @abstractmethod
    def cancel(self, handle: Handle) -> None:
        """Drop a job whose result is no longer needed."""


class LocalProcesses(RemoteWorkers[Future[object]]):
    """Processes of this machine; they start when they are needed and always end with this one."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    @property
    def slots(self) -> int:
        """A job for each process."""
        return self._jobs

    def close(self) -> None:
        """Kill the processes at once."""
        pool, self._pool = self._pool, None
        if self._lifeline is not None:
            self._lifeline.close()
        if pool is not None:
            # A process that ended in the middle of a result leaves the pool to read on for ever, as long as
            # we hold the other end of its pipe.
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
            pool.shutdown(cancel_futures=True)

    def pickle(self, work: Callable[..., object]) -> bytes:
        """Pickle as the processes pickle everything else."""
        return pickle.dumps(work)

    def submit(self, task: Task, job: object) -> Future[object]:
        """Hand a job to a process; all are restarted after one of them has died."""
        try:
            return self._running().submit(perform, task, job)
        except BrokenProcessPool:
            self.close()
            return self._running().submit(perform, task, job)

    def wait(self, handles: list[Future[object]]) -> Iterable[Future[object]]:
        """Return at least one finished job."""
        return wait(handles, return_when=FIRST_COMPLETED).done

    def result(self, handle: Future[object]) -> object:
        """Return the result; a dead process loses the jobs of all others as well."""
        try:
            return handle.result()
        except BrokenProcessPool:
            raise WorkerDied from None

    def cancel(self, handle: Future[object]) -> None:
        """Drop a job; a running one goes on."""
        handle.cancel()

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            end, self._lifeline = spawn.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self._jobs, spawn, _end_with, (end,))
        return self._pool


def _end_with(lifeline: Connection) -> None:
    """End a worker when its owner closes the pipe, or is killed, which closes it too.

    The signal of an interrupting key is left to the owner.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError):
            lifeline.recv()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
