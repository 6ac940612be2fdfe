"""Heavy work on a Ray cluster, on all of whose machines the same version of this package is installed."""

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
"""Seconds in which a cluster has to take a call; Ray itself waits for minutes, and may end the program."""
DIED: Final = (WorkerCrashedError, NodeDiedError, ObjectLostError, OutOfMemoryError)
"""A worker or its machine died, each time that Ray did the job again."""


class RayWorkers(RemoteWorkers["ObjectRef[object]"]):
    """The workers of a cluster: `auto` is the one that runs on this machine, `local` is a new one for now."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._jobs = jobs
        self._task: Task | None = None
        self._stored: ObjectRef[Task] | None = None
        _connect(address)
        self._perform = ray.remote(num_cpus=1, max_retries=STARTS - 1)(perform_alike)

    @property
    def slots(self) -> int:
        """As many as the cluster has processors now, at most as many as were asked for."""
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        return min(processors, self._jobs or processors)

    @property
    def room(self) -> int:
        """No more than were asked for: the cluster would begin them all."""
        return self._jobs or AHEAD * self.slots

    def close(self) -> None:
        """Leave the cluster; it drops what it still does for us."""
        self._task = self._stored = None
        ray.shutdown()

    def pickle(self, work: Callable[..., object]) -> bytes:
        """Also work of a script, which the workers can't import."""
        pickled: bytes = cloudpickle.dumps(work)
        return pickled

    def submit(self, task: Task, job: object) -> "ObjectRef[object]":
        """The work itself is stored once in the cluster."""
        if self._task is not task:
            self._task, self._stored = task, ray.put(task)
        handle: ObjectRef[object] = self._perform.remote(ludotheque.__version__, self._stored, job)
        return handle

    def wait(self, handles: "list[ObjectRef[object]]") -> "Iterable[ObjectRef[object]]":
        """At least one of them."""
        done: list[ObjectRef[object]] = ray.wait(handles)[0]
        return done

    def result(self, handle: "ObjectRef[object]") -> object:
        """An error is raised as it was there."""
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
        """One that has begun is interrupted."""
        ray.cancel(handle, force=True)


def perform_alike(version: str, task: Task, job: object) -> object:
    """Do a job if the rules are the same here; others would play other games for the same seed."""
    if version != ludotheque.__version__:
        params = {"here": version, "there": ludotheque.__version__}
        raise NotAllowed("core.ray_version", params=params)
    return perform(task, job)


def _connect(address: str) -> None:
    """Join a cluster, or start one, without a word on the screen."""
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
    """See whether anybody is there at all."""
    parts = urlsplit(address if "://" in address else f"ray://{address}")
    socket.create_connection((parts.hostname or "", parts.port or 0), ANSWERS).close()
