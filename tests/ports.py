"""Ports for the servers that tests start: each is given out once, in whatever process a test runs."""

import random
import socket
from typing import Final

PORTS: Final = range(20_000, 32_000)
"""Below those that the kernel gives to outgoing connections, which come and go while a server restarts."""

_taken: Final[list[socket.socket]] = []
"""One name for each port that this process has; the kernel takes them back when the process ends."""


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens, and which no other test gets."""
    for port in random.sample(PORTS, len(PORTS)):
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0ludotheque-test-port-{port}")
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            name.close()
            continue
        _taken.append(name)
        return port
    raise OSError("no port is free")
