"""What the server counts, for `/metrics`."""

from typing import Final, get_args

from prometheus_client import Counter, Gauge, Histogram

from ludotheque.server.storage.schema import Kind

LINES: Final = Counter("ludotheque_log_lines", "Lines written to the logs of tables, by kind", ["kind"])
LINES_OF: Final = {kind: LINES.labels(kind) for kind in get_args(Kind)}
CHANGES: Final = Histogram(
    "ludotheque_command_seconds",
    "From a command to its place in the log",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
REFUSALS: Final = Counter("ludotheque_refusals", "Refusals, by kind", ["kind"])
SOCKETS: Final = Gauge("ludotheque_sockets", "Open sockets")
LOADED: Final = Gauge("ludotheque_loaded_tables", "Tables in memory")
THOUGHTS: Final = Histogram(
    "ludotheque_thought_seconds",
    "Thoughts of bots and coach, waiting included",
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60),
)
