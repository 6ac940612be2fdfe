"""The lines of the tables and of the server go to one log, in one form."""

import json
import subprocess
import sys

TALKS = """
import structlog
from ludotheque.host.logger import Logger
from ludotheque.server.logs import configure_log

configure_log("info")
Logger().warning("a line is set aside", number=7, error="KeyError")
Logger().info("a table is gone", table="t")
structlog.get_logger().warning("of the server", number=8)
"""


def test_tables_and_server_log_alike() -> None:
    told = subprocess.run([sys.executable, "-c", TALKS], capture_output=True, text=True, check=True).stderr
    lines = [json.loads(line) for line in told.splitlines()]
    assert all(line.pop("timestamp") for line in lines)
    assert lines == [
        {"event": "a line is set aside", "number": 7, "error": "KeyError", "level": "warning"},
        {"event": "a table is gone", "table": "t", "level": "info"},
        {"event": "of the server", "number": 8, "level": "warning"},
    ]
