"""Supervisor of several server processes at one port: start, restart after a crash, and stop."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Final

import structlog

LOOK: Final = 1.0
SHORT_LIFE: Final = 5.0
"""Seconds below which a process has failed too early to be replaced without a pause."""

log = structlog.get_logger()


class Supervisor:
    """Parent that keeps a number of processes running until it gets SIGTERM or SIGINT."""

    def __init__(
        self,
        number: int,
        work: Callable[..., None],
        arguments: tuple[object, ...],
        gone: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._number = number
        self._work = work
        self._arguments = arguments
        self._gone = gone
        """Called with the process id of a process that died."""
        self._opened = self._context.Event()
        """Event set by the first process that answers requests."""
        self._stopping = threading.Event()
        self._running: dict[SpawnProcess, float] = {}

    def run(self, opened: Callable[[], None] | None, stop_seconds: float) -> bool:
        """Run until a stop signal; return whether any process ever answered.

        Also returns if all processes die before one answers. `opened` is called once the first answers;
        `stop_seconds` is the time that processes have to stop.
        """
        for stopping in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stopping, lambda *_: self._stopping.set())
        for _ in range(self._number):
            self._start(replacing=False)
        told = False
        while not self._stopping.is_set() and (told or self._opened.is_set() or self._any_alive()):
            if self._opened.is_set() and not told:
                told = True
                if opened is not None:
                    opened()
            wait([process.sentinel for process in self._running], timeout=LOOK if told else 0.05)
            self._replace_dead(told=told)
        self._stop(stop_seconds)
        return told

    def _any_alive(self) -> bool:
        return any(process.is_alive() for process in self._running)

    def _start(self, *, replacing: bool) -> None:
        """Start a process, passing on whether it replaces one that died."""
        given = (*self._arguments, self._opened, os.getpid(), replacing)
        process = self._context.Process(target=self._work, args=given)
        process.start()
        self._running[process] = time.monotonic()

    def _replace_dead(self, *, told: bool) -> None:
        for process, begun in list(self._running.items()):
            if process.is_alive() or self._stopping.is_set() or not told:
                continue
            del self._running[process]
            log.error("a process died; another one is started", process=process.pid, status=process.exitcode)
            assert process.pid is not None  # it was started
            self._gone(process.pid)
            if time.monotonic() - begun < SHORT_LIFE:
                self._stopping.wait(LOOK)
            self._start(replacing=True)

    def _stop(self, seconds: float) -> None:
        """Terminate all processes, and kill those still running after so many seconds."""
        for process in self._running:
            process.terminate()
        end = time.monotonic() + seconds
        for process in self._running:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                log.error("a process did not stop in time", process=process.pid)
                process.kill()
                process.join()


def stay_with(parent: int) -> None:
    """Terminate this process when its parent has ended, even if the parent was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
