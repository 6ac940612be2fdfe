"""Plays and fits, generation after generation; each is written to a file."""

import argparse
import os
import time
from pathlib import Path

import msgspec
import numpy as np
from bench.targi_learn.fit import fit
from bench.targi_learn.play import Games, joined, play_all
from bench.targi_learn.versions import BASELINE, read


def main() -> None:
    """Begin with a version, and write the next ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", default=BASELINE)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=1200, help="in each generation")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sharpness", type=float, default=4.0, help="power of the visits' shares")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    taught, kept = read(given.start), list[Games]()
    for number in range(given.generations):
        begun, seed = time.monotonic(), given.seed + 1_000_000 * (number + 1)
        games = joined(list(play_all(taught, given.iterations, given.games, seed, given.processes)))
        np.savez_compressed(given.out / f"games_{number + 1}.npz", **games._asdict())
        scores = games.scores
        print(
            f"generation {number + 1}: {len(scores)} games with {given.iterations} iterations in "
            f"{time.monotonic() - begun:.0f} s, {games.length.mean():.0f} decisions a game, "
            f"scores {scores.max(1).mean():.1f} to {scores.min(1).mean():.1f}",
            flush=True,
        )
        kept.append(games)
        taught = fit(joined(kept[-2:]), taught, given.sharpness)
        (given.out / f"generation_{number + 1}.json").write_bytes(msgspec.json.encode(taught))


if __name__ == "__main__":
    main()
