"""Measure the simulated table of Targets against its bars: `python -m bench.physics [--full] [bar ...]`."""

import sys
import time
from collections.abc import Callable

from bench.physics.bars import Bar
from bench.physics.cost import cost
from bench.physics.faithful import determinism, digest, payload
from bench.physics.feel import feel
from bench.physics.moving import cocked, gentle, settling, time_step, tunnelling
from bench.physics.standing import ground, rim, seams, towers

BARS: dict[str, Callable[..., list[Bar]]] = {
    "tower": towers,
    "settle": settling,
    "tunnelling": tunnelling,
    "step": time_step,
    "cocked": cocked,
    "gentle": gentle,
    "determinism": determinism,
    "cost": cost,
    "feel": feel,
    "payload": payload,
    "seams": seams,
    "rim": rim,
    "ground": ground,
}


def main(arguments: list[str]) -> int:
    """Print every bar; return 1 if one is missed."""
    if arguments[:1] == ["--digest"]:
        print(digest(int(arguments[1])))
        return 0
    full = "--full" in arguments
    wanted = [name for name in arguments if not name.startswith("-")] or list(BARS)
    missed = 0
    for name in wanted:
        begin = time.perf_counter()
        for bar in BARS[name](full=full):
            mark = {True: "ok ", False: "NOT", None: "-- "}[bar.met]
            print(f"{mark} {bar.name:24} {bar.asked:30} {bar.measured}", flush=True)
            missed += bar.met is False
        print(f"    {'':24} {time.perf_counter() - begin:.0f} s", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
