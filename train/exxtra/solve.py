"""Solution of Exxtra for three players by value iteration on a GPU: 170 million positions.

`python -m train.exxtra.solve --out FILE.pt` needs CuPy and PyTorch with CUDA. With three players plain
maximising goes round in circles, so every option is weighted by exp(value / tau), and tau goes down in steps.
Each step ends when no value changes by more than its tolerance, or is reported as circling.
"""

import argparse
import time
from pathlib import Path

import cupy
import torch
from train.exxtra.batch import AGAIN, DICE, FIRST, GOAL, Tables, Thought, Value

SIZE = GOAL**3 * DICE**2
TAUS = (0.1, 0.03, 0.01, 0.005, 0.003)
FURTHER = (0.002, 0.001, 0.0005)


class Sweeps:
    """The values of all positions, improved sweep by sweep."""

    def __init__(self, real: str) -> None:
        source = (Path(__file__).parent / "three.cu").read_text(encoding="utf-8")
        module = cupy.RawModule(code=source, options=("-std=c++17", f"-DREAL={real}"))
        self.decide, self.combine = module.get_function("decide"), module.get_function("combine")
        self.dtype = cupy.dtype("float32" if real == "float" else "float64")
        self.values = [cupy.full(SIZE, 1 / 3, self.dtype) for _ in range(4)]
        self.plain = cupy.zeros(4 * SIZE, self.dtype)
        self.paired = cupy.zeros(6 * SIZE, self.dtype)
        self.first = cupy.array(FIRST, self.dtype)
        self.again = cupy.array(AGAIN, self.dtype)
        self.change = cupy.zeros(1, cupy.float32)

    def sweep(self, tau: float) -> None:
        """Update every position from those that one turn leads to."""
        per_tau = self.dtype.type(1 / tau)
        shared = (self.first, self.again, per_tau, cupy.int64(SIZE))
        self.decide((GOAL**3 * DICE,), (160,), (*self.values, self.plain, self.paired, *shared))
        self.combine(
            ((SIZE + 255) // 256,),
            (256,),
            (*self.values, self.plain, self.paired, self.change, cupy.int64(SIZE)),
        )

    def settle(self, tau: float, tolerance: float, limit: int, every: int = 25) -> tuple[int, float]:
        """Sweep until nothing changes by more than a tolerance, up to a limit; return sweeps and last
        change.
        """
        change = 1.0
        for number in range(1, limit + 1):
            self.change[0] = 0
            self.sweep(tau)
            if number % every == 0:
                change = float(self.change[0])
                if change <= tolerance:
                    return number, change
        return limit, float(self.change[0])

    def tensors(self) -> list[torch.Tensor]:
        """First throw and throwing again, for the mover and the next player: [p0, p1, p2, d1, d2] each."""
        shape = (GOAL, GOAL, GOAL, DICE, DICE)
        return [torch.from_dlpack(value).view(shape) for value in self.values]


def value_of(first_mine: torch.Tensor, first_next: torch.Tensor) -> Value:
    """The solution as a value of positions between turns."""

    def value(pawns: torch.Tensor, dice: torch.Tensor) -> torch.Tensor:
        at = (pawns[:, 0], pawns[:, 1], pawns[:, 2], dice[:, 1], dice[:, 2])
        mine, following = first_mine[at], first_next[at]
        return torch.stack((mine, following, 1 - mine - following), 1)

    return value


def main() -> None:
    """Solve with progress, and write the values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--real", choices=("float", "double"), default="float")
    parser.add_argument("--limit", type=int, default=1500, help="sweeps at each tau")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    asked = parser.parse_args()
    sweeps = Sweeps(asked.real)
    begun = time.monotonic()
    print("tau, sweeps, last change, first player's chance, seconds", flush=True)
    for tau in (*TAUS, *FURTHER):
        if tau == FURTHER[0]:
            torch.save([tensor.float().cpu() for tensor in sweeps.tensors()], asked.out)
        number, change = sweeps.settle(tau, asked.tolerance, asked.limit if tau in TAUS else asked.limit // 3)
        start = float(sweeps.values[0][0]), float(sweeps.values[1][0])
        print(
            f"{tau}, {number}, {change:.2e}, {start[0]:.5f} {start[1]:.5f}, {time.monotonic() - begun:.0f}",
            flush=True,
        )
    tables = Tables("cuda")
    first_mine, first_next, again_mine, _ = (tensor.to("cuda") for tensor in torch.load(asked.out))
    thought = Thought(tables, value_of(first_mine, first_next), depth=8)
    generator = torch.Generator("cuda").manual_seed(1)
    pawns = torch.randint(GOAL, (20_000, 3), device="cuda", generator=generator)
    dice = torch.randint(DICE, (20_000, 3), device="cuda", generator=generator)
    dice[:, 0] = 0
    apart = (tables.slot[dice[:, 1]] != tables.slot[dice[:, 2]]) | (dice[:, 1] == 0) | (dice[:, 2] == 0)
    pawns, dice = pawns[apart], dice[apart]
    turns = [thought.turn(pawns[i : i + 1000], dice[i : i + 1000]) for i in range(0, len(pawns), 1000)]
    at = (pawns[:, 0], pawns[:, 1], pawns[:, 2], dice[:, 1], dice[:, 2])
    for name, found, table in (("first", "first", first_mine), ("again", "again", again_mine)):
        off = (torch.cat([getattr(turn, found)[:, 0] for turn in turns]) - table[at]).abs()
        print(
            f"{name}: thought through by tensors it differs by {off.mean():.2e} on average, "
            f"{off.max():.2e} at most"
        )


if __name__ == "__main__":
    main()
