"""Starts servers quickly: everything is imported once, then a process is forked for each start.

Reads from standard input, a line a start; the settings come from the environment, the port from the
arguments. Each server is a process of its own that can be killed at any moment.
"""

import os
import sys

from ludotheque.games import REGISTRY
from ludotheque.server.run.serve import serve

REGISTRY["hush"] = "tests.server.hush"


def main() -> None:
    port = int(sys.argv[1])
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(port=port)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("ended\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
