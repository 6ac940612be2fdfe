"""Determinism of a flick, in any process and thread, and the size of its key frames."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
from bench.physics.bars import Bar, random_flicks, start

from ludotheque.games.targets.physics.frames import decode, pack
from ludotheque.games.targets.physics.simulate import FlickResult, Job, simulate, simulate_many


def determinism(*, full: bool) -> list[Bar]:
    """Compare the hashes in a fresh process, with reused data, and in two threads."""
    count = 100 if full else 20
    here = digest(count)
    command = [sys.executable, "-m", "bench.physics", "--digest", str(count)]
    fresh = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)
    ]
    with ThreadPoolExecutor(2) as pool:
        threads = list(pool.map(digest, [count, count]))
    reused = _digest_many(count)
    same = {here, *fresh, *threads, reused}
    return [Bar("determinism", "identical hashes", f"{len(same)} hash over 6 ways x {count}", len(same) == 1)]


def digest(count: int) -> str:
    """Return the hash of a number of flicks, simulated one by one."""
    layout = start(seats=3)
    return _hash(
        [simulate(layout, f, k, tremor=1.0, film=False) for k, f in enumerate(random_flicks(count, 23))]
    )


def _digest_many(count: int) -> str:
    jobs = [Job(flick, k, 1.0) for k, flick in enumerate(random_flicks(count, 23))]
    return _hash(simulate_many(start(seats=3), jobs))


def _hash(results: list[FlickResult]) -> str:
    return hashlib.sha256(msgspec.json.encode(results)).hexdigest()


def payload(*, full: bool) -> list[Bar]:
    """Measure the bytes of the key frames of a flick."""
    layout = start(seats=4)
    sizes = [
        len(pack(decode(simulate(layout, flick, k).film or "")))
        for k, flick in enumerate(random_flicks(300 if full else 40, 37))
    ]
    median, p95, largest = (int(v) for v in np.quantile(sizes, (0.5, 0.95, 1.0)))
    text = f"median {median}, 95 % {p95}, largest {largest} bytes"
    return [Bar("payload", "<= 1 kB", text, largest <= 1024)]
