"""Workers of a Ray cluster, whose machines have the same version of this package."""

import logging
import os
import socket
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

import ray
from ray import ObjectRef, cloudpickle
from ray.exceptions import (
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    RayError,
    RayTaskError,
    WorkerCrashedError,
)

import ludotheque
from ludotheque.core.refusal import NotAllowed
from ludotheque.lab.workers import AHEAD, SETTING, STARTS, RemoteWorkers, Task, perform

ANSWERS: Final = 5.0
"""Seconds until a cluster has to accept a call; Ray itself waits for minutes, and may end the program."""
DIED: Final = (WorkerCrashedError, NodeDiedError, ObjectLostError, OutOfMemoryError)
"""The exceptions for a dead worker or machine, each time that Ray repeated the job."""


class RayWorkers(RemoteWorkers["ObjectRef[object]"]):
    """The workers of a cluster: `auto` is the one that runs on this machine, `local` is a new temporary
    one.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._jobs = jobs
        self._task: Task | None = None
        self._stored: ObjectRef[Task] | None = None
        _connect(address)
        self._perform = ray.remote(num_cpus=1, max_retries=STARTS - 1)(perform_alike)

    @property
    def slots(self) -> int:
        """The processors of the cluster now, at most the number asked for."""
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        return min(processors, self._jobs or processors)

    @property
    def room(self) -> int:
        """Return the number asked for, since the cluster would begin all jobs."""
        return self._jobs or AHEAD * self.slots

    def close(self) -> None:
        """Leave the cluster, which drops our jobs."""
        self._task = self._stored = None
        ray.shutdown()

    def pickle(self, work: Callable[..., object]) -> bytes:
        """Pickle by value, since workers can't import scripts."""
        pickled: bytes = cloudpickle.dumps(work)
        return pickled

    def submit(self, task: Task, job: object) -> "ObjectRef[object]":
        """Submit a job; the work itself is stored once in the cluster."""
        if self._task is not task:
            self._task, self._stored = task, ray.put(task)
        handle: ObjectRef[object] = self._perform.remote(ludotheque.__version__, self._stored, job)
        return handle

    def wait(self, handles: "list[ObjectRef[object]]") -> "Iterable[ObjectRef[object]]":
        """Return at least one finished job."""
        done: list[ObjectRef[object]] = ray.wait(handles)[0]
        return done

    def result(self, handle: "ObjectRef[object]") -> object:
        """Return the result, or raise its error."""
        try:
            found: object = ray.get(handle)
            return found
        except RayTaskError as error:
            if isinstance(error.cause, ImportError):
                raise NotAllowed("core.ray_worker", params={"why": str(error.cause)}) from None
            raise error.cause from error
        except DIED:
            raise NotAllowed("core.worker_died", params={"starts": STARTS}) from None
        except RayError as error:
            raise NotAllowed("core.ray_worker", params={"why": str(error).splitlines()[0]}) from error

    def cancel(self, handle: "ObjectRef[object]") -> None:
        """Cancel a job; a running one is interrupted."""
        ray.cancel(handle, force=True)


def perform_alike(version: str, task: Task, job: object) -> object:
    """Run a job if the rules have the same version here; others would play other games for the same seed."""
    if version != ludotheque.__version__:
        params = {"here": version, "there": ludotheque.__version__}
        raise NotAllowed("core.ray_version", params=params)
    return perform(task, job)


def _connect(address: str) -> None:
    """Join a cluster, or start one, without output on the screen."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        if address not in ("auto", "local"):
            _call(address)
        ray.init(
            address,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (OSError, RuntimeError, ValueError, RayError) as error:
        if address == "auto":
            raise NotAllowed("core.ray_not_running", params={"setting": SETTING}) from error
        params = {"address": address, "why": (str(error).strip() or "?").splitlines()[0].rstrip(".")}
        raise NotAllowed("core.ray_unreachable", params=params) from error


def _call(address: str) -> None:
    """Check that the cluster answers."""
    parts = urlsplit(address if "://" in address else f"ray://{address}")
    socket.create_connection((parts.hostname or "", parts.port or 0), ANSWERS).close()
