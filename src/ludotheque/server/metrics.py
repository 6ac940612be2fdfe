"""Prometheus metrics of the server, served at `/metrics`.

Where several processes serve at one port, each writes its values to files of a shared folder, so that any of
them can answer with the values of all. prometheus-client reads the folder from the environment variable
`PROMETHEUS_MULTIPROC_DIR` when it is imported.
"""

import os
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from ludotheque.host.meters import Meters
from ludotheque.table.line import Kind

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"

LINES: Final = Counter("ludotheque_log_lines", "Lines written to the logs of tables, by kind", ["kind"])
LINES_OF: Final = {kind: LINES.labels(kind) for kind in get_args(Kind)}
CHANGES: Final = Histogram(
    "ludotheque_command_seconds",
    "Time from judging a change to its broadcast",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
REFUSALS: Final = Counter("ludotheque_refusals", "Refusals, by kind", ["kind"])
SOCKETS: Final = Gauge("ludotheque_sockets", "Open sockets", multiprocess_mode="livesum")
LOADED: Final = Gauge("ludotheque_loaded_tables", "Tables in memory", multiprocess_mode="livesum")
THOUGHTS: Final = Histogram(
    "ludotheque_thought_seconds",
    "Requests to bots and coach, time in the queue included",
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60),
)
WAITING: Final = Gauge(
    "ludotheque_thoughts_waiting",
    "Requests to bots and coach waiting for a worker, by kind",
    ["kind"],
    multiprocess_mode="livesum",
)
DEATHS: Final = Counter(
    "ludotheque_worker_deaths",
    "Replaced processes: servers that died; workers that died, timed out or did not start",
    ["process", "reason"],
)
SERVER_DIED: Final = DEATHS.labels("server", "died")
WORKER_DIED, WORKER_TOO_SLOW, WORKER_NOT_STARTED = (
    DEATHS.labels("worker", reason) for reason in ("died", "too slow", "not started")
)

TRANSACTIONS: Final = Histogram(
    "ludotheque_transaction_seconds",
    "Database transactions, time waiting for a connection and for the write lock included",
    ["kind"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
READING, WRITING = TRANSACTIONS.labels("read"), TRANSACTIONS.labels("write")
WRITABLE: Final = Gauge(
    "ludotheque_database_writable",
    "1 while the database can be written to, else 0",
    multiprocess_mode="livemostrecent",
)
CLOCK_AHEAD: Final = Gauge(
    "ludotheque_clock_ahead_seconds",
    "Seconds by which the clock of this machine is ahead of the database's",
    multiprocess_mode="livemostrecent",
)
STORED: Final = Gauge(
    "ludotheque_database_bytes",
    "Size of the database on disk, with its write-ahead log; measured once a minute",
    multiprocess_mode="livemostrecent",
)

LAG: Final = Histogram(
    "ludotheque_loop_lag_seconds",
    "Delay of a timer of the event loop, measured twice a second",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
HELD: Final = Counter(
    "ludotheque_handler_loop_seconds", "Total time that a handler has held the event loop", ["handler"]
)
LONGEST: Final = Gauge(
    "ludotheque_handler_longest_seconds",
    "Longest time that a handler has held the event loop without a pause",
    ["handler"],
    multiprocess_mode="livemax",
)


class PrometheusMeters(Meters):
    """Implementation of the table metrics with Prometheus."""

    def stored(self, kind: Kind) -> None:
        """Count one line written to a log, by its kind."""
        LINES_OF[kind].inc()

    def changed(self, seconds: float) -> None:
        """Record the seconds from judging a change to its broadcast."""
        CHANGES.observe(seconds)

    def loaded(self, tables: int) -> None:
        """Set the number of tables in memory."""
        LOADED.set(tables)


def counted() -> bytes:
    """Return all metrics in Prometheus text format; in multiprocess mode, those of all processes."""
    if SHARED not in os.environ:
        return generate_latest()
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)
