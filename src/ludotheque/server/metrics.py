"""What the server counts, for `/metrics`.

Where several processes serve at one port, each keeps its counts in files of a folder that they share, so that
whichever answers tells the sum of all. The setting is prometheus-client's own, and read when it is imported.
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
    "From a command to its place in the log",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
REFUSALS: Final = Counter("ludotheque_refusals", "Refusals, by kind", ["kind"])
SOCKETS: Final = Gauge("ludotheque_sockets", "Open sockets", multiprocess_mode="livesum")
LOADED: Final = Gauge("ludotheque_loaded_tables", "Tables in memory", multiprocess_mode="livesum")
THOUGHTS: Final = Histogram(
    "ludotheque_thought_seconds",
    "Thoughts of bots and coach, waiting included",
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60),
)
WAITING: Final = Gauge(
    "ludotheque_thoughts_waiting",
    "Thoughts that no worker has begun, by kind",
    ["kind"],
    multiprocess_mode="livesum",
)
DEATHS: Final = Counter(
    "ludotheque_worker_deaths",
    "Processes that were replaced: servers that died; workers that died, took too long or did not start",
    ["process", "reason"],
)
SERVER_DIED: Final = DEATHS.labels("server", "died")
WORKER_DIED, WORKER_TOO_SLOW, WORKER_NOT_STARTED = (
    DEATHS.labels("worker", reason) for reason in ("died", "too slow", "not started")
)

TRANSACTIONS: Final = Histogram(
    "ludotheque_transaction_seconds",
    "Transactions of the database, the wait for a connection and for the writer before included",
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
    "By how much the clock of this machine is ahead of the database's, which counts",
    multiprocess_mode="livemostrecent",
)
STORED: Final = Gauge(
    "ludotheque_database_bytes",
    "The database on the disk, with its write-ahead log; measured once a minute",
    multiprocess_mode="livemostrecent",
)

LAG: Final = Histogram(
    "ludotheque_loop_lag_seconds",
    "By how much a timer of the event loop came late, looked at twice a second",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
HELD: Final = Counter(
    "ludotheque_handler_loop_seconds", "Time that a handler has held the event loop", ["handler"]
)
LONGEST: Final = Gauge(
    "ludotheque_handler_longest_seconds",
    "Longest time that a handler has held the event loop without a pause",
    ["handler"],
    multiprocess_mode="livemax",
)


class PrometheusMeters(Meters):
    """Counts what happens at the tables."""

    def stored(self, kind: Kind) -> None:
        """Count a line written to a log."""
        LINES_OF[kind].inc()

    def changed(self, seconds: float) -> None:
        """Note the time from a command to its place in the log."""
        CHANGES.observe(seconds)

    def loaded(self, tables: int) -> None:
        """Note the number of tables in memory."""
        LOADED.set(tables)


def counted() -> bytes:
    """What was counted by this process, or by all that share a folder."""
    if SHARED not in os.environ:
        return generate_latest()
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)
