"""What the server counts, for `/metrics`.

Where several processes serve at one port, each keeps its counts in files of a folder that they share, so that
whichever answers tells the sum of all. The setting is prometheus-client's own, and read when it is imported.
"""

import os
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from ludotheque.server.storage.schema import Kind

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


def counted() -> bytes:
    """What was counted by this process, or by all that share a folder."""
    if SHARED not in os.environ:
        return generate_latest()
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)
